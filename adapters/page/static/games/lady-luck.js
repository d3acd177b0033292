// What is special about Lady Luck: the castle with its slots, and the card that rises out of it.

import { called, CardView } from "../card.js";
import { classes, fill, h } from "../dom.js";

/** @import {Act, TableState} from "../types.js" */
/** @import {Special} from "./special.js" */

/**
 * The castle: its cards stand in numbered slots. Those that can be put up for auction are keys, the
 * one that is bid for stands higher, with the bid on it.
 * @param {{ state: TableState, act: Act }} props
 */
export function Castle({ state, act }) {
  const { scene, pick, texts, wait } = state;
  const cards = scene?.middle ?? [];
  if (!scene || cards.length === 0) return null;
  const opening = pick?.taken.at(-1)?.word === "open" ? pick.options : [];
  const taken = pick?.taken[0]?.word === "open" ? pick.taken[1]?.word : undefined;
  const up = scene.underWay?.kind === "bid" ? scene.underWay.card : null;
  const bidder = scene.seats.find((seat) => seat.badges.some((badge) => badge.kind === "bid"));
  const bid = bidder?.badges.find((badge) => badge.kind === "bid");
  let rose = false;
  return h(
    "div",
    { class: "castle", role: "group", "aria-label": texts.castle },
    cards.map((card, i) => {
      const slot = String(i + 1);
      const node = opening.find((one) => one.word === slot);
      const rising = Boolean(up && card.code === up.code && !rose && (up.code || i === cards.length - 1));
      if (rising) rose = true;
      const empty = !card.code && !card.name;
      return h(
        "div",
        { key: slot, class: classes("slot", rising && "rising", empty && "empty", taken === slot && "taken") },
        empty
          ? h("span", { class: "hole", "aria-hidden": "true" })
          : h(CardView, {
              card,
              size: "mid",
              press: node
                ? () => { if (!wait) act.choose(node.word); }
                : card.code ? () => act.look(card) : undefined,
              label: node ? fill(texts["auction"], { card: called(card) }) : called(card),
              stop: Boolean(node),
              class: node ? "can" : "",
            }),
        rising && bid
          ? h("span", { class: "standing-bid" }, bid.text, bidder ? h("i", null, bidder.name) : null)
          : h("span", { class: "slot-number", "aria-hidden": "true" }, slot),
      );
    }),
  );
}

/** First words after which a card is one of one's own score cards. */
const OWN = ["reveal", "give"];

/** @type {Special} */
export const ladyLuck = {
  aboutHand: (pick) => OWN.includes(pick.taken[0]?.word ?? ""),
  picture: () => "",
  Open: Castle,
};
