// @ts-check
/** Steps that are typed: what a text could become is shown while it is written. */

import { byId, fill, said } from "./base.js";
import { button, element, speak } from "./parts.js";

/** @typedef {import("./board.js").Way} Way */

const MOST_SUGGESTIONS = 12;
const form = byId("typed");
const field = byId("typed-step");

export class Typing {
  /**
   * @param {import("./board.js").Board} board
   * @param {object} on
   * @param {() => Way[]} on.ways what can be touched
   * @param {(way: Way) => void} on.play
   */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    field.addEventListener("input", () => this.#suggest());
    byId("typed-close").addEventListener("click", () => this.close());
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#play(field.value);
    });
  }

  open(text = "") {
    form.hidden = false;
    field.value = text;
    field.focus();
    this.#suggest();
  }

  /** Returns whether it was open. */
  close() {
    if (form.hidden) return false;
    form.hidden = true;
    this.board.point([]);
    this.board.focus();
    return true;
  }

  /** Show what a typed text could become. */
  #suggest() {
    const text = field.value.trim().toLowerCase();
    const ways = this.on.ways().filter((way) => way.step.toLowerCase().startsWith(text));
    const steps = [...new Set(ways.map((way) => way.step))];
    this.board.point(text ? ways : []);
    const chips = steps
      .slice(0, MOST_SUGGESTIONS)
      .map((step) => button("t-chip", step, () => this.#play(step)));
    if (steps.length > MOST_SUGGESTIONS) chips.push(element("span", {}, "…"));
    const none = text ? fill(said.not_now, { step: text }) : said.none_possible;
    const told = steps.length ? said.possible : none;
    byId("typed-help").replaceChildren(element("span", { class: "faint" }, told), ...chips);
  }

  /** @param {string} text */
  #play(text) {
    const typed = text.trim().toLowerCase();
    const way = this.on.ways().find(({ step }) => step.toLowerCase() === typed);
    if (way) return this.on.play(way);
    speak(fill(said.not_now, { step: text.trim() }));
    this.#suggest();
  }
}
