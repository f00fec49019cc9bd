// @ts-check
/** The live table: what the server tells of it, questions and answers, a step that must not get lost. */

import { ask, Refusal } from "./ask.js";
import { said } from "./base.js";
import { Line } from "./line.js";
import { toast } from "./parts.js";

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {"here" | "friend" | "computer"} kind
 * @property {number | null} level
 * @property {string} name
 * @property {string} colour
 * @property {boolean} present
 * @property {number | null} left milliseconds
 *
 * @typedef {object} Step
 * @property {number} n
 * @property {string} step
 * @property {number | null} seat
 * @property {number} turn
 * @property {string} told
 *
 * @typedef {object} Table what the server tells of a table
 * @property {string} id
 * @property {number} number
 * @property {{ key: string, name: string, options: Record<string, unknown> }} game
 * @property {Seat[]} seats
 * @property {number[]} yours
 * @property {boolean} rated
 * @property {number | null} mover
 * @property {boolean} over
 * @property {boolean} thinking
 * @property {{ winner: number | null, told: string, kind: string } | null} result
 * @property {{ kind: "none" | "each" | "table", running: boolean }} clock
 * @property {{ kind: "draw" | "undo", by: number } | null} offer
 * @property {Record<"undo" | "undo_is_free" | "draw" | "resign" | "rematch" | "hint", boolean>} can
 * @property {string} svg
 * @property {string} prompt
 * @property {string} said
 * @property {import("./board.js").Way[]} touches
 * @property {Step[]} steps
 * @property {import("./motions.js").Motion[][]} motions
 * @property {string} text
 * @property {{ seat: number | null, phrase: string, told: string }[]} phrases
 * @property {string | null} next
 *
 * @typedef {object} Answer whether a step was taken
 * @property {number} answer the number that was sent
 * @property {number} status as of HTTP
 * @property {string} [error]
 * @property {Table} [table]
 *
 * @typedef {object} View how pictures and words are wanted
 * @property {string} language
 * @property {"light" | "dark"} theme
 * @property {boolean} above
 * @property {boolean} coordinates
 */

/** The server could not be reached. */
export class Unreachable extends Error {}

/** @param {unknown} error of which people hear what stands against it */
export function complain(error) {
  if (error instanceof Unreachable) toast(said.reconnecting);
  else if (error instanceof Refusal) toast(error.message || said.failed);
  else throw error;
}

const OUTDATED = 409;
const PATIENCE = 12_000;
/** Milliseconds after which a question counts as lost. */

export class LiveTable {
  /** @type {Line} */
  #line;
  /** @type {{ number: number, step: string } | null} */
  #unsent = null;
  /** @type {Map<number, (answer: Answer | null) => void>} who waits for the answer to a step */
  #waiting = new Map();
  #resending = false;

  /**
   * @param {string} id of the table
   * @param {string[]} seats the secrets
   * @param {() => View} view
   * @param {object} on
   * @param {(table: Table) => void} on.table
   * @param {(state: "open" | "lost" | "gone") => void} on.state
   * @param {(error: Refusal) => void} on.refused a step that was sent again later is refused
   */
  constructor(id, seats, view, on) {
    this.id = id;
    this.seats = seats;
    this.view = view;
    this.on = on;
    this.#line = new Line(`/api/tables/${id}/live`, {
      hello: () => ({ seats: this.seats, view: this.view() }),
      told: (told) => ("answer" in told ? this.#waiting.get(told.answer)?.(told) : this.#receive(told)),
      state: (state) => {
        if (state !== "open") this.#giveUp();
        this.on.state(state);
      },
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  /** Want another view from now on. */
  changeView() {
    if (this.#line.isOpen) this.#line.send({ view: this.view() });
    else this.refresh();
  }

  /** Look again, after a time in which much may have happened. */
  async refresh() {
    try {
      this.#receive(await this.ask(""));
    } catch (error) {
      if (error instanceof Unreachable) this.#line.drop();
    }
  }

  /** Whoever waits for an answer on a line that is gone waits in vain. */
  #giveUp() {
    for (const answered of this.#waiting.values()) answered(null);
  }

  /** Whether a step waits to be sent again. */
  get unsent() {
    return this.#unsent !== null;
  }

  /** @param {Table} table */
  #receive(table) {
    this.on.table(table);
    const unsent = this.#unsent;
    if (!unsent || this.#resending) return;
    this.#unsent = null;
    if (unsent.number === table.number || stillPossible(table, unsent.number, unsent.step))
      this.#resend(unsent);
  }

  /** @param {{ number: number, step: string }} unsent */
  async #resend(unsent) {
    this.#resending = true;
    try {
      await this.step(unsent.number, unsent.step);
    } catch (error) {
      if (error instanceof Refusal) this.on.refused(error);
    } finally {
      this.#resending = false;
    }
  }

  /**
   * Take a step. If the server cannot be reached it is kept, and sent again with the next truth.
   * @param {number} number of the table that was seen
   * @param {string} step
   */
  async step(number, step) {
    try {
      await this.#take(number, step);
    } catch (error) {
      if (error instanceof Unreachable) {
        this.#unsent = { number, step };
        this.#line.drop();
      }
      const table = error instanceof Refusal && error.status === OUTDATED ? error.table : undefined;
      if (!table || !stillPossible(table, number, step)) throw error;
      // Only a word or a name came in between.
      await this.#take(table.number, step);
    }
  }

  /**
   * Send a step on the line, and wait until the server has it.
   * @param {number} number
   * @param {string} step
   */
  async #take(number, step) {
    if (!this.#line.isOpen) {
      this.on.table(await this.ask("/steps", { number, step }));
      return;
    }
    const timer = setTimeout(() => this.#waiting.get(number)?.(null), PATIENCE);
    /** @type {Answer | null} */
    const answer = await new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#line.send({ step: { number, step } });
    });
    clearTimeout(timer);
    this.#waiting.delete(number);
    if (answer === null || isAway(answer.status)) throw new Unreachable();
    if (answer.status !== 200) throw new Refusal(answer.error ?? "", answer.status, answer.table);
  }

  /**
   * Do something else at the table.
   * @param {number} number
   * @param {string} act
   * @param {string} value
   */
  async act(number, act, value = "") {
    try {
      this.on.table(await this.ask("/acts", { number, act, value }));
    } catch (error) {
      const harmless = act === "phrase" || act === "join";
      if (!harmless || !(error instanceof Refusal) || !error.table) throw error;
      this.on.table(await this.ask("/acts", { number: error.table.number, act, value }));
    }
  }

  /**
   * Ask the server about the table.
   * @param {string} path
   * @param {unknown} [body] what is sent; none: it is only asked
   * @param {View} [view]
   * @returns {Promise<any>}
   */
  async ask(path, body, view = this.view()) {
    const query = new URLSearchParams(/** @type {any} */ (view));
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      return await ask(`/api/tables/${this.id}${path}?${query}`, { body, seats: this.seats, signal });
    } catch (error) {
      if (error instanceof Refusal && isAway(error.status)) throw new Unreachable();
      throw error;
    }
  }
}

/** @param {number} status */
function isAway(status) {
  return status === 0 || status >= 502;
}

/**
 * Whether a step can still be taken although the table has another number.
 * @param {Table} table
 * @param {number} number
 * @param {string} step
 */
function stillPossible(table, number, step) {
  return table.number > number && table.touches.some((way) => way.step === step);
}
