// @ts-check
/** What opens over a table or beside it: the rules, the menu, and questions. */

import { byId } from "./base.js";

/** As in table.css: there is room for a panel beside the board. */
export const wide = matchMedia("(min-width: 56rem), (min-width: 36rem) and (orientation: landscape)");
const guide = byId("guide");
export const menu = byId("menu");

export function openGuide() {
  if (guide.open) return guide.close();
  // Beside the board one can read and play at the same time; on a phone it covers all.
  if (wide.matches) guide.show();
  else guide.showModal();
  byId("guide-text").focus();
}

/** Close what lies beside the board; returns whether something is open, there or over it. */
export function closeGuide() {
  if (guide.open && !guide.matches(":modal")) {
    guide.close();
    return true;
  }
  return document.querySelector("dialog[open]") !== null;
}

/** On a phone the tools are in a sheet that opens from below. */
function placeTools() {
  (wide.matches ? byId("tools-home") : menu).append(byId("tools"));
  if (wide.matches) menu.close();
}

wide.addEventListener("change", placeTools);
placeTools();
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
}
// What is drawn in the guide is looked at, not touched.
for (const place of guide.querySelectorAll("[data-id]"))
  for (const name of ["role", "data-id", "aria-label"]) place.removeAttribute(name);
for (const picture of byId("guide-text").querySelectorAll("svg")) picture.setAttribute("role", "img");
