// @ts-check
/** One click starts a game against the computer: every button with `data-play`, the key of a game. */

import { reasonOf } from "./ask.js";
import { setTable } from "./seats.js";

const USUAL_LEVEL = 3;
/** @type {HTMLButtonElement[]} */
const buttons = [...document.querySelectorAll("[data-play]")].map((button) => /** @type {any} */ (button));

/**
 * Start a game; what stands against it is said beside the button.
 * @param {HTMLButtonElement} button
 */
async function play(button) {
  const error = /** @type {HTMLElement} */ (button.closest("[data-errors]")?.querySelector(".error"));
  error.textContent = "";
  wait(true, button);
  try {
    location.href = await setTable({
      game: button.dataset.play ?? "",
      options: {},
      seats: [{ kind: "here" }, { kind: "computer", level: Number(button.dataset.level ?? USUAL_LEVEL) }],
      clock: { kind: "none" },
      begins: "first",
      position: null,
    });
  } catch (refusal) {
    error.textContent = reasonOf(refusal);
    wait(false);
  }
}

/**
 * @param {boolean} waiting
 * @param {HTMLButtonElement} [pressed]
 */
function wait(waiting, pressed) {
  for (const button of buttons) {
    button.disabled = waiting;
    button.setAttribute("aria-busy", String(waiting && button === pressed));
  }
}

for (const button of buttons) button.addEventListener("click", () => play(button));
// Back from the table, the page is as it was left: waiting.
addEventListener("pageshow", (event) => event.persisted && wait(false));
