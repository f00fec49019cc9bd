// @ts-check
/** The page of a tournament: what is shown follows from what the server tells. */

import { fill, words } from "./base.js";
import { askClub, member } from "./member.js";
import { byId, copyText, element, keep, recall } from "./parts.js";
import { Refusal } from "./seats.js";

/**
 * @typedef {object} Entry
 * @property {number} number
 * @property {string} name
 * @property {number | null} level
 * @property {boolean} member
 * @property {boolean} dropped
 *
 * @typedef {object} Pairing
 * @property {number} round
 * @property {number} board
 * @property {number} first
 * @property {number | null} second
 * @property {string | null} table
 * @property {string | null} result
 * @property {"table" | "organiser" | "default" | null} way
 *
 * @typedef {object} Standing
 * @property {string} place
 * @property {number} number
 * @property {number} points
 * @property {number} buchholz
 * @property {number} sonneborn_berger
 * @property {number} games
 *
 * @typedef {object} Tournament
 * @property {number} version
 * @property {"swiss" | "round robin"} kind
 * @property {"open" | "running" | "over"} state
 * @property {number} round
 * @property {number} rounds
 * @property {number} undecided
 * @property {Entry[]} entries
 * @property {Pairing[]} pairings
 * @property {Standing[]} standings
 *
 * @typedef {object} Kept what this browser may do here
 * @property {string} [organiser] the secret of the organiser
 * @property {Record<string, string>} entries the secrets of those who entered here, by their numbers
 * @property {number[]} mine who of them sits at this browser
 */

const RESULTS = { "1-0": "1–0", "1/2-1/2": "½–½", "0-1": "0–1", "0-0": "0–0" };
const FRACTIONS = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" };
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const TOAST_TIME = 3200;

const said = words();
const id = byId("tournament").dataset.tournament;
const name = `spielwerk.club.${id}`;
/** @type {Kept} */
const kept = { entries: {}, mine: [], ...recall(name, {}) };
/** @type {Tournament} */
let shown = JSON.parse(byId("tournament-data").textContent);

takeSecrets();

/** A link may bring the organiser's secret along, or that of somebody who takes part. */
function takeSecrets() {
  const brought = new URLSearchParams(location.hash.slice(1));
  const organiser = brought.get("organiser");
  if (organiser) kept.organiser = organiser;
  for (const entry of brought.getAll("entry")) {
    const [number, secret] = entry.split(":");
    if (secret) remember(Number(number), secret, true);
  }
  if (organiser || brought.has("entry")) {
    keep(name, kept);
    history.replaceState(null, "", location.pathname);
  }
}

/**
 * @param {number} number
 * @param {string} secret
 * @param {boolean} mine
 */
function remember(number, secret, mine) {
  kept.entries[number] = secret;
  if (mine && !kept.mine.includes(number)) kept.mine.push(number);
  keep(name, kept);
}

// What is shown.

/** @param {Tournament} tournament */
function show(tournament) {
  if (tournament.version < shown.version) return;
  shown = tournament;
  const { state, round, rounds } = tournament;
  byId("state").textContent = fill(said[state], { n: round, of: rounds });
  showMine();
  showEntering();
  showStandings();
  showEntries();
  showRounds();
  showOrganising();
}

/** @param {number | null} number */
function nameOf(number) {
  return shown.entries.find((entry) => entry.number === number)?.name ?? "";
}

/**
 * Show items in a list; those that are as they were stay untouched, with the focus in them.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} make
 */
