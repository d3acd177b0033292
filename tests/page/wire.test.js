/** The socket, with a clock and a server that the test plays. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { ANSWER_IN, OPEN_IN, PING_EVERY, Wire } from "../../adapters/page/static/wire.js";

/** @import {FromServer, Sent} from "../../adapters/page/static/types.js" */
/** @import {State} from "../../adapters/page/static/wire.js" */

/** Everything around a wire. */
class World {
  constructor() {
    this.time = 0;
    /** @type {{ at: number, then: () => void }[]} */
    this.timers = [];
    /** @type {Pipe[]} */
    this.pipes = [];
    /** @type {State[]} */
    this.states = [];
    /** @type {FromServer[]} */
    this.heard = [];
    const come = /** @type {Sent} */ (/** @type {unknown} */ ({ type: "come" }));
    this.wire = new Wire(
      "ws://x/page/ws",
      {
        first: async () => come,
        hear: (frame) => void this.heard.push(frame),
        status: (state) => void this.states.push(state),
      },
      {
        socket: () => {
          const pipe = new Pipe();
          this.pipes.push(pipe);
          return /** @type {WebSocket} */ (/** @type {unknown} */ (pipe));
        },
        now: () => this.time,
        after: (ms, then) => {
          const timer = { at: this.time + ms, then };
          this.timers.push(timer);
          return timer;
        },
        cancel: (timer) => {
          this.timers = this.timers.filter((one) => one !== timer);
        },
        chance: () => 0.5,
      },
    );
  }

  get pipe() {
    return /** @type {Pipe} */ (this.pipes.at(-1));
  }

  /** Time goes on. @param {number} ms */
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const [timer] = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at);
      if (!timer) break;
      this.timers = this.timers.filter((one) => one !== timer);
      this.time = timer.at;
      timer.then();
    }
    this.time = end;
  }

  /** The connection stands, and the server has greeted. */
  async stand() {
    this.wire.open();
    this.pipe.opens();
    await Promise.resolve();
    await Promise.resolve();
    this.pipe.tells({ type: "hello" });
  }
}

/** One socket. */
class Pipe extends EventTarget {
  readyState = 0;
  /** @type {{ type: string }[]} */
  sent = [];

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {object} frame */
  tells(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

test("the first frame says who comes; with the hello it stands", async () => {
  const world = new World();
  await world.stand();
  assert.deepEqual(world.pipe.sent.map((frame) => frame.type), ["come"]);
  assert.deepEqual(world.states, ["open"]);
  assert.equal(world.wire.send({ type: "ping" }), true);
});

test("before the hello nothing is sent", () => {
  const world = new World();
  world.wire.open();
  world.pipe.opens();
  assert.equal(world.wire.send({ type: "ping" }), false);
});

test("a server that is silent is asked, and left after three seconds", async () => {
  const world = new World();
  await world.stand();
  world.pass(PING_EVERY);
  assert.equal(world.pipe.sent.at(-1)?.type, "ping");
  world.pass(ANSWER_IN);
  assert.deepEqual(world.states, ["open", "silent"]);
  world.pass(1000);
  assert.equal(world.pipes.length, 2, "it is tried again");
});

test("any frame is an answer", async () => {
  const world = new World();
  await world.stand();
  world.pass(PING_EVERY);
  world.pipe.tells({ type: "pong" });
  world.pass(ANSWER_IN + 10);
  assert.deepEqual(world.states, ["open"]);
  assert.deepEqual(world.heard.map((frame) => frame.type), ["hello", "pong"]);
});

test("a lost connection is made again, later and later, and at once when the page wakes", async () => {
  const world = new World();
  await world.stand();
  world.pipe.close();
  assert.equal(world.states.at(-1), "lost");
  world.pass(300);
  assert.equal(world.pipes.length, 2);
  world.pipe.close();
  world.pass(600);
  assert.equal(world.pipes.length, 2);
  world.wire.wake();
  assert.equal(world.pipes.length, 3);
});

test("a connection that never opens is given up", () => {
  const world = new World();
  world.wire.open();
  world.pass(OPEN_IN);
  assert.deepEqual(world.states, ["silent"]);
  world.pass(1000);
  assert.equal(world.pipes.length, 2);
});

test("what an old socket says is not heard", async () => {
  const world = new World();
  await world.stand();
  const old = world.pipe;
  old.close();
  world.pass(1000);
  old.tells({ type: "pong" });
  assert.deepEqual(world.heard.map((frame) => frame.type), ["hello"]);
});

test("closed for good", async () => {
  const world = new World();
  await world.stand();
  world.wire.close();
  world.wire.wake();
  world.wire.open();
  world.pass(60000);
  assert.equal(world.pipes.length, 1);
  assert.equal(world.states.at(-1), "over");
});

test("a page that wakes asks whether the server is still there", async () => {
  const world = new World();
  await world.stand();
  world.wire.wake();
  world.wire.wake();
  assert.deepEqual(world.pipe.sent.map((frame) => frame.type), ["come", "ping"]);
});
