// @ts-check
/**
 * Looking back: the list of steps, going back and forth through them without losing the present,
 * and after the game what the computer thinks of it.
 */

import { byId, fill, said } from "./base.js";
import { complain } from "./live.js";
import { askFirst, button, element, shape, toast } from "./parts.js";
import { lastName, setTable } from "./seats.js";

/**
 * @typedef {import("./live.js").Table} Table
 *
 * @typedef {object} Past a position of the game
 * @property {number} n
 * @property {string} svg
 * @property {string} told
 * @property {string} said
 * @property {string} text
 * @property {number} last
 * @property {import("./motions.js").Motion[][]} [motions]
 *
 * @typedef {object} Analysis
 * @property {number} done
 * @property {number} of
 * @property {number[]} expected
 * @property {{ n: number, step: string, told: string, cost: number, better: string, better_told: string }[]} costs
 */

const CHART = { width: 320, height: 110 };
const POLL = 1000;

export class Review {
  /** @type {number | null} after how many steps one looks; null: at the present */
  at = null;
  /** @type {Map<number, Promise<Past>>} */
  #known = new Map();
  /** @type {string[]} the steps that are in the list */
  #listed = [];
  /** @type {Table} */
  #table;
  /** @type {Analysis | null} */
  #analysis = null;
  #polling = 0;

