// @ts-check
/** A hint: what the computer would do, and how it could go on. */

import { byId, fill, said } from "./base.js";
import { complain } from "./live.js";
import { wide } from "./panels.js";
import { element, speak, toast } from "./parts.js";

export class Hint {
  #seen = false;

  /**
   * @param {object} on
   * @param {() => Promise<any>} on.ask null: it comes too late
   * @param {(svg: string) => void} on.show its picture is to be seen
   * @param {() => void} on.close the table is to be seen as it is
   */
  constructor(on) {
    this.on = on;
    byId("hint-close").addEventListener("click", () => this.close());
  }

  async ask() {
    const buttons = document.querySelectorAll('[data-act="hint"]');
    for (const button of buttons) button.setAttribute("aria-busy", "true");
    speak(said.hinting);
    try {
      const advice = await this.on.ask();
      if (advice) this.#show(advice);
    } catch (error) {
      complain(error);
    } finally {
      for (const button of buttons) button.removeAttribute("aria-busy");
    }
  }

  /** @param {{ svg: string, told: string, expected: number, proven: string | null, line_told: string[] }} advice */
  #show({ svg, told, expected, proven, line_told }) {
    this.#seen = true;
    this.on.show(svg);
    byId("hint").hidden = false;
    byId("hint-told").textContent = told;
    const percent = Math.round(50 + 50 * expected);
    byId("hint-expected").textContent = proven
      ? said[`proven_${proven}`]
      : fill(said.chances, { percent });
    byId("hint-steps").replaceChildren(...line_told.map((step) => element("li", {}, step)));
    byId("hint-line").hidden = line_told.length < 2;
    if (!wide.matches) toast(told);
  }

  /** Returns whether there was one. */
  forget() {
    const seen = this.#seen;
    this.#seen = false;
    byId("hint").hidden = true;
    return seen;
  }

  /** Returns whether there was one. */
  close() {
    const seen = this.forget();
    if (seen) this.on.close();
    return seen;
  }
}
