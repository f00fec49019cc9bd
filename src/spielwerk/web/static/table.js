// @ts-check
/** The page of a table: starts everything, and keeps what is seen in step with what is true. */

import { fill, motionAllowed, onTheme, theme, words as readWords } from "./base.js";
import { Board } from "./board.js";
import { Line, Refused, Unreachable } from "./live.js";
import { takeSeat } from "./member.js";
import { byId, copyText, element, keep, recall } from "./parts.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { lastName, setTable } from "./seats.js";
import { sound, switchSound } from "./sound.js";

/**
 * @typedef {import("./live.js").Table} Table
 * @typedef {import("./review.js").Past} Past
 */

const MOST_CATCHING_UP = 4;
/** More missed steps than this are not shown one by one. */
const TOAST_TIME = 3200;
const MOST_SUGGESTIONS = 12;

const words = readWords();
const id = byId("table").dataset.table;
/** What was chosen in this browser; all else stays as the system wants it. */
const chosen = recall("spielwerk.view", {});
const settings = {
  coordinates: true,
  above: false,
  sound: false,
  motion: motionAllowed(),
  ...chosen,
};
const secrets = takeSeats();

/** @type {Table} what is seen */
let shown = JSON.parse(byId("table-data").textContent);
/** @type {Table} what is true */
let newest = shown;
let catching = false;
/** Whether the first truth for these seats has come. */
let started = false;
/** @type {string | null} the picture of a hint that is looked at */
let hinted = null;
let goingToRematch = false;

const board = new Board(byId("board"), {
  step: send,
  stage: (stage) => sound(/** @type {any} */ (stage[0].by)),
  animated: () => settings.motion,
});
const line = new Line(id, secrets, view, { table: receive, state: showLine, refused: stepRefused });
const review = new Review(shown, words, {
  ask: (path) => line.ask(path),
  show: showPast,
  present: showPresent,
  error: complain,
});

const players = new Players(shown, words, {
  act,
  copied,
  speak,
  friends,
  link: (secret) => linkTo(secret),
});

// What is remembered.

/** The seats that this browser has here; a link may bring some along. */
function takeSeats() {
  const name = `spielwerk.seats.${id}`;
  const brought = new URLSearchParams(location.hash.slice(1)).getAll("seat");
  const seats = [...new Set([...recall(name, /** @type {string[]} */ ([])), ...brought])];
  if (brought.length) {
    keep(name, seats);
    history.replaceState(null, "", location.pathname);
  }
  return seats;
}

// A link with a seat that is opened while one watches is taken as if the page were opened with it.
addEventListener("hashchange", () => {
  if (location.hash.includes("seat=")) location.reload();
});

/** @returns {import("./live.js").View} */
function view() {
  const { above, coordinates } = settings;
  return { language: document.documentElement.lang, theme: theme(), above, coordinates };
}

function viewChanged() {
  forgetHint();
  review.forget();
  line.changeView();
  if (review.at !== null)
    review.past(review.at).then((past) => review.at === past.n && board.show(past.svg), complain);
}

/** Whoever came from a tournament can go back there. */
function showWayBack() {
  const tournament = recall(`spielwerk.tournament.${id}`, "");
  byId("to-tournament").hidden = !tournament;
  byId("to-tournament").href = `/club/${tournament}`;
}

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
    while (shown !== newest) {
      const table = newest;
      await present(table);
    }
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
  const changed = missed !== 0 || !sameTouches(before, table);
  if (changed) {
    forgetHint();
    board.offer([]);
  }
  if (review.at !== null) return;
  if (missed > 0 && missed <= MOST_CATCHING_UP) await playMissed(table, missed);
  else if (changed || table.svg !== before.svg) board.show(table.svg);
  if (changed && review.at === null) board.offer(table.touches);
}

/**
 * @param {Table} one
 * @param {Table} other
 */
function sameTouches(one, other) {
  return JSON.stringify(one.touches) === JSON.stringify(other.touches);
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
  if (missed > 0 && review.at !== null) toast(words.went_on);
  const yours = table.mover !== null && table.yours.includes(table.mover);
  if (missed > 0)
    speak(
      [
        ...table.steps.slice(-missed).map((step) => step.told),
        ...(yours ? [table.prompt] : []),
      ].join(" "),
    );
  else if (missed === -1 && before.number !== table.number) speak(table.prompt);
  if (table.over && !before.over && missed >= 0) sound("end");
  document.title =
    yours && document.hidden
      ? fill(words.your_turn, { game: table.game.name })
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
    await line.step(newest.number, step);
  } catch (error) {
    if (error instanceof Unreachable) {
      toast(words.kept);
      return;
    }
    if (error instanceof Refused) stepRefused(error);
    else throw error;
  }
}

