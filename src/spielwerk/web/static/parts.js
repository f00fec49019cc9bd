// @ts-check
/** Small help for building parts of a page, and for remembering things in this browser. */

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
  made.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((c) => /** @type {Node | string} */ (c)),
  );
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
 * @param {string} id
 * @returns {any} the element with that id
 */
export const byId = (id) => document.getElementById(id);

/**
 * What was kept under a name.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keep something in this browser, where that is allowed.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without a memory the page still works until it is closed.
  }
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
