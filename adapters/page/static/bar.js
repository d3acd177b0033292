// The bar at the top: what is played, whether the server is there, how the page behaves.

import { classes, fill, h } from "./dom.js";
import { SPEEDS } from "./pace.js";

/** @import {TableState} from "./types.js" */
/** @import {State} from "./wire.js" */
/** @import {Language} from "./types.js" */

/**
 * The next language of the page after the one that is read.
 * @param {Language[]} languages
 * @param {string} now
 */
export function following(languages, now) {
  const place = languages.findIndex((one) => one.code === now);
  return languages.length > 1 ? languages[(place + 1) % languages.length] : null;
}

/** A short name for a button: 「日本語」, "EN". @param {Language} language */
const short = (language) =>
  [...language.name].length <= 3 ? language.name : language.code.slice(0, 2).toUpperCase();

/**
 * @param {{
 *   state: TableState,
 *   wire: State,
 *   languages: Language[],
 *   onSpeed: (speed: number) => void,
 *   onSound: () => void,
 *   onSpeak: (code: string) => void,
 *   onMenu: () => void,
 *   onWake: () => void,
 * }} props
 */
export function Bar({ state, wire, languages, onSpeed, onSound, onSpeak, onMenu, onWake }) {
  const { texts, scene } = state;
  const next = following(languages, state.language);
  const quicker = SPEEDS[(SPEEDS.indexOf(state.speed) + 1) % SPEEDS.length];
  return h(
    "header",
    { class: "bar" },
    h("span", { class: "bar-seal", "aria-hidden": "true" }, "文"),
    h(
      "h1",
      { class: "bar-title" },
      h("span", { class: "bar-game" }, scene?.title || texts.brand),
      scene && scene.round > 0 &&
        h("span", { class: "bar-round" }, fill(texts["title-round"], { number: scene.round })),
      scene?.edition && h("span", { class: "bar-edition" }, scene.edition),
    ),
    h(Connection, { texts, wire, onWake }),
    h(
      "div",
      { class: "bar-tools" },
      h(
        "button",
        { type: "button", class: "tool speed", onClick: () => onSpeed(quicker) },
        h("span", { class: "tool-name" }, texts.speed),
        " ",
        h("b", null, `${state.speed}×`),
      ),
      h(
        "button",
        {
          type: "button",
          class: classes("tool sound", state.sound && "on"),
          "aria-pressed": String(state.sound),
          "aria-label": texts.sound,
          title: texts.sound,
          onClick: onSound,
        },
        h("span", { "aria-hidden": "true" }, "♪"),
      ),
      next &&
        h(
          "button",
          {
            type: "button",
            class: "tool speak",
            lang: next.code,
            "aria-label": `${short(next)}: ${fill(texts["read-in"], { language: next.name })}`,
            title: fill(texts["read-in"], { language: next.name }),
            onClick: () => onSpeak(next.code),
          },
          short(next),
        ),
      h(
        "button",
        { type: "button", class: "tool menu", "aria-label": texts.menu, "aria-haspopup": "dialog", onClick: onMenu },
        h("span", { "aria-hidden": "true" }, "⋯"),
      ),
    ),
  );
}

/**
 * What is wrong with the connection, for everybody to hear.
 * @param {{ texts: Record<string, string>, wire: State, onWake: () => void }} props
 */
function Connection({ texts, wire, onWake }) {
  const words = { opening: texts.opening, open: "", silent: texts.silent, lost: texts.lost, over: "" };
  const text = words[wire];
  return h(
    "div",
    { class: classes("bar-wire", wire), role: "status" },
    text && h("span", null, text),
    (wire === "lost" || wire === "silent") &&
      h("button", { type: "button", class: "tool", onClick: onWake }, texts.again),
  );
}