/** @param {Refused} error */
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
    await line.act(newest.number, name, value);
  } catch (error) {
    if (error instanceof Refused && error.table) receive(error.table);
    complain(error);
  }
}

/** @param {unknown} error */
function complain(error) {
  if (error instanceof Refused && error.message) toast(error.message);
  else if (error instanceof Unreachable) toast(words.reconnecting);
  else if (error instanceof Refused) toast(words.failed);
  else throw error;
}

// Words.

function showPrompt() {
  const looking = review.at !== null;
  byId("present").hidden = !looking;
  byId("table").classList.toggle("is-looking-back", looking);
  if (!looking) {
    byId("prompt").textContent = shown.prompt;
    byId("prompt").title = "";
    return;
  }
  const { at, last } = review;
  const step = shown.steps[(at ?? 0) - 1];
  const told = step ? fill(words.looking_back, { n: at, last, told: step.told }) : words.start_of;
  byId("prompt").textContent = told;
  byId("prompt").title = told;
}

/** @param {string} text */
function speak(text) {
  // The same sentence twice is spoken twice only if it is another node.
  byId("speech").replaceChildren(element("p", {}, text));
}

let toasting = 0;
/** @param {string} text */
function toast(text) {
  const box = byId("toast");
  // A modal dialog covers all else: what is said must be in it.
  (document.querySelector("dialog[open]") ?? document.body).append(box);
  box.textContent = text;
  box.classList.add("is-seen");
  clearTimeout(toasting);
  toasting = setTimeout(() => box.classList.remove("is-seen"), TOAST_TIME);
}

/** @param {"open" | "lost" | "gone"} state */
function showLine(state) {
  const lost = line.unsent ? words.kept : words.reconnecting;
  const text = { open: "", lost, gone: words.gone }[state];
  if (byId("line").textContent !== text) byId("line").textContent = text;
}

// Links and the result.

/** @returns {Record<string, string>} the secrets of friends' seats, to be sent to them */
function friends() {
  return recall(`spielwerk.links.${id}`, {});
}

/** @param {string[]} seats */
function linkTo(...seats) {
  const hash = seats.map((secret) => `seat=${encodeURIComponent(secret)}`).join("&");
  return `${location.origin}/t/${id}${hash && `#${hash}`}`;
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
  takeToRematch(table, table.next);
  next.href = `/t/${table.next}`;
  if (goingToRematch) location.assign(next.href);
  else if (before.next === null && started) toast(words.new_game);
}

/**
 * At the next table everybody keeps the secrets, and sits one seat further on.
 * @param {Table} table
 * @param {string} next
 */
function takeToRematch(table, next) {
  if (secrets.length && !recall(`spielwerk.seats.${next}`, null))
    keep(`spielwerk.seats.${next}`, secrets);
  const count = table.seats.length;
  const moved = Object.entries(friends()).map(([seat, secret]) => [
    (Number(seat) + count - 1) % count,
    secret,
  ]);
  if (moved.length) keep(`spielwerk.links.${next}`, Object.fromEntries(moved));
}

// Tools.

/** @param {Table} table */
function showTools(table) {
  const { can } = table;
  const playing = table.yours.length > 0 && !table.over;
  /** @type {Record<string, [boolean, boolean]>} shown, usable */
  const tools = {
    undo: [playing, can.undo],
    hint: [playing && !table.seats.some((seat) => seat.kind === "friend"), can.hint],
    draw: [
      playing && table.seats.length > 1 && table.seats.every((seat) => seat.kind !== "computer"),
      can.draw,
    ],
    resign: [playing, can.resign],
    rematch: [can.rematch, can.rematch],
    type: [playing, table.touches.length > 0],
  };
  for (const [name, [seen, usable]] of Object.entries(tools)) {
    for (const button of document.querySelectorAll(`[data-act="${name}"]`)) {
      const control = /** @type {HTMLButtonElement} */ (button);
      control.hidden = !seen;
      control.disabled = !usable;
    }
  }
  const undo = can.undo && !can.undo_is_free ? words.ask_undo : words.undo;
  for (const label of document.querySelectorAll('[data-act="undo"] > span'))
    label.textContent = undo;
  byId("say").hidden =
    table.yours.length === 0 || !table.seats.some((seat) => seat.kind === "friend");
  document.querySelector('[data-copy="resume"]')?.toggleAttribute("hidden", secrets.length === 0);
  const ended = review.place === review.last && table.result?.kind === "rules";
  byId("continue").disabled = ended;
  byId("continue-help").hidden = !ended;
}

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
  hint: askHint,
  rules: openGuide,
  type: () => openTyping(),
  menu: openMenu,
};

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const { act: name, go, phrase, copy } = target.closest("button")?.dataset ?? {};
  if (name) {
    if (name !== "menu" && name !== "resign") byId("menu").close();
    ACTS[name]?.();
  } else if (go) look(go);
  else if (phrase) {
    byId("menu").close();
    byId("say").open = false;
    act("phrase", phrase);
  } else if (copy) copied(COPIES[copy]());
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
  forgetHint();
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