function patch(list, items, make) {
  items.forEach((item, place) => {
    const key = JSON.stringify(item);
    const old = /** @type {HTMLElement | undefined} */ (list.children[place]);
    if (old?.dataset.key === key) return;
    const made = make(item);
    made.dataset.key = key;
    const focused = old?.contains(document.activeElement) ? document.activeElement?.id : "";
    if (old) old.replaceWith(made);
    else list.append(made);
    if (focused) byId(focused)?.focus();
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
}

function showMine() {
  const mine = kept.mine
    .filter((number) => shown.entries.some((entry) => entry.number === number))
    .map((number) => ({
      number,
      you: nameOf(number),
      dropped: shown.entries.find((entry) => entry.number === number)?.dropped,
      over: shown.state === "over",
      pairing: shown.pairings.find(
        ({ round, first, second }) => round === shown.round && (first === number || second === number),
      ),
    }))
    .map((item) => ({ ...item, other: nameOf(otherOf(item.pairing, item.number)) }));
  byId("mine").hidden = mine.length === 0;
  patch(byId("mine-list"), mine, myItem);
}

/**
 * @param {Pairing | undefined} pairing
 * @param {number} number
 */
function otherOf(pairing, number) {
  if (!pairing) return null;
  return pairing.first === number ? pairing.second : pairing.first;
}

/** @param {{ number: number, you: string, other: string, dropped?: boolean, over: boolean, pairing?: Pairing }} item */
function myItem({ number, you, other, dropped, over, pairing }) {
  const meets = pairing?.table && pairing.second !== null;
  const text = dropped ? said.youAreOut : !pairing ? said.youWait : meets || other ? said.youMeet : said.youBye;
  const playing = meets && pairing.result === null && !dropped;
  return element(
    "li",
    {},
    element("p", {}, fill(text, { n: shown.round, you, other })),
    playing &&
      element(
        "a",
        {
          class: "button main",
          href: `/t/${pairing.table}#seat=${encodeURIComponent(kept.entries[number])}`,
          onclick: () => keep(`spielwerk.tournament.${pairing.table}`, id),
        },
        said.toTable,
      ),
    pairing?.result && element("p", { class: "faint" }, resultText(pairing)),
    !dropped &&
      !over &&
      element(
        "button",
        { class: "button plain", type: "button", id: `leave-${number}`, onclick: () => askToDrop(number) },
        said.dropOut,
      ),
  );
}

/** @param {Pairing} pairing */
function resultText({ result, way, second }) {
  if (result === "bye" || result === "rest" || second === null) return said[result ?? "rest"];
  const note = way === "default" ? said.noGame : way === "organiser" ? said.byOrganiser : "";
  return [RESULTS[/** @type {keyof RESULTS} */ (result)], note && `(${note})`].filter(Boolean).join(" ");
}

function showEntering() {
  const open = shown.state === "open";
  const found = member();
  const inside = found && shown.entries.some((entry) => entry.member && entry.name === found.name);
  byId("entering").hidden = !open || kept.mine.some((number) => nameOf(number) !== "");
  byId("enter-member").hidden = !found || inside;
  byId("enter").hidden = found !== null;
  byId("enter-as").textContent = fill(said.enterAs, { name: found?.name });
}

function showStandings() {
  byId("standing").hidden = shown.round === 0;
  byId("entered").hidden = shown.round > 0 && !kept.organiser;
  const rows = shown.standings.map((row) => ({
    ...row,
    name: nameOf(row.number),
    out: shown.entries.some((entry) => entry.number === row.number && entry.dropped),
  }));
  patch(byId("standings"), rows, (row) =>
    element(
      "tr",
      { class: kept.mine.includes(row.number) && "is-you" },
      element("td", { class: "n" }, row.place),
      element("th", { scope: "row" }, row.name, row.out && element("span", { class: "faint" }, ` · ${said.out}`)),
      element("td", { class: "n points" }, number(row.points)),
      element("td", { class: "n" }, number(row.buchholz)),
      element("td", { class: "n" }, number(row.sonneborn_berger)),
      element("td", { class: "n wide" }, String(row.games)),
    ),
  );
}

/**
 * Points as players write them: 2½.
 * @param {number} value
 */
function number(value) {
  const whole = Math.floor(value);
  const part = FRACTIONS[/** @type {keyof FRACTIONS} */ (value - whole)];
  return whole || !part ? `${whole}${part}` : part;
}

function showEntries() {
  byId("nobody").hidden = shown.entries.length > 0;
  const items = shown.entries.map((entry) => ({
    ...entry,
    link: Boolean(kept.organiser && kept.entries[entry.number] && !kept.mine.includes(entry.number)),
    over: shown.state === "over",
  }));
  patch(byId("entries"), items, (entry) =>
    element(
      "li",
      {},
      element(
        "span",
        {},
        entry.name,
        entry.member && element("span", { class: "faint" }, ` · ${said.member}`),
        entry.dropped && element("span", { class: "faint" }, ` · ${said.out}`),
      ),
      entry.link &&
        element(
          "button",
          {
            class: "button plain",
            type: "button",
            id: `link-${entry.number}`,
            onclick: () => copy(`#entry=${entry.number}:${kept.entries[entry.number]}`),
          },
          fill(said.copyLink, { name: entry.name }),
        ),
      kept.organiser &&
        !entry.dropped &&
        !entry.over &&
        element(
          "button",
          { class: "button plain", type: "button", id: `out-${entry.number}`, onclick: () => askToDrop(entry.number) },
          fill(said.letOut, { name: entry.name }),
        ),
    ),
  );
}

function showRounds() {
  byId("paired").hidden = shown.round === 0;
  const rounds = Array.from({ length: shown.round }, (_, place) => shown.round - place);
  const box = byId("rounds");
  for (const round of rounds.filter((n) => !byId(`round-${n}`)).reverse()) {
    for (const older of box.querySelectorAll("details")) older.open = false;
    box.prepend(
      element(
        "details",
        { class: "card", id: `round-${round}`, open: true },
        element("summary", {}, fill(said.round, { n: round })),
        element("ol", { class: "club-pairings" }),
      ),
    );
  }
  for (const round of rounds) {
    const list = /** @type {HTMLElement} */ (byId(`round-${round}`).querySelector("ol"));
    const pairings = shown.pairings
      .filter((pairing) => pairing.round === round)
      .map((pairing) => ({ ...pairing, one: nameOf(pairing.first), other: nameOf(pairing.second) }));
    patch(list, pairings, pairingItem);
  }
}

/** @param {Pairing & { one: string, other: string }} pairing */
function pairingItem(pairing) {
  const { table, result, second, one, other, board } = pairing;
  return element(
    "li",
    { "data-board": board },
    element(
      "span",
      { class: "club-pair" },
      element("span", {}, one),
      other && element("span", { class: "faint", "aria-hidden": "true" }, "–"),
      other && element("span", {}, other),
    ),
    element("span", { class: "club-result" }, result ? resultText(pairing) : said.noResult),
    table && element("a", { href: `/t/${table}` }, result ? said.look : said.watch),
    kept.organiser && table && second !== null && resultControl(pairing),
  );
}

/** @param {Pairing & { one: string, other: string }} pairing */
function resultControl({ round, board, result, one, other }) {
  const select = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      {
        id: `result-${round}-${board}`,
        "aria-label": fill(said.result, { n: board, first: one, second: other }),
        autocomplete: "off",
      },
      element("option", { value: "", disabled: true, selected: result === null }, said.enterResult),
      ...Object.entries(RESULTS).map(([value, text]) =>
        element("option", { value, selected: value === result }, text),
      ),
    )
  );
  select.addEventListener("change", () => organise("results", { round, board, result: select.value }));
  return select;
}

