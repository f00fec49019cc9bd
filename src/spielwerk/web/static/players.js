// @ts-check
/** Who plays: seats with clocks and words, offers, links for friends, one's own name. */

import { byId, fill, said } from "./base.js";
import { button, element, icon, speak } from "./parts.js";
import { friendsAt, keepName, lastName } from "./seats.js";
import { sound } from "./sound.js";

/**
 * @typedef {import("./live.js").Table} Table
 * @typedef {import("./live.js").Seat} Seat
 */

const BUBBLE_TIME = 7000;
const LOW_TIME = 20_000;
const CLOCK_BEAT = 200;
const HOUR = 3600;

export class Players {
  /** @type {Table} */
  #table;
  /** When the clocks were read. */
  #readAt = performance.now();
  /** @type {Map<number, { told: string, until: number }>} what was said just now */
  #bubbles = new Map();
  /** Of which seats and words the links were made. */
  #links = "";
  #named = false;

  /**
   * @param {Table} table
   * @param {object} on
   * @param {(act: string, value?: string) => void} on.act
   * @param {(text: string) => void} on.copy
   * @param {(secret: string) => string} on.link
   */
  constructor(table, on) {
    this.#table = table;
    this.on = on;
    byId("naming").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const name = byId("own-name").value.trim();
      if (!name) return;
      keepName(name);
      this.on.act("join", name);
    });
    setInterval(() => this.#showClocks(), CLOCK_BEAT);
  }

  /**
   * The table has changed.
   * @param {Table} table
   * @param {boolean} quiet whether what was said may be old
   */
  update(table, quiet) {
    const before = this.#table;
    this.#table = table;
    this.#showSeats();
    if (!quiet && isNews(before, table)) this.#hear();
    this.#showBubbles();
    this.#showOffer();
    this.#showLinks();
    this.#askName();
  }

  /** The clocks were read just now: they may arrive before the rest is shown. */
  readClocks(/** @type {Table} */ table) {
    this.#readAt = performance.now();
    if (table.seats.length === this.#table.seats.length) {
      const { seats, clock, mover, over } = table;
      this.#table = { ...this.#table, seats, clock, mover, over };
    }
  }

  /** @param {Seat} seat */
  nameOf(seat) {
    const { yours } = this.#table;
    if (seat.name) return seat.name;
    if (seat.kind === "computer") return said.computer;
    if (yours.includes(seat.seat)) return yours.length === 1 ? said.you : seat.colour;
    return seat.kind === "friend" ? said.friend : seat.colour;
  }

  // Seats and clocks.

  #showSeats() {
    const { seats, clock } = this.#table;
    const rows = seats.map((seat) => this.#seat(seat));
    if (clock.kind === "table") {
      const label = element("span", { class: "t-about" }, said.time_left);
      rows.push(element("li", { class: "t-seat t-table-clock" }, label, this.#clock(0)));
    }
    byId("seats").replaceChildren(...rows);
    this.#showClocks();
  }

  /** @param {Seat} seat */
  #seat(seat) {
    const { mover, thinking, result, clock } = this.#table;
    const moves = seat.seat === mover;
    const thinks = moves && thinking;
    const here = seat.present || seat.kind === "computer";
    const state = thinks ? said.thinking : here ? said.present : said.absent;
    const won = result?.winner === seat.seat;
    const dots = { class: "t-thinking", "aria-hidden": "true" };
    return element(
      "li",
      {
        class: `t-seat${moves ? " is-mover" : ""}${won ? " is-winner" : ""}`,
        "data-seat": seat.seat,
        "aria-current": moves && "true",
      },
      element("span", { class: `t-presence${here ? " is-here" : ""}` }, unseen(state)),
      element(
        "span",
        { class: "t-who" },
        element("strong", { class: "t-name" }, this.nameOf(seat)),
        element("span", { class: "t-about" }, this.#about(seat)),
      ),
      thinks && element("span", dots, element("i"), element("i"), element("i")),
      clock.kind === "each" && this.#clock(seat.seat),
    );
  }

  /** @param {Seat} seat */
  #about(seat) {
    const { colour, level } = seat;
    const { yours } = this.#table;
    if (seat.kind === "computer") return fill(said.about_computer, { colour, level });
    if (seat.name && yours.length === 1 && yours[0] === seat.seat) {
      return fill(said.about_you, { colour });
    }
    return colour === this.nameOf(seat) ? "" : colour;
  }

  /** @param {number} seat */
  #clock(seat) {
    const about = { role: "timer", "aria-label": said.time_left, "data-clock": seat };
    return element("span", { class: "t-clock", ...about });
  }

  #showClocks() {
    const { clock, mover, seats, over } = this.#table;
    for (const face of byId("seats").querySelectorAll("[data-clock]")) {
      const seat = Number(face.dataset.clock);
      const runs = clock.running && !over && (clock.kind === "table" || seat === mover);
      const spent = runs ? performance.now() - this.#readAt : 0;
      const left = Math.max(0, (seats[seat].left ?? 0) - spent);
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("is-running", runs);
      face.classList.toggle("is-low", runs && left < LOW_TIME);
    }
  }

  // What is said.

  /** Somebody has said something. */
  #hear() {
    const { phrases, seats, yours } = this.#table;
    const { seat, told } = phrases[phrases.length - 1];
    if (seat === null) return;
    this.#bubbles.set(seat, { told, until: performance.now() + BUBBLE_TIME });
    if (!yours.includes(seat)) sound("word");
    speak(fill(said.says, { player: this.nameOf(seats[seat]), phrase: told }));
    setTimeout(() => this.#showBubbles(), BUBBLE_TIME + 50);
  }

  #showBubbles() {
    for (const row of byId("seats").querySelectorAll("[data-seat]")) {
      const word = this.#bubbles.get(Number(row.dataset.seat));
      row.querySelector(".t-bubble")?.remove();
      if (!word || word.until < performance.now()) continue;
      row.append(element("span", { class: "t-bubble" }, word.told));
    }
  }

  #showOffer() {
    const { offer, yours, seats } = this.#table;
    byId("offer").hidden = offer === null || yours.length === 0;
    if (!offer) return;
    const mine = yours.includes(offer.by);
    const player = this.nameOf(seats[offer.by]);
    const told = mine
      ? { draw: said.draw_offered, undo: said.undo_asked }[offer.kind]
      : fill({ draw: said.offers_draw, undo: said.asks_undo }[offer.kind], { player });
    if (byId("offer-told").textContent !== told) byId("offer-told").textContent = told;
    byId("offer").querySelector('[data-act="accept"]').hidden = mine;
    const decline = byId("offer").querySelector('[data-act="decline"]');
    decline.textContent = mine ? said.withdraw : said.decline;
  }

  // Friends.

  #showLinks() {
    const { id, seats, over } = this.#table;
    const all = Object.entries(friendsAt(id))
      .map(([seat, secret]) => ({ seat: seats[Number(seat)], link: this.on.link(secret) }))
      .filter(({ seat }) => seat?.kind === "friend");
    const open = all.filter(({ seat }) => !seat.present && !seat.name);
    byId("invite").hidden = open.length === 0 || over;
    const key = JSON.stringify(
      [all, open].map((some) => some.map(({ seat, link }) => [seat.colour, link])),
    );
    if (key === this.#links) return;
    this.#links = key;
    byId("links").replaceChildren(...open.map(({ seat, link }) => this.#linkRow(seat, link)));
    byId("friend-copies").replaceChildren(
      ...all.map(({ seat, link }) => button("", this.#linkName(seat), () => this.on.copy(link))),
    );
  }

  /** @param {Seat} seat */
  #linkName(seat) {
    return fill(said.link_for, { colour: seat.colour });
  }

  /**
   * @param {Seat} seat
   * @param {string} link
   */
  #linkRow(seat, link) {
    const name = this.#linkName(seat);
    const onfocus = (/** @type {any} */ event) => event.target.select();
    const field = { type: "text", readonly: true, value: link, "aria-label": name, onfocus };
    const copy = button("button main", said.copy, () => this.on.copy(link));
    copy.prepend(icon("copy"));
    const shares = "share" in navigator && matchMedia("(pointer: coarse)").matches;
    const share = () => navigator.share({ url: link }).catch(() => {});
    const send = button("button", said.send, share);
    send.prepend(icon("share"));
    return element(
      "li",
      {},
      element("span", { class: "t-link-label" }, name),
      element("input", field),
      copy,
      shares && send,
    );
  }

  /** A friend who came by a link may have a name; one that was given before is taken again. */
  #askName() {
    const { yours, seats, over } = this.#table;
    const own = seats[yours[0]];
    const nameless = yours.length === 1 && own.kind === "friend" && !own.name && !over;
    byId("naming").hidden = !nameless;
    if (!nameless || this.#named) return;
    this.#named = true;
    const name = lastName();
    if (name) this.on.act("join", name);
  }
}

/**
 * Whether somebody has said something since.
 * @param {Table} before
 * @param {Table} after
 */
function isNews(before, after) {
  const more = after.phrases.length >= Math.max(1, before.phrases.length);
  return more && JSON.stringify(before.phrases) !== JSON.stringify(after.phrases);
}

/** @param {string} text for screen readers only */
function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

/**
 * A time as a clock shows it: 1:05:09, 9:43, and tenths at the end.
 * @param {number} left milliseconds
 */
function clockText(left) {
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  const hours = Math.floor(seconds / HOUR);
  const minutes = (seconds % HOUR) / 60;
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${Math.floor(minutes)}:${rest}`;
}
