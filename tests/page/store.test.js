/** From frames to what the page knows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { press } from "../../adapters/page/static/choice.js";
import { asked, EMPTY, hear, readable, settle, toast, untoast } from "../../adapters/page/static/store.js";
import { skip, tick } from "../../adapters/page/static/pace.js";

/** @import {FromServer, Hello, Line, Table} from "../../adapters/page/static/types.js" */
/** @import {Store} from "../../adapters/page/static/store.js" */

const WAYS = { now: 5000, speed: 1, hidden: false, still: false };

/** @param {Partial<Hello>} [more] @returns {Hello} */
const hello = (more = {}) => ({
  type: "hello",
  version: 1,
  build: "b",
  now: 65,
  door: "playground",
  language: "en",
  texts: {},
  languages: [],
  me: "a",
  people: [],
  chat: true,
  bearer: "",
  ...more,
});

/** @param {number} question @returns {any} */
const choice = (question) => ({
  question,
  prompt: "You",
  hint: "",
  window: false,
  orders: [],
  then: [
    { word: "a", label: "a", kind: "card", seat: 0, card: null, hint: "", data: "", whole: "", risk: "", sure: "", then: [
      { word: "b", label: "b", kind: "word", seat: 0, card: null, hint: "", data: "ab", whole: "", risk: "", sure: "", then: [] },
      { word: "c", label: "c", kind: "word", seat: 0, card: null, hint: "", data: "ac", whole: "", risk: "", sure: "", then: [] },
    ] },
    { word: "d", label: "d", kind: "card", seat: 0, card: null, hint: "", data: "d", whole: "", risk: "", sure: "", then: [] },
  ],
});

/** @param {number} number @param {Partial<Table>} [more] @returns {Table} */
const table = (number, more = {}) => ({
  type: "table",
  id: "t",
  phase: "playing",
  scene: /** @type {any} */ ({ round: number, me: 0, due: 0 }),
  choice: null,
  lobby: null,
  guide: null,
  foot: [],
  ...more,
});

/** @param {number} id @param {boolean} [moves] @returns {Line} */
const line = (id, moves = true) => ({
  id,
  text: "0123456789",
  at: 0,
  seat: 0,
  round: 0,
  turn: 0,
  moment: moves ? /** @type {any} */ ({ kind: "play", actor: 2, ends: "", quiet: false, out: [] }) : null,
});

/** @param {Line[]} lines @param {boolean} fresh @param {boolean} [more] @returns {FromServer} */
const story = (lines, fresh, more = false) => ({ type: "story", table: "t", lines, fresh, more });

/** @param {...FromServer} frames */
const after = (...frames) => frames.reduce((store, frame) => hear(store, frame, WAYS), EMPTY);

const SEATED = [hello(), story([line(1), line(2)], false), table(1)];

test("the hello tells who looks, and how far the server's clock is ahead", () => {
  const store = after(hello());
  assert.equal(store.me, "a");
  assert.equal(store.skew, 60);
});

test("what stands already is not played", () => {
  const store = after(...SEATED);
  assert.equal(store.pace.table?.scene?.round, 1);
  assert.deepEqual(store.pace.waiting, []);
  assert.equal(readable(store).length, 2);
});

test("the table comes although the story is long", () => {
  const lines = Array.from({ length: 2000 }, (_, i) => line(i + 1));
  const store = after(hello(), story(lines.slice(-200), false, true), table(900));
  assert.equal(store.pace.table?.scene?.round, 900);
  assert.equal(store.more, true);
  const whole = hear(store, story(lines.slice(-400), false, true), WAYS);
  assert.equal(whole.lines.length, 400);
  assert.equal(whole.pace.table?.scene?.round, 900);
});

test("only older lines are put before those that are there", () => {
  const store = after(hello(), story([line(5), line(6)], false, true), table(1));
  const more = hear(store, story([line(3), line(4)], false), WAYS);
  assert.deepEqual(more.lines.map((one) => one.id), [3, 4, 5, 6]);
  assert.equal(more.more, false);
});

test("what happens now is played, and the story ends where it is shown", () => {
  const store = after(...SEATED, story([line(3), line(4)], true), table(2));
  assert.equal(store.pace.line?.id, 3);
  assert.equal(store.pace.table?.scene?.round, 1);
  assert.deepEqual(readable(store).map((one) => one.id), [1, 2, 3]);
  const end = settle({ ...store, pace: skip(store.pace, WAYS) });
  assert.deepEqual(readable(end).map((one) => one.id), [1, 2, 3, 4]);
  assert.equal(end.pace.table?.scene?.round, 2);
});

