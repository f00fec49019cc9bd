// @ts-check
/** Soft sounds, made here: wood on wood, a rolling marble, a die, a chord at the end. */

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;
let on = false;

/**
 * Browsers allow sounds only after a touch: switch on in answer to one.
 * @param {boolean} wanted
 */
export function switchSound(wanted) {
  on = wanted;
  if (!on) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

/**
 * @param {"move" | "roll" | "fall" | "turn" | "thrown" | "end" | "word"} kind
 */
export function sound(kind) {
  if (!on || !audio || document.hidden) return;
  (SOUNDS[kind] ?? SOUNDS.move)(audio.currentTime + 0.01);
}

/** @type {Record<string, (at: number) => void>} */
const SOUNDS = {
  move: (at) => knock(at + 0.14, 420, 0.16),
  fall: (at) => [0.16, 0.23, 0.31].forEach((after, i) => knock(at + after, 360 - 50 * i, 0.12)),
  roll: (at) => (rush(at, 0.26, 900, 0.05), knock(at + 0.26, 620, 0.1)),
  turn: (at) => rush(at, 0.4, 320, 0.09),
  thrown: (at) =>
    [0, 0.1, 0.22, 0.42, 0.52].forEach((after, i) => knock(at + after, 700 - 60 * i, 0.1)),
  end: (at) => [392, 494, 587, 784].forEach((pitch, i) => tone(at + 0.09 * i, pitch, 0.9, 0.05)),
  word: (at) => [660, 880].forEach((pitch, i) => tone(at + 0.08 * i, pitch, 0.25, 0.04)),
};

/** @param {number} at @param {number} pitch @param {number} volume */
function knock(at, pitch, volume) {
  tone(at, pitch, 0.09, volume, "triangle");
  tone(at, pitch * 2.4, 0.04, volume * 0.4);
}

/** @param {number} at @param {number} pitch @param {number} length @param {number} volume @param {OscillatorType} shape */
function tone(at, pitch, length, volume, shape = "sine") {
  const context = /** @type {AudioContext} */ (audio);
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  source.connect(swell(at, length, volume));
  source.start(at);
  source.stop(at + length + 0.05);
}

/** A rush of air or of glass on wood. @param {number} at @param {number} length @param {number} pitch @param {number} volume */
function rush(at, length, pitch, volume) {
  const context = /** @type {AudioContext} */ (audio);
  noise ??= makeNoise(context);
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(swell(at, length, volume));
  source.start(at);
  source.stop(at + length + 0.05);
}

/** @param {number} at @param {number} length @param {number} volume */
function swell(at, length, volume) {
  const context = /** @type {AudioContext} */ (audio);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(context.destination);
  return gain;
}

/** @param {AudioContext} context */
function makeNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
