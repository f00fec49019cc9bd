// @ts-check
/** Setting up a tournament. */

import { reasonOf } from "./ask.js";
import { byId, keep } from "./base.js";
import { askClub } from "./member.js";

const form = /** @type {HTMLFormElement} */ (byId("tournament"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));

/** What belongs to another choice is hidden, not checked and not sent. */
function show() {
  const chosen = new FormData(form);
  for (const name of ["kind", "clock"]) {
    for (const part of form.querySelectorAll(`[data-${name}]`)) {
      const shown = /** @type {HTMLElement} */ (part).dataset[name] === chosen.get(name);
      /** @type {HTMLElement} */ (part).hidden = !shown;
      for (const input of part.querySelectorAll("input")) input.disabled = !shown;
    }
  }
}

function plan() {
  const given = Object.fromEntries(new FormData(form));
  const { name, game, kind, rounds, clock, minutes, increment } = given;
  return {
    name,
    game,
    kind,
    rounds: Number(rounds ?? 0),
    clock: clock === "none" ? { kind: clock } : { kind: clock, minutes: Number(minutes), increment: Number(increment) },
  };
}

form.addEventListener("input", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("refusal").textContent = "";
  button.disabled = true;
  try {
    const { id, organiser } = await askClub("tournaments", plan());
    keep(`spielwerk.club.${id}`, { organiser, entries: {}, mine: [] });
    location.href = `/club/${id}`;
  } catch (refusal) {
    byId("refusal").textContent = reasonOf(refusal);
    button.disabled = false;
  }
});
addEventListener("pageshow", () => (button.disabled = false));
show();
