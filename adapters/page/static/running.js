// The page as it runs: its state, its clock, and what the server tells it.

/** @import {FromServer, Sent} from "./types.js" */
/** @import {App} from "./app.js" */
/** @import {Sending} from "./outbox.js" */
/** @import {Ways} from "./pace.js" */
/** @import {Proof, Shell} from "./shell.js" */
/** @import {Store} from "./store.js" */

import { called, outdated, seen, speak, START } from "./app.js";
import { add, again, done, late, lateAt } from "./outbox.js";
import { due, tick } from "./pace.js";
import * as reels from "./reel_state.js";
import { play, soundOf } from "./sound.js";
import { asked, hear, settle, toast, untoast, VERSION } from "./store.js";
import { lastCurtain, lastPerson, recall, rememberCurtain, rememberPerson } from "./stored.js";
import { bubbles, toured } from "./tour.js";
import { Wire } from "./wire.js";

const TOAST = 5000;
const LETTER = 50;
const CALLS = 900; // before somebody else at this screen is called
const LANGUAGES = 9;
const YOUNG = 60000; // a page that was loaded anew so shortly ago is not loaded anew once more

export class Running {
  /**
   * @param {string} url of the socket
   * @param {Shell} shell
   * @param {(app: App) => void} paint
   * @param {import("./wire.js").Means} [means]
   */
  constructor(url, shell, paint, means) {
    /** @type {App} */
    this.app = { ...START, speed: Number(recall("speed")) || 1, sound: recall("sound") === "on" };
    this.shell = shell;
    this.paint = paint;
    this.wire = new Wire(
      url,
      {
        first: () => this.come(),
        hear: (frame) => this.take(frame),
        status: (wire) => this.set({ wire }),
      },
      means,
    );
    /** @type {Proof | null} */
    this.proof = null;
    this.retries = 0;
    this.drawing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.alarm = undefined;
    this.callAt = Infinity;
    /** @type {Map<number, number>} */
    this.ends = new Map(); // of what is told for a while
  }

  /** @returns {Ways} */
  ways() {
    const { speed, still } = this.app;
    return { now: Date.now(), speed, hidden: document.hidden, still };
  }

  // ---------------------------------------------------------------- the state goes on

  /** @param {Partial<App>} change */
  set(change) {
    const before = this.app;
    this.app = { ...before, ...change };
    if (this.app.store !== before.store || this.app.film !== before.film) this.notice(before);
    this.draw();
  }

  /** What follows from something new: it is said, heard and felt. @param {App} before */
  notice(before) {
    this.app = speak(this.app, before);
    const { app } = this;
    const { pace } = seen(app);
    if (app.sound && pace.fresh && pace.turn !== seen(before).pace.turn) {
      const sound = pace.line?.moment && soundOf(pace.line.moment);
      if (sound) play(sound);
    }
    const choice = asked(app.store);
    if (choice && choice.question !== asked(before.store)?.question) {
      if (app.sound) play("turn");
      this.shell.feel?.("turn");
      const first = app.tour < 0 && !app.store.pace.table?.guide && !toured();
      if (first && bubbles(app.store.hello?.texts ?? {}).length > 0) this.app = { ...app, tour: 0 };
    }
    this.lift();
  }

  /** The curtain is lifted once the next person's table is there, and only then. */
  lift() {
    const { app } = this;
    const { store } = app;
    if (app.lifted && app.lifted === store.me && !store.first) {
      this.app = { ...app, curtain: "", lifted: "", film: null };
    } else if (app.stayed && !store.people.find((one) => one.user === app.stayed)?.asked) {
      this.app = { ...app, stayed: "" };
    }
  }

  draw() {
    if (this.drawing) return;
    this.drawing = true;
    const paint = () => {
      this.drawing = false;
      this.paint(this.app);
      if (this.app.store.hello) rememberCurtain(this.app.curtain);
      this.wait();
    };
    if (document.hidden) setTimeout(paint, 60);
    else requestAnimationFrame(paint);
  }

  /** Wakes when something is to happen by itself. */
  wait() {
    clearTimeout(this.alarm);
    const { app } = this;
    const to = app.curtain ? null : called(app);
    this.callAt = to ? Math.min(this.callAt, Date.now() + CALLS) : Infinity;
    const at = Math.min(
      app.film ? reels.due(app.film) : due(app.store.pace),
      lateAt(app.outbox),
      this.callAt,
      ...this.ends.values(),
    );
    if (at < Infinity) this.alarm = setTimeout(() => this.wake(), Math.max(0, at - Date.now()));
  }

