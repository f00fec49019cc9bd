// @ts-check
/** The page of a table: starts everything, and keeps what is seen in step with what is true. */

import { Refusal } from "./ask.js";
import { byId, fill, onTheme, recall, said } from "./base.js";
import { Board } from "./board.js";
import { Hint } from "./hint.js";
import { complain, LiveTable, Unreachable } from "./live.js";
import { takeSeat } from "./member.js";
import { closeGuide, menu, openGuide } from "./panels.js";
import { askFirst, copyText, speak, toast } from "./parts.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { takeSeats, takeToRematch } from "./seats.js";
import { Sharing } from "./sharing.js";
import { sound } from "./sound.js";
import { showTools } from "./tools.js";
import { Typing } from "./typing.js";
import { followSwitches, settings, view } from "./viewing.js";

/**
 * @typedef {import("./live.js").Table} Table
 * @typedef {import("./review.js").Past} Past
 */

const MOST_CATCHING_UP = 4;
/** More missed steps than this are not shown one by one. */

/** @type {Table} what is seen */
let shown = JSON.parse(byId("table-data").textContent);
/** @type {Table} what is true */
let newest = shown;
let catching = false;
/** Whether the first truth for these seats has come. */
let started = false;
let goingToRematch = false;

const { id } = shown;
const secrets = takeSeats(id);
/** Whoever came from a tournament can go back there. */
const tournament = recall(`spielwerk.tournament.${id}`, "");

const board = new Board(byId("board"), {
  step: send,
  stage: (stage) => sound(/** @type {any} */ (stage[0].by)),
  animated: () => settings.motion,
});
const told = { table: receive, state: showLine, refused: stepRefused };
const live = new LiveTable(id, secrets, view, told);
const review = new Review(shown, {
  ask: (path) => live.ask(path),
  show: showPast,
  present: showPresent,
});
const sharing = new Sharing(shown, secrets, {
  position: async () => (await review.seen()).text,
  record: () => live.ask("/record"),
});
const players = new Players(shown, {
  act,
  copy: (text) => sharing.copied(copyText(text)),
  link: (secret) => sharing.link(secret),
});
const hint = new Hint({
  ask: askHint,
  show: (svg) => {
    board.show(svg);
    if (board.chosen.length === 0) board.offer(shown.touches);
  },
  close: () => board.show(shown.svg),
});
const typing = new Typing(board, { ways: () => shown.touches, play: playTyped });

// What is true, and what is seen.

/** @param {Table} table */
function receive(table) {
  if (table.number < newest.number) return;
  newest = table;
  players.readClocks(table);
  catchUp();
}

/** Show one truth after the other, until the newest is seen. */
async function catchUp() {
  if (catching) return;
  catching = true;
  try {
    while (shown !== newest) await present(newest);
  } finally {
    catching = false;
  }
}

/** @param {Table} table */
async function present(table) {
  const before = shown;
  const missed = started ? missedSteps(before, table) : -1;
  shown = table;
  started = true;
  tell(before, table, missed);
  // A word or a name leaves touches that were made as they are.
  const [old, now] = [before, table].map(({ touches }) => JSON.stringify(touches));
  const changed = missed !== 0 || old !== now;
  if (changed) {
    hint.forget();
    board.offer([]);
  }
  if (review.at !== null) return;
  if (missed > 0 && missed <= MOST_CATCHING_UP) await playMissed(table, missed);
  else if (changed || table.svg !== before.svg) board.show(table.svg);
  if (changed && review.at === null) board.offer(table.touches);
}

/**
 * How many steps were taken since; -1 if it went otherwise.
 * @param {Table} before
 * @param {Table} after
 */
function missedSteps(before, after) {
  const kept = before.steps.every((step, i) => after.steps[i]?.step === step.step);
  return kept ? after.steps.length - before.steps.length : -1;
}

/**
 * @param {Table} table
 * @param {number} missed
 */
async function playMissed(table, missed) {
  const last = table.steps.length;
  const between =
    settings.motion && !document.hidden
      ? Array.from({ length: missed - 1 }, (_, i) => review.past(last - missed + 1 + i))
      : [];
  try {
    for (const past of await Promise.all(between)) {
      if (review.at !== null) return;
      await board.play(past.motions ?? [], past.svg);
    }
  } catch {
    // Taken back meanwhile, or no line: the last step alone will do.
  }
  if (review.at === null) await board.play(table.motions, table.svg);
}

/**
 * Everything around the board.
 * @param {Table} before
 * @param {Table} table
 * @param {number} missed
 */
function tell(before, table, missed) {
  players.update(table, missed === -1);
  showResult(before, table);
  showTools(table);
  byId("watching").hidden = table.yours.length > 0;
  review.update(table);
  showPrompt();
  if (missed > 0 && review.at !== null) toast(said.went_on);
  const yours = table.mover !== null && table.yours.includes(table.mover);
  const told = table.steps.slice(-missed).map((step) => step.told);
  if (missed > 0) speak([...told, ...(yours ? [table.prompt] : [])].join(" "));
  else if (missed === -1 && before.number !== table.number) speak(table.prompt);
  if (table.over && !before.over && missed >= 0) sound("end");
  document.title =
    yours && document.hidden
      ? fill(said.your_turn, { game: table.game.name })
      : `${table.game.name} · Spielwerk`;
}

// Steps.

/**
 * @param {string} step
 * @param {string[]} touch
 */
async function send(step, touch) {
  board.hold(touch);
  try {
    await live.step(newest.number, step);
  } catch (error) {
    if (error instanceof Unreachable) toast(said.kept);
    else if (error instanceof Refusal) stepRefused(error);
    else throw error;
  }
}

