// What the story has told so far, for what must be right although much of it was passed over. Pure.

/** @import {Held} from "./frames.js" */
/** @import {Card, Line, Moment, Scene} from "./types.js" */

/**
 * The lines of the round that is shown.
 * @param {Line[]} lines
 * @param {Line | null} line the one that is shown; without one it is the newest round
 */
export function ofRound(lines, line) {
  const round = (line ?? lines.at(-1))?.round ?? 0;
  return lines.filter((one) => one.round === round);
}

/**
 * The hands that were laid open, as they were seen last. A card that stays closed is not one.
 * @param {Line[]} lines
 * @returns {Held[]}
 */
export function laidOpen(lines) {
  /** @type {Map<number, Held>} */
  const found = new Map();
  for (const { moment } of lines) {
    for (const held of moment?.hands ?? []) {
      if (held.cards.some((card) => card.code)) found.set(held.seat, held);
    }
  }
  return [...found.values()];
}

/**
 * The seats that went out, in the order in which they did.
 * @param {Line[]} lines
 */
export const wentOut = (lines) => [...new Set(lines.flatMap(({ moment }) => moment?.out ?? []))];

/**
 * What is left of the cards of a seat on turn that were drawn before its move: the card that it
 * played in this turn is not in its hand any more.
 * @param {Card[]} cards
 * @param {number} seat
 * @param {Scene} scene
 * @param {Line[]} lines
 */
export function left(cards, seat, scene, lines) {
  if (scene.turn !== seat) return cards;
  let at = lines.length - 1;
  while (at >= 0 && lines[at].turn !== seat) at -= 1; // what ended the turn may be told after it
  for (; at >= 0 && lines[at].turn === seat; at -= 1) {
    const { moment } = lines[at];
    if (moment?.kind !== "play" || moment.actor !== seat || !moment.card?.code) continue;
    const { code } = moment.card;
    const place = cards.findIndex((card) => card.code === code);
    return place < 0 ? cards : cards.filter((_, i) => i !== place);
  }
  return cards;
}

/**
 * The moment in which what is claimed was shown to be true; null while it is only claimed.
 * @param {Moment} claim
 * @param {Line[]} lines
 * @returns {Moment | null}
 */
export function proof({ actor, card }, lines) {
  if (!card?.code) return null;
  for (const { moment } of [...lines].reverse()) {
    if (!moment) continue;
    if (moment.kind === "claim" && moment.actor === actor) return null;
    const whose = moment.target || moment.actor;
    const open = moment.shown.some((one) => one.code === card.code && !one.turned);
    if (open && whose === actor && ["answer", "reveal"].includes(moment.kind)) return moment;
  }
  return null;
}
