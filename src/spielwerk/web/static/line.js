// @ts-check
/** A line to the server on which it tells what happens. Whenever it is lost it comes back by itself. */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const NOT_HERE = 4404;

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #timer = 0;

  /**
   * @param {string} path
   * @param {object} on
   * @param {() => unknown} on.hello what is wanted, said first of all
   * @param {(told: any) => void} on.told
   * @param {(state: "open" | "lost" | "gone") => void} on.state
   */
  constructor(path, on) {
    this.path = path;
    this.on = on;
    addEventListener("online", () => this.#again(0));
    addEventListener("pageshow", (event) => event.persisted && this.#again(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.#again(0));
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.on.hello()));
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.on.state("open");
      this.on.told(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (event.code === NOT_HERE) this.on.state("gone");
      else this.drop();
    };
  }

  /** @param {number} pause */
  #again(pause) {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  /** Give a line up that may be dead without saying so, and try another. */
  drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.on.state("lost");
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** this.#tries++);
    this.#again(pause * (0.5 + Math.random())); // not all at once when a server restarts
  }

  /** Whether something can be sent. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {unknown} message */
  send(message) {
    this.#socket?.send(JSON.stringify(message));
  }
}
