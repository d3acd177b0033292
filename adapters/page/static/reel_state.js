// A finished game that is watched again: at which move it stands, and how it goes on. Pure: the
// clock is given.

/** @import {Line, Picture, Reel, Table} from "./types.js" */
/** @import {Item, Pace, Ways} from "./pace.js" */
/** @import {Store} from "./store.js" */

import { anew, due as paceDue, known, STILL, take, tick as paceTick } from "./pace.js";

const LEAST = 350;
const ROUND = 3500;

/**
 * - `at` the place of the picture in the reel (0: the deal), as soon as what leads to it begins.
 * - `playing`: the next one follows by itself, when `then` (milliseconds) has come.
 *
 * @typedef {{ reel: Reel, at: number, playing: boolean, then: number, pace: Pace }} Film
 */

/** The place of the last picture. @param {Film} film */
export const last = (film) => film.reel.pictures.length - 1;

/**
 * A reel from its beginning, or from another place.
 * @param {Reel} reel
 * @param {number} [at]
 * @returns {Film}
 */
export function open(reel, at = 0) {
  return seek({ reel, at: 0, playing: false, then: 0, pace: STILL }, at);
}

/**
 * Goes to a place at once; what leads there stands in the story already. It rests there.
 * @param {Film} film
 * @param {number} at
 * @returns {Film}
 */
export function seek(film, at) {
  const place = Math.max(0, Math.min(at, last(film)));
  const there = { ...film, at: place, playing: false, then: 0 };
  const pace = known(anew({ ...film.pace, line: null }, table(there)), lines(there));
  return { ...there, pace: { ...pace, turn: pace.turn + 1 } };
}

/**
 * One move on, as it was at the table; or, where one is still being shown, at once behind it.
 * @param {Film} film
 * @param {Ways} ways
 * @returns {Film}
 */
export function forward(film, ways) {
  const playing = film.playing;
  if (film.pace.waiting.length > 0) return { ...seek(film, film.at), playing, then: ways.now };
  if (film.at >= last(film)) return { ...film, playing: false };
  const there = { ...film, at: film.at + 1 };
  const picture = there.reel.pictures[there.at];
  /** @type {Item[]} */
  const items = [...picture.lines.map((line) => ({ line })), { table: table(there) }];
  return waits({ ...there, pace: take({ ...film.pace, until: 0 }, items, ways) }, ways);
}

/**
 * Past what is shown over the table: on to the next move, or at the end to the table itself.
 * @param {Film} film
 * @param {Ways} ways
 * @returns {Film}
 */
export function onward(film, ways) {
  if (film.at < last(film) || film.pace.waiting.length > 0) return forward(film, ways);
  return { ...film, pace: { ...film.pace, line: null, table: { ...table(film), phase: "playing" } } };
}

/**
 * One move back. @param {Film} film @returns {Film}
 */
export const back = (film) => seek(film, film.at - 1);

/**
 * Goes on by itself from here; from the end it begins anew.
 * @param {Film} film
 * @param {Ways} ways
 * @returns {Film}
 */
export function play(film, ways) {
  const from = film.at >= last(film) ? seek(film, 0) : film;
  return { ...from, playing: true, then: from === film ? film.then : ways.now + LEAST };
}

/** Stays where it is. @param {Film} film @returns {Film} */
export const pause = (film) => ({ ...film, playing: false });

/**
 * The same place in another reel of the same game: by other eyes, or in another language.
 * @param {Film} film
 * @param {Reel} reel
 * @returns {Film}
 */
export function exchange(film, reel) {
  return { ...seek({ ...film, reel }, film.at), playing: film.playing, then: film.then };
}

/**
 * Time goes on.
 * @param {Film} film
 * @param {Ways} ways
 * @returns {Film}
 */
export function tick(film, ways) {
  let now = film;
  if (now.pace.waiting.length > 0) {
    now = { ...now, pace: paceTick(now.pace, ways) };
    if (now.pace !== film.pace) now = waits(now, ways);
  }
  if (!now.playing || now.pace.waiting.length > 0 || ways.now < now.then) return now;
  return forward(now, ways);
}

/**
 * When `tick` has something to do again; Infinity: not by itself.
 * @param {Film} film
 */
export function due(film) {
  if (film.pace.waiting.length > 0) return paceDue(film.pace);
  return film.playing ? film.then : Infinity;
}

/**
 * How long the last thing shown stands before the next move: a round's end may be read, and a move
 * of which there is nothing to show is seen all the same.
 * @param {Film} film
 * @param {Ways} ways
 * @returns {Film}
 */
function waits(film, ways) {
  const { line, until } = film.pace;
  const ended = line !== null && line.moment !== null && line.moment.ends !== "";
  const dwelt = ended ? Math.min(until, ways.now + ROUND / ways.speed) : until;
  const then = Math.max(dwelt, ways.now + LEAST / ways.speed);
  return { ...film, then, pace: { ...film.pace, until: dwelt } };
}

/**
 * All that was told up to a place. @param {Film} film @returns {Line[]}
 */
export function lines(film) {
  return film.reel.pictures.slice(0, film.at + 1).flatMap((picture) => picture.lines);
}

/**
 * A picture as the table that is drawn. @param {Film} film @returns {Table}
 */
function table(film) {
  return {
    type: "table",
    id: "reel",
    phase: film.at === last(film) ? "finished" : "playing",
    scene: film.reel.pictures[film.at].scene,
    choice: null,
    lobby: null,
    guide: null,
    foot: [],
  };
}

/** The picture that it stands at. @param {Film} film @returns {Picture} */
export const picture = (film) => film.reel.pictures[film.at];

/**
 * What the page draws while a film is shown: what it knows, but for the table and the story.
 * @param {Store} store
 * @param {Film} film
 * @returns {Store}
 */
export function onto(store, film) {
  const { pace } = film;
  return { ...store, table: pace.table, pace, lines: lines(film), more: false };
}
