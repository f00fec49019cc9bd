// @ts-check
/**
 * The board: a picture with things to touch. It knows no game: it lights up what can be touched
 * next, collects touches until they make a step, and takes the pieces through their motions.
 */

import { moveAll, pieceOf, piecesOf, placed, raise } from "./motions.js";

/**
 * @typedef {object} Way one way to touch a step
 * @property {string[]} touch the ids, one after the other
 * @property {string} step
 *
 * @typedef {import("./motions.js").Motion} Motion
 *
 * @typedef {object} Press a finger or the mouse, held down
 * @property {string | null} id
 * @property {number} x
 * @property {number} y
 * @property {boolean} fresh whether it was chosen just now, by this press
 * @property {Drag | null} drag
 *
 * @typedef {object} Drag
 * @property {import("./motions.js").Piece} piece
 * @property {Node | null} before where it was among the others
 * @property {number} dx from the pointer to the piece, in units of the picture
 * @property {number} dy
 */

const DRAG_FROM = 7;
/** Pixels: less is a touch with an unsteady hand. */
const NEAR = 34;
/** Pixels: a piece dropped so near to a goal was meant for it. */
const MANY = 16;
/** With more than so many possible touches each is lit faintly. */
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** @type {Way[]} */
  #ways = [];
  /** @type {string[]} */
  #chosen = [];
  /** @type {Map<string, SVGGraphicsElement>} */
  #places = new Map();
  /** @type {string | null} the place that has the focus, or would get it */
  #here = null;
  /** @type {Press | null} */
  #press = null;
  /** @type {Drag | null} a piece that was dropped on its goal and waits for the answer */
  #dropped = null;
  /** @type {{ done: boolean, animations: Animation[] } | null} */
  #run = null;
  #held = false;

  /**
   * @param {HTMLElement} root in which the picture is
   * @param {object} on
   * @param {(step: string, touch: string[]) => void} on.step a step was touched to the end
   * @param {(chosen: string[]) => void} [on.chosen] some touches were made, or taken back
   * @param {(motions: Motion[]) => void} [on.stage] pieces begin to move
   * @param {() => boolean} [on.animated] whether they shall be seen moving
   */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#cancel());
    root.addEventListener("touchstart", (event) => this.#keepStill(event), { passive: false });
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#focused(event));
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
    this.#takeDropped(pieces);
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
    this.#dropped = null;
    const focused = this.root.contains(document.activeElement);
    svg.classList.remove("coming");
    this.root.classList.remove("moving");
    this.root.replaceChildren(svg);
    this.#adopt();
    if (focused && this.#here) this.#places.get(this.#here)?.focus({ preventScroll: true });
  }

  /** Take over the picture that is in place. */
  #adopt() {
    this.#places = new Map();
    for (const element of this.root.querySelectorAll("[data-id]")) {
      this.#places.set(element.getAttribute("data-id") ?? "", /** @type {any} */ (element));
      element.setAttribute("tabindex", "-1");
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
    this.#held = false;
    this.#choose([]);
  }

  /**
   * Show touches as sent; nothing can be touched until the next offer.
   * @param {string[]} touch
   */
  hold(touch) {
    this.#chosen = touch;
    this.#held = true;
    this.#light();
  }

  /** Take all touches back. Returns whether there were any. */
  reset() {
    const some = this.#chosen.length > 0 && !this.#held;
    if (some) this.#choose([]);
    return some;
  }

  /**
   * Point out the ways that a typed text could mean; none: as before.
   * @param {Way[]} ways
   */
  point(ways) {
    const ids = new Set(ways.flatMap((way) => way.touch));
    for (const [id, element] of this.#places) element.classList.toggle("meant", ids.has(id));
  }

  /**
   * Touch something: the next of a step, another first one, or nothing, which takes all back.
   * @param {string | null} id
   */
  touch(id) {
    if (this.#held) return;
    if (id !== null && this.#next().has(id)) {
      const chosen = [...this.#chosen, id];
      const done = this.#ways.find(
        (way) => way.touch.length === chosen.length && begins(way, chosen),
      );
      if (done) {
        this.hold(chosen);
        this.on.step(done.step, chosen);
      } else this.#choose(chosen);
    } else if (id !== null && id !== this.#chosen.at(-1) && this.#firsts().has(id)) {
      this.#choose([id]);
    } else if (this.#chosen.length) {
      this.#choose([]);
    }
  }

  /** @param {string[]} chosen */
  #choose(chosen) {
    this.#chosen = chosen;
    this.#light();
    this.on.chosen?.(chosen);
  }

  /** The ids that can be touched next. */
  #next() {
    if (this.#held) return new Set();
    const chosen = this.#chosen;
    const ways = this.#ways.filter((way) => begins(way, chosen));
    return new Set(ways.map((way) => way.touch[chosen.length]));
  }

  /** The ids with which a step begins. */
  #firsts() {
    return new Set(this.#ways.map((way) => way.touch[0]));
  }

  /** Whether a step that begins here goes on elsewhere. */
  #goesOn(/** @type {string} */ id) {
    return this.#ways.some((way) => way.touch[0] === id && way.touch.length > 1);
  }

  #light() {
    const next = this.#next();
    const goals = this.#chosen.length > 0;
    this.root.classList.toggle("held", this.#held);
    this.root.classList.toggle("choosing", goals && !this.#held);
    this.root.classList.toggle("many", !goals && next.size > MANY);
    for (const [id, element] of this.#places) {
      const chosen = this.#chosen.includes(id);
      element.classList.toggle("can", next.has(id));
      element.classList.toggle("goal", goals && next.has(id));
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("holds", !this.#held && this.#goesOn(id));
      element.classList.remove("meant");
      element.setAttribute("aria-disabled", String(!next.has(id) && !chosen));
      element.setAttribute("aria-pressed", String(chosen));
    }
    this.#rove(next);
  }

  /**
   * One place can be reached with Tab: the last one, or the first that can be touched.
   * @param {Set<string>} next
   */
  #rove(next) {
    if (this.#here === null || !this.#places.has(this.#here)) {
      this.#here =
        [...this.#places.keys()].find((id) => next.has(id)) ??
        this.#places.keys().next().value ??
        null;
    }
    for (const [id, element] of this.#places) {
      element.setAttribute("tabindex", id === this.#here ? "0" : "-1");
    }
  }

  // Fingers and the mouse.

  /** @param {PointerEvent} event */
  async #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const id = idOf(event.target);
    /** @type {Press} */
    const press = { id, x: event.clientX, y: event.clientY, fresh: false, drag: null };
    this.#press = press;
    if (this.#run) this.finish();
    if (id === null || this.#held || !this.#goesOn(id)) return;
    const goal = this.#chosen.length > 0 && this.#next().has(id);
    if (goal || this.#chosen.includes(id)) return;
    this.#choose([id]);
    press.fresh = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    if (!press.drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_FROM) {
      this.#lift(press, event);
    }
    if (!press.drag) return;
    const at = this.#inPicture(event.clientX, event.clientY);
    if (!at) return;
    const { piece, dx, dy } = press.drag;
    piece.x = at.x + dx;
    piece.y = at.y + dy;
    piece.element.style.transform = placed(piece.x, piece.y, piece.angle, 1.08);
    const over = this.#goalAt(event.clientX, event.clientY);
    for (const [id, element] of this.#places) element.classList.toggle("over", id === over);
  }

  /**
   * Begin to drag, if a step begins here and goes on elsewhere.
   * @param {Press} press
   * @param {PointerEvent} event
   */
  #lift(press, event) {
    const { id } = press;
    const svg = this.svg;
    if (id === null || !svg || this.#held || !this.#goesOn(id)) return;
    const element = this.#pieceAt(id);
    const at = this.#inPicture(press.x, press.y);
    if (!element || !at) return;
    if (this.#chosen.length !== 1 || this.#chosen[0] !== id) this.#choose([id]);
    const piece = pieceOf(element);
    press.drag = { piece, before: element.nextSibling, dx: piece.x - at.x, dy: piece.y - at.y };
    raise(svg, element);
    this.root.classList.add("dragging");
    this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    this.#press = null;
    const under = idOf(document.elementFromPoint(event.clientX, event.clientY));
    if (press.drag) {
      this.#drop(press, press.drag, this.#goalAt(event.clientX, event.clientY), under);
    } else if (under === press.id && !press.fresh) {
      this.touch(press.id);
    }
  }

  /**
   * @param {Press} press
   * @param {Drag} drag
   * @param {string | null} goal
   * @param {string | null} under
   */
  #drop(press, drag, goal, under) {
    this.root.classList.remove("dragging");
    for (const element of this.#places.values()) element.classList.remove("over");
    if (goal !== null) {
      this.#dropped = drag;
      this.touch(goal);
      if (!this.#held) this.#putBack(drag);
      return;
    }
    this.#putBack(drag);
    if (under !== press.id) this.touch(null);
  }

  #cancel() {
    const drag = this.#press?.drag;
    this.#press = null;
    this.root.classList.remove("dragging");
    if (drag) this.#putBack(drag);
  }

  /** Let a piece that waits on its goal go back: the step was not possible. */
  putBack() {
    if (this.#dropped) this.#putBack(this.#dropped);
  }

  /** @param {Drag} drag */
  #putBack(drag) {
    this.#dropped = null;
    const { element, x, y, angle } = drag.piece;
    const home = pieceOf(element);
    element.style.transform = "";
    const svg = element.ownerSVGElement;
    const stay = () => svg?.insertBefore(element, drag.before);
    if (this.on.animated?.() ?? true) {
      const frames = [placed(x, y, angle), placed(home.x, home.y, angle)].map((transform) => ({
        transform,
      }));
      element.animate(frames, { duration: 160, easing: "ease-out" }).finished.then(stay, stay);
    } else stay();
  }

  /**
   * A piece that was dropped goes on from where it is.
   * @param {Map<string, import("./motions.js").Piece>} pieces
   */
  #takeDropped(pieces) {
    const dropped = this.#dropped?.piece;
    if (!dropped) return;
    const piece = pieces.get(dropped.element.getAttribute("data-piece") ?? "");
    if (piece) Object.assign(piece, { x: dropped.x, y: dropped.y });
    dropped.element.style.transform = "";
  }

  /**
   * The goal at a point of the window, or the nearest one beside it.
   * @param {number} x
   * @param {number} y
   */
  #goalAt(x, y) {
    const next = this.#next();
    const under = idOf(document.elementFromPoint(x, y));
    if (under !== null && next.has(under)) return under;
    if (under !== null && under === this.#press?.id) return null;
    let best = null;
    let least = NEAR;
    for (const id of next) {
      const box = this.#places.get(id)?.getBoundingClientRect();
      if (!box) continue;
      const far = Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /**
   * The piece that lies on a place, the upmost of a tower.
   * @param {string} id
   * @returns {SVGGraphicsElement | null}
   */
  #pieceAt(id) {
    /** @type {SVGGraphicsElement[]} */
    const pieces = [...this.root.querySelectorAll("svg:not(.coming) [data-piece]")].map(
      (e) => /** @type {any} */ (e),
    );
    const named = pieces.filter(
      (piece) => piece.dataset.piece === id || piece.dataset.piece?.startsWith(`${id}.`),
    );
    if (named.length) return highest(named);
    const box = this.#places.get(id)?.getBoundingClientRect();
    if (!box) return null;
    const inside = pieces.filter((piece) => {
      const own = piece.getBoundingClientRect();
      const x = (own.left + own.right) / 2;
      const y = (own.top + own.bottom) / 2;
      return (
        own.width < box.width * 1.5 &&
        x > box.left &&
        x < box.right &&
        y > box.top &&
        y < box.bottom
      );
    });
    return inside.length ? highest(inside) : null;
  }

  /**
   * A point of the window in units of the picture.
   * @param {number} x
   * @param {number} y
   */
  #inPicture(x, y) {
    const matrix = this.svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : null;
  }

  /**
   * A click without a pointer comes from a screen reader or a program.
   * @param {MouseEvent} event
   */
  #click(event) {
    if (event.detail === 0) this.touch(idOf(event.target));
  }

  /**
   * A finger on something that can be dragged does not scroll the page.
   * @param {TouchEvent} event
   */
  #keepStill(event) {
    const id = idOf(event.target);
    if (id !== null && event.touches.length === 1 && !this.#held && this.#goesOn(id))
      event.preventDefault();
  }

  // The keyboard.

  /** @param {FocusEvent} event */
  #focused(event) {
    const id = idOf(event.target);
    if (id === null) return;
    this.#here = id;
    this.#rove(this.#next());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = idOf(event.target);
    if (id === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (this.#run) this.finish();
      this.touch(id);
    } else if (event.key in ARROWS) {
      this.#walk(id, ARROWS[event.key], event.shiftKey);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      this.#cycle(id, event.key === "PageDown" ? 1 : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Go to the nearest place in a direction: one that can be touched, if there is one, or any.
   * @param {string} id
   * @param {[number, number]} direction
   * @param {boolean} any
   */
  #walk(id, direction, any) {
    const next = this.#next();
    const others = [...this.#places.keys()].filter((other) => other !== id);
    const useful = others.filter((other) => next.has(other) || this.#chosen.includes(other));
    const goal =
      (any ? null : this.#nearest(id, direction, useful)) ?? this.#nearest(id, direction, others);
    if (goal !== null) this.#places.get(goal)?.focus();
  }

  /**
   * @param {string} id
   * @param {[number, number]} direction
   * @param {string[]} others
   */
  #nearest(id, [right, down], others) {
    const from = this.#centre(id);
    let best = null;
    let least = Infinity;
    for (const other of others) {
      const to = this.#centre(other);
      const along = (to.x - from.x) * right + (to.y - from.y) * down;
      const across = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      const far = along + 2.2 * across;
      if (along > 2 && far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** @param {string} id */
  #centre(id) {
    const box = /** @type {SVGGraphicsElement} */ (this.#places.get(id)).getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Go through all that can be touched, in the order in which it is read.
   * @param {string} id
   * @param {number} by
   */
  #cycle(id, by) {
    const next = this.#next();
    const ids = [...this.#places.keys()];
    const round = ids.map(
      (_, i) => ids[(ids.indexOf(id) + by * (i + 1) + ids.length * 2) % ids.length],
    );
    const goal = round.find((other) => next.has(other));
    if (goal !== undefined) this.#places.get(goal)?.focus();
  }

  /** Give the board the focus. */
  focus() {
    const [first] = this.#next();
    const id =
      this.#here !== null && this.#next().has(this.#here) ? this.#here : (first ?? this.#here);
    if (id !== null && id !== undefined) this.#places.get(id)?.focus({ preventScroll: true });
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
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function idOf(target) {
  const place = target instanceof Element ? target.closest("[data-id]") : null;
  return place?.getAttribute("data-id") ?? null;
}

/**
 * Of some pieces the one with the highest number: on top of a tower, or next to be taken.
 * @param {SVGGraphicsElement[]} pieces
 */
function highest(pieces) {
  const number = (/** @type {SVGGraphicsElement} */ piece) =>
    Number(piece.dataset.piece?.split(".")[1] ?? 0) || 0;
  return pieces.reduce((best, piece) => (number(piece) >= number(best) ? piece : best));
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