test("lines that are known already are not told again", () => {
  const store = after(...SEATED, story([line(2), line(3)], true));
  assert.deepEqual(store.lines.map((one) => one.id), [1, 2, 3]);
});

test("a question is asked when its moments were shown", () => {
  const store = after(...SEATED, story([line(3), line(4)], true), table(2, { choice: choice(7) }));
  assert.equal(asked(store), null);
  const end = settle({ ...store, pace: tick(tick(store.pace, { ...WAYS, now: 1e6 }), { ...WAYS, now: 2e6 }) });
  assert.equal(asked(end)?.question, 7);
});

test("a question that is over is not asked any more, although it is drawn", () => {
  const open = after(...SEATED, table(2, { choice: choice(7) }));
  assert.equal(asked(open)?.question, 7);
  const late = hear(hear(open, story([line(3)], true), WAYS), table(3), WAYS);
  assert.equal(late.pace.table?.scene?.round, 2);
  assert.equal(asked(late), null);
});

test("an answered question is not asked again", () => {
  const open = after(...SEATED, table(2, { choice: choice(7) }));
  assert.equal(asked({ ...open, answered: 7 }), null);
});

test("what was chosen stays with its question", () => {
  const open = after(...SEATED, table(2, { choice: choice(7) }));
  const half = { ...open, chosen: press(choice(7), open.chosen, "a").chosen };
  assert.deepEqual(hear(half, table(3, { choice: choice(7) }), WAYS).chosen.path, ["a"]);
  assert.deepEqual(hear(half, table(3, { choice: choice(8) }), WAYS).chosen.path, []);
});

test("another table is drawn at once", () => {
  const store = after(...SEATED, story([line(3), line(4)], true));
  const other = hear(store, table(1, { id: "u", phase: "lobby" }), WAYS);
  assert.equal(other.pace.table?.id, "u");
  assert.deepEqual(other.pace.waiting, []);
});

test("the end of the match is played like everything before", () => {
  const end = line(3);
  if (end.moment) end.moment.ends = "match";
  const store = after(...SEATED, story([line(2), end], true), table(2, { phase: "finished" }));
  assert.equal(store.pace.line?.id, 3);
});

test("after a reconnection nothing that was missed is played", () => {
  const store = after(...SEATED, hello(), story([line(1), line(2), line(3), line(4)], false), table(5));
  assert.equal(store.pace.table?.scene?.round, 5);
  assert.deepEqual(store.pace.waiting, []);
});

test("another person at this screen: their table is drawn at once, what was open closes", () => {
  /** @type {Store} */
  const open = { ...after(...SEATED), sheet: /** @type {any} */ ({ type: "sheet" }) };
  const store = hear(open, { type: "people", me: "b", people: [] }, WAYS);
  assert.equal(store.first, true);
  assert.equal(store.sheet, null);
});

test("words of others are counted until they are read", () => {
  const word = { id: 1, name: "B", hue: 1, text: "hi", at: 0, mine: false };
  const store = after(...SEATED, { type: "chat", words: [word], fresh: false });
  assert.equal(store.unread, 0);
  const more = hear(store, { type: "chat", words: [{ ...word, id: 2 }, { ...word, id: 3, mine: true }], fresh: true }, WAYS);
  assert.equal(more.unread, 1);
  assert.equal(more.words.length, 3);
});

test("what the reader alone is told, for a while", () => {
  let store = after(...SEATED, { type: "done", id: "x", outcome: "refused", text: "No.", news: "" });
  assert.deepEqual(store.toasts.map((one) => [one.text, one.kind]), [["No.", "refused"]]);
  for (const text of ["a", "b", "c"]) store = toast(store, text, "told");
  assert.equal(store.toasts.length, 3);
  assert.equal(untoast(store, store.toasts[0].id).toasts.length, 2);
  assert.equal(after({ type: "done", id: "x", outcome: "done", text: "", news: "" }).toasts.length, 0);
});

test("who may not come in keeps no bearer", () => {
  const store = after(hello({ bearer: "secret" }), { type: "refused", text: "No.", again: false, later: false, language: "en", retry: "Try again" });
  assert.equal(store.bearer, "");
  assert.equal(store.refused?.text, "No.");
});

test("a fresh bearer takes the place of the old one", () => {
  const store = after(hello({ bearer: "one" }), { type: "bearer", bearer: "two" });
  assert.equal(store.bearer, "two");
  assert.equal(hear(store, hello({ bearer: "" }), WAYS).bearer, "two");
});

test("a frame that nobody knows changes nothing", () => {
  const store = after(...SEATED);
  assert.equal(hear(store, /** @type {any} */ ({ type: "news" }), WAYS), store);
});
