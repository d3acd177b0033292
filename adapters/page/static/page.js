// The page: joins what stands around it, the wire, what is known, and what is drawn.

/** @import {Act, FromServer, Node, Sent} from "./types.js" */
/** @import {App} from "./app.js" */
/** @import {Shell, Proof} from "./shell.js" */
/** @import {PageAct} from "./view.js" */

import { called, layoutOf, outdated, playing, say, seen, speak, START, tableState } from "./app.js";
import { bring } from "./art.js";
import { back, confirm, press } from "./choice.js";
import { fill, h, render } from "./dom.js";
import { shell as doorShell } from "./doors.js";
import { letFontCome } from "./font.js";
import { last, pressing, typing, wish } from "./keys.js";
import { add, again, done, late, lateAt } from "./outbox.js";
import { due, next, skip, tick } from "./pace.js";
import { drawings, inside, RecordedSocket } from "./recorded.js";
import * as reels from "./reel_state.js";
import { picture } from "./sheets.js";
import { play, soundOf, wakeSound } from "./sound.js";
import { asked, hear, settle, toast, untoast, VERSION } from "./store.js";
import { bubbles, remember, toured } from "./tour.js";
import { Page } from "./view.js";
import { BROWSER, Wire } from "./wire.js";

const TOAST = 5000;
const CALLS = 900;
const LANGUAGES = 9;

/** @type {App} */
let app = { ...START, speed: Number(stored("speed")) || 1, sound: stored("sound") === "on" };
/** @type {Shell} */
let shell = { come: async () => ({ kind: "cookie" }), again: async () => null, languages: [], compact: false };
/** @type {Wire} */
let wire;
/** @type {Proof | null} */
let proof = null;
let retries = 0;
let drawing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;
let callAt = Infinity;
/** @type {Map<number, number>} */
const toastEnds = new Map();

