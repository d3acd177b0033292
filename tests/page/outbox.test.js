/** What was sent, and what becomes of it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { add, again, done, late, lateAt, PATIENCE } from "../../adapters/page/static/outbox.js";

/** @import {Sending} from "../../adapters/page/static/outbox.js" */

/** @param {string} id @param {number} question @returns {Omit<Sending, "at" | "unsure">} */
const press = (id, question) => ({
  frame: { type: "press", id, data: `t:${question}:m:spy` },
  question,
  label: "Spy",
  moves: question > 0,
});

/** @param {string} id @returns {Omit<Sending, "at" | "unsure">} */
const words = (id) => ({ frame: { type: "say", id, text: "hi" }, question: 0, label: "hi", moves: false });

test("what was acknowledged is gone", () => {
  const box = add(add([], press("a", 4), 0), press("b", 4), 0);
  assert.deepEqual(done(box, "a").map((one) => one.frame.id), ["b"]);
  assert.equal(done(box, "x").length, 2);
});

test("what waits too long is not confirmed and sent once more, and not before", () => {
  const box = add(add([], press("a", 4), 100), words("b"), 2000);
  assert.equal(lateAt(box), 100 + PATIENCE);
  assert.equal(late(box, 99 + PATIENCE).outbox, box);
  const now = late(box, 100 + PATIENCE);
  assert.deepEqual(now.outbox.map((one) => one.unsure), [true, false]);
  assert.deepEqual(now.again.map((one) => one.frame.id), ["a"]);
  assert.equal(lateAt(now.outbox), 2000 + PATIENCE);
  assert.equal(late(now.outbox, 100 + 2 * PATIENCE).again.length, 2, "and again, until it is acknowledged");
  assert.equal(lateAt([]), Infinity);
});

test("what is open is sent again under its id, and stays unconfirmed until it is acknowledged", () => {
  const box = again(late(add(add([], press("a", 4), 0), words("b"), 5), PATIENCE).outbox, 9000);
  assert.deepEqual(box.map((one) => [one.frame.id, one.at, one.unsure]), [["a", 9000, true], ["b", 9000, false]]);
});
