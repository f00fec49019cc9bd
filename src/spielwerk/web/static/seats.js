// @ts-check
/** The seats that this browser has at tables, and how it gets them. */

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

/** What the server refuses, in its words; without words if it cannot be reached. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {number} status of HTTP; 0 if there was no answer
   */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Ask the server.
 * @param {string} path
 * @param {{body?: unknown, seats?: string[]}} [sent]
 */
export async function ask(path, { body, seats = [] } = {}) {
  /** @type {Record<string, string>} */
  const headers = seats.length ? { "X-Seats": seats.join(" ") } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => null);
  if (!answer) throw new Refusal("", 0);
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(data.error ?? "", answer.status);
  return data;
}

/**
 * The tables at which this browser has seats.
 * @returns {string[]}
 */
export function tables() {
  const keys = stored(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(SEATS)).map((key) => key.slice(SEATS.length));
}

/**
 * The secrets of the seats at a table.
 * @param {string} id
 * @returns {string[]}
 */
export function seatsAt(id) {
  return stored(() => JSON.parse(localStorage.getItem(SEATS + id) ?? "[]")) ?? [];
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
  return stored(() => localStorage.getItem(NAME)) ?? "";
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
  const kept = stored(() => {
    localStorage.setItem(SEATS + id, JSON.stringify(here));
    if (Object.keys(friends).length) localStorage.setItem(LINKS + id, JSON.stringify(friends));
    const name = setup.seats.find((seat) => seat.name)?.name;
    if (name) localStorage.setItem(NAME, name);
    return true;
  });
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

/**
 * What is kept in this browser; null where it keeps nothing.
 * @template T
 * @param {() => T} read
 * @returns {T | null}
 */
function stored(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
