// @ts-check
/* global document, location, window */
// Draws one state of a game on a felt of its own, without a server: `?frames=URL&at=N`, and what the
// state is to be: `layout`, `line` (which of its lines is shown), `path` (words already chosen, by
// commas), `fresh`, `waiting`, `guide` (what a guided round says).

import { back, keep, NOTHING, pick, press } from "../../adapters/page/static/choice.js";
import { h, render } from "../../adapters/page/static/dom.js";
import { Table } from "../../adapters/page/static/table.js";

/** @import {Act, TableState} from "../../adapters/page/static/types.js" */

const asked = new URLSearchParams(location.search);
const { states, texts, language } = await (await fetch(asked.get("frames") ?? "")).json();
const at = Number(asked.get("at") ?? 0);
const { table, lines } = states.at(at);
const line = lines.at(Number(asked.get("line") ?? -1)) ?? null;
document.documentElement.lang = language;

let chosen = keep(NOTHING, table.id, table.choice);
for (const word of (asked.get("path") ?? "").split(",").filter(Boolean)) {
  chosen = press(table.choice, chosen, word).chosen;
}

/** @type {string[]} */
const done = [];
Object.assign(window, { done });

/** @returns {TableState} */
const state = () => ({
  texts, language, door: "playground", me: "u1", people: [], table: table.id, phase: table.phase,
  scene: table.scene, choice: asked.has("shown") ? null : table.choice,
  pick: table.choice && !asked.has("shown") ? pick(table.choice, chosen.path, chosen.sure) : null,
  lobby: table.lobby, guide: asked.has("guide") ? { text: asked.get("guide") ?? "", step: 2, of: 7, wanted: asked.get("wanted") ?? "" } : table.guide, foot: table.foot,
  show: {
    line, turn: 1, fresh: asked.has("fresh"), waiting: Number(asked.get("waiting") ?? 0),
    until: asked.has("fresh") ? Date.now() + 8000 : 0,
  },
  told: lines, ahead: null, pending: null, wait: false,
  layout: /** @type {TableState["layout"]} */ (asked.get("layout") ?? "wide"),
  speed: 1, still: false, skew: 0, sound: false, posts: null, online: true,
});

/** @type {Act} */
const act = {
  choose: (word) => {
    const next = press(table.choice, chosen, word);
    chosen = next.chosen;
    if (next.send) done.push(next.send.data);
    draw();
  },
  back: () => { chosen = back(table.choice, chosen); draw(); },
  send: (node) => { done.push(node.data); draw(); },
  press: (button) => { done.push(button.data); },
  skip: () => { done.push("skip"); },
  next: () => { done.push("next"); },
  look: (card) => { done.push(`look ${card.code}`); },
  say: () => {}, watch: () => { done.push("watch"); }, learn: () => {},
};

function draw() {
  const place = document.querySelector("#place");
  if (place) render(h(Table, { state: state(), act }), place);
}
draw();
document.documentElement.dataset.ready = "yes";
