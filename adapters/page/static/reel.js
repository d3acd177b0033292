// The player of a finished game: to and fro, by itself, and by whose eyes.

import { classes, fill, h } from "./dom.js";
import { last, picture } from "./reel_state.js";

/** @import {Film} from "./reel_state.js" */

/**
 * What can be done with a film. `watch(reader)` asks for it by other eyes (0: all hands open),
 * `check()` opens what the deal is checked by, `close()` goes back to the table (without it there
 * is none).
 *
 * @typedef {{
 *   seek: (at: number) => void,
 *   back: () => void,
 *   forward: () => void,
 *   play: () => void,
 *   pause: () => void,
 *   watch: (reader: number) => void,
 *   check?: () => void,
 *   close?: () => void,
 * }} ReelAct
 */

/** What stands on the keys, as outlines in a square of 24. */
const SIGNS = {
  first: "M5 5h2.5v14H5z M19 5v14L8.5 12z",
  back: "M17 5v14L6.5 12z",
  play: "M7 4.5v15L19 12z",
  pause: "M6.5 5h4v14h-4z M13.5 5h4v14h-4z",
  forward: "M7 5v14L17.5 12z",
  last: "M16.5 5H19v14h-2.5z M5 5v14l10.5-7z",
};

/**
 * @param {{ film: Film, texts: Record<string, string>, act: ReelAct }} props
 */
export function ReelBar({ film, texts, act }) {
  const { at } = film;
  const end = last(film);
  const where = place(film, texts);
  return h(
    "section",
    { class: "reel", "aria-label": texts.reel },
    h(
      "div",
      { class: "reel-keys", role: "group" },
      h(Key, { name: "first", texts, off: at === 0, press: () => act.seek(0) }),
      h(Key, { name: "back", texts, off: at === 0, press: act.back }),
      film.playing
        ? h(Key, { name: "pause", texts, press: act.pause })
        : h(Key, { name: "play", texts, press: act.play }),
      h(Key, { name: "forward", texts, off: at === end, press: act.forward }),
      h(Key, { name: "last", texts, off: at === end, press: () => act.seek(end) }),
    ),
    h(
      "label",
      { class: "reel-slide" },
      h("span", { class: "reel-place" }, where),
      h("input", {
        type: "range",
        min: 0,
        max: end,
        step: 1,
        value: at,
        "aria-label": texts["reel-slide"],
        "aria-valuetext": where,
        onInput: (/** @type {Event} */ event) => {
          act.seek(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value));
        },
      }),
    ),
    h(
      "div",
      { class: "reel-more" },
      h(
        "label",
        { class: "reel-eyes" },
        h("span", null, texts["reel-eyes"]),
        h(
          "select",
          {
            value: String(film.reel.reader),
            onChange: (/** @type {Event} */ event) => {
              act.watch(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value));
            },
          },
          h("option", { value: "0" }, texts["reel-all"]),
          film.reel.seats.map((name, i) => h("option", { key: i, value: String(i + 1) }, name)),
        ),
      ),
      act.check &&
        h("button", { type: "button", class: "key reel-check", onClick: act.check }, texts["reel-check"]),
      act.close &&
        h("button", { type: "button", class: "key reel-close", onClick: act.close }, texts["to-close"]),
    ),
  );
}

/**
 * Where a film stands, in words. @param {Film} film @param {Record<string, string>} texts
 */
export function place(film, texts) {
  const { move } = picture(film);
  const all = film.reel.pictures[last(film)].move;
  return move === 0 ? texts["reel-deal"] : fill(texts["reel-move"], { move, all });
}

/**
 * The keys stay where they are while they rest, so that the focus stays on them.
 * @param {{
 *   name: keyof typeof SIGNS,
 *   texts: Record<string, string>,
 *   off?: boolean,
 *   press: () => void,
 * }} props
 */
function Key({ name, texts, off = false, press }) {
  const label = texts[`reel-${name}`];
  return h(
    "button",
    {
      key: name === "pause" ? "play" : name,
      type: "button",
      class: classes("key", `reel-${name}`),
      "aria-label": label,
      title: label,
      "aria-disabled": off ? "true" : undefined,
      onClick: () => {
        if (!off) press();
      },
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", focusable: "false" },
      h("path", { d: SIGNS[name], fill: "currentColor" }),
    ),
  );
}
