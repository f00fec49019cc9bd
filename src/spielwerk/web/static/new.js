// @ts-check
/** Setting a table: what is shown follows from what is chosen. It knows no game. */

import { reasonOf } from "./ask.js";
import { byId, fill, said } from "./base.js";
import { member } from "./member.js";
import { lastName, setTable } from "./seats.js";

const form = /** @type {HTMLFormElement} */ (byId("setting"));
const start = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
/** @type {{level: number, label: string}[]} */
const levels = JSON.parse(byId("levels").textContent);
/** @type {Record<string, string[]>} */
const seatNames = JSON.parse(byId("seat-names").textContent);
const given = new URLSearchParams(location.search);

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
function every(selector, root = form) {
  return [...root.querySelectorAll(selector)].map((found) => /** @type {any} */ (found));
}

/**
 * The value of an input, or of the radio button that is chosen among those of a name.
 * @param {string} name
 */
function input(name) {
  const found = form.elements.namedItem(name);
  return /** @type {{value: string}} */ (/** @type {unknown} */ (found))?.value ?? "";
}

// Options.

/**
 * What an option is set to; null if it is not shown or left as usual.
 * @param {HTMLElement} field
 */
function valueOf(field) {
  if (field.hidden) return null;
  const control = /** @type {HTMLInputElement} */ (field.querySelector("input"));
  if (control.type === "checkbox") return control.checked;
  if (control.type === "number") return control.value === "" ? null : control.valueAsNumber;
  return JSON.parse(input(control.name) || "null");
}

/** @param {string} name */
function optionField(name) {
  return every("[data-option]").find((field) => field.dataset.option === name);
}

/**
 * Set an option to a value that a link asks for.
 * @param {string} name
 * @param {string} value
 */
function setOption(name, value) {
  for (const control of optionField(name)?.querySelectorAll("input") ?? []) {
    if (control.type === "checkbox") control.checked = value === "true";
    else if (control.type === "number") control.value = value;
    else if (String(JSON.parse(control.value)) === value) control.checked = true;
  }
}

/** Show the options that apply; one that is hidden has no value for those that depend on it. */
function showOptions() {
  for (const field of every("[data-option]")) {
    const when = Object.entries(JSON.parse(field.dataset.when ?? "null") ?? {});
    show(
      field,
      when.every(([name, values]) => {
        const other = optionField(name);
        return other && values.includes(valueOf(other));
      }),
    );
  }
  const ways = byId("ways");
  if (ways) show(ways, every("[data-option]", ways).some((field) => !field.hidden));
}

/**
 * What is hidden is not checked and not sent.
 * @param {HTMLElement} part
 * @param {boolean} shown
 */
function show(part, shown) {
  part.hidden = !shown;
  if (part instanceof HTMLFieldSetElement) part.disabled = !shown;
  else for (const control of part.querySelectorAll("input")) control.disabled = !shown;
}

// Seats.

/** How many play. */
function players() {
  const counts = Object.keys(seatNames);
  const field = optionField("players");
  const chosen = String(field ? valueOf(field) : counts[0]);
  if (counts.includes(chosen)) return Number(chosen);
  return counts.includes("2") ? 2 : Number(counts[0]);
}

/**
 * What the seats are called: as a way to play has it, or else as usual with so many players.
 * @returns {string[]}
 */
function chosenNames() {
  const [chosen] = every("[data-names]:checked:enabled");
  return chosen ? JSON.parse(chosen.dataset.names ?? "[]") : seatNames[players()];
}

function showSeats() {
  const names = chosenNames();
  every("[data-seat]").forEach((seat, place) => {
    show(seat, place < names.length);
    /** @type {HTMLElement} */ (seat.querySelector("legend")).textContent = names[place] ?? "";
    const kind = input(`kind-${place}`);
    for (const part of every("[data-for]", seat)) show(part, !seat.hidden && part.dataset.for === kind);
    showLevel(place, seat);
  });
  show(byId("begins"), names.length > 1);
  byId("first-begins").textContent = fill(said.firstBegins, { player: names[0] });
}

