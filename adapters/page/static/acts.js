// Everything that somebody can do on the page.

/** @import {Act, Node} from "./types.js" */
/** @import {ReelAct} from "./reel.js" */
/** @import {Film} from "./reel_state.js" */
/** @import {Running} from "./running.js" */
/** @import {PageAct} from "./view.js" */
/** @import {Wish} from "./keys.js" */

import { playing, say, tableState } from "./app.js";
import { back, confirm, press } from "./choice.js";
import { fill } from "./dom.js";
import { last } from "./keys.js";
import { next, skip } from "./pace.js";
import * as reels from "./reel_state.js";
import { picture } from "./sheets.js";
import { wakeSound } from "./sound.js";
import { asked, settle, untoast } from "./store.js";
import { keep } from "./stored.js";
import { remember } from "./tour.js";

/** 16 random bytes of this browser, in hex. They are there without a safe connection, too. */
function bits() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What can be done on a running page.
 * @param {Running} page
 * @returns {{ act: Act, beside: PageAct, key: (wish: Wish) => boolean }}  `key` tells whether the key
 *   did anything.
 */
export function acts(page) {
  const { shell, wire } = page;

  /** Sends a whole move; in a guided round it is only tried. @param {Node} node */
  function move(node) {
    const { pick, guide, scene, choice } = tableState(page.app);
    if (guide && scene) {
      const ends = pick?.taken.at(-1)?.data === node.data;
      const code = [...(pick?.path ?? []), ...(ends ? [] : [node.word])].join(".");
      wire.send({ type: "learn", game: scene.game, step: guide.step, code });
      return;
    }
    page.deliver({
      frame: { type: "press", id: bits(), data: node.data },
      question: choice?.question ?? 0,
      label: node.whole || [...(pick?.taken ?? []), node].map((one) => one.label).join(" "),
      moves: true,
    });
  }

  /** @param {(film: Film) => Film} how */
  function wind(how) {
    if (page.app.film) page.set({ film: how(page.app.film) });
  }

  /** @type {ReelAct} */
  const reel = {
    seek: (at) => wind((film) => reels.seek(film, at)),
    back: () => wind(reels.back),
    forward: () => wind((film) => reels.forward(film, page.ways())),
    play: () => wind((film) => reels.play(film, page.ways())),
    pause: () => wind(reels.pause),
    watch: (reader) => page.watch(reader),
    check() {
      const proof = page.app.store.table?.foot.find((button) => button.verb === "proof");
      if (proof) act.press(proof);
    },
    close: () => page.set({ film: null }),
  };

  /** @type {Act} */
  const act = {
    choose(word) {
      const { app } = page;
      const choice = asked(app.store);
      if (!choice || tableState(app).wait) return;
      const now = press(choice, app.store.chosen, word);
      shell.feel?.("choose");
      if (app.tour >= 0) page.set({ tour: now.send ? 2 : 1 });
      if (now.send) move(now.send);
      page.set({ store: { ...page.app.store, chosen: now.chosen } });
    },
    back() {
      const { app } = page;
      const choice = asked(app.store);
      if (app.open) page.set({ open: null });
      else if (choice && !tableState(app).wait)
        page.set({ store: { ...app.store, chosen: back(choice, app.store.chosen) } });
    },
    send(node) {
      const { app } = page;
      const choice = asked(app.store);
      if (!choice || tableState(app).wait) return;
      const now = confirm(choice, app.store.chosen, node);
      if (now.send) move(now.send);
      page.set({ store: { ...page.app.store, chosen: now.chosen } });
    },
    press(button) {
      const cut = picture(button);
      const [, question] = button.data.split(":");
      page.deliver({
        frame: cut
          ? { type: "cut", id: bits(), table: cut.table, picture: cut.picture, bits: bits() }
          : { type: "press", id: bits(), data: button.data },
        question: cut ? 0 : Number(question) || 0,
        label: button.label,
        moves: false,
      });
    },
    skip() {
      const { store } = page.app;
      page.set({ store: settle({ ...store, pace: skip(store.pace, page.ways()) }) });
    },
    next() {
      if (page.app.film) {
        wind((film) => reels.onward(film, page.ways()));
        return;
      }
      const { guide, scene } = tableState(page.app);
      if (guide && scene && !guide.wanted && !playing(page.app)) {
        wire.send({ type: "learn", game: scene.game, step: guide.step + 1, code: "" });
        return;
      }
      const { store } = page.app;
      page.set({ store: settle({ ...store, pace: next(store.pace, page.ways()) }) });
    },
    look: (card) => page.set({ open: { kind: "card", card } }),
    say(text) {
      page.deliver({
        frame: { type: "say", id: bits(), text },
        question: 0,
        label: text,
        moves: false,
      });
    },
    watch: (reader) => page.watch(reader),
    learn: (game, step, code) => void wire.send({ type: "learn", game, step, code }),
  };

  /** Says the hand and the question, on request. */
  function tell() {
    const { texts, scene, choice } = tableState(page.app);
    const cards = (scene?.hand ?? []).map((card) => `${card.corner} ${card.name}`.trim());
    const hand = fill(texts["own-hand"], { cards: cards.join(", ") });
    const question = choice ? [`${choice.prompt} ${choice.hint}`.trim()] : (scene?.status ?? []);
    page.app = say(page.app, [cards.length ? hand : texts["empty-hand"], ...question]);
    page.draw();
  }

  /** @type {PageAct} */
  const beside = {
    close: () => page.set({ open: null }),
    open: (open) => page.set({ open }),
    press: act.press,
    speak(language) {
      keep("language", language);
      wire.send({ type: "speak", language });
      page.set({ open: null });
    },
    speed(speed) {
      keep("speed", String(speed));
      page.set({ speed });
    },
    sound() {
      const sound = !page.app.sound;
      keep("sound", sound ? "on" : "off");
      if (sound) wakeSound();
      page.set({ sound });
    },
    posts() {
      const posts = !page.app.posts;
      keep("posts", posts ? "on" : "off");
      page.set({ posts });
    },
    be(user) {
      if (user === page.app.store.me) page.set({ open: null });
      else page.set({ open: null, curtain: user, lifted: "" });
    },
    invite(name) {
      wire.send({ type: "invite", name });
      page.set({ open: null });
    },
    rename(name) {
      wire.send({ type: "rename", name });
      page.set({ open: null });
    },
    wake: () => wire.wake(),
    part(part) {
      const { store } = page.app;
      page.set({ part, store: part === "talk" ? { ...store, unread: 0 } : store });
    },
    older: () => void wire.send({ type: "older" }),
    draft: (draft) => page.set({ draft }),
    say(text) {
      page.set({ draft: "" });
      const { open } = page.app;
      act.say(text);
      page.set({ open });
    },
    untoast(id) {
      page.ends.delete(id);
      page.set({ store: untoast(page.app.store, id) });
    },
    lift() {
      wire.send({ type: "be", person: page.app.curtain });
      page.set({ lifted: page.app.curtain });
    },
    stay: () => page.set({ stayed: page.app.curtain, curtain: "" }),
    hand: tell,
    tourNext: () => page.set({ tour: page.app.tour + 1 }),
    tourEnd() {
      remember();
      page.set({ tour: -1 });
    },
    again: () => location.reload(),
    reel,
  };

  /** What a key does while a film is watched. @param {Wish} wish @param {Film} film */
  function filmKey(wish, film) {
    switch (wish.do) {
      case "skip":
        (film.playing ? reel.pause : reel.play)();
        return true;
      case "step":
        (wish.by > 0 ? reel.forward : reel.back)();
        return true;
      case "edge":
        reel.seek(wish.end ? reels.last(film) : 0);
        return true;
      case "send":
        act.next();
        return true;
      default:
        return wish.do === "help" ? help() : false;
    }
  }

  function help() {
    page.set({ open: { kind: "keys" } });
    return true;
  }

  /** @param {Wish} wish */
  function key(wish) {
    const { film } = page.app;
    if (film) return filmKey(wish, film);
    const { pick } = tableState(page.app);
    switch (wish.do) {
      case "choose": {
        const node = pick?.options[wish.place];
        if (!node || pick?.sure) return false;
        act.choose(node.word);
        return true;
      }
      case "send": {
        const node = pick && last(pick);
        if (!node) act.next();
        else if (pick.sure || pick.ready) act.send(node);
        else act.choose(node.word);
        return true;
      }
      case "back":
        act.back();
        return true;
      case "skip":
        act.skip();
        return true;
      case "hand":
        tell();
        return true;
      case "help":
        return help();
      default:
        return false;
    }
  }

  return { act, beside, key };
}
