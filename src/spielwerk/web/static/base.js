// @ts-check
/** What every page does: the theme, menus that close, texts for the scripts, and what it remembers. */

const system = matchMedia("(prefers-color-scheme: dark)");
const YEAR = 365 * 24 * 60 * 60;

/**
 * The theme that is shown now.
 * @returns {"light" | "dark"}
 */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/**
 * Call back whenever another theme is shown.
 * @param {(theme: "light" | "dark") => void} changed
 */
export function onTheme(changed) {
  document.addEventListener("theme", () => changed(theme()));
}

/** @type {Record<string, string>} the texts that the template has for the scripts */
export const said = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * A text with its named places filled in: `fill("Level {n}", {n: 3})`.
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** @param {string} id @returns {any} the element with that id */
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
 * Keep something in this browser; returns whether that is allowed.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // without a memory the page still works until it is closed
  }
}

/** The names of all that is kept. */
export function keptNames() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Whether things may move. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {string} chosen "auto", "light" or "dark" */
function choose(chosen) {
  document.documentElement.dataset.theme = chosen;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${chosen}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  tell();
}

function tell() {
  document.dispatchEvent(new CustomEvent("theme"));
}

function followTheme() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll('input[name="theme"]');
  for (const input of inputs) {
    input.checked = input.value === document.documentElement.dataset.theme;
    input.addEventListener("change", () => choose(input.value));
  }
  system.addEventListener("change", tell);
}

/** A menu closes when one goes elsewhere, and with Escape. */
function closeMenus() {
  /** @type {HTMLDetailsElement[]} */
  const menus = [...document.querySelectorAll("details.menu")].map((menu) => /** @type {any} */ (menu));
  const leave = (/** @type {EventTarget | null} */ target) => {
    for (const menu of menus) if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
  };
  document.addEventListener("pointerdown", (event) => leave(event.target));
  document.addEventListener("focusin", (event) => leave(event.target));
  document.addEventListener(
    "keydown",
    (event) => {
      const open = menus.find((menu) => menu.open);
      if (event.key !== "Escape" || !open) return;
      open.open = false;
      open.querySelector("summary")?.focus();
      event.stopPropagation();
    },
    { capture: true },
  );
}

followTheme();
closeMenus();
