// Before the deal: the games as tiles, who sits, what is set, and a large key to begin.

import { Art, drawing, tint } from "./art.js";
import { classes, h } from "./dom.js";
import { TILES } from "./games/all.js";
import { Mark } from "./seat.js";

/** @import {Act, Button, Lobby, TableState} from "./types.js" */

/** Buttons that stand elsewhere: on the large key, or in the menu of the page. */
const ELSEWHERE = ["start", "lang", "join", "leave", "cut", "bot", "unbot", "close", "rules", "proof"];

/**
 * Three cards of a game.
 * @param {{ game: string }} props
 */
export function Sample({ game }) {
  const codes = TILES[game] ?? [];
  return h(
    "span",
    { class: "sample", "aria-hidden": "true" },
    (codes.length ? codes : [""]).map((code, i) =>
      h("span", { key: code, class: classes("card", "tiny", code ? tint(code) : "down"), style: { "--i": i } },
        h("span", { class: "picture" }, h(Art, { name: drawing(code), class: code ? "emblem" : "back" })))),
  );
}

/**
 * @param {{ lobby: Lobby, state: TableState, act: Act }} props
 */
export function LobbyView({ lobby, state, act }) {
  const { texts, wait } = state;
  const all = lobby.rows.flat();
  /** @param {string} verb */
  const find = (verb) => all.find((button) => button.verb === verb);
  const start = find("start");
  const learn = state.foot.find((button) => button.verb === "learn");
  /** @param {Button | undefined} button @param {string} look */
  const key = (button, look) =>
    button
      ? h("button", {
          key: button.data, type: "button", class: `key ${look}`, disabled: wait,
          onClick: () => act.press(button),
        }, button.label)
      : null;
  const seated = lobby.seated.some((one) => one.me);
  const panels = lobby.rows
    .map((row) => row.filter((button) => !ELSEWHERE.includes(button.verb) && !button.data.endsWith(":panel.game")))
    .filter((row) => row.length > 0);
  const either = panels.some((row) => row.some((button) => button.chosen)); // not switches to turn
  const choosing = panels.some((row) => row.some((button) => button.verb === "set"));
  return h(
    "section",
    { class: "lobby", "aria-label": texts.lobby },
    h(
      "div",
      { class: "games", role: "group", "aria-label": texts["choose-game"] },
      lobby.games.map((game) =>
        h(
          "button",
          {
            key: game.game, type: "button", class: "tile", disabled: wait,
            "aria-pressed": String(game.chosen),
            onClick: () => act.press({ label: game.title, data: game.data, verb: "set", chosen: game.chosen }),
          },
          h(Sample, { game: game.game }),
          h("b", null, game.title),
        )),
    ),
    h(
      "div",
      { class: "gathering" },
      h(
        "div",
        { class: "people" },
        h("h2", null, texts.seated),
        h(
          "ol",
          null,
          lobby.seated.map((one, i) =>
            h(
              "li",
              { key: `${i}.${one.name}`, class: classes(one.me && "mine") },
              h(Mark, { name: one.name, hue: one.hue }),
              h("b", { class: "called", title: one.name }, one.name),
              one.me ? h("span", { class: "me" }, texts.me) : null,
              one.host ? h("span", { class: "me" }, texts.host) : null,
              one.computer ? h("span", { class: "computer" }, one.computer) : null,
            )),
        ),
        h("div", { class: "keys" },
          seated ? null : key(find("join"), "gold"),
          key(find("bot"), ""),
          key(find("unbot"), "quiet"),
          seated ? key(find("cut"), "quiet") : null,
          seated ? key(find("leave"), "quiet") : null,
        ),
      ),
      h(
        "div",
        { class: "terms" },
        h("h2", null, texts.terms),
        h("ul", null, lobby.lines.map((line, i) => h("li", { key: i }, line))),
        h(
          "div",
          { class: classes("panels", choosing && "choosing") },
          panels.map((row, i) =>
            h("div", { key: i, class: "keys" }, row.map((button) =>
              h("button", {
                key: button.data, type: "button", class: classes("key", button.verb === "set" ? "" : "quiet"),
                disabled: wait, "aria-pressed": either && button.verb === "set" ? String(button.chosen) : undefined,
                onClick: () => act.press(button),
              }, button.label)))),
        ),
      ),
    ),
    h(
      "div",
      { class: "begin" },
      lobby.status.map((line, i) => h("p", { key: i }, line)),
      start
        ? h("button", {
            type: "button", class: classes("key", "main", "start", !lobby.mayStart && "not-yet"),
            disabled: wait, onClick: () => act.press(start),
          }, start.label)
        : null,
      h("div", { class: "keys" }, key(learn, "quiet"), key(find("rules"), "quiet"), key(find("proof"), "quiet"), key(find("close"), "quiet")),
    ),
  );
}
