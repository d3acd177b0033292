// The middle of the felt: piles, what happened last or is declared, and what has not been seen.

import { Art, drawing, tint } from "./art.js";
import { called, CardView } from "./card.js";
import { classes, fill, h } from "./dom.js";
import { MomentView, UnderWay } from "./moment.js";
import { proof } from "./told.js";

/** @import {Act, Pile, TableState, Unseen} from "./types.js" */

/**
 * A pile: as high as it has cards, with their number below.
 * @param {{ pile: Pile }} props
 */
function PileView({ pile }) {
  const coins = pile.kind === "treasury" || pile.kind === "almshouse";
  const height = Math.min(4, Math.ceil(pile.count / 4));
  return h(
    "li",
    { class: `pile ${pile.kind}`, "data-pile": pile.kind },
    h(
      "span",
      { class: classes("heap", !pile.count && "none"), "aria-hidden": "true" },
      coins
        ? h(Art, { name: pile.kind === "almshouse" ? "almshouse" : "coin", size: 44 })
        : Array.from({ length: Math.max(1, height) }, (_, i) =>
            h("span", { key: i, class: "card small down", style: { "--i": i } },
              h(Art, { name: "back", class: "back", size: 92 })),
          ),
    ),
    h("span", { class: "pile-name" }, pile.name),
  );
}

/**
 * The cards that the reader has not seen, with how many of each are left.
 * @param {{ unseen: Unseen[], state: TableState, act: Act }} props
 */
export function UnseenView({ unseen, state, act }) {
  if (unseen.length === 0) return null;
  const { texts } = state;
  return h(
    "div",
    { class: "unseen", style: { "--kinds": unseen.length } },
    h("h2", null, texts.unseen),
    h(
      "ul",
      null,
      unseen.map(({ card, left, of }) =>
        h(
          "li",
          { key: card.code, class: classes(tint(card.code), left === 0 && "none") },
          h(
            "button",
            {
              type: "button",
              tabIndex: -1,
              onClick: () => act.look(card),
              "aria-label": fill(texts["left-of"], { card: called(card), left, of }),
              title: called(card),
            },
            card.corner ? h("span", { class: "rank" }, card.corner) : null,
            h("span", { class: "face" }, h(Art, { name: drawing(card.code), size: 22 })),
            h("span", { class: "times", "data-left": left }),
          ),
        ),
      ),
    ),
  );
}

/**
 * The open cards in the middle, where they are nothing but open (and not shown as what happened).
 * @param {{ state: TableState, act: Act }} props
 */
function OpenCards({ state, act }) {
  const cards = state.scene?.middle ?? [];
  const shown = state.show.line?.moment?.shown ?? [];
  if (cards.every((card) => shown.some((one) => one.code === card.code))) return null;
  return h(
    "div",
    { class: "open-cards", role: "group", "aria-label": state.texts["open-cards"] },
    cards.map((card, i) =>
      h(CardView, {
        key: `${i}.${card.code}`, card, size: "mid",
        press: card.code ? () => act.look(card) : undefined, label: called(card), stop: false,
      }),
    ),
  );
}

/**
 * The middle. `Open` draws what lies open in it, for games that have their own way.
 * @param {{
 *   state: TableState,
 *   act: Act,
 *   Open?: (props: { state: TableState, act: Act }) => import("./vendor/preact.js").Child,
 * }} props
 */
export function Middle({ state, act, Open = OpenCards }) {
  const { scene, texts, show } = state;
  if (!scene) return null;
  const declared = scene.underWay && show.waiting === 0 ? scene.underWay : null;
  const shows = declared && proof(declared, state.told);
  // The card that proves it is seen as it is laid open, until something else happens.
  const opening = Boolean(shows && shows === show.line?.moment);
  return h(
    "section",
    {
      class: classes("middle", scene.middle.length > 0 && "with-cards", scene.unseen.length > 0 && "with-counts"),
      "aria-label": texts.middle,
    },
    scene.piles.length
      ? h("ul", { class: "piles" }, scene.piles.map((pile) => h(PileView, { key: pile.kind, pile })))
      : null,
    h(
      "div",
      { class: "centre" },
      h(Open, { state, act }),
      declared && !opening
        ? h(UnderWay, { scene, moment: declared, proved: Boolean(shows), act })
        : h(MomentView, { state, act }),
    ),
    h(UnseenView, { unseen: scene.unseen, state, act }),
  );
}
