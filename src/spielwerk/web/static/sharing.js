// @ts-check
/** What can be taken along from a table: links, the position, the record, a picture. */

import { Refusal } from "./ask.js";
import { said } from "./base.js";
import { complain, Unreachable } from "./live.js";
import { copyText, element, toast } from "./parts.js";
import { view } from "./viewing.js";

export class Sharing {
  /**
   * @param {import("./live.js").Table} table
   * @param {string[]} seats the secrets
   * @param {object} on
   * @param {() => Promise<string>} on.position
   * @param {() => Promise<string>} on.record
   */
  constructor(table, seats, on) {
    this.table = table;
    /** @type {Record<string, () => Promise<string | void>>} each puts something into the clipboard */
    this.copies = {
      link: () => copyText(this.link()),
      resume: () => copyText(this.link(...seats)),
      position: async () => copyText(await on.position()),
      record: async () => copyText(await on.record()),
      picture: () => this.#copyPicture(),
    };
    document.querySelector('[data-copy="resume"]')?.toggleAttribute("hidden", seats.length === 0);
  }

  /**
   * A link to these seats; none: to watch.
   * @param {string[]} seats
   */
  link(...seats) {
    const hash = seats.map((secret) => `seat=${encodeURIComponent(secret)}`).join("&");
    return `${location.origin}/t/${this.table.id}${hash && `#${hash}`}`;
  }

  /** @param {Promise<string | void>} copying */
  async copied(copying) {
    try {
      toast((await copying) || said.copied);
    } catch (error) {
      if (error instanceof Refusal || error instanceof Unreachable) complain(error);
      else toast(said.not_copied);
    }
  }

  /** As PNG into the clipboard, or into a file where that is not allowed. */
  async #copyPicture() {
    const query = new URLSearchParams(/** @type {any} */ (view()));
    const { id, game } = this.table;
    const address = `/api/tables/${id}/picture.png?${query}`;
    try {
      const picture = fetch(address).then((answer) => answer.blob());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    } catch {
      element("a", { href: address, download: `${game.key}.png` }).click();
      return said.saved;
    }
  }
}
