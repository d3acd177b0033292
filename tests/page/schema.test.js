/** Frames of real tables are as the schema says, and the page's store reads all of them. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { EMPTY, hear } from "../../adapters/page/static/store.js";
import { faults } from "./schema.js";

const FRAMES = new URL("frames/", import.meta.url);
const WAYS = { now: 1000, speed: 1, hidden: false, still: true };

const files = existsSync(FRAMES) ? readdirSync(FRAMES).filter((name) => name.endsWith(".json")) : [];

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, FRAMES), "utf8"));

test("there are frames of every game", () => {
  for (const game of ["love-letter", "coup", "lady-luck", "old-maid"]) {
    const there = files.some((name) => name.startsWith(`${game}-turn`));
    assert.ok(there, "run: .venv/bin/python -m tests.page.make_frames");
  }
});

for (const name of files) {
  test(`${name} is as the schema says`, () => {
    for (const frame of read(name)) assert.equal(faults("FromServer", frame), "");
  });

  test(`the store reads ${name}`, () => {
    let store = EMPTY;
    for (const frame of read(name)) store = hear(store, frame, WAYS);
    const [story, table] = read(name);
    assert.deepEqual(store.table, table);
    assert.deepEqual(store.lines, story.lines);
  });
}

test("the schema judges strictly", () => {
  assert.equal(faults("Sent", { type: "press", id: "a-1", data: "x" }), "");
  assert.notEqual(faults("Sent", { type: "press", id: "a-1", data: "x", user: "y" }), "");
  assert.notEqual(faults("Sent", { type: "press", id: "<b>", data: "x" }), "");
  assert.notEqual(faults("FromServer", { type: "pong", more: 1 }), "");
  assert.notEqual(faults("FromServer", { type: "told" }), "");
});
