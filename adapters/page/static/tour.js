// Three bubbles at one's first turn. They stand beside nothing and cover nothing that is needed.

import { h } from "./dom.js";

const SEEN = "fumibako.toured";

/** Whether this browser has seen it. Where nothing can be stored it is shown once a page. */
export function toured() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

/** It need not be shown again. */
export function remember() {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // it is shown again at the next visit
  }
}

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
