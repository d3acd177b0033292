// A card: large in the hand, of middle size on the felt, small before a seat.

import { Art, drawing, playing, tint } from "./art.js";
import { classes, h } from "./dom.js";

/** @import {Card} from "./types.js" */

/** @typedef {"large" | "held" | "mid" | "small" | "tiny"} Size */

/**
 * A card of which nothing is known.
 * @param {string} name
 * @returns {Card}
 */
export const closed = (name) => ({ code: "", name, corner: "", text: "", turned: false, word: "" });

/**
 * What a card is called: its rank, and its name.
 * @param {Card} card
 */
export const called = (card) =>
  card.corner && !card.name.startsWith(card.corner) ? `${card.corner} ${card.name}` : card.name;

/**
 * The face of a card, or its back. It can be pressed where `press` is given.
 *
 * - `label` is said in its place (else its name, and what it does where that is written on it).
 * - `chosen` it has been chosen; `dim` it cannot be chosen now; `stop` a stop of the Tab key.
 * - `number` is written on a back: the place of a card in somebody's fan.
 *
 * @param {{
 *   card: Card,
 *   size: Size,
 *   press?: () => void,
 *   label?: string,
 *   chosen?: boolean,
 *   dim?: boolean,
 *   stop?: boolean,
 *   number?: number,
 *   class?: string,
 *   style?: Record<string, string | number>,
 *   flight?: string,
 * }} props
 */
export function CardView({
  card, size, press, label, chosen, dim, stop = true, number = 0, class: more, style, flight,
}) {
  const down = card.code === "";
  const suit = playing(card.code);
  const written = size === "held" || size === "large";
  const props = {
    class: classes(
      "card", size, down ? "down" : tint(card.code), suit && "playing", card.turned && "turned",
      chosen && "chosen", dim && "dim", more,
    ),
    style,
    "data-code": card.code,
    "data-flight": flight,
  };
  const face = down
    ? [
        h(Art, { name: "back", class: "back", size: 92 }),
        number ? h("span", { class: "number" }, number) : null,
      ]
    : [
        card.corner ? h("span", { class: "corner" }, card.corner) : null,
        " ",
        h("span", { class: "picture" }, h(Art, { name: drawing(card.code), class: "emblem" })),
        h("span", { class: "name" }, suit ? "" : card.name),
        " ",
        written && card.text ? h("span", { class: "effect" }, card.text) : null,
        suit ? h("span", { class: "corner far", "data-corner": card.corner }) : null,
      ];
  if (press) {
    return h(
      "button",
      {
        ...props,
        type: "button",
        onClick: press,
        tabIndex: stop ? undefined : -1,
        "aria-label": label ?? undefined,
        "aria-pressed": chosen === undefined ? undefined : String(chosen),
      },
      face,
    );
  }
  if (written && !down && !suit) return h("div", props, face);
  const said = label || called(card);
  return h("div", said ? { ...props, role: "img", "aria-label": said } : { ...props, "aria-hidden": "true" }, face);
}

/**
 * Some cards of a seat in a row; many are laid over one another.
 * @param {{
 *   cards: Card[],
 *   size: Size,
 *   label: string,
 *   look?: (card: Card) => void,
 *   class?: string,
 * }} props
 */
export function Row({ cards, size, label, look, class: more }) {
  if (cards.length === 0) return null;
  return h(
    "div",
    {
      class: classes("row-of-cards", more),
      role: "group",
      "aria-label": label,
      style: { "--cards": cards.length },
    },
    cards.map((card, i) =>
      h(CardView, {
        key: `${i}.${card.code}`,
        card,
        size,
        press: look && card.code ? () => look(card) : undefined,
        label: called(card),
        stop: false,
      }),
    ),
  );
}

/**
 * Cards that lie face down: a few as they are, more as a fan with their number.
 * @param {{ count: number, label: string, size?: Size }} props
 */
export function Backs({ count, label, size = "small" }) {
  if (count < 1) return null;
  const shown = Math.min(count, 3);
  return h(
    "div",
    { class: classes("backs", size), role: "img", "aria-label": label },
    Array.from({ length: shown }, (_, i) =>
      h(
        "span",
        { key: i, class: classes("card", size, "down"), "aria-hidden": "true", "data-code": "" },
        h(Art, { name: "back", class: "back", size: 92 }),
      ),
    ),
    count > 3 ? h("span", { class: "many", "aria-hidden": "true" }, count) : null,
  );
}
