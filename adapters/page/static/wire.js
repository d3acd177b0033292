// The socket: it opens itself again, asks whether the server is there, and knows nothing of frames
// but their type.

/** @import {FromServer, Sent} from "./types.js" */

/**
 * "opening" (never open yet, or again), "open", "silent" (no answer), "lost" (no connection),
 * "over" (closed for good).
 * @typedef {"opening" | "open" | "silent" | "lost" | "over"} State
 */

/**
 * The clock and the socket of the browser, or of a test.
 * @typedef {{
 *   socket: (url: string) => WebSocket,
 *   now: () => number,
 *   after: (ms: number, then: () => void) => unknown,
 *   cancel: (timer: any) => void,
 *   chance: () => number,
 * }} Means
 */

/** @type {Means} */
export const BROWSER = {
  socket: (url) => new WebSocket(url),
  now: () => Date.now(),
  after: (ms, then) => setTimeout(then, ms),
  cancel: (timer) => clearTimeout(timer),
  chance: () => Math.random(),
};

export const PING_EVERY = 20000;
export const ANSWER_IN = 3000;
export const OPEN_IN = 8000;
const WAITS = [300, 700, 1500, 3000, 6000, 10000];

export class Wire {
  /**
   * @param {string} url
   * @param {{
   *   first: () => Promise<Sent>,
   *   hear: (frame: FromServer) => void,
   *   status: (state: State) => void,
   * }} tells  `first` gives the first frame of each connection.
   * @param {Means} [means]
   */
  constructor(url, tells, means = BROWSER) {
    this.url = url;
    this.tells = tells;
    this.means = means;
    /** @type {State} */
    this.state = "opening";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    /** @type {unknown} */
    this.timer = null;
    /** @type {unknown} */
    this.answer = null;
  }

  /** Opens, or opens anew. */
  open() {
    if (this.state === "over") return;
    this.drop();
    const socket = this.means.socket(this.url);
    this.socket = socket;
    /** @param {() => void} then */
    const mine = (then) => () => {
      if (this.socket === socket) then();
    };
    socket.addEventListener("open", mine(() => void this.begin(socket)));
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.take(event.data);
    });
    socket.addEventListener("close", mine(() => this.lose("lost")));
    socket.addEventListener("error", mine(() => this.lose("lost")));
    this.timer = this.means.after(OPEN_IN, mine(() => this.lose("silent")));
  }

  /** @param {WebSocket} socket */
  async begin(socket) {
    const frame = await this.tells.first();
    if (this.socket !== socket) return;
    socket.send(JSON.stringify(frame));
  }

  /** @param {unknown} data */
  take(data) {
    if (typeof data !== "string") return;
    this.means.cancel(this.answer);
    this.answer = null;
    this.means.cancel(this.timer);
    this.timer = this.means.after(PING_EVERY, () => this.probe());
    /** @type {FromServer} */
    const frame = JSON.parse(data);
    if (frame.type === "hello") {
      this.tries = 0;
      this.become("open");
    } else if (this.state === "silent") {
      this.become("open");
    }
    this.tells.hear(frame);
  }

  /** Asks whether the server is there; without an answer the connection is made anew. */
  probe() {
    if (this.state !== "open" || this.answer !== null) return;
    this.write({ type: "ping" });
    this.answer = this.means.after(ANSWER_IN, () => this.lose("silent"));
  }

  /** The page is looked at again, or the network is back. */
  wake() {
    if (this.state === "open") this.probe();
    else if (this.state !== "over") {
      this.tries = 0;
      this.open();
    }
  }

  /**
   * Whether the frame went out; it may be lost all the same.
   * @param {Sent} frame
   */
  send(frame) {
    return this.state === "open" && this.write(frame);
  }

  /** @param {Sent} frame */
  write(frame) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {"lost" | "silent"} state */
  lose(state) {
    this.drop();
    this.become(state);
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] * (0.8 + 0.4 * this.means.chance());
    this.tries += 1;
    this.timer = this.means.after(wait, () => this.open());
  }

  /** Closes for good. */
  close() {
    this.drop();
    this.become("over");
  }

  drop() {
    this.means.cancel(this.timer);
    this.means.cancel(this.answer);
    this.timer = this.answer = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** @param {State} state */
  become(state) {
    if (this.state === "over" || this.state === state) return;
    this.state = state;
    this.tells.status(state);
  }
}
