// What the page knows, from the frames of the server. Pure.

/** @import {FromServer, Hello, Line, Person, Sheet, Table, Word} from "./types.js" */
/** @import {Pace, Ways} from "./pace.js" */
/** @import {Chosen} from "./choice.js" */

import { keep, NOTHING } from "./choice.js";
import { anew, known, newest, STILL, take } from "./pace.js";

export const VERSION = 1;
const MOST_LINES = 4000;
const MOST_TOASTS = 3;

/**
 * Something the reader alone is told, for a while.
 * @typedef {{ id: number, text: string, kind: "told" | "done" | "refused" | "stale" }} Toast
 */

/**
 * - `table` the newest; what is drawn is `pace.table`.
 * - `lines` the whole story, as far as it was loaded (`more`: there are older ones); what of it
 *   may be read already ends at `pace.told`.
 * - `first`: the next table and story are those of a new connection or of another reader.
 * - `skew` seconds by which the server's clock is ahead; `unread` words of the chat.
 *
 * @typedef {{
 *   hello: Hello | null,
 *   me: string,
 *   people: Person[],
 *   skew: number,
 *   table: Table | null,
 *   first: boolean,
 *   lines: Line[],
 *   more: boolean,
 *   words: Word[],
 *   unread: number,
 *   sheet: Sheet | null,
 *   toasts: Toast[],
 *   toasted: number,
 *   refused: { text: string, again: boolean, language: string, retry: string } | null,
 *   bearer: string,
 *   pace: Pace,
 *   chosen: Chosen,
 *   answered: number,
 * }} Store
 */

/** @type {Store} */
export const EMPTY = {
  hello: null,
  me: "",
  people: [],
  skew: 0,
  table: null,
  first: true,
  lines: [],
  more: false,
  words: [],
  unread: 0,
  sheet: null,
  toasts: [],
  toasted: 0,
  refused: null,
  bearer: "",
  pace: STILL,
  chosen: NOTHING,
  answered: 0,
};

/**
 * A frame has come.
 * @param {Store} store
 * @param {FromServer} frame
 * @param {Ways} ways
 * @returns {Store}
 */
export function hear(store, frame, ways) {
  switch (frame.type) {
    case "hello":
      return {
        ...store,
        hello: frame,
        me: frame.me,
        people: frame.people,
        skew: frame.now - ways.now / 1000,
        bearer: frame.bearer || store.bearer,
        refused: null,
        first: true,
        answered: 0,
      };
    case "people": {
      const other = frame.me !== store.me;
      const people = { ...store, me: frame.me, people: frame.people };
      return other ? { ...people, first: true, sheet: null } : people;
    }
    case "table":
      return settle(laid(store, frame, ways));
    case "story":
      return settle(told(store, frame, ways));
    case "chat": {
      const words = frame.fresh ? [...store.words, ...frame.words] : frame.words;
      const others = frame.words.filter((word) => !word.mine).length;
      return { ...store, words, unread: frame.fresh ? store.unread + others : 0 };
    }
    case "sheet":
      return { ...store, sheet: frame };
    case "reel":
      return store; // it is shown beside what is known
    case "done":
      return frame.text ? toast(store, frame.text, frame.outcome) : store;
    case "told":
      return toast(store, frame.text, "told");
    case "bearer":
      return { ...store, bearer: frame.bearer };
    case "refused":
      return { ...store, refused: frame, bearer: "" };
    case "pong":
      return store;
    default:
      return store; // of a newer server: a hello of another version is on its way
  }
}

/**
 * A table takes the place of what was before: at once where it is another one, behind the moments
 * that lead to it where it is the same.
 * @param {Store} store
 * @param {Table} table
 * @param {Ways} ways
 */
function laid(store, table, ways) {
  const before = newest(store.pace);
  const same = !store.first && before?.id === table.id && before.phase === table.phase;
  const plays = table.phase !== "lobby";
  const ends = !store.first && before?.id === table.id && table.phase === "finished";
  const pace =
    plays && (same || ends)
      ? take(store.pace, [{ table }], ways)
      : anew(store.pace, table);
  return { ...store, table, first: false, pace };
}

/**
 * @param {Store} store
 * @param {Extract<FromServer, { type: "story" }>} frame
 * @param {Ways} ways
 */
function told(store, frame, ways) {
  if (frame.fresh) {
    const last = store.lines.at(-1)?.id ?? 0;
    const fresh = frame.lines.filter((line) => line.id > last);
    const items = fresh.map((line) => ({ line }));
    const lines = [...store.lines, ...fresh].slice(-MOST_LINES);
    return { ...store, lines, pace: take(store.pace, items, ways) };
  }
  const first = store.lines[0];
  const end = frame.lines.at(-1);
  if (first && end && end.id < first.id && !store.first) {
    return { ...store, lines: [...frame.lines, ...store.lines], more: frame.more };
  }
  return { ...store, lines: frame.lines, more: frame.more, pace: known(store.pace, frame.lines) };
}

/** What was chosen stays as far as the drawn question allows. @param {Store} store */
export function settle(store) {
  const { table } = store.pace;
  return { ...store, chosen: keep(store.chosen, table?.id ?? "", table?.choice) };
}

/**
 * @param {Store} store
 * @param {string} text
 * @param {Toast["kind"]} kind
 * @returns {Store}
 */
export function toast(store, text, kind) {
  const toasted = store.toasted + 1;
  const toasts = [...store.toasts, { id: toasted, text, kind }].slice(-MOST_TOASTS);
  return { ...store, toasts, toasted };
}

/**
 * @param {Store} store
 * @param {number} id
 * @returns {Store}
 */
export function untoast(store, id) {
  return { ...store, toasts: store.toasts.filter((one) => one.id !== id) };
}

/**
 * What can be chosen now: the question that is drawn, if it still stands and is not answered.
 * @param {Store} store
 */
export function asked(store) {
  const drawn = store.pace.table;
  const choice = drawn?.choice ?? null;
  const now = store.table?.choice?.question;
  if (!choice || choice.question !== now || drawn?.id !== store.table?.id) return null;
  return choice.question === store.answered ? null : choice;
}

/** The lines that may be read by now. @param {Store} store */
export function readable(store) {
  const { told: last, waiting } = store.pace;
  return waiting.some((item) => item.line) ? store.lines.filter((line) => line.id <= last) : store.lines;
}