/** Something small that this browser remembers; nothing is, where storing is refused. @param {string} key */
function stored(key) {
  try {
    return localStorage.getItem(`fumibako.${key}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function store(key, value) {
  try {
    localStorage.setItem(`fumibako.${key}`, value);
  } catch {
    // it is asked for again next time
  }
}

/** @returns {import("./pace.js").Ways} */
const ways = () => ({
  now: Date.now(),
  speed: app.speed,
  hidden: document.hidden,
  still: app.still,
});

// ------------------------------------------------------------------ the state goes on

/** @param {Partial<App>} change */
function set(change) {
  const before = app;
  app = { ...app, ...change };
  if (app.store !== before.store || app.film !== before.film) app = noticed(before);
  draw();
}

/** What follows from something new: it is said, heard and felt. @param {App} before */
function noticed(before) {
  const now = speak(app, before);
  const choice = asked(now.store);
  const { pace } = seen(now);
  if (pace.turn !== seen(before).pace.turn && pace.fresh && now.sound) {
    const sound = pace.line?.moment && soundOf(pace.line.moment);
    if (sound) play(sound);
  }
  if (choice && choice.question !== asked(before.store)?.question) {
    if (now.sound) play("turn");
    shell.feel?.("turn");
    if (now.tour < 0 && !now.store.table?.guide && !toured() && bubbles(now.store.hello?.texts ?? {}).length > 0) {
      return { ...now, tour: 0 };
    }
  }
  if (now.store.people !== before.store.people || now.store.me !== before.store.me) {
    if (now.lifted && now.lifted === now.store.me) return { ...now, curtain: "", lifted: "" };
    const stays = now.store.people.find((one) => one.user === now.stayed)?.asked;
    if (now.stayed && !stays) return { ...now, stayed: "" };
  }
  return now;
}

function draw() {
  if (drawing) return;
  drawing = true;
  const paint = () => {
    drawing = false;
    const root = document.getElementById("page");
    if (root) render(h(Page, { app, act, page }), root);
    around();
    wait();
  };
  if (document.hidden) setTimeout(paint, 60);
  else requestAnimationFrame(paint);
}

/** What the page tells its tab and its shell. */
function around() {
  const { hello } = app.store;
  if (!hello) return;
  const state = tableState(app);
  const root = document.documentElement;
  root.lang = hello.language;
  root.dataset.layout = state.layout;
  root.classList.toggle("still", app.still);
  const name = state.scene?.title || hello.texts.brand;
  document.title = state.choice ? `● ${state.choice.prompt} ${name}` : `${name} · ${hello.texts.brand}`;
  const half = Boolean(state.pick?.back);
  shell.half?.(half);
  shell.back?.(half || app.open ? () => stepBack() : null);
}

/** Wakes when something is to happen by itself. */
function wait() {
  clearTimeout(alarm);
  const to = app.curtain ? null : called(app);
  callAt = to ? Math.min(callAt, Date.now() + CALLS) : Infinity;
  const moves = app.film ? reels.due(app.film) : due(app.store.pace);
  const at = Math.min(moves, lateAt(app.outbox), callAt, ...toastEnds.values());
  if (at < Infinity) alarm = setTimeout(wakeUp, Math.max(0, at - Date.now()));
}

function wakeUp() {
  const now = Date.now();
  const { outbox } = app;
  let { store: known, curtain } = app;
  known = settle({ ...known, pace: tick(known.pace, ways()) });
  for (const [id, end] of toastEnds) {
    if (end > now) continue;
    toastEnds.delete(id);
    known = untoast(known, id);
  }
  const waiting = late(outbox, now);
  if (waiting !== outbox) wire.probe();
  if (now >= callAt) curtain = called(app)?.user ?? "";
  const film = app.film && reels.tick(app.film, ways());
  set({ store: known, outbox: waiting, curtain, film });
}

// ------------------------------------------------------------------ what the server tells

/** @param {FromServer} frame */
function take(frame) {
  const before = app.store;
  if (frame.type === "hello" && outdated(before.hello, frame, VERSION)) return reload();
  let known = hear(before, frame, ways());
  let { outbox } = app;
  let { open, film } = app;
  switch (frame.type) {
    case "hello":
      retries = 0;
      person(frame.me);
      if (film && frame.door !== "record") watch(film.reel.reader); // in the language of now
      break;
    case "people":
      person(frame.me);
      break;
    case "done":
      outbox = done(outbox, frame.id);
      if (frame.outcome === "done") {
        const sent = app.outbox.find((one) => one.frame.id === frame.id);
        if (sent && sent.question > 0 && sent.frame.type === "press" && sent.moves) {
          known = { ...known, answered: sent.question };
        }
        shell.feel?.("done");
      } else shell.feel?.("refused");
      if (frame.news && app.posts) void shell.news?.(frame.news);
      break;
    case "reel":
      film = film ? reels.exchange(film, frame) : reels.open(frame);
      break;
    case "sheet":
      open = { kind: "sheet" };
      break;
    case "table":
      if (before.first) return afresh(known);
      if (frame.phase === "playing") film = null; // the next game has begun
      break;
    case "refused":
      if (frame.later) return set({ store: toast(before, frame.text, "told") }); // it is tried again
      void turnedAway(frame.again, known);
      return undefined;
    default:
      break;
  }
  for (const one of known.toasts) {
    if (!toastEnds.has(one.id)) toastEnds.set(one.id, Date.now() + TOAST + one.text.length * 50);
  }
  return set({ store: known, outbox, open, film });
}

/** The connection stands again: what was not acknowledged is sent again, or said to be lost. @param {App["store"]} known */
function afresh(known) {
  const { id, choice } = known.table ?? { id: "", choice: null };
  const now = again(app.outbox, id, choice, Date.now());
  for (const one of now.again) wire.send(one.frame);
  let store = known;
  for (const one of now.lost) {
    store = toast(store, fill(known.hello?.texts["lost-press"] ?? "", { what: one.label }), "lost");
    toastEnds.set(store.toasted, Date.now() + 3 * TOAST);
  }
  set({ store, outbox: now.outbox });
}

/** A page of another version or build loads itself anew, but not over and over. */
function reload() {
  const [way] = performance.getEntriesByType("navigation");
  const already = way instanceof PerformanceNavigationTiming && way.type === "reload";
  const age = performance.now();
  if (!already || age > 60000) location.reload();
}

/** @param {boolean} may @param {App["store"]} known */
async function turnedAway(may, known) {
  const usedBearer = app.store.bearer !== "";
  if (may && retries < 2) {
    retries += 1;
    proof = usedBearer ? null : await shell.again();
    if (usedBearer || proof) {
      set({ store: { ...known, refused: null } });
      wire.open();
      return;
    }
  }
  wire.close();
  set({ store: known });
}

/** On the playground: who looks, remembered for a reload of this tab. @param {string} user */
function person(user) {
  try {
    if (user) sessionStorage.setItem("fumibako.person", user);
  } catch {
    // the first person looks after a reload
  }
}

/** The first frame of each connection. @returns {Promise<Sent>} */
async function come() {
  const { bearer } = app.store;
  const who = bearer ? { kind: /** @type {const} */ ("bearer"), proof: bearer } : proof ?? (await shell.come());
  let asPerson = "";
  try {
    asPerson = app.store.me || (sessionStorage.getItem("fumibako.person") ?? "");
  } catch {
    // nobody is remembered
  }
  const languages = [stored("language"), ...shell.languages, ...navigator.languages].filter(Boolean);
  return {
    type: "come",
    version: VERSION,
    kind: who.kind,
    proof: who.proof ?? "",
    access: who.access ?? "",
    table: who.table ?? "",
    languages: [...new Set(languages)].slice(0, LANGUAGES),
    asPerson,
  };
}

// ------------------------------------------------------------------ what the reader does

/** 16 random bytes of this browser, in hex. It is there also without a safe connection. */
const bits = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Sends something that is to be acknowledged. Without a connection it waits for the next one.
 * @param {Omit<import("./outbox.js").Sending, "at" | "unsure">} sending
 */
function deliver(sending) {
  wire.send(sending.frame);
  set({ outbox: add(app.outbox, sending, Date.now()), open: null });
}

/** Sends a whole move. @param {Node} node */
function move(node) {
  const state = tableState(app);
  const words = state.pick?.path ?? [];
  if (state.guide && state.scene) {
    const ends = state.pick?.taken.at(-1)?.data === node.data;
    const code = [...words, ...(ends ? [] : [node.word])].join(".");
    wire.send({ type: "learn", game: state.scene.game, step: state.guide.step, code });
    return;
  }
  deliver({
    frame: { type: "press", id: bits(), data: node.data },
    table: state.table,
    question: state.choice?.question ?? 0,
    label: node.whole || [...(state.pick?.taken ?? []), node].map((one) => one.label).join(" "),
    moves: true,
  });
}

/** One step back: what is open closes, or what was chosen last is taken back. */
function stepBack() {
  const choice = asked(app.store);
  if (app.open) set({ open: null });
  else if (choice) set({ store: { ...app.store, chosen: back(choice, app.store.chosen) } });
}

/** @type {Act} */
const act = {
  choose(word) {
    const choice = asked(app.store);
    if (!choice || tableState(app).wait) return;
    const now = press(choice, app.store.chosen, word);
    shell.feel?.("choose");
    set({ store: { ...app.store, chosen: now.chosen } });
    if (now.send) move(now.send);
  },
  back: stepBack,
  send(node) {
    const choice = asked(app.store);
    if (!choice || tableState(app).wait) return;
    const now = confirm(choice, app.store.chosen, node);
    set({ store: { ...app.store, chosen: now.chosen } });
    if (now.send) move(now.send);
  },
  press(button) {
    const cut = picture(button);
    const [table, question] = button.data.split(":");
    if (cut) {
      deliver({
        frame: { type: "cut", id: bits(), table: cut.table, picture: cut.picture, bits: bits() },
        table: app.store.table?.id ?? "",
        question: 0,
        label: button.label,
        moves: false,
      });
      return;
    }
    deliver({
      frame: { type: "press", id: bits(), data: button.data },
      table: table || (app.store.table?.id ?? ""),
      question: Number(question) || 0,
      label: button.label,
      moves: false,
    });
  },
  skip() {
    set({ store: settle({ ...app.store, pace: skip(app.store.pace, ways()) }) });
  },
  next() {
    if (app.film) return set({ film: reels.onward(app.film, ways()) });
    const { guide, scene } = tableState(app);
    if (guide && scene && !guide.wanted && !playing(app)) {
      wire.send({ type: "learn", game: scene.game, step: guide.step + 1, code: "" });
      return undefined;
    }
    return set({ store: settle({ ...app.store, pace: next(app.store.pace, ways()) }) });
  },
  look(card) {
    set({ open: { kind: "card", card } });
  },
  say(text) {
    deliver({
      frame: { type: "say", id: bits(), text },
      table: app.store.table?.id ?? "",
      question: 0,
      label: text,
      moves: false,
    });
  },
  watch,
  learn(game, step, code) {
    wire.send({ type: "learn", game, step, code });
  },
};

/** Asks for the finished game by somebody's eyes (0: all hands open). @param {number} reader */
function watch(reader) {
  wire.send({ type: "watch", reader });
}

/** @param {(film: import("./reel_state.js").Film) => import("./reel_state.js").Film} change */
function refilm(change) {
  if (app.film) set({ film: change(app.film) });
}

/** @type {import("./reel.js").ReelAct} */
const reel = {
  seek: (at) => refilm((film) => reels.seek(film, at)),
  forward: () => refilm((film) => reels.forward(film, ways())),
  play: () => refilm((film) => reels.play(film, ways())),
  pause: () => refilm(reels.pause),
  watch,
  check() {
    const proof = app.store.table?.foot.find((button) => button.verb === "proof");
    if (proof) act.press(proof);
  },
  close: () => set({ film: null }),
};

/** @type {PageAct} */
const page = {
  reel,
  close: () => set({ open: null }),
  open: (what) => set({ open: what }),
  press: act.press,
  speak(language) {
    store("language", language);
    wire.send({ type: "speak", language });
    set({ open: null });
  },
  speed(speed) {
    store("speed", String(speed));
    set({ speed });
  },
  sound() {
    const sound = !app.sound;
    store("sound", sound ? "on" : "off");
    if (sound) wakeSound();
    set({ sound });
  },
  posts() {
    const posts = !app.posts;
    store("posts", posts ? "on" : "off");
    set({ posts });
  },
  be: (user) => set({ open: null, ...(user === app.store.me ? {} : { curtain: user, lifted: "" }) }),
  invite(name) {
    wire.send({ type: "invite", name });
    set({ open: null });
  },
  rename(name) {
    wire.send({ type: "rename", name });
    set({ open: null });
  },
  wake: () => wire.wake(),
  part(part) {
    set({ part, store: part === "talk" ? { ...app.store, unread: 0 } : app.store });
  },
  older: () => wire.send({ type: "older", before: app.store.lines[0]?.id ?? 0 }),
  draft: (draft) => set({ draft }),
  say(text) {
    act.say(text);
    set({ draft: "" });
  },
  untoast: (number) => {
    toastEnds.delete(number);
    set({ store: untoast(app.store, number) });
  },
  lift() {
    wire.send({ type: "be", person: app.curtain });
    set({ lifted: app.curtain });
  },
  stay: () => set({ stayed: app.curtain, curtain: "" }),
  hand: () => tell(),
  tourNext: () => set({ tour: app.tour + 1 }),
  tourEnd() {
    remember();
    set({ tour: -1 });
  },
  again() {
    location.reload();
  },
};

/** Says the hand and the question, on request. */
function tell() {
  const { texts, scene, choice } = tableState(app);
  const cards = (scene?.hand ?? []).map((card) => `${card.corner} ${card.name}`.trim());
  const hand = cards.length ? fill(texts["own-hand"], { cards: cards.join(", ") }) : texts["empty-hand"];
  const question = choice ? [`${choice.prompt} ${choice.hint}`.trim()] : scene?.status ?? [];
  app = say(app, [hand, ...question]);
  draw();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const focus = document.activeElement;
  if (app.film && !app.open && !typing(focus) && filmKey(event, pressing(focus))) {
    event.preventDefault();
    return;
  }
  const wants = wish(event, { typing: typing(focus), pressing: pressing(focus) });
  if (!wants || app.curtain || (app.open && wants.do !== "back")) return;
  if (app.open) return; // the dialog closes itself
  const { pick } = tableState(app);
  switch (wants.do) {
    case "choose": {
      const node = pick?.options[wants.place];
      if (!node || pick?.sure) return;
      act.choose(node.word);
      break;
    }
    case "send": {
      const node = pick && last(pick);
      if (!node) return act.next();
      if (pick.sure || pick.ready) act.send(node);
      else act.choose(node.word);
      break;
    }
    case "back":
      stepBack();
      break;
    case "skip":
      act.skip();
      break;
    case "hand":
      tell();
      break;
    default:
      set({ open: { kind: "keys" } });
  }
  event.preventDefault();
}

/**
 * What a key does while a film is watched; false: nothing.
 * @param {KeyboardEvent} event
 * @param {boolean} pressed  a button has the focus, which the space bar presses
 */
function filmKey(event, pressed) {
  const { film } = app;
  if (!film || event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.key === " " && pressed) return false;
  const does = {
    " ": film.playing ? reel.pause : reel.play,
    ArrowRight: reel.forward,
    ArrowLeft: () => reel.seek(film.at - 1),
    Home: () => reel.seek(0),
    End: () => reel.seek(reels.last(film)),
  };
  if (!Object.hasOwn(does, event.key)) return false;
  does[/** @type {keyof typeof does} */ (event.key)]();
  return true;
}

// ------------------------------------------------------------------ the beginning

function measure() {
  const layout = layoutOf(innerWidth, innerHeight, shell.compact);
  if (layout !== app.layout) set({ layout });
}

function awake() {
  if (document.hidden) return;
  wire.wake();
  draw();
}

async function begin() {
  shell = await doorShell();
  const root = document.documentElement;
  const address = new URL(root.dataset.socket || "page/ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = address.search = "";
  const recorded = inside(document);
  if (recorded) bring(drawings(recorded));
  wire = new Wire(
    address.href,
    { first: come, hear: take, status: (state) => set({ wire: state }) },
    recorded ? { ...BROWSER, socket: () => new RecordedSocket(recorded).asSocket() } : BROWSER,
  );
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const still = () => set({ still: motion.matches });
  motion.addEventListener("change", still);
  still();
  measure();
  addEventListener("resize", measure);
  addEventListener("online", () => wire.wake());
  addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", awake);
  document.addEventListener("pointerdown", () => app.sound && wakeSound(), { passive: true });
  shell.woken?.(awake);
  if (shell.news) set({ posts: stored("posts") !== "off" });
  wire.open();
  letFontCome();
}

void begin();