  /**
   * @param {Table} table
   * @param {object} on
   * @param {(path: string) => Promise<any>} on.ask
   * @param {(past: Past, forward: boolean) => void} on.show a past position is to be seen
   * @param {(forward: boolean) => void} on.present the present is to be seen again
   */
  constructor(table, on) {
    this.#table = table;
    this.on = on;
    this.list = byId("moves");
    this.slider = byId("slider");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    for (const kind of ["pointerdown", "pointermove"])
      byId("chart").addEventListener(kind, (/** @type {PointerEvent} */ event) => this.#touchChart(event));
    byId("continue").addEventListener("click", () => this.#askToContinue());
    this.update(table);
  }

  get last() {
    return this.#table.steps.length;
  }

  /** Where one looks, the present included. */
  get place() {
    return this.at ?? this.last;
  }

  /**
   * The table has changed.
   * @param {Table} table
   */
  update(table) {
    const steps = table.steps.map((step) => step.step);
    const kept = this.#listed.every((step, i) => steps[i] === step);
    this.#table = table;
    if (!kept) this.#known.clear();
    if (this.at !== null && this.at > steps.length) this.at = null;
    if (!kept || steps.length !== this.#listed.length)
      this.#fillList(kept ? this.#listed.length : 0);
    this.#listed = steps;
    this.#mark();
    if (table.over && steps.length) this.#analyse();
    else this.#forgetAnalysis();
  }

  /** Pictures look otherwise from now on, and words are in another language. */
  forget() {
    this.#known.clear();
  }

  /**
   * The position after n steps.
   * @param {number} n
   * @returns {Promise<Past>}
   */
  past(n) {
    const known = this.#known.get(n);
    if (known) return known;
    const asked = this.on.ask(`/positions/${n}`);
    this.#known.set(n, asked);
    asked.catch(() => this.#known.delete(n));
    return asked;
  }

  /** What one looks at. */
  async seen() {
    return this.at === null ? this.#table : this.past(this.at);
  }

  /**
   * Look at the position after n steps; the last one is the present.
   * @param {number} n
   */
  async go(n) {
    const from = this.place;
    const to = Math.max(0, Math.min(n, this.last));
    if (to === from) return;
    this.at = to === this.last ? null : to;
    this.#mark();
    if (this.at === null) {
      this.on.present(to === from + 1);
      return;
    }
    try {
      const past = await this.past(to);
      if (this.at !== to) return;
      this.on.show(past, to === from + 1);
      for (const near of [to - 1, to + 1])
        if (near >= 0 && near < this.last) this.past(near).catch(() => {});
    } catch (error) {
      this.at = null;
      this.#mark();
      this.on.present(false);
      complain(error);
    }
  }

  // The list.

  /** @param {number} kept so many steps are in the list already */
  #fillList(kept) {
    const { steps, seats } = this.#table;
    if (kept === 0) this.list.replaceChildren();
    for (const step of steps.slice(kept)) {
      let row = this.list.lastElementChild;
      if (!row || row.getAttribute("data-turn") !== String(step.turn)) {
        const colour = step.seat === null ? "" : (seats[step.seat]?.colour ?? "");
        row = element(
          "li",
          { "data-turn": step.turn, "data-seat": step.seat, title: colour },
          element("span", { class: "t-turn" }, `${step.turn}`),
        );
        this.list.append(row);
      }
      const about = { "data-n": step.n, title: step.told, "aria-label": step.told };
      row.append(button("t-step", step.step, () => this.go(step.n), about));
    }
    byId("no-moves").hidden = steps.length > 0;
  }

  /** Show where one looks. */
  #mark() {
    const { place, last } = this;
    this.slider.max = String(last);
    this.slider.value = String(place);
    this.slider.disabled = last === 0;
    this.slider.setAttribute("aria-valuetext", fill(said.step_of, { n: place, last }));
    for (const button of document.querySelectorAll("[data-go]")) {
      const back = ["first", "back"].includes(button.getAttribute("data-go") ?? "");
      /** @type {HTMLButtonElement} */ (button).disabled = back ? place === 0 : place === last;
    }
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-n="${place}"]`);
    current?.setAttribute("aria-current", "step");
    this.#scrollTo(current);
    this.#markChart();
    const ended = place === last && this.#table.result?.kind === "rules";
    byId("continue").disabled = ended;
    byId("continue-help").hidden = !ended;
  }

  /**
   * Only the list is scrolled, never the page.
   * @param {HTMLElement | null} current
   */
  #scrollTo(current) {
    const { list } = this;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    const top = current.offsetTop; // the list is what it is measured from
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + current.offsetHeight - list.clientHeight + 8;
    }
  }

  // After the game.

  #analyse() {
    if (this.#analysis || this.#polling) return;
    byId("analysis").hidden = false;
    this.#poll();
  }

  #forgetAnalysis() {
    clearTimeout(this.#polling);
    this.#polling = 0;
    this.#analysis = null;
    byId("analysis").hidden = true;
  }

  async #poll() {
    this.#polling = -1;
    try {
      const analysis = await this.on.ask("/analysis");
      if (this.#polling === 0) return;
      this.#analysis = analysis;
      this.#drawChart(analysis);
      this.#tellCosts(analysis);
      if (analysis.done >= analysis.of) return;
    } catch {
      // Asked again below: the line may be down.
    }
    this.#polling = setTimeout(() => this.#poll(), POLL);
  }

  /** @param {Analysis} analysis */
  #drawChart({ done, of, expected, costs }) {
    const { width, height } = CHART;
    const points = expected.map((value, n) => [
      this.#chartX(n, of),
      height / 2 - (value * (height - 12)) / 2,
    ]);
    const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const middle = height / 2;
    const area =
      points.length > 1
        ? `M0 ${middle}L${line}L${points[points.length - 1][0].toFixed(1)} ${middle}Z`
        : "";
    byId("chart").replaceChildren(
      shape("path", { class: "t-middle", d: `M0 ${middle}H${width}` }),
      shape("path", { class: "t-area", d: area }),
      shape("path", { class: "t-line", d: points.length > 1 ? `M${line}` : "" }),
      ...costs
        .filter(({ n }) => points[n])
        .map(({ n }) =>
          shape("circle", { class: "t-dear", cx: points[n][0], cy: points[n][1], r: 5 }),
        ),
      shape("path", { class: "t-cursor" }),
    );
    const [one, other] = this.#table.seats;
    byId("chart-top").textContent = fill(said.ahead, { player: one.colour });
    byId("chart-bottom").textContent =
      this.#table.seats.length === 2
        ? fill(said.ahead, { player: other.colour })
        : fill(said.behind, { player: one.colour });
    const progress = byId("analysis-progress");
    progress.hidden = done >= of;
    progress.max = of;
    progress.value = done;
    this.#markChart();
  }

  /** @param {number} n @param {number} of */
  #chartX(n, of) {
    return (n * CHART.width) / Math.max(1, of - 1);
  }

  #markChart() {
    const x = this.#chartX(this.place, this.last + 1);
    byId("chart")
      .querySelector(".t-cursor")
      ?.setAttribute("d", `M${x.toFixed(1)} 0V${CHART.height}`);
  }

  /** @param {PointerEvent} event */
  #touchChart(event) {
    if (!event.buttons) return;
    const box = byId("chart").getBoundingClientRect();
    this.go(Math.round(((event.clientX - box.left) / box.width) * this.last));
  }

  /** @param {Analysis} analysis */
  #tellCosts({ done, of, costs }) {
    const told = costs.map((cost) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "t-cost", onclick: () => this.go(cost.n - 1) },
          element("span", { class: "t-cost-number" }, `${cost.n}`),
          element("span", { class: "t-cost-told" }, cost.told),
          element(
            "span",
            { class: "t-cost-lost" },
            fill(said.lost, { percent: Math.round(cost.cost * 50) }),
          ),
          element(
            "span",
            { class: "t-cost-better" },
            fill(said.better, { step: cost.better_told }),
          ),
        ),
      ),
    );
    byId("costs").replaceChildren(...told);
    byId("costs-part").hidden = costs.length === 0;
    byId("no-costs").hidden = costs.length > 0 || done < of;
  }

  #askToContinue() {
    const { seats, yours } = this.#table;
    const options = seats.map(({ seat, colour }) => element("option", { value: seat }, colour));
    byId("side").replaceChildren(...options);
    byId("side").value = yours[0] ?? 0;
    askFirst("continuing", () => this.#continue());
  }

  /** Set a table that begins with the position that is looked at. */
  async #continue() {
    const { seats, game } = this.#table;
    const side = Number(byId("side").value);
    const level = Number(byId("level").value);
    try {
      const { text } = await this.seen();
      const address = await setTable({
        game: game.key,
        options: game.options,
        seats: seats.map(({ seat }) =>
          seat === side ? { kind: "here", name: lastName() } : { kind: "computer", level },
        ),
        clock: { kind: "none" },
        begins: "first",
        position: text,
      });
      location.assign(address);
    } catch (error) {
      toast(/** @type {Error} */ (error).message || said.failed);
    }
  }
}
