// A page that holds a finished game inside itself: what a server would send stands in it.

import { unpack } from "./unpack.js";

/** @import {FromServer, Hello, Reel, Sent, Sheet, Table} from "./types.js" */
/** @import {Packed} from "./unpack.js" */

/**
 * Everything by language: the first frames, the game by everybody's eyes (in the order of the
 * readers), and what the deal is checked by. `drawings` are the sources of the drawings by name.
 *
 * @typedef {{
 *   hello: Record<string, Hello>,
 *   table: Record<string, Table>,
 *   reels: Record<string, Reel[]>,
 *   sheet: Record<string, Sheet>,
 *   drawings: Record<string, string>,
 * }} Recorded
 */

/**
 * The game that this page holds; null in a page that has a server.
 * @param {Document} page
 * @returns {Recorded | null}
 */
export function inside(page) {
  const found = page.getElementById("recorded");
  if (found === null) return null;
  /** @type {Packed} */
  const packed = JSON.parse(found.textContent ?? "");
  return unpack(packed);
}

/**
 * The drawings as addresses. @param {Recorded} recorded
 * @returns {Record<string, string>}
 */
export function drawings(recorded) {
  return Object.fromEntries(
    Object.entries(recorded.drawings).map(([name, source]) => [
      name,
      `data:image/svg+xml,${encodeURIComponent(source)}`,
    ]),
  );
}

/** A socket that answers from what the page holds. It is what `Wire` needs of one. */
export class RecordedSocket extends EventTarget {
  /** @param {Recorded} recorded */
  constructor(recorded) {
    super();
    this.recorded = recorded;
    this.readyState = 1;
    this.language = Object.keys(recorded.hello)[0];
    this.reader = 0;
    queueMicrotask(() => this.dispatchEvent(new Event("open")));
  }

  /** @param {string} text */
  send(text) {
    /** @type {Sent} */
    const frame = JSON.parse(text);
    queueMicrotask(() => {
      for (const answer of this.answers(frame)) {
        this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(answer) }));
      }
    });
  }

  /** As `Wire` takes it, which needs no more of a socket than this. @returns {WebSocket} */
  asSocket() {
    return /** @type {any} */ (this);
  }

  close() {
    this.readyState = 3;
  }

  /** @param {Sent} frame @returns {FromServer[]} */
  answers(frame) {
    switch (frame.type) {
      case "come":
        return this.begin(frame.languages ?? []);
      case "speak":
        return this.begin([frame.language]);
      case "watch":
        this.reader = frame.reader ?? 0;
        return [this.reel()];
      case "press": {
        const sheet = this.recorded.sheet[this.language];
        return [{ type: "done", id: frame.id, outcome: "done", text: "", news: "" }, sheet];
      }
      case "ping":
        return [{ type: "pong" }];
      default:
        return [];
    }
  }

  /** @param {string[]} wanted @returns {FromServer[]} */
  begin(wanted) {
    const spoken = wanted.map((code) => this.spoken(code)).find((code) => code !== "");
    this.language = spoken ?? this.language;
    const { hello, table } = this.recorded;
    return [hello[this.language], table[this.language], this.reel()];
  }

  /** The language of the page that a browser's one ("ja-JP") is; empty: none. @param {string} code */
  spoken(code) {
    const known = Object.keys(this.recorded.hello);
    const wanted = code.toLowerCase();
    return known.find((one) => wanted === one.toLowerCase() || wanted.split("-")[0] === one) ?? "";
  }

  reel() {
    const reels = this.recorded.reels[this.language];
    return reels[this.reader] ?? reels[0];
  }
}
