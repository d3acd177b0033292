// An amount: more, less, and a key that says it.

import { Art } from "./art.js";
import { fill, h, useState } from "./dom.js";

/** @import {Act, Node, TableState} from "./types.js" */

const MOST_TOKENS = 10;

/**
 * Chooses one of many numbers. It begins with the least.
 * @param {{ numbers: Node[], state: TableState, act: Act }} props
 */
export function Stepper({ numbers, state, act }) {
  const [at, set] = useState(0);
  const { texts, wait } = state;
  const node = numbers[Math.min(at, numbers.length - 1)];
  const count = Number(node.word);
  const last = numbers.length - 1;
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": texts.amount },
    h(
      "div",
      { class: "steps" },
      h("button", {
        type: "button", class: "key quiet step", disabled: at === 0, "aria-label": texts.less,
        onClick: () => set(Math.max(0, at - 1)),
      }, "−"),
      h(
        "output",
        { class: "amount", "aria-live": "polite" },
        h("b", null, node.label),
        h(
          "span",
          { class: "stack", "aria-hidden": "true" },
          Array.from({ length: Math.min(count, MOST_TOKENS) }, (_, i) =>
            h(Art, { key: i, name: "coin", size: 20 })),
        ),
      ),
      h("button", {
        type: "button", class: "key quiet step", disabled: at >= last, "aria-label": texts.more,
        onClick: () => set(Math.min(last, at + 1)),
      }, "+"),
    ),
    node.risk ? h("p", { class: "risk", "aria-live": "polite" }, node.risk) : null,
    h("button", {
      type: "button", class: "key main", disabled: wait, onClick: () => act.choose(node.word),
      "data-word": node.word,
    }, fill(texts.bid, { amount: node.label })),
  );
}