  wake() {
    const ways = this.ways();
    const { outbox, film } = this.app;
    let { store, curtain } = this.app;
    store = settle({ ...store, pace: tick(store.pace, ways) });
    for (const [id, end] of this.ends) {
      if (end > ways.now) continue;
      this.ends.delete(id);
      store = untoast(store, id);
    }
    const waiting = late(outbox, ways.now);
    for (const one of waiting.again) this.wire.send(one.frame);
    if (waiting.again.length > 0) this.wire.probe();
    if (ways.now >= this.callAt) curtain = called(this.app)?.user ?? "";
    this.set({ store, outbox: waiting.outbox, curtain, film: film && reels.tick(film, ways) });
  }

  // ---------------------------------------------------------------- what is sent

  /** The first frame of each connection. @returns {Promise<Sent>} */
  async come() {
    const { bearer, me } = this.app.store;
    /** @type {Proof} */
    const shown = { kind: "bearer", proof: bearer };
    const who = bearer ? shown : this.proof ?? (await this.shell.come());
    const languages = [recall("language"), ...this.shell.languages, ...navigator.languages];
    return {
      type: "come",
      version: VERSION,
      kind: who.kind,
      proof: who.proof ?? "",
      access: who.access ?? "",
      table: who.table ?? "",
      languages: [...new Set(languages.filter(Boolean))].slice(0, LANGUAGES),
      asPerson: me || lastPerson(),
    };
  }

  /**
   * Sends something that is to be acknowledged. Without a connection it waits for the next one.
   * @param {Omit<Sending, "at" | "unsure">} sending
   */
  deliver(sending) {
    this.wire.send(sending.frame);
    this.set({ outbox: add(this.app.outbox, sending, Date.now()), open: null });
  }

  /** Asks for the finished game by somebody's eyes (0: all hands open). @param {number} reader */
  watch(reader) {
    this.wire.send({ type: "watch", reader });
  }

  // ---------------------------------------------------------------- what the server tells

  /** @param {FromServer} frame */
  take(frame) {
    const before = this.app.store;
    if (frame.type === "hello" && outdated(before.hello, frame, VERSION) && reloaded()) return;
    if (frame.type === "refused") {
      if (frame.later) this.tell(toast(before, frame.text, "told")); // it is tried again
      else void this.turnedAway(frame.again, hear(before, frame, this.ways()));
      return;
    }
    const store = hear(before, frame, this.ways());
    switch (frame.type) {
      case "hello":
        this.retries = 0;
        rememberPerson(frame.me);
        if (!before.hello) this.app = { ...this.app, curtain: lastCurtain() };
        if (this.app.film && frame.door !== "record") this.watch(this.app.film.reel.reader);
        return this.tell(store);
      case "people":
        rememberPerson(frame.me);
        return this.tell(store);
      case "table":
        if (frame.phase === "playing") this.app = { ...this.app, film: null }; // the next game
        return before.first ? this.afresh(store) : this.tell(store);
      case "done":
        return this.acknowledged(frame, store);
      case "sheet":
        return this.tell(store, { open: { kind: "sheet" } });
      case "reel": {
        const { film } = this.app;
        return this.tell(store, { film: film ? reels.exchange(film, frame) : reels.open(frame) });
      }
      default:
        return this.tell(store);
    }
  }

  /** @param {Store} store @param {Partial<App>} [more] */
  tell(store, more = {}) {
    for (const one of store.toasts) {
      if (this.ends.has(one.id)) continue;
      this.ends.set(one.id, Date.now() + TOAST + one.text.length * LETTER);
    }
    this.set({ ...more, store });
  }

  /** @param {Extract<FromServer, { type: "done" }>} frame @param {Store} store */
  acknowledged(frame, store) {
    const sent = this.app.outbox.find((one) => one.frame.id === frame.id);
    const outbox = done(this.app.outbox, frame.id);
    this.shell.feel?.(frame.outcome === "done" ? "done" : "refused");
    if (frame.news && this.app.posts) void this.shell.news?.(frame.news);
    const moved = frame.outcome === "done" && sent?.moves;
    this.tell(moved ? { ...store, answered: sent.question } : store, { outbox });
  }

  /**
   * The connection stands again: what was not acknowledged is sent once more.
   * @param {Store} store
   */
  afresh(store) {
    const outbox = again(this.app.outbox, Date.now());
    for (const one of outbox) this.wire.send(one.frame);
    this.tell(store, { outbox });
  }

  /** Another identity may help, once or twice; else the page stays closed. @param {boolean} may @param {Store} store */
  async turnedAway(may, store) {
    const usedBearer = this.app.store.bearer !== "";
    if (may && this.retries < 2) {
      this.retries += 1;
      this.proof = usedBearer ? null : await this.shell.again();
      if (usedBearer || this.proof) {
        this.set({ store: { ...store, refused: null } });
        this.wire.open();
        return;
      }
    }
    this.wire.close();
    this.set({ store });
  }
}

/** Loads the page anew, but not over and over. */
function reloaded() {
  const [way] = performance.getEntriesByType("navigation");
  const already = way instanceof PerformanceNavigationTiming && way.type === "reload";
  if (already && performance.now() < YOUNG) return false;
  location.reload();
  return true;
}
