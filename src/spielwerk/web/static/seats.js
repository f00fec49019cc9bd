// @ts-check
/** The seats that this browser has at tables, and how it gets them. */

import { ask } from "./ask.js";
import { keep, keptNames, recall } from "./base.js";

/**
 * @typedef {object} SeatWanted
 * @property {"here" | "friend" | "computer"} kind
 * @property {string} [name]
 * @property {number} [level]
 *
 * @typedef {object} Setup what is settled before a game begins
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {SeatWanted[]} seats
 * @property {{kind: string, minutes?: number, increment?: number}} clock
 * @property {"first" | "random"} begins
 * @property {string | null} position
 * @property {boolean} [rated]
 */

const SEATS = "spielwerk.seats.";
const LINKS = "spielwerk.links.";
const NAME = "spielwerk.name";

/**
 * The tables at which this browser has seats.
 * @returns {string[]}
 */
export function tables() {
  return keptNames()
    .filter((name) => name.startsWith(SEATS))
    .map((name) => name.slice(SEATS.length));
}

/**
 * The secrets of the seats at a table.
 * @param {string} id
 */
export function seatsAt(id) {
  return recall(SEATS + id, /** @type {string[]} */ ([]));
}

/**
 * The secrets of friends' seats, to be sent to them.
 * @param {string} id
 */
export function friendsAt(id) {
  return recall(LINKS + id, /** @type {Record<string, string>} */ ({}));
}

/**
 * The secrets of the seats at a table whose page is open; a link may bring some along.
 * @param {string} id
 */
export function takeSeats(id) {
  const brought = new URLSearchParams(location.hash.slice(1)).getAll("seat");
  const seats = [...new Set([...seatsAt(id), ...brought])];
  if (brought.length) {
    keep(SEATS + id, seats);
    history.replaceState(null, "", location.pathname);
  }
  return seats;
}

/**
 * At the next table everybody keeps the secrets, and sits one seat further on.
 * @param {import("./live.js").Table} table
 * @param {string[]} seats
 * @param {string} next
 */
export function takeToRematch(table, seats, next) {
  if (seats.length && !recall(SEATS + next, null)) keep(SEATS + next, seats);
  const count = table.seats.length;
  const moved = Object.entries(friendsAt(table.id)).map(([seat, secret]) => [
    (Number(seat) + count - 1) % count,
    secret,
  ]);
  if (moved.length) keep(LINKS + next, Object.fromEntries(moved));
}

/**
 * Forget the seats at a table; what this returns brings them back.
 * @param {string} id
 */
export function forget(id) {
  const kept = [SEATS + id, LINKS + id].map((key) => ({ key, value: localStorage.getItem(key) }));
  for (const { key } of kept) localStorage.removeItem(key);
  return () => {
    for (const { key, value } of kept) if (value !== null) localStorage.setItem(key, value);
  };
}

/** The name that was last given here. */
export function lastName() {
  return recall(NAME, "");
}

/** @param {string} name */
export function keepName(name) {
  keep(NAME, name);
}

/**
 * Set a table and take the seats of those who sit here.
 * @param {Setup} setup
 * @returns {Promise<string>} the address of the table
 */
export async function setTable(setup) {
  const { id, seats } = await ask("/api/tables", { body: setup });
  const kinds = await kindsOf(id, Object.values(seats), setup);
  const secrets = (/** @type {string} */ kind) =>
    Object.fromEntries(Object.entries(seats).filter(([seat]) => kinds[Number(seat)] === kind));
  const here = Object.values(secrets("here"));
  const friends = secrets("friend");
  const kept = keep(SEATS + id, here);
  if (Object.keys(friends).length) keep(LINKS + id, friends);
  const name = setup.seats.find((seat) => seat.name)?.name;
  if (name) keepName(name);
  // Where nothing can be kept, the table's page still takes the seats from the link.
  return kept ? `/t/${id}` : `/t/${id}#${here.map((secret) => `seat=${secret}`).join("&")}`;
}

/**
 * Who sits on each seat: lots may have changed the order.
 * @param {string} id
 * @param {string[]} seats
 * @param {Setup} setup
 * @returns {Promise<string[]>}
 */
async function kindsOf(id, seats, setup) {
  const table = setup.begins === "random" ? await ask(`/api/tables/${id}`, { seats }) : setup;
  return table.seats.map((/** @type {SeatWanted} */ seat) => seat.kind);
}
