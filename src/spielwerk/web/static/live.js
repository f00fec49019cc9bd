// @ts-check
/**
 * The line to the server: questions and answers, the live table, and a step that must not get lost.
 */

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

/** The server has refused something, and says why. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {Table | undefined} table as it is now
   */
  constructor(message, status, table) {
    super(message);
    this.status = status;
    this.table = table;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

const OUTDATED = 409;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const PATIENCE = 12_000;
/** Milliseconds after which a question counts as lost. */
const NOT_HERE = 4404;

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #timer = 0;
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
   * @param {(error: Refused) => void} on.refused a step that was sent again later is refused
   */
  constructor(id, seats, view, on) {
    this.id = id;
    this.seats = seats;
    this.view = view;
    this.on = on;
    addEventListener("online", () => this.#again(0));
    addEventListener("pageshow", (event) => event.persisted && this.#again(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  /** Connect, and stay connected. */
  open() {
    clearTimeout(this.#timer);
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ seats: this.seats, view: this.view() }));
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.on.state("open");
      const told = JSON.parse(event.data);
      if ("answer" in told) this.#waiting.get(told.answer)?.(told);
      else this.#receive(told);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#giveUp();
      if (event.code === NOT_HERE) this.on.state("gone");
      else this.#drop();
    };
  }

  /** @param {number} pause */
  #again(pause) {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    this.#timer = setTimeout(() => this.open(), pause);
  }

  /** Want another view from now on. */
  changeView() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ view: this.view() }));
    } else this.refresh();
  }

  /** Look again, after a time in which much may have happened. */
  async refresh() {
    try {
      this.#receive(await this.ask(""));
    } catch (error) {
      if (error instanceof Unreachable) this.#drop();
    }
  }

  /** Give a line up that may be dead without saying so, and try another. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#giveUp();
    this.on.state("lost");
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** this.#tries++);
    this.#again(pause * (0.5 + Math.random())); // not all at once when a server restarts
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
      if (error instanceof Refused) this.on.refused(error);
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
        this.#drop();
      }
      const table = error instanceof Refused && error.status === OUTDATED ? error.table : undefined;
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
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      this.on.table(await this.ask("/steps", { number, step }));
      return;
    }
    const timer = setTimeout(() => this.#waiting.get(number)?.(null), PATIENCE);
    /** @type {Answer | null} */
    const answer = await new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      socket.send(JSON.stringify({ step: { number, step } }));
    });
    clearTimeout(timer);
    this.#waiting.delete(number);
    if (answer === null || answer.status >= 502) throw new Unreachable();
    if (answer.status !== 200) throw new Refused(answer.error ?? "", answer.status, answer.table);
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
      if (!harmless || !(error instanceof Refused) || !error.table) throw error;
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
    const headers = { "X-Seats": this.seats.join(" "), "Content-Type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const signal = AbortSignal.timeout(PATIENCE);
    let answer;
    try {
      answer = await fetch(`/api/tables/${this.id}${path}?${query}`, {
        method,
        headers,
        signal,
        body: JSON.stringify(body),
      });
      if (answer.ok && !answer.headers.get("Content-Type")?.includes("json"))
        return await answer.text();
      if (answer.ok) return await answer.json();
    } catch {
      throw new Unreachable();
    }
    if (answer.status >= 502) throw new Unreachable();
    const { error = "", table } = await answer.json().catch(() => ({}));
    throw new Refused(error, answer.status, table);
  }
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
