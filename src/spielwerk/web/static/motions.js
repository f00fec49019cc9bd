// @ts-check
/**
 * What moves in a picture: each motion becomes keyframes for the Web Animations API.
 * A picture is an SVG whose pieces are `<g data-piece="c4" transform="translate(x y) rotate(a)">`.
 */

/**
 * @typedef {object} Motion
 * @property {string} start the spot of the piece
 * @property {string | null} end where it goes; null: it leaves the game
 * @property {string} by move, roll, fall, turn or thrown
 * @property {number} turn quarters clockwise
 * @property {number} x0
 * @property {number} y0
 * @property {number} x1
 * @property {number} y1
 *
 * @typedef {object} Piece where a piece is just now
 * @property {SVGGraphicsElement} element
 * @property {number} x
 * @property {number} y
 * @property {number} angle in degrees
 * @property {number} scale
 */

const FRAMES = 16;
const GROUND = "board";
/** The piece that takes along all that lies on it. */

/** @type {Record<string, (t: number) => number>} */
const PACE = {
  move: (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2),
  roll: (t) => (t < 0.82 ? (t / 0.82) ** 2 : 1 - 0.05 * Math.sin((Math.PI * (t - 0.82)) / 0.18)),
  fall: (t) => t ** 1.8,
  turn: (t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2),
};

/**
 * The pieces of a picture by their spots.
 * @param {SVGSVGElement} svg
 * @returns {Map<string, Piece>}
 */
export function piecesOf(svg) {
  const pieces = new Map();
  for (const element of svg.querySelectorAll("[data-piece]")) {
    pieces.set(element.getAttribute("data-piece"), pieceOf(/** @type {any} */ (element)));
  }
  return pieces;
}

/**
 * @param {SVGGraphicsElement} element
 * @returns {Piece}
 */
export function pieceOf(element) {
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  const { a = 1, b = 0, e = 0, f = 0 } = matrix ?? {};
  return { element, x: e, y: f, angle: (Math.atan2(b, a) * 180) / Math.PI, scale: 1 };
}

/**
 * A place in the picture as CSS; lengths are units of the picture.
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} scale
 */
