// @ts-check
/** Home: games of yours, and little boards that come alive. */

import { ask, Refusal } from "./ask.js";
import { byId, fill, motionAllowed, onTheme, said, theme } from "./base.js";
import { forget, seatsAt, tables } from "./seats.js";

/** @typedef {import("./live.js").Table} Table */

const SHOWN = matchMedia("(min-width: 42rem)").matches ? 6 : 3;
/** How many tables are shown until all are asked for. */
const AT_ONCE = 4;
/** How many are asked for at the same time. */
const WAVE = 700;
/** Milliseconds from one little board to the next. */

const section = byId("mine");
const list = byId("mine-list");
const all = byId("mine-all");
let showAll = false;
let round = 0;

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
 * @param {Table} table
 * @returns {number} 0 where it is our turn, 1 where others are to move, 2 where it is over
 */
function rank(table) {
  if (table.over) return 2;
  return isOurTurn(table) ? 0 : 1;
}

/** @param {Table} table */
function isOurTurn(table) {
  return table.mover !== null && table.yours.includes(table.mover);
}

/**
 * @param {string[]} ids
 * @returns {Promise<Table[]>}
 */
async function findAll(ids) {
  /** @type {Table[]} */
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
 * @returns {Promise<Table | null>}
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
  item.innerHTML = '<div class="waiting"></div>';
  return item;
}

/** @param {Table} table */
function item(table) {
  const item = byId("mine-item").content.firstElementChild.cloneNode(true);
  const part = (/** @type {string} */ name) => item.querySelector(name);
  item.classList.toggle("is-yours", isOurTurn(table));
  part("a").href = `/t/${table.id}`;
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

/** @param {import("./live.js").Seat} seat */
function nameOf(seat) {
  if (seat.kind === "computer") return fill(said.computer, { level: seat.level });
  return seat.name || seat.colour;
}

/**
 * Take a table off the list; it can be brought back until the page is left.
 * @param {HTMLElement} item
 * @param {Table} table
 */
function putAway(item, table) {
  const bringBack = forget(table.id);
  const before = [...item.childNodes];
  const yours = item.classList.contains("is-yours");
  const gone = byId("mine-gone").content.firstElementChild.cloneNode(true);
  const button = gone.querySelector("button");
  gone.querySelector("span").textContent = fill(said.gone, { game: table.game.name });
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