/**
 * The level in words, beside the slider and for those who hear it.
 * @param {number} place
 * @param {HTMLElement} seat
 */
function showLevel(place, seat) {
  const label = levels.find(({ level }) => level === Number(input(`level-${place}`)))?.label ?? "";
  /** @type {HTMLElement} */ (seat.querySelector("output")).textContent = label;
  seat.querySelector("[type=range]")?.setAttribute("aria-valuetext", label);
}

/** @param {HTMLElement} seat @returns {import("./seats.js").SeatWanted} */
function seatWanted(seat) {
  const place = seat.dataset.seat;
  const kind = /** @type {"here" | "friend" | "computer"} */ (input(`kind-${place}`));
  if (kind === "computer") return { kind, level: Number(input(`level-${place}`)) };
  return kind === "here" ? { kind, name: input(`name-${place}`).trim() } : { kind };
}

// The clock.

function showClock() {
  const kind = input("clock");
  for (const part of every("[data-clock]")) {
    show(part, /** @type {string} */ (part.dataset.clock).split(" ").includes(kind));
  }
}

/**
 * A way to play may bring its clock along.
 * @param {HTMLInputElement} chosen
 */
function takeClock(chosen) {
  const { kind, minutes } = JSON.parse(chosen.dataset.brings ?? "{}");
  for (const radio of every('[name="clock"]')) {
    if (radio instanceof HTMLInputElement && radio.value === kind) radio.checked = true;
  }
  const field = form.elements.namedItem("minutes");
  if (minutes && field instanceof HTMLInputElement) field.value = minutes;
}

function clock() {
  const kind = input("clock");
  if (kind === "none") return { kind };
  const increment = kind === "each" ? Number(input("increment")) : 0;
  return { kind, minutes: Number(input("minutes")), increment };
}

// Starting.

/** @returns {import("./seats.js").Setup} */
function setup() {
  const chosen = every("[data-option]").map((field) => [field.dataset.option, valueOf(field)]);
  const alone = players() === 1;
  return {
    game: form.dataset.game ?? "",
    options: Object.fromEntries(chosen.filter(([, value]) => value !== null)),
    seats: every("[data-seat]:not([hidden])").map(seatWanted),
    clock: clock(),
    begins: alone || input("begins") !== "random" ? "first" : "random",
    position: given.get("position"),
    rated: input("rated") === "true",
  };
}

/**
 * Say what stands against it: at the option that the sentence names, or above the button.
 * @param {string} sentence
 */
function refuse(sentence) {
  const named = every("[data-option]:not([hidden])").find((field) =>
    new RegExp(`\\b${field.dataset.option}\\b\\s*[=:]`).test(sentence),
  );
  const about = named ?? (/^clock\b/.test(sentence) ? byId("clock") : null);
  const place = about?.querySelector(".error") ?? byId("refusal");
  place.textContent = sentence;
  const control = about?.querySelector("input:checked, input:not([type=radio])");
  if (control instanceof HTMLElement) {
    control.setAttribute("aria-invalid", "true");
    control.focus();
  }
}

function clearRefusals() {
  for (const error of every(".error")) error.textContent = "";
  for (const control of every("[aria-invalid]")) control.removeAttribute("aria-invalid");
}

/** @param {boolean} waiting */
function wait(waiting) {
  start.disabled = waiting;
  start.setAttribute("aria-busy", String(waiting));
}

function showAll() {
  showOptions();
  showSeats();
  showClock();
}

form.addEventListener("input", (event) => {
  clearRefusals();
  if (event.target instanceof HTMLInputElement) takeClock(event.target);
  showAll();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearRefusals();
  wait(true);
  try {
    location.href = await setTable(setup());
  } catch (refusal) {
    wait(false);
    refuse(reasonOf(refusal));
  }
});
addEventListener("pageshow", (event) => event.persisted && wait(false));

for (const [name, value] of given) setOption(name, value);
const first = form.elements.namedItem("name-0");
if (first instanceof HTMLInputElement) first.value = lastName();
show(byId("rated"), member() !== null);
byId("from-position").hidden = !given.has("position");
showAll();