export function placed(x, y, angle, scale = 1) {
  return `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;
}

/**
 * Take the pieces of a picture through all stages. The picture is spent afterwards.
 * @param {SVGSVGElement} svg the picture before
 * @param {Motion[][]} stages
 * @param {SVGSVGElement} goal the picture after, which must be laid out
 * @param {Map<string, Piece>} pieces
 * @param {(stage: Motion[]) => void} onStage
 * @param {{ done: boolean, animations: Animation[] }} run set `done` to end it early
 */
export async function moveAll(svg, stages, goal, pieces, onStage, run) {
  for (const [number, stage] of stages.entries()) {
    if (run.done) return;
    const later = stages.slice(number + 1);
    const animations = stage.flatMap((motion) => {
      const piece = pieces.get(motion.start);
      if (!piece) return [];
      if (motion.start === GROUND && motion.turn) return turnGround(svg, motion, pieces);
      return movePiece(svg, motion, piece, goalScale(motion, piece, later, goal), goal);
    });
    if (!animations.length) continue;
    onStage(stage);
    run.animations = animations;
    await Promise.allSettled(animations.map((animation) => animation.finished));
    settle(stage, pieces);
  }
}

/**
 * The names of the pieces after a stage.
 * @param {Motion[]} stage
 * @param {Map<string, Piece>} pieces
 */
function settle(stage, pieces) {
  const arriving = stage.map(
    (motion) => /** @type {const} */ ([motion.end, pieces.get(motion.start)]),
  );
  for (const motion of stage) pieces.delete(motion.start);
  for (const [end, piece] of arriving) if (end !== null && piece) pieces.set(end, piece);
}

/**
 * By how much a piece has grown when it has arrived: those in a tray may be drawn smaller.
 * @param {Motion} motion
 * @param {Piece} piece
 * @param {Motion[][]} later
 * @param {SVGSVGElement} goal
 */
function goalScale(motion, piece, later, goal) {
  let end = motion.end;
  for (const stage of later) end = stage.find((next) => next.start === end)?.end ?? end;
  const twin = end === null ? null : find(goal, end);
  if (!twin) return piece.scale;
  const ratio = twin.getBBox().width / piece.element.getBBox().width;
  return ratio > 0.3 && ratio < 3 && Math.abs(ratio - 1) > 0.04 ? ratio : 1;
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} spot
 * @returns {SVGGraphicsElement | null}
 */
function find(svg, spot) {
  return svg.querySelector(`[data-piece="${CSS.escape(spot)}"]`);
}

/**
 * @param {SVGSVGElement} svg
 * @param {Motion} motion
 * @param {Piece} piece
 * @param {number} scale
 * @param {SVGSVGElement} goal
 * @returns {Animation[]}
 */
function movePiece(svg, motion, piece, scale, goal) {
  if (motion.by === "thrown") return throwPiece(motion, piece, goal);
  const from = { ...piece };
  const to = { ...piece, x: motion.x1, y: motion.y1, angle: piece.angle + 90 * motion.turn, scale };
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (motion.end !== null && far < 1 && !motion.turn) return [];
  if (motion.by !== "turn") raise(svg, piece.element);
  Object.assign(piece, to);
  if (motion.end === null) return [leave(from)];
  const pace = PACE[motion.by] ?? PACE.move;
  const lift = motion.by === "move" || motion.by === "fall" ? Math.min(34, far * 0.12) : 0;
  const frames = sample((t) => {
    const s = pace(t);
    const up = Math.sin(Math.PI * s);
    const size = (1 + (lift / 34) * 0.1 * up) * (from.scale + (to.scale - from.scale) * s);
    return placed(
      from.x + (to.x - from.x) * s,
      from.y + (to.y - from.y) * s - lift * up,
      from.angle + (to.angle - from.angle) * s,
      size,
    );
  });
  return [piece.element.animate(frames, { duration: duration(motion, far), fill: "forwards" })];
}

/**
 * Quick, and quicker for what is near.
 * @param {Motion} motion
 * @param {number} far
 */
function duration(motion, far) {
  if (motion.turn) return 220 + 80 * Math.abs(motion.turn);
  return Math.min(motion.by === "roll" ? 250 : 320, 140 + far * 0.35);
}

/** @param {Piece} piece */
function leave(piece) {
  const { element, x, y, angle } = piece;
  return element.animate(
    [
      { transform: placed(x, y, angle), opacity: 1 },
      { transform: placed(x, y - 46, angle, 1.12), opacity: 0 },
    ],
    { duration: 260, easing: "ease-in", fill: "forwards" },
  );
}

/**
 * The die hops and tumbles, and shows its new face half way.
 * @param {Motion} motion
 * @param {Piece} piece
 * @param {SVGSVGElement} goal
 */
function throwPiece(motion, piece, goal) {
  const { element, x, y, angle } = piece;
  const hop = (/** @type {number} */ t) => {
    const up =
      t < 0.7 ? Math.sin((Math.PI * t) / 0.7) : 0.22 * Math.sin((Math.PI * (t - 0.7)) / 0.3);
    return placed(x, y - 62 * up, angle + 720 * (1 - (1 - t) ** 2), 1 + 0.16 * up);
  };
  const animation = element.animate(sample(hop), { duration: 560, fill: "forwards" });
  const face = find(goal, motion.end ?? motion.start)?.cloneNode(true);
  const show = () => face && element.replaceChildren(...face.childNodes);
  const timer = setTimeout(show, 220);
  animation.finished.then(
    () => (clearTimeout(timer), show()),
    () => clearTimeout(timer),
  );
  return [animation];
}

/**
 * The board turns with all that lies on it; only the marbles keep their upper side up.
 * @param {SVGSVGElement} svg
 * @param {Motion} motion
 * @param {Map<string, Piece>} pieces
 */
function turnGround(svg, motion, pieces) {
  const { x0: cx, y0: cy } = motion;
  const full = 90 * motion.turn;
  const options = {
    duration: 260 + 80 * Math.abs(motion.turn),
    fill: /** @type {const} */ ("forwards"),
  };
  const about = (/** @type {number} */ turned, /** @type {number} */ x, /** @type {number} */ y) =>
    `translate(${cx}px, ${cy}px) rotate(${turned}deg) translate(${x - cx}px, ${y - cy}px) rotate(${-turned}deg)`;
  const size = pieces.get(motion.start)?.element.getBBox().width ?? 0;
  const animations = [];
  for (const [spot, piece] of pieces) {
    if (spot.includes(".")) continue;
    const { element, x, y, angle, scale } = piece;
    const ground = spot === motion.start;
    const frames = sample((t) => {
      const turned = full * PACE.turn(t);
      if (ground) return placed(x, y, angle + turned, scale);
      return `${about(turned, x, y)} rotate(${angle}deg) scale(${scale})`;
    });
    animations.push(element.animate(frames, options));
    if (ground) piece.angle += full;
    else [piece.x, piece.y] = turnedBy(full, cx, cy, x, y);
  }
  for (const label of svg.querySelectorAll(":scope > text")) {
    const x = Number(label.getAttribute("x"));
    const y = Number(label.getAttribute("y"));
    if (Math.max(Math.abs(x - cx), Math.abs(y - cy)) > size / 2) continue;
    const frames = sample((t) => `${about(full * PACE.turn(t), x, y)} translate(${-x}px, ${-y}px)`);
    animations.push(label.animate(frames, options));
  }
  for (const marks of svg.querySelectorAll(':scope > g[pointer-events="none"]')) {
    const frames = sample(
      (t) =>
        `translate(${cx}px, ${cy}px) rotate(${full * PACE.turn(t)}deg) translate(${-cx}px, ${-cy}px)`,
    );
    animations.push(marks.animate(frames, options));
  }
  return animations;
}

/**
 * A point turned about another.
 * @param {number} degrees
 * @param {number} cx
 * @param {number} cy
 * @param {number} x
 * @param {number} y
 */
function turnedBy(degrees, cx, cy, x, y) {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

/**
 * Keyframes along a way.
 * @param {(t: number) => string} at the transform at a time from 0 to 1
 */
function sample(at) {
  return Array.from({ length: FRAMES + 1 }, (_, i) => ({ transform: at(i / FRAMES) }));
}

/**
 * Over all others, under what is touched.
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} element
 */
export function raise(svg, element) {
  svg.insertBefore(element, svg.querySelector(":scope > g[pointer-events]:has([data-id])"));
}
