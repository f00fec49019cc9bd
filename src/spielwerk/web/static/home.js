// @ts-check
/** Home: games of yours, and little boards that come alive. */

import { fill, motionAllowed, onTheme, theme, words } from "./base.js";
import { ask, forget, Refusal, seatsAt, tables } from "./seats.js";

/**
 * @typedef {object} TableOut what is needed here of a table
 * @property {string} id
 * @property {{key: string, name: string}} game
 * @property {{seat: number, kind: string, level: number | null, name: string, colour: string}[]} seats
 * @property {number[]} yours
 * @property {number | null} mover
 * @property {boolean} over
 * @property {string} svg
 * @property {string} prompt
 */

const SHOWN = matchMedia("(min-width: 42rem)").matches ? 6 : 3;
/** How many tables are shown until all are asked for. */
const AT_ONCE = 4;
/** How many are asked for at the same time. */
const WAVE = 700;
/** Milliseconds from one little board to the next. */

const said = words();
const section = element("mine");
const list = element("mine-list");
const all = element("mine-all");
let showAll = false;
let round = 0;

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Show the tables at which we sit; those where it is our turn first. */
async function showMine() {
  const mine = tables();
  const now = ++round;
  section.hidden = mine.length === 0;
  if (!list.childElementCount) list.append(...mine.slice(0, SHOWN).map(placeholder));
  const found = await findAll(mine);
  if (now !== round) return;
  found.sort((one, other) => rank(one) - rank(other));
  const shown = showAll ? found : found.slice(0, SHOWN);
  list.replaceChildren(...shown.map(item));
  all.hidden = shown.length === found.length;
  section.hidden = found.length === 0;
}

/**
 * @param {TableOut} table
 * @returns {number} 0 where it is our turn, 1 where others are to move, 2 where it is over
 */
function rank(table) {
  if (table.over) return 2;
  return isOurTurn(table) ? 0 : 1;
}

/** @param {TableOut} table */
function isOurTurn(table) {
  return table.mover !== null && table.yours.includes(table.mover);
}

/**
 * @param {string[]} ids
 * @returns {Promise<TableOut[]>}
 */
async function findAll(ids) {
  /** @type {TableOut[]} */
  const found = [];
  const left = [...ids];
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const table = await find(id);
      if (table) found.push(table);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/**
 * A table; one that the server does not know any more is forgotten.
 * @param {string} id
 * @returns {Promise<TableOut | null>}
 */
async function find(id) {
  const view = new URLSearchParams({
    language: document.documentElement.lang,
    theme: theme(),
    coordinates: "false",
  });
  try {
    return await ask(`/api/tables/${encodeURIComponent(id)}?${view}`, { seats: seatsAt(id) });
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 404) forget(id);
    return null;
  }
}

function placeholder() {
  const item = document.createElement("li");
  const waiting = document.createElement("div");
  waiting.className = "waiting";
  item.append(waiting);
  return item;
}

/** @param {TableOut} table */
function item(table) {
  const item = copy("mine-item");
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(name));
  item.classList.toggle("is-yours", isOurTurn(table));
  /** @type {HTMLAnchorElement} */ (part("a")).href = `/t/${table.id}`;
  part(".mine-picture").innerHTML = table.svg;
  part("strong").textContent = table.game.name;
  part(".mine-badge").hidden = !isOurTurn(table);
  part(".mine-prompt").textContent = table.prompt;
  part(".mine-players").textContent = table.seats.map(nameOf).join(" · ");
  const away = part(".mine-away");
  const label = fill(said.putAway, { game: table.game.name });
  away.setAttribute("aria-label", label);
  away.title = label;
  away.addEventListener("click", () => putAway(item, table));
  return item;
}

/** @param {TableOut["seats"][number]} seat */
function nameOf(seat) {
  if (seat.kind === "computer") return fill(said.computer, { level: seat.level });
  return seat.name || seat.colour;
}

/**
 * Take a table off the list; it can be brought back until the page is left.
 * @param {HTMLElement} item
 * @param {TableOut} table
 */
function putAway(item, table) {
  const bringBack = forget(table.id);
  const before = [...item.childNodes];
  const yours = item.classList.contains("is-yours");
  const gone = copy("mine-gone");
  const button = /** @type {HTMLElement} */ (gone.querySelector("button"));
  /** @type {HTMLElement} */ (gone.querySelector("span")).textContent = fill(said.gone, { game: table.game.name });
  item.classList.remove("is-yours");
  item.replaceChildren(gone);
  button.focus();
  button.addEventListener("click", () => {
    bringBack();
    item.classList.toggle("is-yours", yours);
    item.replaceChildren(...before);
    item.querySelector("a")?.focus();
  });
}

/**
 * A copy of what a template holds.
 * @param {string} id
 * @returns {HTMLElement}
 */
function copy(id) {
  const template = /** @type {HTMLTemplateElement} */ (element(id));
  return /** @type {any} */ (template.content.firstElementChild?.cloneNode(true));
}

/** Each little board moves once, one after the other; later only those that are pointed at. */
function wave() {
  if (!motionAllowed()) return;
  document.querySelectorAll(".game .little-board").forEach((board, place) => {
    setTimeout(() => board.classList.add("is-lively"), WAVE * (place + 0.5));
    setTimeout(() => board.classList.remove("is-lively"), WAVE * (place + 4));
  });
}

all.addEventListener("click", () => {
  showAll = true;
  showMine();
});
onTheme(showMine);
document.addEventListener("visibilitychange", () => document.hidden || showMine());
addEventListener("pageshow", (event) => event.persisted && showMine());
showMine();
wave();
