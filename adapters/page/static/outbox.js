// What was sent and is not acknowledged yet. Pure: the clock is given.

/** @import {Cut, Press, Say} from "./types.js" */

/**
 * - `question`: what it answers (0: it stands by itself, as words do); `moves`: it is a move.
 * - `label` what was pressed, in words; `at` when it was sent last; `unsure` when no answer came.
 *
 * @typedef {{
 *   frame: Press | Say | Cut,
 *   question: number,
 *   label: string,
 *   moves: boolean,
 *   at: number,
 *   unsure: boolean,
 * }} Sending
 */

export const PATIENCE = 3000;

/**
 * Something was sent.
 * @param {Sending[]} outbox
 * @param {Omit<Sending, "at" | "unsure">} sending
 * @param {number} now
 * @returns {Sending[]}
 */
export function add(outbox, sending, now) {
  return [...outbox, { ...sending, at: now, unsure: false }];
}

/**
 * It has arrived.
 * @param {Sending[]} outbox
 * @param {string} id
 */
export function done(outbox, id) {
  return outbox.filter((one) => one.frame.id !== id);
}

/**
 * What waits too long is not confirmed, and is sent once more (`again`): the server may have been in
 * trouble, and carries out an id once.
 * @param {Sending[]} outbox
 * @param {number} now
 * @returns {{ outbox: Sending[], again: Sending[] }}
 */
export function late(outbox, now) {
  const waits = outbox.filter((one) => now - one.at >= PATIENCE);
  if (waits.length === 0) return { outbox, again: [] };
  const marked = outbox.map((one) => (waits.includes(one) ? { ...one, at: now, unsure: true } : one));
  return { outbox: marked, again: waits };
}

/**
 * When `late` has something to do; Infinity: never.
 * @param {Sending[]} outbox
 */
export function lateAt(outbox) {
  return Math.min(...outbox.map((one) => one.at + PATIENCE));
}

/**
 * The connection stands again: everything that is still open is sent once more, under its id. What
 * has arrived before is not done twice, and what comes too late now is refused in words.
 * @param {Sending[]} outbox
 * @param {number} now
 * @returns {Sending[]}
 */
export function again(outbox, now) {
  return outbox.map((one) => ({ ...one, at: now }));
}
