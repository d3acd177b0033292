// Three bubbles at one's first turn. They stand beside nothing and cover nothing that is needed.

import { h } from "./dom.js";
import { keep, recall } from "./stored.js";

/** Whether this browser has seen it. */
export const toured = () => recall("toured") !== "";

/** It need not be shown again. */
export const remember = () => keep("toured", "1");

/** How many bubbles there are words for. @param {Record<string, string>} texts */
export function bubbles(texts) {
  return ["tour-1", "tour-2", "tour-3"].filter((key) => texts[key]);
}

/**
 * @param {{ texts: Record<string, string>, step: number, onNext: () => void, onEnd: () => void }} props
 */
export function Tour({ texts, step, onNext, onEnd }) {
  const keys = bubbles(texts);
  const end = step >= keys.length - 1;
  return h(
    "aside",
    { class: `tour step-${step + 1}`, role: "status" },
    h("p", null, texts[keys[step]]),
    h(
      "div",
      { class: "tour-foot" },
      h("span", { "aria-hidden": "true" }, `${step + 1}/${keys.length}`),
      !end && h("button", { type: "button", class: "way", onClick: onEnd }, texts["tour-skip"]),
      h(
        "button",
        { type: "button", class: "key", onClick: end ? onEnd : onNext },
        end ? texts["tour-end"] : texts["tour-next"],
      ),
    ),
  );
}
