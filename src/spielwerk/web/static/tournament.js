// @ts-check
/** The page of a tournament: what is shown follows from what the server tells. */

import { reasonOf } from "./ask.js";
import { byId, fill, keep, recall, said } from "./base.js";
import { Line } from "./line.js";
import { askClub, member } from "./member.js";
import { askFirst, button, copyText, element, patch, toast } from "./parts.js";
import { Standings } from "./standings.js";

/**
 * @typedef {import("./standings.js").Tournament} Tournament
 * @typedef {import("./standings.js").Pairing} Pairing
 * @typedef {import("./standings.js").Kept} Kept
 */

const id = byId("tournament").dataset.tournament;
const name = `spielwerk.club.${id}`;
/** @type {Kept} */
const kept = { entries: {}, mine: [], ...recall(name, {}) };
/** @type {Tournament} */
let shown = JSON.parse(byId("tournament-data").textContent);
const standings = new Standings(shown, kept, {
  link: (entry) => copy(`#entry=${entry}:${kept.entries[entry]}`),
  drop: askToDrop,
  result: (result) => organise("results", result),
});
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
  standings.show(tournament);
  showMine();
  showEntering();
  showOrganising();
}

function showMine() {
  const mine = kept.mine
    .filter((number) => shown.entries.some((entry) => entry.number === number))
    .map((number) => ({
      number,
      you: standings.nameOf(number),
      dropped: shown.entries.find((entry) => entry.number === number)?.dropped,
      over: shown.state === "over",
      pairing: shown.pairings.find(
        ({ round, first, second }) => round === shown.round && (first === number || second === number),
      ),
    }))
    .map((item) => ({ ...item, other: standings.nameOf(otherOf(item.pairing, item.number)) }));
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
    pairing?.result && element("p", { class: "faint" }, standings.resultText(pairing)),
    !dropped &&
      !over &&
      button("button plain", said.dropOut, () => askToDrop(number), { id: `leave-${number}` }),
  );
}

function showEntering() {
  const open = shown.state === "open";
  const found = member();
  const inside = found && shown.entries.some((entry) => entry.member && entry.name === found.name);
  byId("entering").hidden = !open || kept.mine.some((number) => standings.nameOf(number) !== "");
  byId("enter-member").hidden = !found || inside;
  byId("enter").hidden = found !== null;
  byId("enter-as").textContent = fill(said.enterAs, { name: found?.name });
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
    byId(place).textContent = reasonOf(refusal);
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
  byId("sure-title").textContent = fill(said.sure, { name: standings.nameOf(entry) });
  askFirst("sure", async () => {
    const mine = kept.mine.includes(entry);
    const headers = { ...organiser(), "X-Entry": kept.entries[entry] ?? "" };
    const told = await act("drop", { number: entry }, headers, mine ? "line" : "organiser-error");
    if (told) show(told);
  });
}

/** @param {string} hash */
async function copy(hash) {
  const link = `${location.origin}/club/${id}${hash}`;
  const copied = copyText(link).then(() => said.copied);
  toast(await copied.catch(() => fill(said.notCopied, { link })));
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

show(shown);
new Line(`/api/club/tournaments/${id}/live`, {
  hello: () => ({ language: document.documentElement.lang }),
  told: show,
  state: (state) => (byId("line").textContent = state === "open" ? "" : said.reconnecting),
});
