// @ts-check
/** The member who is signed in with this browser, and questions to the club. */

import { ask, Refusal } from "./ask.js";
import { keep, recall } from "./base.js";

/**
 * @typedef {object} Member
 * @property {string} name
 * @property {string} token
 */

const MEMBER = "spielwerk.member";
const REFUSED = 401;

/** @returns {Member | null} */
export const member = () => recall(MEMBER, /** @type {Member | null} */ (null));

/** @param {Member | null} found */
export const keepMember = (found) => keep(MEMBER, found);

/**
 * Ask the club; who is not signed in any more is forgotten.
 * @param {string} path
 * @param {unknown} [body] what is sent; none: it is only asked
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export async function askClub(path, body, headers = {}) {
  const token = member()?.token;
  const language = document.documentElement.lang;
  const sent = { body, headers: { ...(token && { "X-Member": token }), ...headers } };
  try {
    return await ask(`/api/club/${path}?language=${language}`, sent);
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === REFUSED && token) keepMember(null);
    throw refusal;
  }
}

/**
 * At a table that counts, play under the member's name; who cannot plays on as a guest.
 * @param {string} table
 * @param {string[]} seats
 */
export async function takeSeat(table, seats) {
  if (!member() || seats.length !== 1) return;
  await askClub(`tables/${table}/member`, {}, { "X-Seats": seats[0] }).catch(() => null);
}
