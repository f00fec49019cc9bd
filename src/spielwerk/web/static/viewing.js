// @ts-check
/** How a table is seen and heard: what was chosen in this browser, or else as the system wants it. */

import { keep, motionAllowed, recall, theme } from "./base.js";
import { sound, switchSound } from "./sound.js";

const CHOSEN = "spielwerk.view";
const chosen = recall(CHOSEN, {});

export const settings = {
  coordinates: true,
  above: false,
  sound: false,
  motion: motionAllowed(),
  ...chosen,
};

/** @returns {import("./live.js").View} */
export function view() {
  const { above, coordinates } = settings;
  return { language: document.documentElement.lang, theme: theme(), above, coordinates };
}

/**
 * Let the switches of the page switch.
 * @param {object} on
 * @param {() => void} on.motion
 * @param {() => void} on.view pictures are wanted otherwise
 */
export function followSwitches(on) {
  for (const box of document.querySelectorAll("[data-setting]")) {
    const input = /** @type {HTMLInputElement} */ (box);
    const name = /** @type {keyof typeof settings} */ (input.dataset.setting);
    input.checked = settings[name];
    input.addEventListener("change", () => {
      settings[name] = input.checked;
      keep(CHOSEN, Object.assign(chosen, { [name]: input.checked }));
      if (name === "sound") {
        switchSound(input.checked);
        sound("move");
      } else if (name === "motion") on.motion();
      else on.view();
    });
  }
  if (settings.sound)
    addEventListener("pointerdown", () => switchSound(settings.sound), { once: true });
}
