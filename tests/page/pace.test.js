/** Moments one after another, by a clock that the test holds. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { anew, behind, due, dwell, known, newest, next, shown, skip, STILL, take, tick } from "../../adapters/page/static/pace.js";

/** @import {Line, Moment, Table} from "../../adapters/page/static/types.js" */
/** @import {Pace, Ways} from "../../adapters/page/static/pace.js" */

/** @param {Partial<Moment>} [more] @returns {Moment} */
const moment = (more = {}) => ({
  kind: "play",
  actor: 2,
  target: 0,
  card: null,
  named: "",
  result: "",
  shown: [],
  hands: [],
  coins: 0,
  pile: "",
  out: [],
  quiet: false,
  ends: "",
  winners: [],
  ...more,
});

/** @param {number} id @param {Moment | null} [told] @param {string} [text] @returns {Line} */
const line = (id, told = moment(), text = "0123456789") => ({ id, text, at: 0, seat: 0, round: 1, turn: 2, moment: told });

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

/** @param {number} now @param {Partial<Ways>} [more] @returns {Ways} */
const at = (now, more = {}) => ({ now, speed: 1, hidden: false, still: false, ...more });

const TEN = 500 + 45 * 10; // milliseconds for a line of ten characters

/** Two moves, each with the table that they lead to. @param {Ways} ways */
const two = (ways) =>
  take(anew(STILL, table(1)), [{ line: line(1) }, { table: table(2) }, { line: line(2) }, { table: table(3) }], ways);

test("the first moment begins at once, and its table comes when its card has landed", () => {
  let pace = two(at(0));
  assert.equal(pace.line?.id, 1);
  assert.equal(pace.table?.scene?.round, 1);
  assert.equal(shown(pace).waiting, 1);
  pace = tick(pace, at(due(pace)));
  assert.equal(pace.table?.scene?.round, 2);
  assert.equal(pace.line?.id, 1, "the line is still being read");
});

test("the second one waits until the first can be read", () => {
  let pace = tick(two(at(0)), at(700));
  pace = tick(pace, at(TEN - 1));
  assert.equal(pace.line?.id, 1);
  assert.equal(due(pace), TEN);
  pace = tick(pace, at(TEN));
  assert.equal(pace.line?.id, 2);
  assert.equal(pace.table?.scene?.round, 2, "the table never runs ahead of the moment");
  pace = tick(pace, at(TEN * 2));
  assert.equal(pace.table?.scene?.round, 3);
  assert.equal(due(pace), Infinity);
});

test("twice the speed is half the time", () => {
  const pace = tick(two(at(0, { speed: 2 })), at(TEN / 2, { speed: 2 }));
  assert.equal(pace.line?.id, 2);
});

test("where nothing moves the table does not wait for a card to land", () => {
  assert.equal(two(at(0, { still: true })).table?.scene?.round, 2);
});

test("to my turn: the newest at once, nothing is played", () => {
  const pace = skip(two(at(0)), at(1));
  assert.equal(pace.table?.scene?.round, 3);
  assert.equal(pace.line?.id, 2);
  assert.equal(pace.told, 2);
  assert.deepEqual(pace.waiting, []);
  assert.equal(shown(pace).fresh, false);
});

test("to my turn stops at the end of a round, and goes on from there", () => {
  const round = line(3, moment({ kind: "end", ends: "round" }));
  const items = [{ line: line(2) }, { line: round }, { table: table(2) }, { line: line(4) }, { table: table(3) }];
  const end = skip(take(two(at(0)), items, at(0)), at(1));
  assert.equal(end.line?.id, 3);
  assert.ok(shown(end).until > 3000);
  assert.equal(skip(end, at(2)).line?.id, 4);
  assert.equal(skip(end, at(2)).table?.scene?.round, 3);
  assert.equal(skip(take(two(at(0)), items, at(0)), at(1, { hidden: true })).line?.id, 4);
});

test("while nobody looks nothing is played", () => {
  const pace = two(at(0, { hidden: true }));
  assert.equal(pace.table?.scene?.round, 3);
  assert.equal(due(pace), Infinity);
});

test("on to the next moment without waiting for the end of this one", () => {
  const pace = next(two(at(0)), at(10));
  assert.equal(pace.line?.id, 2);
  assert.equal(pace.table?.scene?.round, 2);
});

test("a quiet moment passes quickly, a line without one takes no time and is told", () => {
  const quiet = line(2, moment({ quiet: true }));
  let pace = take(anew(STILL, table(1)), [{ line: line(1, null) }, { line: quiet }, { line: line(3) }], at(0));
  assert.equal(pace.told, 2);
  pace = tick(pace, at(200));
  assert.equal(pace.line?.id, 3);
});

test("what waits behind is counted without the quiet ones", () => {
  const pace = take(two(at(0)), [{ line: line(3, moment({ quiet: true })) }, { line: line(4, null) }], at(0));
  assert.equal(behind(pace), 1);
});

test("the end of a round goes on by itself, that of a match does not", () => {
  const round = line(1, moment({ kind: "end", ends: "round" }));
  const match = line(1, moment({ kind: "end", ends: "match" }));
  assert.ok(dwell(round, 1) > 3000);
  assert.equal(dwell(round, 4), dwell(round, 1), "an event is not hurried");
  const last = take(anew(STILL, table(1)), [{ line: match }, { table: table(2) }, { line: line(2) }], at(0));
  assert.equal(tick(last, at(1e9)).line?.id, 1);
  assert.equal(shown(last).until, 0);
  assert.equal(next(last, at(10)).line?.id, 2);
});

test("at the end of a round the table behind it is that of the end", () => {
  const round = line(1, moment({ kind: "end", ends: "round" }));
  const pace = take(anew(STILL, table(1)), [{ line: round }, { table: table(2) }], at(0));
  assert.equal(pace.table?.scene?.round, 2);
  assert.ok(shown(pace).until > 0);
});

/** @param {Partial<import("../../adapters/page/static/types.js").Scene>} more */
const scene = (more) => /** @type {any} */ ({ me: 1, due: 0, ...more });

test("one's own move is not dwelt on", () => {
  const own = line(1, moment({ actor: 1 }), "a long line, which would be read for quite a while");
  assert.ok(dwell(own, 1, table(2, { scene: scene({}) })) <= 700);
});

test("who is asked by the clock is not kept waiting", () => {
  const choice = /** @type {any} */ ({ question: 1, then: [] });
  const long = line(1, moment(), "a long line, which would be read for quite a while");
  assert.ok(dwell(long, 1, table(2, { scene: scene({ due: 99 }), choice })) <= 700);
  assert.ok(dwell(long, 1, table(2, { scene: scene({}), choice })) > 700);
});

test("the story anew: nothing is played, its last moment lies on the table", () => {
  const pace = known(two(at(0)), [line(1), line(2), line(3, null)]);
  assert.equal(pace.line?.id, 2);
  assert.equal(pace.told, 3);
  assert.equal(newest(pace)?.scene?.round, 3);
  assert.equal(shown(pace).fresh, false);
});

test("the newest table is the last one that waits", () => {
  assert.equal(newest(two(at(0)))?.scene?.round, 3);
  assert.equal(newest(STILL), null);
});

test("the same moment twice is shown twice", () => {
  /** @type {Pace} */
  let pace = take(anew(STILL, table(1)), [{ line: line(1) }], at(0));
  const { turn } = pace;
  pace = take(pace, [{ line: line(2) }], at(TEN));
  assert.equal(pace.turn, turn + 1);
});
