/** A finished game that is watched again: to and fro, by itself, by other eyes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  back, due, exchange, forward, last, lines, onto, onward, open, pause, picture, play, seek, tick,
} from "../../adapters/page/static/reel_state.js";
import { EMPTY, readable } from "../../adapters/page/static/store.js";

/** @import {Line, Moment, Reel, Scene} from "../../adapters/page/static/types.js" */
/** @import {Film} from "../../adapters/page/static/reel_state.js" */

/** @param {number} now @param {number} [speed] */
const at = (now, speed = 1) => ({ now, speed, hidden: false, still: false });

/** @type {Moment} */
const MOMENT = {
  kind: "play", actor: 1, target: 2, card: null, named: "", result: "", shown: [], hands: [],
  coins: 0, pile: "", out: [], quiet: false, ends: "", winners: [],
};

/** @param {number} id @param {string} text @param {Partial<Moment> | null} moment @returns {Line} */
const line = (id, text, moment) => ({
  id, text, at: 0, seat: 0, round: 1, turn: 1, moment: moment && { ...MOMENT, ...moment },
});

/** @param {number} round @returns {Scene} */
const scene = (round) => /** @type {Scene} */ (/** @type {unknown} */ ({ round, me: 0, due: 0 }));

/** The deal, a move that is shown, one of which nothing is told, one that ends the round, the last.
 * @param {string} tongue @returns {Reel} */
const reel = (tongue = "en") => ({
  type: "reel",
  reader: 0,
  seats: ["Aki", "Ben"],
  pictures: [
    { move: 0, scene: scene(1), lines: [line(1, `${tongue} dealt`, { kind: "deal" })] },
    { move: 1, scene: scene(2), lines: [line(2, `${tongue} played`, {}), line(3, "words", null)] },
    { move: 2, scene: scene(3), lines: [] },
    { move: 3, scene: scene(4), lines: [line(4, `${tongue} round`, { kind: "end", ends: "round" })] },
    {
      move: 4,
      scene: scene(5),
      lines: [
        line(5, `${tongue} match`, { kind: "end", ends: "match" }),
        line(6, "what was hidden", { kind: "reveal" }),
      ],
    },
  ],
});

/** The round of the drawn scene, which tells the pictures apart. @param {Film} film */
const drawn = (film) => film.pace.table?.scene?.round;

/** Lets time go on until nothing more happens by itself.
 * @param {Film} film @param {number} now @param {number} [speed] */
function run(film, now, speed = 1) {
  const places = [film.at];
  let clock = now;
  for (let n = 0; n < 100 && due(film) < Infinity; n += 1) {
    clock = Math.max(clock, due(film));
    film = tick(film, at(clock, speed));
    if (places.at(-1) !== film.at) places.push(film.at);
  }
  return { film, clock, places };
}

test("it begins at the deal and rests", () => {
  const film = open(reel());
  assert.equal(film.at, 0);
  assert.equal(drawn(film), 1);
  assert.equal(film.pace.line?.text, "en dealt");
  assert.equal(due(film), Infinity);
  assert.equal(tick(film, at(99999)), film);
});

test("a move forward is shown before the table changes", () => {
  let film = forward(open(reel()), at(0));
  assert.equal(film.at, 1);
  assert.equal(film.pace.line?.text, "en played");
  assert.equal(film.pace.fresh, true);
  assert.equal(drawn(film), 1);
  film = tick(film, at(due(film)));
  assert.equal(drawn(film), 2);
  assert.equal(due(film), Infinity);
  assert.deepEqual(lines(film).map((one) => one.id), [1, 2, 3]);
});

test("forward again does not wait for what is being shown", () => {
  const film = forward(forward(open(reel()), at(0)), at(10));
  assert.equal(film.at, 1);
  assert.equal(drawn(film), 2);
  assert.equal(film.pace.waiting.length, 0);
});

test("back and to a place it goes at once, and never beyond an end", () => {
  const film = seek(open(reel()), 3);
  assert.equal(drawn(film), 4);
  assert.equal(film.pace.fresh, false);
  assert.equal(film.pace.line?.text, "en round");
  assert.equal(drawn(back(film)), 3);
  assert.equal(back(film).pace.line?.text, "en played");
  assert.equal(back(open(reel())).at, 0);
  assert.equal(seek(film, 99).at, last(film));
  assert.equal(seek(film, 99).pace.table?.phase, "finished");
  assert.equal(film.pace.table?.phase, "playing");
  assert.equal(forward(seek(film, 99), at(0)).at, last(film));
  assert.equal(picture(film).move, 3);
});

test("past the end of a round comes the next move, past that of the match the table", () => {
  const round = onward(seek(open(reel()), 3), at(0));
  assert.equal(round.at, 4);
  assert.equal(round.pace.line?.text, "en match");
  const match = onward(seek(round, 4), at(0));
  assert.equal(match.at, 4);
  assert.equal(match.pace.table?.scene?.round, 5);
  assert.equal(match.pace.line, null);
  assert.equal(match.pace.table?.phase, "playing", "nothing lies over it");
});

test("a move that is drawn again counts as another one", () => {
  const film = open(reel());
  assert.notEqual(seek(film, 0).pace.turn, film.pace.turn);
});

test("it plays to its end by itself, every move for a while", () => {
  const { film, clock, places } = run(play(open(reel()), at(0)), 0);
  assert.deepEqual(places, [0, 1, 2, 3, 4]);
  assert.equal(film.playing, false);
  assert.equal(drawn(film), 5);
  assert.equal(film.pace.line?.text, "what was hidden");
  assert.ok(clock > 4 * 350);
  const quick = run(play(open(reel()), at(0)), 0, 4);
  assert.ok(quick.clock < clock / 2);
});

test("from its end it plays from the beginning", () => {
  const film = play(seek(open(reel()), 4), at(0));
  assert.equal(film.at, 0);
  assert.deepEqual(run(film, 0).places, [0, 1, 2, 3, 4]);
});

test("it can be stopped, and goes on from there", () => {
  const film = pause(tick(play(open(reel()), at(0)), at(400)));
  assert.equal(film.at, 1);
  const rests = run(film, 400).film;
  assert.equal(rests.at, 1);
  assert.equal(drawn(rests), 2);
  assert.deepEqual(run(play(rests, at(9000)), 9000).places, [1, 2, 3, 4]);
});

test("other eyes or another language see the same move, and it plays on", () => {
  const film = exchange(play(seek(open(reel()), 3), at(0)), reel("ja"));
  assert.equal(film.at, 3);
  assert.equal(film.pace.line?.text, "ja round");
  assert.equal(film.playing, true);
});

test("the page draws the film in place of the table, and reads its story as far as it is shown", () => {
  const film = forward(open(reel()), at(0));
  const store = onto({ ...EMPTY, words: [] }, film);
  assert.equal(store.table?.scene?.round, 1);
  assert.deepEqual(readable(store).map((one) => one.id), [1, 2, 3]);
});
