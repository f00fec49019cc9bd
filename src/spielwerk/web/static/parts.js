// @ts-check
/** Small help for building parts of a page, and for asking and telling. */

import { byId } from "./base.js";

const TOAST_TIME = 3200;
let toasting = 0;

/**
 * An element with its attributes and children; `onclick` and the like are listeners.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children.filter((child) => typeof child === "string" || child instanceof Node));
  return made;
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, unknown>} attributes
 */
function set(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), /** @type {any} */ (value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, String(value));
  }
}

/**
 * A button that says what it does.
 * @param {string} kind its classes
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [more]
 */
export function button(kind, text, onclick, more) {
  return element("button", { type: "button", class: kind, onclick, ...more }, text);
}

/**
 * An icon of the page's own set.
 * @param {string} name
 */
export function icon(name) {
  return shape(
    "svg",
    { class: "icon", "aria-hidden": "true" },
    shape("use", { href: `#t-${name}` }),
  );
}

/**
 * Show items in a list; those that are as they were stay untouched, with the focus in them.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} make
 */
export function patch(list, items, make) {
  items.forEach((item, place) => {
    const key = JSON.stringify(item);
    const old = /** @type {HTMLElement | undefined} */ (list.children[place]);
    if (old?.dataset.key === key) return;
    const made = make(item);
    made.dataset.key = key;
    const focused = old?.contains(document.activeElement) ? document.activeElement?.id : "";
    if (old) old.replaceWith(made);
    else list.append(made);
    if (focused) byId(focused)?.focus();
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
}

/**
 * Put a text into the clipboard, also where the page is not served securely.
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard && isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { class: "unseen", readonly: true })
  );
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copy");
}

/**
 * Say something, seen for a moment.
 * @param {string} text
 */
export function toast(text) {
  const box = byId("toast");
  // A modal dialog covers all else: what is said must be in it.
  (document.querySelector("dialog[open]") ?? document.body).append(box);
  box.textContent = text;
  box.classList.add("is-seen");
  clearTimeout(toasting);
  toasting = setTimeout(() => box.classList.remove("is-seen"), TOAST_TIME);
}

/** @param {string} text for screen readers */
export function speak(text) {
  // The same sentence twice is spoken twice only if it is another node.
  byId("speech").replaceChildren(element("p", {}, text));
}

/**
 * @param {string} name of the dialog
 * @param {() => void} then if the answer is yes
 */
export function askFirst(name, then) {
  const dialog = byId(name);
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && then();
  dialog.showModal();
}
