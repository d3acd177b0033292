// The state of the whole page, and what of it the felt is drawn from. Pure.

/** @import {Hello, Person, TableState} from "./types.js" */
/** @import {Sending} from "./outbox.js" */
/** @import {Part} from "./rail.js" */
/** @import {Open} from "./sheets.js" */
/** @import {Store} from "./store.js" */
/** @import {Film} from "./reel_state.js" */
/** @import {State} from "./wire.js" */

import { pick } from "./choice.js";
import { next as asksNext } from "./curtain.js";
import { behind, newest, shown } from "./pace.js";
import { onto } from "./reel_state.js";
import { asked, EMPTY, readable } from "./store.js";

/**
 * Something that is said to whoever listens, once.
 * @typedef {{ id: number, text: string }} Spoken
 */

/**
 * - `part` what the rail shows; `draft` what is being typed there.
 * - `open` what stands above the table.
 * - `curtain` to whom the screen is being passed (empty: to nobody); `stayed` who is not to be
 *   called again for this question; `lifted` whose touch has lifted it.
 * - `tour` the bubble that is shown (-1: none).
 * - `posts` whether moves made here are said in the group (null: this page cannot).
 * - `film` the finished game that is watched again in place of the table.
 * - `aloud` up to which line of the story everything was said, `spoken` what was said last.
 *
 * @typedef {{
 *   store: Store,
 *   wire: State,
 *   outbox: Sending[],
 *   layout: TableState["layout"],
 *   speed: number,
 *   sound: boolean,
 *   posts: boolean | null,
 *   still: boolean,
 *   open: Open | null,
 *   part: Part,
 *   draft: string,
 *   curtain: string,
 *   lifted: string,
 *   stayed: string,
 *   tour: number,
 *   film: Film | null,
 *   aloud: number,
 *   spoken: Spoken[],
 *   speaks: number,
 * }} App
 */

/** @type {App} */
export const START = {
  store: EMPTY,
  wire: "opening",
  outbox: [],
  layout: "table",
  speed: 1,
  sound: false,
  posts: null,
  still: false,
  open: null,
  part: "story",
  draft: "",
  curtain: "",
  lifted: "",
  stayed: "",
  tour: -1,
  film: null,
  aloud: 0,
  spoken: [],
  speaks: 0,
};

const WIDE = 1000;
const SHORT = 560;
const NARROW = 700;

/**
 * @param {number} width
 * @param {number} height
 * @param {boolean} compact the page was opened as half a screen
 * @returns {TableState["layout"]}
 */
export function layoutOf(width, height, compact) {
  if (width >= WIDE) return "wide";
  return compact || (height < SHORT && width < NARROW) ? "sheet" : "table";
}

/**
 * What is drawn and read: the table, or the film in its place.
 * @param {App} app
 */
export const seen = (app) => (app.film ? onto(app.store, app.film) : app.store);

/**
 * Everything from which the felt is drawn.
 * @param {App} app
 * @returns {TableState}
 */
export function tableState(app) {
  const store = seen(app);
  const table = store.pace.table;
  const choice = asked(store);
  const { path, sure } = store.chosen;
  const first = app.outbox.find((one) => one.moves);
  return {
    texts: store.hello?.texts ?? {},
    language: store.hello?.language ?? "",
    door: store.hello?.door ?? "playground",
    me: store.me,
    people: store.people,
    table: table?.id ?? "",
    phase: table?.phase ?? "closed",
    scene: table?.scene ?? null,
    choice,
    pick: choice && pick(choice, path, sure),
    lobby: table?.lobby ?? null,
    guide: table?.guide ?? null,
    foot: store.table?.foot ?? [],
    show: shown(store.pace),
    told: readable(store),
    ahead: store.pace.waiting.find((item) => item.table)?.table?.scene ?? null,
    pending: first
      ? {
          id: first.frame.id,
          data: first.frame.type === "press" ? first.frame.data : "",
          label: first.label,
          state: first.unsure ? "unsure" : "sent",
        }
      : null,
    wait: first !== undefined,
    layout: app.layout,
    speed: app.speed,
    still: app.still,
    skew: store.skew,
    sound: app.sound,
    posts: app.posts,
    online: app.wire === "open",
  };
}

/**
 * Somebody else at this screen who is asked, now that nothing is shown or asked any more here.
 * @param {App} app
 * @returns {Person | null}
 */
export function called(app) {
  const { store } = app;
  if (app.film || store.first || store.pace.waiting.length > 0 || newest(store.pace)?.choice) return null;
  const to = asksNext(store.people, store.me);
  return to && to.user !== app.stayed ? to : null;
}

/**
 * What has become readable since the last time is said once, and so is a new question.
 * @param {App} app
 * @param {App} before
 * @returns {App}
 */
export function speak(app, before) {
  const store = seen(app);
  const lines = readable(store);
  const end = lines.at(-1)?.id ?? 0;
  const anew = store.table?.id !== seen(before).table?.id || before.store.first;
  /** @type {string[]} */
  const texts = [];
  if (!anew) {
    const fresh = lines.filter((line) => line.id > app.aloud);
    texts.push(...fresh.slice(-MOST_SPOKEN).map((line) => line.text));
  }
  const choice = asked(app.store);
  if (choice && choice.question !== asked(before.store)?.question) {
    texts.push(`${choice.prompt} ${choice.hint}`.trim());
  }
  return say({ ...app, aloud: end }, texts);
}

const MOST_SPOKEN = 8;

/**
 * @param {App} app
 * @param {string[]} texts
 * @returns {App}
 */
export function say(app, texts) {
  if (texts.length === 0) return app;
  const spoken = texts.map((text, i) => ({ id: app.speaks + i + 1, text }));
  return {
    ...app,
    spoken: [...app.spoken, ...spoken].slice(-MOST_SPOKEN),
    speaks: app.speaks + texts.length,
  };
}

/** Whether moments are being played that could be skipped. @param {App} app */
export function playing(app) {
  return behind(app.store.pace) > 0;
}

/**
 * Whether a page must be loaded anew: the server speaks another wire, or has other scripts.
 * @param {Hello | null} before
 * @param {Hello} hello
 * @param {number} version
 */
export function outdated(before, hello, version) {
  return hello.version !== version || (before !== null && before.build !== hello.build);
}
