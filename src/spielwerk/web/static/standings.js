// @ts-check
/** What everybody sees of a tournament: the standings, who takes part, the rounds and their results. */

import { byId, fill, said } from "./base.js";
import { button, element, patch } from "./parts.js";

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

/** @type {Record<string, string>} */
const RESULTS = { "1-0": "1–0", "1/2-1/2": "½–½", "0-1": "0–1", "0-0": "0–0" };
/** @type {Record<number, string>} */
const FRACTIONS = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" };

export class Standings {
  /** @type {Tournament} */
  #shown;

  /**
   * @param {Tournament} tournament
   * @param {Kept} kept
   * @param {object} on
   * @param {(entry: number) => void} on.link the link of somebody is wanted
   * @param {(entry: number) => void} on.drop somebody is taken out
   * @param {(result: { round: number, board: number, result: string }) => void} on.result
   */
  constructor(tournament, kept, on) {
    this.#shown = tournament;
    this.kept = kept;
    this.on = on;
  }

  /** @param {Tournament} tournament */
  show(tournament) {
    this.#shown = tournament;
    this.#showPoints();
    this.#showEntries();
    this.#showRounds();
  }

  /** @param {number | null} number */
  nameOf(number) {
    return this.#shown.entries.find((entry) => entry.number === number)?.name ?? "";
  }

  /** @param {Pairing} pairing */
  resultText({ result, way, second }) {
    const points = RESULTS[result ?? ""];
    if (!points || second === null) return said[result ?? "rest"];
    const note = way === "default" ? said.noGame : way === "organiser" ? said.byOrganiser : "";
    return note ? `${points} (${note})` : points;
  }

  #showPoints() {
    const { round, standings, entries } = this.#shown;
    byId("standing").hidden = round === 0;
    byId("entered").hidden = round > 0 && !this.kept.organiser;
    const rows = standings.map((row) => ({
      ...row,
      name: this.nameOf(row.number),
      out: entries.some((entry) => entry.number === row.number && entry.dropped),
    }));
    patch(byId("standings"), rows, (row) =>
      element(
        "tr",
        { class: this.kept.mine.includes(row.number) && "is-you" },
        element("td", { class: "n" }, row.place),
        element("th", { scope: "row" }, row.name, row.out && element("span", { class: "faint" }, ` · ${said.out}`)),
        element("td", { class: "n points" }, number(row.points)),
        element("td", { class: "n" }, number(row.buchholz)),
        element("td", { class: "n" }, number(row.sonneborn_berger)),
        element("td", { class: "n wide" }, String(row.games)),
      ),
    );
  }

  #showEntries() {
    const { entries, state } = this.#shown;
    const { organiser, entries: secrets, mine } = this.kept;
    byId("nobody").hidden = entries.length > 0;
    const items = entries.map((entry) => ({
      ...entry,
      link: Boolean(organiser && secrets[entry.number] && !mine.includes(entry.number)),
      over: state === "over",
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
        entry.link && this.#entryButton("link", said.copyLink, entry),
        organiser && !entry.dropped && !entry.over && this.#entryButton("drop", said.letOut, entry),
      ),
    );
  }

  /**
   * @param {"link" | "drop"} act
   * @param {string} text
   * @param {Entry} entry
   */
  #entryButton(act, text, { number, name }) {
    return button("button plain", fill(text, { name }), () => this.on[act](number), { id: `${act}-${number}` });
  }

  #showRounds() {
    const { round: newest, pairings: all } = this.#shown;
    byId("paired").hidden = newest === 0;
    const rounds = Array.from({ length: newest }, (_, place) => newest - place);
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
      const pairings = all
        .filter((pairing) => pairing.round === round)
        .map((pairing) => ({ ...pairing, one: this.nameOf(pairing.first), other: this.nameOf(pairing.second) }));
      patch(list, pairings, (pairing) => this.#pairing(pairing));
    }
  }

  /** @param {Pairing & { one: string, other: string }} pairing */
  #pairing(pairing) {
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
      element("span", { class: "club-result" }, result ? this.resultText(pairing) : said.noResult),
      table && element("a", { href: `/t/${table}` }, result ? said.look : said.watch),
      this.kept.organiser && table && second !== null && this.#resultControl(pairing),
    );
  }

  /** @param {Pairing & { one: string, other: string }} pairing */
  #resultControl({ round, board, result, one, other }) {
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
    select.addEventListener("change", () => this.on.result({ round, board, result: select.value }));
    return select;
  }
}

/**
 * Points as players write them: 2½.
 * @param {number} value
 */
function number(value) {
  const whole = Math.floor(value);
  const part = FRACTIONS[value - whole];
  return whole || !part ? `${whole}${part}` : part;
}
