/** A page that holds a game inside itself: it answers as a server would. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawings, RecordedSocket } from "../../adapters/page/static/recorded.js";
import { unpack } from "../../adapters/page/static/unpack.js";
import { BROWSER, Wire } from "../../adapters/page/static/wire.js";

/** @import {FromServer, Sent} from "../../adapters/page/static/types.js" */
/** @import {Recorded} from "../../adapters/page/static/recorded.js" */

/** What stands for a frame here: its type, and what it is about. @param {string} type @param {string} about */
const frame = (type, about) => /** @type {any} */ ({ type, about });

/** @param {string} code */
const reels = (code) => [0, 1, 2].map((reader) => ({ ...frame("reel", code), reader }));

/** @type {Recorded} */
const RECORDED = {
  hello: { en: frame("hello", "en"), ja: frame("hello", "ja") },
  table: { en: frame("table", "en"), ja: frame("table", "ja") },
  reels: { en: reels("en"), ja: reels("ja") },
  sheet: { en: frame("sheet", "en"), ja: frame("sheet", "ja") },
  drawings: { seal: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
};

/**
 * A page at its socket: what it has heard, and how it goes on.
 * @param {string[]} languages
 */
async function page(languages) {
  /** @type {any[]} */
  const heard = [];
  /** @type {string[]} */
  const states = [];
  const wire = new Wire(
    "file:///game.html",
    {
      first: async () => ({ type: "come", version: 1, kind: "cookie", languages }),
      hear: (/** @type {FromServer} */ one) => void heard.push(one),
      status: (state) => void states.push(state),
    },
    {
      ...BROWSER,
      socket: () => /** @type {any} */ (new RecordedSocket(RECORDED)),
      after: () => 0,
      cancel: () => {},
    },
  );
  wire.open();
  const settled = () => new Promise((then) => setTimeout(then, 0));
  await settled();
  /** @param {Sent} sent */
  const ask = async (sent) => {
    heard.length = 0;
    wire.send(sent);
    await settled();
    return heard.map((one) => [one.type, one.about, one.reader].filter((part) => part !== undefined));
  };
  return { heard, states, ask };
}

test("it begins in the language of the browser, with all hands open", async () => {
  const { heard, states } = await page(["de", "ja-JP", "en"]);
  assert.deepEqual(heard.map((one) => [one.type, one.about]), [
    ["hello", "ja"], ["table", "ja"], ["reel", "ja"],
  ]);
  assert.equal(heard[2].reader, 0);
  assert.deepEqual(states.at(-1), "open");
});

test("without a language that it speaks it begins in its first one", async () => {
  const { heard } = await page(["de"]);
  assert.equal(heard[0].about, "en");
});

test("other eyes stay when the language is changed", async () => {
  const { ask } = await page(["en"]);
  assert.deepEqual(await ask({ type: "watch", reader: 2 }), [["reel", "en", 2]]);
  assert.deepEqual(await ask({ type: "speak", language: "ja" }), [
    ["hello", "ja"], ["table", "ja"], ["reel", "ja", 2],
  ]);
  assert.deepEqual(await ask({ type: "watch", reader: 9 }), [["reel", "ja", 0]]);
});

test("the check of the deal, and whether it is there", async () => {
  const { ask } = await page(["en"]);
  assert.deepEqual(await ask({ type: "press", id: "a", data: "recorded:0:proof" }), [
    ["done"], ["sheet", "en"],
  ]);
  assert.deepEqual(await ask({ type: "ping" }), [["pong"]]);
  assert.deepEqual(await ask({ type: "older" }), []);
});

test("drawings are addresses of their own", () => {
  const address = drawings(RECORDED).seal;
  assert.ok(address.startsWith("data:image/svg+xml,"));
  assert.equal(decodeURIComponent(address.slice(19)), RECORDED.drawings.seal);
});

test("packed data is made again, each part once", () => {
  const packed = {
    keys: [["a", "b"]],
    parts: ["x", 1, true, null, [0, 0, 1], [1, 4, 2], [0, 5, 5, 3]],
    whole: 6,
  };
  const made = unpack(packed);
  assert.deepEqual(made, [{ a: ["x", 1], b: true }, { a: ["x", 1], b: true }, null]);
  assert.equal(made[0], made[1]);
});
