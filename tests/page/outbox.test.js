/** What was sent, and what becomes of it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { add, again, done, late, lateAt, PATIENCE } from "../../adapters/page/static/outbox.js";

/** @import {Choice} from "../../adapters/page/static/types.js" */
/** @import {Sending} from "../../adapters/page/static/outbox.js" */

/** @param {string} id @param {number} question @param {string} [table] @returns {Omit<Sending, "at" | "unsure">} */
const press = (id, question, table = "t") => ({
  frame: { type: "press", id, data: `${table}:${question}:m:spy` },
  table,
  question,
  label: "Spy",
  moves: question > 0,
});

/** @param {string} id @returns {Omit<Sending, "at" | "unsure">} */
const words = (id) => ({ frame: { type: "say", id, text: "hi" }, table: "t", question: 0, label: "hi", moves: false });

const asked = /** @type {Choice} */ (/** @type {unknown} */ ({ question: 4 }));

test("what was acknowledged is gone", () => {
  const box = add(add([], press("a", 4), 0), press("b", 4), 0);
  assert.deepEqual(done(box, "a").map((one) => one.frame.id), ["b"]);
  assert.equal(done(box, "x").length, 2);
});

test("what waits too long is not confirmed, and not before", () => {
  const box = add([], press("a", 4), 100);
  assert.equal(lateAt(box), 100 + PATIENCE);
  assert.equal(late(box, 99 + PATIENCE), box);
  const unsure = late(box, 100 + PATIENCE);
  assert.equal(unsure[0].unsure, true);
  assert.equal(lateAt(unsure), Infinity);
  assert.equal(lateAt([]), Infinity);
});

test("a press whose question still stands is sent again under its id", () => {
  const box = late(add([], press("a", 4), 0), PATIENCE);
  const now = again(box, "t", asked, 9000);
  assert.deepEqual(now.again.map((one) => one.frame.id), ["a"]);
  assert.equal(now.outbox[0].at, 9000);
  assert.equal(now.outbox[0].unsure, true, "it stays unconfirmed until it is acknowledged");
  assert.deepEqual(now.lost, []);
});

test("a press whose question is over is lost", () => {
  const box = add([], press("a", 3), 0);
  const now = again(box, "t", asked, 9000);
  assert.deepEqual(now.lost.map((one) => one.frame.id), ["a"]);
  assert.deepEqual(now.outbox, []);
  assert.equal(again(box, "t", null, 9000).lost.length, 1);
});

test("so is one of another table, and a button of the house is not", () => {
  assert.equal(again(add([], press("a", 0), 0), "t", null, 1).again.length, 1);
  assert.equal(again(add([], press("a", 0), 0), "u", null, 1).lost.length, 1);
});

test("words are always sent again", () => {
  assert.equal(again(add([], words("a"), 0), "u", null, 1).again.length, 1);
});