// Dialogs.

/**
 * @param {string} name of the dialog
 * @param {() => void} then if the answer is yes
 */
function askFirst(name, then) {
  byId("menu").close();
  const dialog = byId(name);
  dialog.returnValue = "no";
  dialog.onclose = () => dialog.returnValue === "yes" && then();
  dialog.showModal();
}

/** As in table.css: there is room for a panel beside the board. */
const wide = matchMedia("(min-width: 56rem), (min-width: 36rem) and (orientation: landscape)");

function openGuide() {
  const guide = byId("guide");
  if (guide.open) return guide.close();
  // Beside the board one can read and play at the same time; on a phone it covers all.
  if (wide.matches) guide.show();
  else guide.showModal();
  byId("guide-text").focus();
}

function openMenu() {
  byId("menu").showModal();
}

/** On a phone the tools are in a sheet that opens from below. */
function placeTools() {
  (wide.matches ? byId("tools-home") : byId("menu")).append(byId("tools"));
  if (wide.matches) byId("menu").close();
}
wide.addEventListener("change", placeTools);
placeTools();

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
}
// What is drawn in the guide is looked at, not touched.
for (const place of byId("guide-text").querySelectorAll("[data-id]")) {
  place.removeAttribute("role");
  place.removeAttribute("data-id");
  place.removeAttribute("aria-label");
}
for (const picture of byId("guide-text").querySelectorAll("svg"))
  picture.setAttribute("role", "img");

byId("continue").addEventListener("click", () => {
  const side = byId("side");
  side.replaceChildren(
    ...shown.seats.map((seat) => element("option", { value: seat.seat }, seat.colour)),
  );
  side.value = shown.yours[0] ?? 0;
  askFirst("continuing", continueFromHere);
});

/** Set a table that begins with the position that is looked at. */
async function continueFromHere() {
  const side = Number(byId("side").value);
  const level = Number(byId("level").value);
  try {
    const { text } = review.at === null ? shown : await review.past(review.at);
    /** @type {import("./seats.js").SeatWanted[]} */
    const seats = shown.seats.map(({ seat }) =>
      seat === side ? { kind: "here", name: lastName() } : { kind: "computer", level },
    );
    const { key, options } = shown.game;
    location.assign(
      await setTable({
        game: key,
        options,
        seats,
        clock: { kind: "none" },
        begins: "first",
        position: text,
      }),
    );
  } catch (error) {
    toast(/** @type {Error} */ (error).message || words.failed);
  }
}

// Hints.

async function askHint() {
  const { number } = newest;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll('[data-act="hint"]')
  );
  for (const button of buttons) button.setAttribute("aria-busy", "true");
  speak(words.hinting);
  try {
    const hint = await line.ask("/hint", {});
    if (number === newest.number && review.at === null) showHint(hint);
  } catch (error) {
    complain(error);
  } finally {
    for (const button of buttons) button.removeAttribute("aria-busy");
  }
}

/** @param {{ svg: string, told: string, expected: number, proven: string | null, line_told: string[] }} hint */
function showHint(hint) {
  const chosen = board.chosen;
  hinted = hint.svg;
  board.show(hint.svg);
  if (chosen.length === 0) board.offer(shown.touches);
  byId("hint").hidden = false;
  byId("hint-told").textContent = hint.told;
  const percent = Math.round(50 + 50 * hint.expected);
  byId("hint-expected").textContent = hint.proven
    ? words[`proven_${hint.proven}`]
    : fill(words.chances, { percent });
  byId("hint-steps").replaceChildren(...hint.line_told.map((told) => element("li", {}, told)));
  byId("hint-line").hidden = hint.line_told.length < 2;
  if (!wide.matches) toast(hint.told);
}

/** Returns whether there was one. */
function forgetHint() {
  if (hinted === null) return false;
  hinted = null;
  byId("hint").hidden = true;
  return true;
}

byId("hint-close").addEventListener("click", () => {
  if (forgetHint()) board.show(shown.svg);
});

