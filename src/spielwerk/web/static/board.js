// @ts-check
/**
 * The board: a picture with things to touch. It knows no game: it lights up what can be touched
 * next, collects touches until they make a step, and takes the pieces through their motions.
 */

import { Hand } from "./hand.js";
import { Keyboard } from "./keyboard.js";
import { moveAll, piecesOf } from "./motions.js";

/**
 * @typedef {object} Way one way to touch a step
 * @property {string[]} touch the ids, one after the other
 * @property {string} step
 *
 * @typedef {import("./motions.js").Motion} Motion
 */

const MANY = 16;
/** With more than so many possible touches each is lit faintly. */

export class Board {
  /** @type {Map<string, SVGGraphicsElement>} what can be touched in the picture, by its id */
  places = new Map();
  /** Whether touches are sent, and nothing can be touched until they are answered. */
  held = false;
  /** @type {Way[]} */
  #ways = [];
  /** @type {string[]} */
  #chosen = [];
  /** @type {{ done: boolean, animations: Animation[] } | null} */
  #run = null;

  /**
   * @param {HTMLElement} root in which the picture is
   * @param {object} on
   * @param {(step: string, touch: string[]) => void} on.step a step was touched to the end
   * @param {(motions: Motion[]) => void} [on.stage] pieces begin to move
   * @param {() => boolean} [on.animated] whether they shall be seen moving
   */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.hand = new Hand(this);
    this.keyboard = new Keyboard(this);
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
    if (this.svg) this.#adopt();
  }

  /** @returns {SVGSVGElement | null} the picture that is seen */
  get svg() {
    return this.root.querySelector(":scope > svg");
  }

  /** What has been touched so far. */
  get chosen() {
    return [...this.#chosen];
  }

  /**
   * The id of what was touched.
   * @param {EventTarget | null} target
   */
  idOf(target) {
    const place = target instanceof Element ? target.closest("[data-id]") : null;
    return place?.getAttribute("data-id") ?? null;
  }

  // Showing.

  /**
   * Put a picture in, at once.
   * @param {string} svg
   */
  show(svg) {
    this.finish();
    this.#put(parse(svg));
  }

  /**
   * Let the pieces move, then put the picture in.
   * @param {Motion[][]} motions
   * @param {string} svg
   */
  async play(motions, svg) {
    this.finish();
    const before = this.svg;
    const after = parse(svg);
    const animated = this.on.animated?.() ?? true;
    if (!before || !motions.length || !animated || document.hidden) {
      this.#put(after);
      return;
    }
    const run = { done: false, animations: [] };
    this.#run = run;
    this.root.classList.add("moving");
    after.classList.add("coming");
    this.root.append(after);
    const pieces = piecesOf(before);
    this.hand.takeDropped(pieces);
    try {
      await moveAll(before, motions, after, pieces, (stage) => this.on.stage?.(stage), run);
    } finally {
      if (this.#run === run) this.#put(after);
      else after.remove();
    }
  }

  /** End all motions now. */
  finish() {
    const run = this.#run;
    if (!run || run.done) return;
    run.done = true;
    for (const animation of run.animations) animation.finish();
    const coming = this.root.querySelector(":scope > svg.coming");
    if (coming) this.#put(/** @type {SVGSVGElement} */ (coming));
  }

  /** @param {SVGSVGElement} svg */
  #put(svg) {
    this.#run = null;
    this.hand.letGo();
    const focused = this.root.contains(document.activeElement);
    svg.classList.remove("coming");
    this.root.classList.remove("moving");
    this.root.replaceChildren(svg);
    this.#adopt();
    if (focused) this.keyboard.focusAgain();
  }

  /** Take over the picture that is in place. */
  #adopt() {
    this.places = new Map();
    for (const element of this.root.querySelectorAll("[data-id]")) {
      this.places.set(element.getAttribute("data-id") ?? "", /** @type {any} */ (element));
    }
    this.#light();
  }

  // What can be touched.

  /**
   * What can be touched from now on.
   * @param {Way[]} ways
   */
  offer(ways) {
    this.#ways = ways;
    this.held = false;
    this.choose([]);
  }

  /**
   * Show touches as sent; nothing can be touched until the next offer.
   * @param {string[]} touch
   */
  hold(touch) {
    this.#chosen = touch;
    this.held = true;
    this.#light();
  }

  /** Take all touches back. Returns whether there were any. */
  reset() {
    const some = this.#chosen.length > 0 && !this.held;
    if (some) this.choose([]);
    return some;
  }

  /**
   * Point out the ways that a typed text could mean; none: as before.
   * @param {Way[]} ways
   */
  point(ways) {
    const ids = new Set(ways.flatMap((way) => way.touch));
    for (const [id, element] of this.places) element.classList.toggle("meant", ids.has(id));
  }

  /**
   * Touch something: the next of a step, another first one, or nothing, which takes all back.
   * @param {string | null} id
   */
  touch(id) {
    if (this.held) return;
    if (id !== null && this.next().has(id)) {
      const chosen = [...this.#chosen, id];
      const done = this.#ways.find(
        (way) => way.touch.length === chosen.length && begins(way, chosen),
      );
      if (done) {
        this.hold(chosen);
        this.on.step(done.step, chosen);
      } else this.choose(chosen);
    } else if (id !== null && id !== this.#chosen.at(-1) && this.#firsts().has(id)) {
      this.choose([id]);
    } else if (this.#chosen.length) {
      this.choose([]);
    }
  }

  /** @param {string[]} chosen */
  choose(chosen) {
    this.#chosen = chosen;
    this.#light();
  }

  /** The ids that can be touched next. */
  next() {
    if (this.held) return new Set();
    const chosen = this.#chosen;
    const ways = this.#ways.filter((way) => begins(way, chosen));
    return new Set(ways.map((way) => way.touch[chosen.length]));
  }

  /** The ids with which a step begins. */
  #firsts() {
    return new Set(this.#ways.map((way) => way.touch[0]));
  }

  /** Whether a step that begins here goes on elsewhere. */
  goesOn(/** @type {string} */ id) {
    return this.#ways.some((way) => way.touch[0] === id && way.touch.length > 1);
  }

  #light() {
    const next = this.next();
    const goals = this.#chosen.length > 0;
    this.root.classList.toggle("held", this.held);
    this.root.classList.toggle("choosing", goals && !this.held);
    this.root.classList.toggle("many", !goals && next.size > MANY);
    for (const [id, element] of this.places) {
      const chosen = this.#chosen.includes(id);
      element.classList.toggle("can", next.has(id));
      element.classList.toggle("goal", goals && next.has(id));
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("holds", !this.held && this.goesOn(id));
      element.classList.remove("meant");
      element.setAttribute("aria-disabled", String(!next.has(id) && !chosen));
      element.setAttribute("aria-pressed", String(chosen));
    }
    this.keyboard.rove(next);
  }

  /** Let a piece that waits on its goal go back: the step was not possible. */
  putBack() {
    this.hand.putBack();
  }

  /** Give the board the focus. */
  focus() {
    this.keyboard.focus();
  }
}

/**
 * @param {Way} way
 * @param {string[]} chosen
 */
function begins(way, chosen) {
  return chosen.every((id, i) => way.touch[i] === id);
}

/**
 * @param {string} text
 * @returns {SVGSVGElement}
 */
function parse(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return /** @type {any} */ (template.content.firstElementChild);
}