function showOrganising() {
  byId("organising").hidden = !kept.organiser;
  const { state, round, undecided, entries, kind } = shown;
  const playing = entries.filter((entry) => !entry.dropped).length;
  const next = byId("next-round");
  next.textContent = round ? fill(said.next, { n: round + 1 }) : said.begin;
  next.disabled = undecided > 0 || playing < 2;
  next.hidden = state === "over";
  byId("next-help").textContent =
    state === "over"
      ? said.over
      : undecided
        ? fill(said.waiting, { n: undecided })
        : playing < 2
          ? said.needTwo
          : "";
  byId("letting-in").hidden = state === "over" || (round > 0 && kind !== "swiss");
}

// What is done.

/**
 * Ask the club about this tournament, and say what stands against it.
 * @param {string} what
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @param {string} place where an error is shown
 */
async function act(what, body, headers, place) {
  byId(place).textContent = "";
  try {
    return await askClub(`tournaments/${id}/${what}`, body, headers);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    byId(place).textContent = refusal.message || said.unreachable;
    return null;
  }
}

const organiser = () => ({ "X-Organiser": kept.organiser ?? "" });

/**
 * @param {string} what
 * @param {unknown} body
 */
async function organise(what, body) {
  const told = await act(what, body, organiser(), "organiser-error");
  if (told) show(told);
}

/**
 * @param {object} entry
 * @param {boolean} mine
 */
async function enter(entry, mine) {
  const place = mine ? "enter-error" : "organiser-error";
  const made = await act("entries", entry, mine ? {} : organiser(), place);
  if (!made) return false;
  if (made.secret) remember(made.number, made.secret, mine);
  show(await askClub(`tournaments/${id}`));
  return true;
}

/** @param {number} entry */
function askToDrop(entry) {
  const dialog = byId("sure");
  byId("sure-title").textContent = fill(said.sure, { name: nameOf(entry) });
  dialog.returnValue = "no";
  dialog.onclose = async () => {
    if (dialog.returnValue !== "yes") return;
    const mine = kept.mine.includes(entry);
    const headers = { ...organiser(), "X-Entry": kept.entries[entry] ?? "" };
    const told = await act("drop", { number: entry }, headers, mine ? "line" : "organiser-error");
    if (told) show(told);
  };
  dialog.showModal();
}

let toasting = 0;
/** @param {string} hash */
async function copy(hash) {
  const link = `${location.origin}/club/${id}${hash}`;
  const box = byId("toast");
  try {
    await copyText(link);
    box.textContent = said.copied;
  } catch {
    box.textContent = fill(said.notCopied, { link });
  }
  box.classList.add("is-seen");
  clearTimeout(toasting);
  toasting = setTimeout(() => box.classList.remove("is-seen"), TOAST_TIME);
}

/**
 * @param {string} form
 * @param {string} field
 * @param {(value: string) => Promise<boolean>} then
 */
function onSubmit(form, field, then) {
  byId(form).addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = byId(field);
    const { value } = input;
    // The next name can be typed while this one is on its way.
    if (input instanceof HTMLInputElement) input.value = "";
    if (!(await then(value)) && !input.value) input.value = value;
  });
}

onSubmit("enter", "enter-name", (value) => enter({ name: value }, true));
onSubmit("let-in", "let-in-name", (value) => enter({ name: value }, false));
onSubmit("let-computer-in", "let-in-level", (value) => enter({ level: Number(value) }, false));
byId("enter-as").addEventListener("click", () => enter({}, true));
byId("next-round").addEventListener("click", () => organise("rounds", {}));
byId("copy-organiser").addEventListener("click", () => copy(`#organiser=${kept.organiser}`));
addEventListener("hashchange", () => {
  takeSecrets();
  show(shown);
});

// The line to the server.

let tries = 0;
function follow() {
  const address = new URL(`/api/club/tournaments/${id}/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ language: document.documentElement.lang }));
  socket.onmessage = (event) => {
    tries = 0;
    byId("line").textContent = "";
    show(JSON.parse(event.data));
  };
  socket.onclose = () => {
    byId("line").textContent = said.reconnecting;
    setTimeout(follow, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** tries++));
  };
}

show(shown);
follow();
