// What moves on the felt: a card from its seat to the middle, coins between seats. Everything is
// moved by transforms alone, and nothing where the reader wants it still.

import { art } from "./art.js";
import { useLayoutEffect, useRef } from "./dom.js";

/** @import {Moment, Show} from "./types.js" */

const EASE = "cubic-bezier(.2,.8,.25,1)";
const MOST_COINS = 6;

/**
 * Where a seat is, or else a pile (the treasury if none is named); the middle if that is not drawn.
 * @param {Element} felt
 * @param {number} seat
 * @param {Moment["pile"]} [named]
 */
export function placeOf(felt, seat, named) {
  if (seat) return felt.querySelector(`[data-seat="${seat}"]`);
  const pile = felt.querySelector(`[data-pile="${named || "treasury"}"]`);
  return pile?.getClientRects().length ? pile : felt.querySelector(".middle");
}

/**
 * Lets an element come from where another one is.
 * @param {Element} element
 * @param {Element | null} from
 * @param {{ speed: number, turn?: number, delay?: number }} how
 */
export function slide(element, from, { speed, turn = -8, delay = 0 }) {
  if (!from || typeof element.animate !== "function") return;
  const start = from.getBoundingClientRect();
  const end = element.getBoundingClientRect();
  if (!end.width || !start.width) return;
  const dx = start.left + start.width / 2 - end.left - end.width / 2;
  const dy = start.top + start.height / 2 - end.top - end.height / 2;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) rotate(${turn}deg) scale(.45)`, opacity: 0.2 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 460 / speed, delay: delay / speed, easing: EASE, fill: "backwards" },
  );
}

/**
 * The card of a moment slides from whoever played it, each time another moment begins.
 * @param {Show} show
 * @param {{ still: boolean, speed: number }} how
 */
export function useSlide(show, { still, speed }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = ref.current;
    const moment = show.line?.moment;
    const felt = element?.closest(".felt");
    if (!element || !felt || !moment || !show.fresh || still) return;
    const card = element.querySelector("[data-flight=played]");
    if (card) slide(card, placeOf(felt, moment.actor), { speed });
    element.querySelectorAll("[data-flight=shown]").forEach((shown, i) => {
      slide(shown, placeOf(felt, moment.target || moment.actor), { speed, turn: 6, delay: 160 + 90 * i });
    });
  }, [show.turn]);
  return ref;
}

/**
 * Coins fly between two places, above everything else.
 * @param {Element} felt
 * @param {HTMLElement} layer
 * @param {Moment} moment
 * @param {number} speed
 */
function fly(felt, layer, moment, speed) {
  const giver = moment.coins > 0 ? moment.target : moment.actor;
  const taker = moment.coins > 0 ? moment.actor : moment.target;
  const from = placeOf(felt, giver, moment.pile)?.getBoundingClientRect();
  const to = placeOf(felt, taker, moment.pile)?.getBoundingClientRect();
  const origin = layer.getBoundingClientRect();
  if (!from || !to || typeof layer.animate !== "function") return;
  const count = Math.min(MOST_COINS, Math.abs(moment.coins));
  for (let i = 0; i < count; i += 1) {
    const coin = document.createElement("img");
    coin.src = art("coin");
    coin.alt = "";
    coin.className = "flying-coin";
    layer.append(coin);
    const x = from.left + from.width / 2 - origin.left + (i - count / 2) * 7;
    const y = from.top + from.height / 2 - origin.top;
    const dx = to.left + to.width / 2 - from.left - from.width / 2;
    const dy = to.top + to.height / 2 - from.top - from.height / 2;
    const moving = coin.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 },
        { transform: `translate(${x + dx / 2}px, ${y + dy / 2 - 46}px) scale(1.15)`, opacity: 1 },
        { transform: `translate(${x + dx}px, ${y + dy}px) scale(.7)`, opacity: 0.2 },
      ],
      { duration: 620 / speed, delay: (70 * i) / speed, easing: "ease-in-out", fill: "both" },
    );
    moving.addEventListener("finish", () => coin.remove());
    moving.addEventListener("cancel", () => coin.remove());
  }
}

/**
 * A layer above the felt on which coins fly, each time another moment begins.
 * @param {Show} show
 * @param {{ still: boolean, speed: number }} how
 */
export function useCoins(show, { still, speed }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const layer = ref.current;
    const felt = layer?.closest(".felt");
    const moment = show.line?.moment;
    if (layer && felt && moment?.coins && show.fresh && !still) fly(felt, layer, moment, speed);
  }, [show.turn]);
  return ref;
}
