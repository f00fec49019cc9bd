// @ts-check
/** The keyboard on a board: one place has the focus, and arrows lead to others. */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  /** @type {string | null} the place that has the focus, or would get it */
  #here = null;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    board.root.addEventListener("keydown", (event) => this.#key(event));
    board.root.addEventListener("focusin", (event) => this.#focused(event));
  }

  /**
   * One place can be reached with Tab: the last one, or the first that can be touched.
   * @param {Set<string>} next
   */
  rove(next) {
    if (this.#here === null || !this.board.places.has(this.#here)) {
      this.#here =
        [...this.board.places.keys()].find((id) => next.has(id)) ??
        this.board.places.keys().next().value ??
        null;
    }
    for (const [id, element] of this.board.places) {
      element.setAttribute("tabindex", id === this.#here ? "0" : "-1");
    }
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const id = this.board.idOf(event.target);
    if (id === null) return;
    this.#here = id;
    this.rove(this.board.next());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = this.board.idOf(event.target);
    if (id === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.board.finish();
      this.board.touch(id);
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
    const next = this.board.next();
    const others = [...this.board.places.keys()].filter((other) => other !== id);
    const useful = others.filter((other) => next.has(other) || this.board.chosen.includes(other));
    const goal =
      (any ? null : this.#nearest(id, direction, useful)) ?? this.#nearest(id, direction, others);
    if (goal !== null) this.board.places.get(goal)?.focus();
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
    const box = /** @type {SVGGraphicsElement} */ (this.board.places.get(id)).getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Go through all that can be touched, in the order in which it is read.
   * @param {string} id
   * @param {number} by
   */
  #cycle(id, by) {
    const next = this.board.next();
    const ids = [...this.board.places.keys()];
    const round = ids.map(
      (_, i) => ids[(ids.indexOf(id) + by * (i + 1) + ids.length * 2) % ids.length],
    );
    const goal = round.find((other) => next.has(other));
    if (goal !== undefined) this.board.places.get(goal)?.focus();
  }

  /** Give the board the focus. */
  focus() {
    const [first] = this.board.next();
    const id =
      this.#here !== null && this.board.next().has(this.#here) ? this.#here : (first ?? this.#here);
    if (id !== null && id !== undefined) this.board.places.get(id)?.focus({ preventScroll: true });
  }

  /** The picture is another one: the same place has the focus. */
  focusAgain() {
    if (this.#here) this.board.places.get(this.#here)?.focus({ preventScroll: true });
  }
}