// Copies.

/** @type {Record<string, () => Promise<string | void>>} each puts something into the clipboard */
const COPIES = {
  link: () => copyText(linkTo()),
  resume: () => copyText(linkTo(...secrets)),
  position: async () =>
    copyText(review.at === null ? shown.text : (await review.past(review.at)).text),
  record: async () => copyText(await line.ask("/record")),
  picture: copyPicture,
};

/** @param {Promise<string | void>} copying */
async function copied(copying) {
  try {
    toast((await copying) || words.copied);
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) complain(error);
    else toast(words.not_copied);
  }
}

/** As PNG into the clipboard, or into a file where that is not allowed. */
async function copyPicture() {
  const address = `/api/tables/${id}/picture.png?${new URLSearchParams(/** @type {any} */ (view()))}`;
  try {
    const picture = fetch(address).then((answer) => answer.blob());
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
  } catch {
    element("a", { href: address, download: `${shown.game.key}.png` }).click();
    return words.saved;
  }
}

// Typed steps.

/** @param {string} [text] */
function openTyping(text = "") {
  byId("typed").hidden = false;
  byId("typed-step").value = text;
  byId("typed-step").focus();
  suggest();
}

function closeTyping() {
  byId("typed").hidden = true;
  board.point([]);
  board.focus();
}

/** Show what a typed text could become. */
function suggest() {
  const text = byId("typed-step").value.trim().toLowerCase();
  const ways = shown.touches.filter((way) => way.step.toLowerCase().startsWith(text));
  const steps = [...new Set(ways.map((way) => way.step))];
  board.point(text ? ways : []);
  const chips = steps
    .slice(0, MOST_SUGGESTIONS)
    .map((step) =>
      element("button", { type: "button", class: "t-chip", onclick: () => playTyped(step) }, step),
    );
  if (steps.length > MOST_SUGGESTIONS) chips.push(element("span", {}, "…"));
  const told = steps.length
    ? words.possible
    : text
      ? fill(words.not_now, { step: text })
      : words.none_possible;
  byId("typed-help").replaceChildren(element("span", { class: "faint" }, told), ...chips);
}

/** @param {string} text */
function playTyped(text) {
  const typed = text.trim().toLowerCase();
  const way = shown.touches.find(({ step }) => step.toLowerCase() === typed);
  if (!way) {
    speak(fill(words.not_now, { step: text.trim() }));
    suggest();
    return;
  }
  if (review.at !== null) review.go(review.last);
  closeTyping();
  send(way.step, way.touch);
}

byId("typed-step").addEventListener("input", suggest);
byId("typed-close").addEventListener("click", closeTyping);
byId("typed").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  playTyped(byId("typed-step").value);
});
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
    openTyping(event.key);
    event.preventDefault();
  }
});

/** One thing less: what is typed, open, touched, hinted, looked at. */
function stepOut() {
  if (!byId("typed").hidden) return closeTyping();
  if (byId("guide").open && !byId("guide").matches(":modal")) return byId("guide").close();
  if (document.querySelector("dialog[open]")) return;
  if (board.reset()) return;
  if (forgetHint()) return board.show(shown.svg);
  if (review.at !== null) review.go(review.last);
}

// Settings.

for (const box of document.querySelectorAll("[data-setting]")) {
  const input = /** @type {HTMLInputElement} */ (box);
  const name = /** @type {keyof typeof settings} */ (input.dataset.setting);
  input.checked = settings[name];
  input.addEventListener("change", () => {
    settings[name] = input.checked;
    keep("spielwerk.view", Object.assign(chosen, { [name]: input.checked }));
    if (name === "sound") {
      switchSound(input.checked);
      sound("move");
    } else if (name === "motion") board.finish();
    else viewChanged();
  });
}
// Only pictures that have a height can be seen from above: compare once, when it matters.
byId("viewing").addEventListener(
  "toggle",
  async () => {
    const flat = await line
      .ask("", undefined, { ...view(), above: !settings.above })
      .catch(() => null);
    if (flat && flat.number === newest.number)
      byId("above-switch").hidden = flat.svg === newest.svg;
  },
  { once: true },
);
if (settings.sound)
  addEventListener("pointerdown", () => switchSound(settings.sound), { once: true });
onTheme(viewChanged);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = `${shown.game.name} · Spielwerk`;
});
addEventListener("hashchange", () => location.hash.includes("seat=") && location.reload());

showTools(shown);
showWayBack();
if (shown.rated && !recall(`spielwerk.tournament.${id}`, "")) takeSeat(id, secrets);
line.open();