/** @param {Refusal} error */
function stepRefused(error) {
  board.putBack();
  board.offer(newest.touches);
  complain(error);
  if (error.table) receive(error.table);
}

/**
 * @param {string} name
 * @param {string} [value]
 */
async function act(name, value) {
  try {
    await live.act(newest.number, name, value);
  } catch (error) {
    if (error instanceof Refusal && error.table) receive(error.table);
    complain(error);
  }
}

/** @param {import("./board.js").Way} way */
function playTyped(way) {
  if (review.at !== null) review.go(review.last);
  typing.close();
  send(way.step, way.touch);
}

/** Null if it comes too late. */
async function askHint() {
  const { number } = newest;
  const advice = await live.ask("/hint", {});
  return number === newest.number && review.at === null ? advice : null;
}

// Words.

function showPrompt() {
  const looking = review.at !== null;
  byId("present").hidden = !looking;
  byId("table").classList.toggle("is-looking-back", looking);
  const { at, last } = review;
  const step = shown.steps[(at ?? 0) - 1];
  const told = step ? fill(said.looking_back, { n: at, last, told: step.told }) : said.start_of;
  byId("prompt").textContent = looking ? told : shown.prompt;
  byId("prompt").title = looking ? told : "";
}

/** @param {"open" | "lost" | "gone"} state */
function showLine(state) {
  const lost = live.unsent ? said.kept : said.reconnecting;
  const text = { open: "", lost, gone: said.gone }[state];
  if (byId("line").textContent !== text) byId("line").textContent = text;
}

/**
 * @param {Table} before
 * @param {Table} table
 */
function showResult(before, table) {
  byId("result").hidden = !table.over;
  byId("table").classList.toggle("is-over", table.over);
  if (table.result) byId("result-told").textContent = table.result.told;
  const next = byId("next-table");
  next.hidden = table.next === null;
  if (table.next === null) return;
  takeToRematch(table, secrets, table.next);
  next.href = `/t/${table.next}`;
  if (goingToRematch) {
    goingToRematch = false; // the table is told more than once
    location.assign(next.href);
  } else if (before.next === null && started) toast(said.new_game);
}

// Tools.

/** @type {Record<string, () => void>} */
const ACTS = {
  undo: () => act("undo"),
  draw: () => act("draw"),
  accept: () => act("accept"),
  decline: () => act("decline"),
  rematch: () => {
    goingToRematch = true;
    act("rematch");
  },
  resign: () => askFirst("resign", () => act("resign")),
  hint: () => hint.ask(),
  rules: openGuide,
  type: () => typing.open(),
  menu: () => menu.showModal(),
};

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const { act: name, go, phrase, copy } = target.closest("button")?.dataset ?? {};
  if (name) {
    if (name !== "menu") menu.close();
    ACTS[name]?.();
  } else if (go) look(go);
  else if (phrase) {
    menu.close();
    byId("say").open = false;
    act("phrase", phrase);
  } else if (copy) sharing.copied(sharing.copies[copy]());
});

/** @param {string} where */
function look(where) {
  const places = { first: 0, back: review.place - 1, on: review.place + 1, last: review.last };
  review.go(places[/** @type {keyof typeof places} */ (where)]);
}

/**
 * @param {Past} past
 * @param {boolean} forward whether it is the next one of what is seen
 */
function showPast(past, forward) {
  hint.forget();
  board.offer([]);
  showPrompt();
  showTools(shown);
  if (forward && settings.motion) board.play(past.motions ?? [], past.svg);
  else board.show(past.svg);
  speak(byId("prompt").textContent);
}

/** @param {boolean} forward */
async function showPresent(forward) {
  showPrompt();
  showTools(shown);
  if (forward) await board.play(shown.motions, shown.svg);
  else board.show(shown.svg);
  if (review.at === null) board.offer(shown.touches);
}

// Keys.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") return stepOut();
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog[open]:modal")) return;
  if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && !target.closest("#guide")) {
    look({ ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key] ?? "");
    event.preventDefault();
  } else if (/^[a-z0-9+!-]$/i.test(event.key) && shown.touches.length && review.at === null) {
    typing.open(event.key);
    event.preventDefault();
  }
});

/** One thing less: what is typed, open, touched, hinted, looked at. */
function stepOut() {
  if (typing.close() || closeGuide() || board.reset() || hint.close()) return;
  if (review.at !== null) review.go(review.last);
}

// How it is seen.

function viewChanged() {
  hint.forget();
  review.forget();
  live.changeView();
  if (review.at !== null)
    review.past(review.at).then((past) => review.at === past.n && board.show(past.svg), complain);
}

followSwitches({ motion: () => board.finish(), view: viewChanged });
// Only pictures that have a height can be seen from above: compare once, when it matters.
byId("viewing").addEventListener(
  "toggle",
  async () => {
    const flat = await live
      .ask("", undefined, { ...view(), above: !settings.above })
      .catch(() => null);
    if (flat && flat.number === newest.number)
      byId("above-switch").hidden = flat.svg === newest.svg;
  },
  { once: true },
);
onTheme(viewChanged);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = `${shown.game.name} · Spielwerk`;
});
// A link with a seat that is opened while one watches is taken as if the page were opened with it.
addEventListener("hashchange", () => location.hash.includes("seat=") && location.reload());

showTools(shown);
byId("to-tournament").hidden = !tournament;
byId("to-tournament").href = `/club/${tournament}`;
if (shown.rated && !tournament) takeSeat(id, secrets);
