/** What keys ask for, what is said aloud, who is called, which layout. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutOf, outdated, say, START } from "../../adapters/page/static/app.js";
import { following } from "../../adapters/page/static/bar.js";
import { next } from "../../adapters/page/static/curtain.js";
import { ghost, last, wish } from "../../adapters/page/static/keys.js";
import { grouped } from "../../adapters/page/static/rail.js";
import { picture } from "../../adapters/page/static/sheets.js";

/** @import {Line, Person} from "../../adapters/page/static/types.js" */

/** @param {string} key @param {object} [more] */
const event = (key, more = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  ...more,
});
const FREE = { typing: false, pressing: false };

test("keys", () => {
  assert.deepEqual(wish(event("1"), FREE), { do: "choose", place: 0 });
  assert.deepEqual(wish(event("9"), FREE), { do: "choose", place: 8 });
  assert.equal(wish(event("0"), FREE), null);
  assert.deepEqual(wish(event("Enter"), FREE), { do: "send" });
  assert.deepEqual(wish(event("Escape"), FREE), { do: "back" });
  assert.deepEqual(wish(event("?"), FREE), { do: "help" });
  assert.deepEqual(wish(event(" "), FREE), { do: "skip" });
  assert.equal(wish(event("x"), FREE), null);
});

test("no key acts while somebody types, holds another key, or ends a conversion of kana", () => {
  assert.equal(wish(event("1"), { typing: true, pressing: false }), null);
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }, { isComposing: true }, { keyCode: 229 }]) {
    assert.equal(wish(event("Enter", more), FREE), null);
  }
});

test("Enter and the space bar press the button that has the focus", () => {
  assert.equal(wish(event("Enter"), { typing: false, pressing: true }), null);
  assert.equal(wish(event(" "), { typing: false, pressing: true }), null);
  assert.deepEqual(wish(event("2"), { typing: false, pressing: true }), { do: "choose", place: 1 });
});

/** @param {object} more */
const picked = (more) => /** @type {any} */ ({ sure: null, ready: null, options: [], ...more });
const leaf = { data: "x" };

test("Enter sends what is ready, what is to be confirmed, or the only answer", () => {
  assert.equal(last(picked({ sure: leaf })), leaf);
  assert.equal(last(picked({ ready: leaf, options: [{ data: "y" }] })), leaf);
  assert.equal(last(picked({ options: [leaf] })), leaf);
  assert.equal(last(picked({ options: [leaf, { data: "y" }] })), null);
  assert.equal(last(picked({ options: [{ data: "" }] })), null);
});

/** @param {string} user @param {boolean} asked @returns {Person} */
const person = (user, asked) => ({ user, name: user, hue: 1, asked, link: "" });

test("the screen is passed to the next who is asked, while the one who looks is not", () => {
  const people = [person("a", false), person("b", false), person("c", true)];
  assert.equal(next(people, "a")?.user, "c");
  assert.equal(next(people, "b")?.user, "c");
  assert.equal(next(people, "c"), null);
  assert.equal(next([person("a", true), person("b", true)], "a"), null);
  assert.equal(next([person("a", true), person("b", false), person("c", true)], "b")?.user, "c");
  assert.equal(next(people, "x"), null);
});

test("layouts", () => {
  assert.equal(layoutOf(1366, 768, false), "wide");
  assert.equal(layoutOf(390, 844, false), "table");
  assert.equal(layoutOf(390, 420, false), "sheet");
  assert.equal(layoutOf(844, 390, false), "table");
  assert.equal(layoutOf(390, 844, true), "sheet");
});

test("the next language", () => {
  const both = [{ code: "en", name: "English" }, { code: "ja", name: "日本語" }];
  assert.equal(following(both, "ja")?.code, "en");
  assert.equal(following(both, "en")?.code, "ja");
  assert.equal(following(both.slice(1), "ja"), null);
});

test("a page of another version or build is outdated", () => {
  const hello = /** @type {any} */ ({ version: 1, build: "a" });
  assert.equal(outdated(null, hello, 1), false);
  assert.equal(outdated(hello, hello, 1), false);
  assert.equal(outdated(hello, { ...hello, build: "b" }, 1), true);
  assert.equal(outdated(null, hello, 2), true);
});

test("each thing is said once, and only the last ones are kept", () => {
  const app = say(say(START, ["a", "b"]), ["c"]);
  assert.deepEqual(app.spoken.map((one) => one.text), ["a", "b", "c"]);
  assert.equal(new Set(app.spoken.map((one) => one.id)).size, 3);
  assert.equal(say(app, []), app);
  assert.ok(say(START, Array.from({ length: 50 }, String)).spoken.length < 20);
});

/** @param {number} id @param {number} round @param {number} turn @returns {Line} */
const line = (id, round, turn) => ({ id, round, turn, text: "", at: 0, seat: 0, moment: null });

test("the story by rounds and turns", () => {
  const groups = grouped([line(1, 0, 0), line(2, 1, 0), line(3, 1, 2), line(4, 1, 2), line(5, 1, 3), line(6, 2, 3)]);
  assert.deepEqual(groups.map((one) => one.lines.length), [1, 1, 2, 1, 1]);
  assert.deepEqual(groups.map((one) => one.opens), [false, true, false, false, true]);
});

test("the pictures to cut with are known by their datum", () => {
  const button = { label: "", verb: "cut", chosen: false };
  assert.deepEqual(picture({ ...button, data: "abc:0:cut.3" }), { table: "abc", picture: 3 });
  assert.equal(picture({ ...button, data: "abc:0:cut" }), null);
  assert.equal(picture({ ...button, data: "abc:2:m:guard.2" }), null);
});

test("the second press of a double one hits nothing that has just come", () => {
  const first = { x: 100, y: 100, at: 1000 };
  assert.equal(ghost(first, { x: 104, y: 98, at: 1200 }, 1020), true);
  assert.equal(ghost(first, { x: 104, y: 98, at: 1500 }, 1020), false, "later it is meant");
  assert.equal(ghost(first, { x: 200, y: 98, at: 1200 }, 1020), false, "elsewhere it is meant");
  assert.equal(ghost(first, { x: 104, y: 98, at: 1200 }, 900), false, "nothing has changed");
});
