// @ts-check
/** The first lesson: small tasks on the board, one after the other. The server judges them. */

import { ask, reasonOf } from "./ask.js";
import { byId, fill, keep, motionAllowed, onTheme, recall, said, theme } from "./base.js";
import { Board } from "./board.js";

/**
 * @typedef {object} Tried where some steps lead
 * @property {string} svg
 * @property {import("./board.js").Way[]} touches
 * @property {string} told
 * @property {import("./board.js").Motion[][]} motions
 * @property {"going" | "solved" | "failed"} state
 * @property {string} say
 */

/** @type {{key: string, tasks: {text: string}[]}} */
const lesson = JSON.parse(byId("lesson").textContent ?? "");
const kept = `spielwerk.lesson.${lesson.key}`;
const board = new Board(byId("lesson-board"), { step: take, animated: motionAllowed });
/** The tasks that were solved in this browser. */
const solved = new Set(recall(kept, /** @type {number[]} */ ([])));
const next = byId("lesson-next");
const again = byId("lesson-again");
const dots = lesson.tasks.map(dot);
let task = 0;
/** @type {string[]} */
let steps = [];
/** @type {import("./board.js").Way[]} */
let ways = [];
let round = 0;
/** Counts what was asked for: an answer that comes too late is not shown. */

/**
 * The dot that stands for a task, and leads to it.
 * @param {unknown} _
 * @param {number} number
 * @returns {HTMLButtonElement}
 */
function dot(_, number) {
  const item = byId("lesson-dot").content.firstElementChild.cloneNode(true);
  const button = item.querySelector("button");
  button.addEventListener("click", () => begin(number));
  byId("lesson-dots").append(item);
  return button;
}

/**
 * Where steps lead. Null if something else was asked for meanwhile, or if there is no answer: then all
 * stays as it was.
 * @param {string[]} wanted
 * @returns {Promise<Tried | null>}
 */
async function tryOut(wanted) {
  const now = ++round;
  const body = { steps: wanted, language: document.documentElement.lang, theme: theme() };
  try {
    const answer = await ask(`/api/lessons/${lesson.key}/${task}`, { body });
    if (now !== round) return null;
    steps = wanted;
    ways = answer.touches;
    return answer;
  } catch (refusal) {
    const reason = reasonOf(refusal);
    if (now !== round) return null;
    tell("failed", reason);
    board.putBack();
    board.offer(ways);
    return null;
  }
}

/**
 * Go to a task, at its start.
 * @param {number} number
 */
async function begin(number) {
  task = number;
  steps = [];
  ways = [];
  byId("lesson-title").textContent = fill(said.task, { n: task + 1, of: lesson.tasks.length });
  byId("lesson-text").textContent = lesson.tasks[task].text;
  byId("lesson-end").hidden = true;
  tell("going", "");
  showDots();
  show(await tryOut([]));
}

/** @param {Tried | null} answer */
function show(answer) {
  if (!answer) return;
  board.show(answer.svg);
  board.offer(answer.touches);
}

/**
 * Take a step on the board.
 * @param {string} step
 */
async function take(step) {
  const answer = await tryOut([...steps, step]);
  if (!answer) return;
  const now = round;
  await board.play(answer.motions, answer.svg);
  if (now !== round) return;
  board.offer(answer.touches);
  tell(answer.state, answer.state === "going" ? answer.told : answer.say);
  if (answer.state === "solved") finish();
  if (answer.state === "failed") again.focus({ preventScroll: true });
}

function finish() {
  solved.add(task);
  keep(kept, [...solved]);
  showDots();
  const last = task === lesson.tasks.length - 1;
  byId("lesson-end").hidden = !last;
  (last ? byId("lesson-play") : next).focus({ preventScroll: true });
}

/**
 * Say how it went, and offer what can be done then.
 * @param {Tried["state"]} state
 * @param {string} sentence
 */
function tell(state, sentence) {
  const say = byId("lesson-say");
  say.textContent = sentence;
  say.dataset.state = state;
  again.hidden = state === "going" && steps.length === 0;
  again.classList.toggle("main", state === "failed");
  next.hidden = state !== "solved" || task === lesson.tasks.length - 1;
}

function showDots() {
  dots.forEach((dot, number) => {
    dot.classList.toggle("is-solved", solved.has(number));
    if (number === task) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
    const label = solved.has(number) ? said.dotSolved : said.dot;
    dot.setAttribute("aria-label", fill(label, { n: number + 1 }));
  });
}

next.addEventListener("click", () => begin(task + 1).then(() => board.focus()));
again.addEventListener("click", () => begin(task).then(() => board.focus()));
onTheme(async () => show(await tryOut(steps)));

const open = lesson.tasks.findIndex((_, number) => !solved.has(number));
begin(Math.max(open, 0));
