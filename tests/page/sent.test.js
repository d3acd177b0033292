/** Everything that a page can do, on a page that runs: each frame that goes out is as the schema says,
 * and every kind of frame is among them. */
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { acts } from "../../adapters/page/static/acts.js";
import { asWritten, plain } from "../../adapters/page/static/browser.js";
import { Running } from "../../adapters/page/static/running.js";
import { tableState } from "../../adapters/page/static/app.js";
import { VERSION } from "../../adapters/page/static/store.js";
import { faults } from "./schema.js";

/** @import {FromServer, Sent} from "../../adapters/page/static/types.js" */

/** What a browser has and Node 18 has not. @type {[string, unknown][]} */
const AROUND = [
  ["document", { hidden: false, documentElement: { dataset: {} } }],
  ["navigator", { languages: ["ja-JP", "en"] }],
  ["crypto", webcrypto],
  ["requestAnimationFrame", () => 0],
];
for (const [name, value] of AROUND) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** The other end of the socket. */
class Pipe extends EventTarget {
  readyState = 1;
  /** @type {Sent[]} */
  sent = [];

  /** @param {string} text */
  send(text) {
    const frame = JSON.parse(text);
    assert.equal(faults("Sent", frame), "");
    this.sent.push(frame);
  }

  close() {}

  /** @param {FromServer} frame */
  tell(frame) {
    assert.equal(faults("FromServer", frame), "");
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** @param {Sent["type"]} type */
  kinds(type) {
    return this.sent.filter((frame) => frame.type === type);
  }
}

/** @type {FromServer} */
const HELLO = {
  type: "hello",
  version: VERSION,
  build: "b",
  now: 1,
  door: "playground",
  language: "ja",
  texts: {},
  languages: [],
  me: "play:1",
  people: [],
  chat: true,
  bearer: "",
};

/** A page that runs, at a door.
 * @param {{ door?: string }} data
 * @param {{ pathname: string, search: string, hash: string }} address */
async function opened(data, address) {
  const pipe = new Pipe();
  const page = new Running("ws://x/page/ws", plain(asWritten(data, address)), () => {}, {
    socket: () => /** @type {WebSocket} */ (/** @type {unknown} */ (pipe)),
    now: () => Date.now(),
    after: () => 0,
    cancel: () => {},
    chance: () => 0.5,
  });
  page.wire.open();
  pipe.dispatchEvent(new Event("open"));
  await new Promise((done) => setTimeout(done, 5));
  return { pipe, page };
}

const NOWHERE = { pathname: "/", search: "", hash: "" };

for (const [door, address] of /** @type {[string, typeof NOWHERE][]} */ ([
  ["playground", { ...NOWHERE, hash: "#key=abc" }],
  ["link", { ...NOWHERE, pathname: "/s/abc" }],
  ["link", { ...NOWHERE, pathname: "/t/k7mq2xw9" }],
  ["telegram", { ...NOWHERE, search: "?t=k7mq2xw9" }],
  ["line", { ...NOWHERE, search: "?t=k7mq2xw9" }],
])) {
  test(`the first frame at ${door}${address.pathname}${address.search} says who looks`, async () => {
    const { pipe } = await opened({ door }, address);
    assert.deepEqual(pipe.sent.map((frame) => frame.type), ["come"]);
  });
}

for (const game of ["love-letter", "coup", "lady-luck", "old-maid"]) {
  test(`a move of ${game} is one press`, async () => {
    const { pipe, page } = await opened({ door: "playground" }, NOWHERE);
    const { act } = acts(page);
    pipe.tell(HELLO);
    const name = new URL(`frames/${game}-turn.ja.json`, import.meta.url);
    for (const frame of JSON.parse(readFileSync(name, "utf8"))) pipe.tell(frame);
    for (let steps = 0; steps < 9 && pipe.kinds("press").length === 0; steps += 1) {
      const { pick } = tableState(page.app);
      assert.ok(pick);
      const [option] = pick.options;
      if (pick.sure ?? pick.ready) act.send(/** @type {NonNullable<typeof pick.sure>} */ (pick.sure ?? pick.ready));
      else act.choose(option.word);
    }
    assert.equal(pipe.kinds("press").length, 1);
  });
}

test("all else that can be done is sent as the schema says", async () => {
  const { pipe, page } = await opened({ door: "playground" }, NOWHERE);
  const { act, beside } = acts(page);
  pipe.tell(HELLO);
  const button = { label: "x", data: "k7mq2xw9:0:rules", verb: "rules", chosen: false };
  act.press(button);
  act.press({ ...button, data: "k7mq2xw9:0:cut.3", verb: "cut" });
  act.say("こんにちは");
  act.watch(2);
  act.learn("love-letter", 0, "");
  beside.speak("en");
  beside.invite("Ken");
  beside.rename("Aki");
  beside.older();
  beside.be("play:2");
  beside.lift();
  page.wire.probe();
  const kinds = new Set(pipe.sent.map((frame) => frame.type));
  const all = ["come", "press", "cut", "say", "speak", "be", "older", "invite", "rename", "watch", "learn", "ping"];
  assert.deepEqual([...kinds].sort(), all.sort());
});
