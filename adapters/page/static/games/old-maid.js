// What is special about Old Maid: one draws from a fan of backs, each with its number.

import { CardView, closed } from "../card.js";
import { classes, fill, h } from "../dom.js";

/** @import {Special} from "./special.js" */

/** @type {Special} */
export const oldMaid = {
  aboutHand: () => false,
  picture: () => "",
  keys: (pick, state, act) => {
    const { options } = pick;
    if (options.length === 0 || options.some((node) => !node.word || Number.isNaN(Number(node.word)))) {
      return null;
    }
    const middle = (options.length - 1) / 2;
    return h(
      "div",
      {
        class: classes("fan", options.length > 7 && "wide"),
        role: "group",
        "aria-label": pick.hint,
        style: { "--cards": options.length },
      },
      options.map((node, i) =>
        h(CardView, {
          key: node.word,
          card: closed(node.label),
          size: "mid",
          number: Number(node.word),
          label: fill(state.texts["draw-number"], { n: node.word }),
          press: () => { if (!state.wait) act.choose(node.word); },
          style: { "--turn": `${(i - middle) * (options.length > 7 ? 2 : 4)}deg`, "--drop": `${(i - middle) ** 2 * 1.2}px` },
        }),
      ),
    );
  },
};
