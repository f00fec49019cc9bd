// @ts-check
/** Questions to the server, and what it refuses. */

import { said } from "./base.js";

/** What the server refuses, in its words; without words if it cannot be reached. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {number} status of HTTP; 0 if there was no answer
   * @param {import("./live.js").Table} [table] as it is now
   */
  constructor(sentence, status, table) {
    super(sentence);
    this.status = status;
    this.table = table;
  }
}

/**
 * What to say when something was refused; any other error is thrown on.
 * @param {unknown} error
 */
export function reasonOf(error) {
  if (!(error instanceof Refusal)) throw error;
  return error.message || said.unreachable;
}

/**
 * Ask the server.
 * @param {string} path
 * @param {object} [sent]
 * @param {unknown} [sent.body] none: it is only asked
 * @param {string[]} [sent.seats]
 * @param {Record<string, string>} [sent.headers]
 * @param {AbortSignal} [sent.signal]
 * @returns {Promise<any>} what JSON holds, or a text
 */
export async function ask(path, { body, seats = [], headers = {}, signal } = {}) {
  const sent = { ...headers };
  if (seats.length) sent["X-Seats"] = seats.join(" ");
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  let answer, data;
  try {
    answer = await fetch(path, { method, headers: sent, signal, body: JSON.stringify(body) });
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    data = await (isJson ? answer.json() : answer.text());
  } catch {
    throw new Refusal("", 0);
  }
  if (answer.ok) return data;
  throw new Refusal(data.error ?? "", answer.status, data.table);
}
