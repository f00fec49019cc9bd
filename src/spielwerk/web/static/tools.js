// @ts-check
/** The buttons of a table: which are there, and which can be pressed. */

import { byId, said } from "./base.js";

/** @param {import("./live.js").Table} table */
export function showTools(table) {
  const { can, seats, yours } = table;
  const playing = yours.length > 0 && !table.over;
  const friends = seats.some((seat) => seat.kind === "friend");
  const people = seats.every((seat) => seat.kind !== "computer");
  /** @type {Record<string, [boolean, boolean]>} shown, usable */
  const tools = {
    undo: [playing, can.undo],
    hint: [playing && !friends, can.hint],
    draw: [playing && people && seats.length > 1, can.draw],
    resign: [playing, can.resign],
    rematch: [can.rematch, can.rematch],
    type: [playing, table.touches.length > 0],
  };
  for (const [name, [seen, usable]] of Object.entries(tools)) {
    for (const button of document.querySelectorAll(`[data-act="${name}"]`)) {
      const control = /** @type {HTMLButtonElement} */ (button);
      control.hidden = !seen;
      control.disabled = !usable;
    }
  }
  const undo = can.undo && !can.undo_is_free ? said.ask_undo : said.undo;
  for (const label of document.querySelectorAll('[data-act="undo"] > span'))
    label.textContent = undo;
  byId("say").hidden = yours.length === 0 || !friends;
}
