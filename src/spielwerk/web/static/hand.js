// @ts-check
/** Fingers and the mouse on a board: touches, and pieces that are dragged to their goal. */

import { pieceOf, placed, raise } from "./motions.js";

/**
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

export class Hand {
  /** @type {Press | null} */
  #press = null;
  /** @type {Drag | null} a piece that was dropped on its goal and waits for the answer */
  #dropped = null;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#cancel());
    root.addEventListener("touchstart", (event) => this.#keepStill(event), { passive: false });
    root.addEventListener("click", (event) => this.#click(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const id = this.board.idOf(event.target);
    /** @type {Press} */
    const press = { id, x: event.clientX, y: event.clientY, fresh: false, drag: null };
    this.#press = press;
    this.board.finish();
    if (id === null || this.board.held || !this.board.goesOn(id)) return;
    const goal = this.board.chosen.length > 0 && this.board.next().has(id);
    if (goal || this.board.chosen.includes(id)) return;
    this.board.choose([id]);
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
    for (const [id, element] of this.board.places) element.classList.toggle("over", id === over);
  }

  /**
   * Begin to drag, if a step begins here and goes on elsewhere.
   * @param {Press} press
   * @param {PointerEvent} event
   */
  #lift(press, event) {
    const { id } = press;
    const svg = this.board.svg;
    if (id === null || !svg || this.board.held || !this.board.goesOn(id)) return;
    const element = this.#pieceAt(id);
    const at = this.#inPicture(press.x, press.y);
    if (!element || !at) return;
    if (this.board.chosen.length !== 1 || this.board.chosen[0] !== id) this.board.choose([id]);
    const piece = pieceOf(element);
    press.drag = { piece, before: element.nextSibling, dx: piece.x - at.x, dy: piece.y - at.y };
    raise(svg, element);
    this.board.root.classList.add("dragging");
    this.board.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    this.#press = null;
    const under = this.board.idOf(document.elementFromPoint(event.clientX, event.clientY));
    if (press.drag) {
      this.#drop(press, press.drag, this.#goalAt(event.clientX, event.clientY), under);
    } else if (under === press.id && !press.fresh) {
      this.board.touch(press.id);
    }
  }

  /**
   * @param {Press} press
   * @param {Drag} drag
   * @param {string | null} goal
   * @param {string | null} under
   */
  #drop(press, drag, goal, under) {
    this.board.root.classList.remove("dragging");
    for (const element of this.board.places.values()) element.classList.remove("over");
    if (goal !== null) {
      this.#dropped = drag;
      this.board.touch(goal);
      if (!this.board.held) this.#putBack(drag);
      return;
    }
    this.#putBack(drag);
    if (under !== press.id) this.board.touch(null);
  }

  #cancel() {
    const drag = this.#press?.drag;
    this.#press = null;
    this.board.root.classList.remove("dragging");
    if (drag) this.#putBack(drag);
  }

  /** Let a piece that waits on its goal go back: the step was not possible. */
  putBack() {
    if (this.#dropped) this.#putBack(this.#dropped);
  }

  /** The picture of the piece that waits is gone. */
  letGo() {
    this.#dropped = null;
  }

  /** @param {Drag} drag */
  #putBack(drag) {
    this.#dropped = null;
    const { element, x, y, angle } = drag.piece;
    const home = pieceOf(element);
    element.style.transform = "";
    const svg = element.ownerSVGElement;
    const stay = () => svg?.insertBefore(element, drag.before);
    if (this.board.on.animated?.() ?? true) {
      const frames = { transform: [placed(x, y, angle), placed(home.x, home.y, angle)] };
      element.animate(frames, { duration: 160, easing: "ease-out" }).finished.then(stay, stay);
    } else stay();
  }

  /**
   * A piece that was dropped goes on from where it is.
   * @param {Map<string, import("./motions.js").Piece>} pieces
   */
  takeDropped(pieces) {
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
    const next = this.board.next();
    const under = this.board.idOf(document.elementFromPoint(x, y));
    if (under !== null && next.has(under)) return under;
    if (under !== null && under === this.#press?.id) return null;
    let best = null;
    let least = NEAR;
    for (const id of next) {
      const box = this.board.places.get(id)?.getBoundingClientRect();
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
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const found = this.board.root.querySelectorAll("svg:not(.coming) [data-piece]");
    const pieces = [...found];
    const named = pieces.filter(
      (piece) => piece.dataset.piece === id || piece.dataset.piece?.startsWith(`${id}.`),
    );
    if (named.length) return highest(named);
    const box = this.board.places.get(id)?.getBoundingClientRect();
    if (!box) return null;
    const inside = pieces.filter((piece) => {
      const own = piece.getBoundingClientRect();
      const x = (own.left + own.right) / 2;
      const y = (own.top + own.bottom) / 2;
      const within = x > box.left && x < box.right && y > box.top && y < box.bottom;
      return within && own.width < box.width * 1.5;
    });
    return inside.length ? highest(inside) : null;
  }

  /**
   * A point of the window in units of the picture.
   * @param {number} x
   * @param {number} y
   */
  #inPicture(x, y) {
    const matrix = this.board.svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : null;
  }

  /**
   * A click without a pointer comes from a screen reader or a program.
   * @param {MouseEvent} event
   */
  #click(event) {
    if (event.detail === 0) this.board.touch(this.board.idOf(event.target));
  }

  /**
   * A finger on something that can be dragged does not scroll the page.
   * @param {TouchEvent} event
   */
  #keepStill(event) {
    const id = this.board.idOf(event.target);
    if (id !== null && event.touches.length === 1 && !this.board.held && this.board.goesOn(id))
      event.preventDefault();
  }
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
