// What keys do. Nothing while somebody types, or while something else is open above the table.

/** @import {Pick} from "./types.js" */

/**
 * What a key asks for.
 * @typedef {{ do: "choose", place: number }
 *   | { do: "step", by: number } | { do: "edge", end: boolean }
 *   | { do: "send" | "back" | "skip" | "hand" | "help" }} Wish
 */

/**
 * @param {{
 *   key: string,
 *   altKey: boolean,
 *   ctrlKey: boolean,
 *   metaKey: boolean,
 *   isComposing: boolean,
 *   keyCode: number,
 *   repeat: boolean,
 * }} event
 * @param {{ typing: boolean, pressing: boolean }} where  `pressing`: a button has the focus, which
 *   Enter and the space bar press.
 * @returns {Wish | null}
 */
export function wish(event, where) {
  if (event.isComposing || event.keyCode === 229) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || where.typing) return null;
  const { key } = event;
  if (key.length === 1 && key >= "1" && key <= "9") return { do: "choose", place: Number(key) - 1 };
  if (key === "Escape") return { do: "back" };
  if (key === "?") return { do: "help" };
  if (key === "h" || key === "H") return { do: "hand" };
  if (key === "ArrowLeft" || key === "ArrowRight") return { do: "step", by: key === "ArrowLeft" ? -1 : 1 };
  if (key === "Home" || key === "End") return { do: "edge", end: key === "End" };
  if (where.pressing) return null;
  if (key === "Enter") return { do: "send" };
  if (key === " ") return { do: "skip" };
  return null;
}

/** What Enter sends: a move that is ready, or the only answer. @param {Pick} pick */
export function last(pick) {
  if (pick.sure) return pick.sure;
  if (pick.ready) return pick.ready;
  const [only, ...others] = pick.options;
  return only?.data && others.length === 0 ? only : null;
}

/** Whether words are typed into an element. @param {Element | null} element */
export function typing(element) {
  return Boolean(element?.closest("input, textarea, select, [contenteditable=true]"));
}

/** Whether Enter presses an element. @param {Element | null} element */
export function pressing(element) {
  return Boolean(element?.closest("button, a[href], summary, [role=tab]"));
}

/**
 * A press by finger or mouse: where, and when.
 * @typedef {{ x: number, y: number, at: number }} Touch
 */

const SAME = 24; // pixels
const SOON = 400; // milliseconds

/**
 * Whether the second press of a double one hits what has just come into the place of the first: it
 * was not meant.
 * @param {Touch} before the press before
 * @param {Touch} now
 * @param {number} changed when something else was asked last
 */
export function ghost(before, now, changed) {
  const same = Math.hypot(now.x - before.x, now.y - before.y) < SAME;
  return same && changed >= before.at && now.at - changed < SOON;
}
