// What was sent and is not acknowledged yet. Pure: the clock is given.

/** @import {Choice, Cut, Press, Say} from "./types.js" */

/**
 * - `table`, `question`: what it answers; question 0 where it stands by itself (words, buttons of
 *   the house).
 * - `moves`: it is a move (the question is answered by it).
 * - `label` what was pressed, in words; `at` when it was sent last; `unsure` when no answer came.
 *
 * @typedef {{
 *   frame: Press | Say | Cut,
 *   table: string,
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
 * What waits too long is not confirmed.
 * @param {Sending[]} outbox
 * @param {number} now
 * @returns {Sending[]}
 */
export function late(outbox, now) {
  const some = outbox.some((one) => !one.unsure && now - one.at >= PATIENCE);
  if (!some) return outbox;
  return outbox.map((one) => (now - one.at >= PATIENCE ? { ...one, unsure: true } : one));
}

/**
 * When `late` has something to do; Infinity: never.
 * @param {Sending[]} outbox
 */
export function lateAt(outbox) {
  return Math.min(...outbox.filter((one) => !one.unsure).map((one) => one.at + PATIENCE));
}

/**
 * The connection stands again and the table is known: what is still open is sent again under its
 * id, what its question did not outlive is lost (or was carried out: the table shows it).
 * @param {Sending[]} outbox
 * @param {string} table
 * @param {Choice | null | undefined} choice
 * @param {number} now
 * @returns {{ outbox: Sending[], again: Sending[], lost: Sending[] }}
 */
export function again(outbox, table, choice, now) {
  /** @param {Sending} one */
  const stands = (one) =>
    one.frame.type === "say" ||
    (one.table === table && (one.question === 0 || one.question === choice?.question));
  const kept = outbox.filter(stands).map((one) => ({ ...one, at: now }));
  return { outbox: kept, again: kept, lost: outbox.filter((one) => !stands(one)) };
}
