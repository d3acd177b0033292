// A seat: who sits there, what they have, what lies before them; and a button where it can be
// aimed at.

import { Art, pictured } from "./art.js";
import { Backs, called, CardView, Row } from "./card.js";
import { classes, fill, h } from "./dom.js";

/** @import {Act, Badge, Card, Moment, Node, Seat, TableState} from "./types.js" */

/**
 * The first sign of a name, for its mark. What belongs together (a sign and its accents, a
 * picture) stays together.
 * @param {string} name
 */
export function initial(name) {
  if ("Segmenter" in Intl) {
    for (const part of new Intl.Segmenter().segment(name.trim())) return part.segment.toUpperCase();
  }
  return (Array.from(name.trim())[0] ?? "?").toUpperCase();
}

/**
 * The mark of a person: the first sign of their name on their colour.
 * @param {{ name: string, hue: number }} props
 */
export function Mark({ name, hue }) {
  return h("span", { class: "mark", style: { "--hue": hue }, "aria-hidden": "true" }, initial(name));
}

const MOST_TOKENS = 7;

/**
 * Points as tokens, those that are missing as rings; many of them in figures.
 * @param {{ badge: Badge, fell?: boolean }} props
 */
export function Points({ badge, fell }) {
  const { count, of, text } = badge;
  if (of === 0 || of > MOST_TOKENS) {
    return h(
      "span",
      { class: "badge points", role: "img", "aria-label": text },
      h(Art, { name: "token", size: 18 }),
      h("b", null, count),
      of ? h("i", null, `/${of}`) : null,
    );
  }
  return h(
    "span",
    { class: "badge points tokens", role: "img", "aria-label": text },
    Array.from({ length: Math.max(of, count) }, (_, i) =>
      h("span", { key: i, class: classes("token", i < count && "won", fell && i === count - 1 && "fell") },
        i < count ? h(Art, { name: "token", size: 18 }) : null),
    ),
  );
}

/** Badges that the cards themselves, or the whole seat, show already. */
const SHOWN = ["cards"];

/**
 * @param {{ badge: Badge }} props
 */
function BadgeView({ badge }) {
  const { kind, text, count, code } = badge;
  if (kind === "points") return h(Points, { badge });
  if (kind === "coins") {
    return h(
      "span",
      { class: "badge coins", role: "img", "aria-label": text },
      h(Art, { name: "coin", size: 20 }),
      h("b", null, count),
    );
  }
  if (kind === "bid") {
    return h("span", { class: "badge bid" }, h(Art, { name: "coin", size: 18 }), text);
  }
  const icon = kind === "protected" ? "handmaid" : kind === "side" && pictured(code) ? code : "";
  return h("span", { class: `badge pill ${kind}` }, icon ? h(Art, { name: icon, size: 16 }) : null, text);
}

/**
 * What a moment does to a seat, as classes.
 * @param {Moment | null | undefined} moment
 * @param {number} seat
 */
function struck(moment, seat) {
  if (!moment) return "";
  return classes(
    moment.actor === seat && "acts",
    moment.target === seat && "aimed",
    moment.out.includes(seat) && "falls",
  );
}

/**
 * That a computer plays here, and in what manner: that alone where there is little room.
 * @param {{ whole: string, manner: string }} props
 */
function Computer({ whole, manner }) {
  if (!manner) return h("span", { class: "computer", title: whole }, whole);
  return h(
    "span",
    { class: "computer", title: whole },
    h("span", { class: "whole" }, whole),
    h("span", { class: "brief", "aria-hidden": "true" }, manner),
  );
}

/**
 * A seat on the felt.
 *
 * - `node` the word that aims at it, where that can be chosen now; `verb` says what it will do.
 * - `shut` somebody can be chosen now, but not this one.
 *
 * @param {{
 *   seat: Seat,
 *   state: TableState,
 *   act: Act,
 *   node: Node | null,
 *   verb: string,
 *   shut: boolean,
 * }} props
 */
export function SeatView({ seat, state, act, node, verb, shut }) {
  const { texts, show, wait } = state;
  const moment = state.choice ? null : show.line?.moment; // who is asked looks at what can be done
  const mine = seat.me;
  const hidden = seat.hand - seat.known.length;
  const down = mine || seat.opened.length ? 0 : Math.max(0, hidden);
  return h(
    "li",
    {
      class: classes(
        "seat", mine && "mine", seat.turn && "turn", seat.asked && "asked", seat.out && "out",
        seat.winner && "winner", node && "can", shut && "shut", struck(moment, seat.seat),
      ),
      "data-seat": seat.seat,
      key: `seat.${seat.seat}`,
    },
    h(
      "div",
      { class: "who" },
      h(Mark, { name: seat.name, hue: seat.hue }),
      h("b", { class: "called", title: seat.name }, seat.name),
      mine ? h("span", { class: "me" }, texts.me) : null,
      seat.computer ? h(Computer, { whole: seat.computer, manner: seat.manner }) : null,
      h("span", { class: "heard" }, seat.turn ? texts["on-turn"] : "", " ", seat.asked ? texts.asked : ""),
    ),
    h(
      "div",
      { class: "badges" },
      seat.badges
        .filter((badge) => !SHOWN.includes(badge.kind))
        .map((badge, i) => h(BadgeView, { key: `${badge.kind}.${i}`, badge })),
      seat.asked && !seat.turn && !mine
        ? h("span", { class: "badge pill thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i"))
        : null,
    ),
    h(
      "div",
      { class: "before" },
      h(Backs, { count: down, label: fill(texts["face-down"], { n: down }) }),
      mine || seat.known.length === 0
        ? null
        : h(
            "div",
            { class: "row-of-cards knowns", style: { "--cards": seat.known.length } },
            seat.known.map((card, i) => h(Known, { key: `k${i}`, card, act, state })),
          ),
      mine
        ? null
        : h(Row, { cards: seat.opened, size: "small", label: texts["open-hand"], look: act.look, class: "opened" }),
      h(Row, {
        cards: seat.cards,
        size: "small",
        label: fill(texts["before-seat"], { name: seat.name }),
        look: act.look,
        class: "laid",
      }),
    ),
    node
      ? h(
          "button",
          {
            type: "button",
            class: "aim",
            disabled: wait,
            onClick: () => act.choose(node.word),
            "aria-label": fill(texts["say-more"], {
              what: node.label === seat.name ? verb : fill(texts["say-aside"], { what: verb, more: node.label }),
              more: texts["choose-seat"],
            }),
          },
          h("span", { class: "chip", "aria-hidden": "true" }, texts["choose-seat"]),
        )
      : null,
    shut ? h("span", { class: "chip no" }, texts["no-aim"]) : null,
  );
}

/**
 * A card of somebody else that the reader has seen: face up for them alone.
 * @param {{ card: Card, act: Act, state: TableState }} props
 */
function Known({ card, act, state }) {
  return h(
    "span",
    { class: "known" },
    h(CardView, {
      card,
      size: "small",
      press: () => act.look(card),
      label: fill(state.texts["you-know"], { card: called(card) }),
      stop: false,
    }),
    h("span", { class: "seen", "aria-hidden": "true" }, h(Art, { name: "priest", size: 14 })),
  );
}
