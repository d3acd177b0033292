// What has happened is shown one moment after another. Pure: the clock is given.

/** @import {Line, Show, Table} from "./types.js" */

/**
 * Something that waits: a line of the story, or the table as it stands after the lines before it.
 * @typedef {{ line: Line, table?: undefined } | { table: Table, line?: undefined }} Item
 */

/**
 * - `table` the table that is drawn; `line` the line that is shown beside it.
 * - `told` the number of the newest line that was shown: the story ends there.
 * - `settles` when the tables behind the line that is shown may be drawn (its card has landed);
 *   `until` when the next line may follow (Infinity: not by itself).
 *
 * @typedef {{
 *   table: Table | null,
 *   line: Line | null,
 *   turn: number,
 *   fresh: boolean,
 *   told: number,
 *   settles: number,
 *   until: number,
 *   waiting: Item[],
 * }} Pace
 */

/**
 * How things are shown now: faster, not at all while nobody looks.
 * @typedef {{ now: number, speed: number, hidden: boolean, still: boolean }} Ways
 */

export const SPEEDS = [0.5, 1, 2, 4];

const BASE = 500;
const LETTER = 45;
const QUIET = 160;
const LANDS = 650;
const OWN = 700;
const ROUND = 8000;
const CALLED = 700;
const LONGEST = 6000;

/** @type {Pace} */
export const STILL = {
  table: null,
  line: null,
  turn: 0,
  fresh: false,
  told: 0,
  settles: 0,
  until: 0,
  waiting: [],
};

/** The newest table: the last that waits, or the one that is drawn. @param {Pace} pace */
export function newest(pace) {
  for (let n = pace.waiting.length - 1; n >= 0; n -= 1) {
    const { table } = pace.waiting[n];
    if (table) return table;
  }
  return pace.table;
}

/** How many moments wait that would be dwelt on. @param {Pace} pace */
export function behind(pace) {
  return pace.waiting.filter((item) => item.line && dwelt(item.line)).length;
}

/** @param {Line} line */
const dwelt = (line) => Boolean(line.moment && !line.moment.quiet);

/**
 * How long a line is shown before the next one.
 * @param {Line} line
 * @param {number} speed
 * @param {Table | null} then the newest table: one who is asked there by the clock waits less
 */
export function dwell(line, speed, then = null) {
  const moment = line.moment;
  if (!moment) return 0;
  if (moment.ends === "match") return Infinity;
  if (moment.ends === "round") return ROUND;
  if (moment.quiet) return QUIET / speed;
  const whole = Math.min(LONGEST, BASE + LETTER * [...line.text].length) / speed;
  const me = then?.scene?.me ?? 0;
  if (me && moment.actor === me) return Math.min(whole, OWN);
  const called = Boolean(then?.choice) && Boolean(then?.scene?.due);
  return called ? Math.min(whole, CALLED) : whole;
}

/**
 * Lines and tables arrive, in the order in which they are to be shown.
 * @param {Pace} pace
 * @param {Item[]} items
 * @param {Ways} ways
 */
export function take(pace, items, ways) {
  const more = { ...pace, waiting: [...pace.waiting, ...items] };
  return ways.hidden ? skip(more, ways) : tick(more, ways);
}

/**
 * The table was told anew (a first look, a reload, another reader): nothing is played.
 * @param {Pace} pace
 * @param {Table} table
 * @returns {Pace}
 */
export function anew(pace, table) {
  return { ...pace, table, waiting: [], fresh: false, settles: 0, until: 0 };
}

/**
 * All lines up to now are known already (they came with the whole story).
 * @param {Pace} pace
 * @param {Line[]} lines
 * @returns {Pace}
 */
export function known(pace, lines) {
  const told = lines.at(-1)?.id ?? pace.told;
  const line = lines.filter((one) => one.moment && !one.moment.quiet).at(-1) ?? null;
  const waiting = pace.waiting.filter((item) => !item.line);
  return { ...pace, line, told, fresh: false, settles: 0, until: 0, waiting };
}

/**
 * Time goes on: what waits is shown as far as it may be by now.
 * @param {Pace} pace
 * @param {Ways} ways
 * @returns {Pace}
 */
export function tick(pace, ways) {
  let now = pace;
  while (now.waiting.length > 0) {
    const [next, ...waiting] = now.waiting;
    if (next.table) {
      if (ways.now < now.settles) break;
      now = { ...now, table: next.table, waiting };
      continue;
    }
    if (ways.now < now.until && next.line.moment) break;
    now = show({ ...now, waiting }, next.line, ways);
  }
  return now;
}

/**
 * @param {Pace} pace
 * @param {Line} line
 * @param {Ways} ways
 * @returns {Pace}
 */
function show(pace, line, ways) {
  const told = line.id;
  if (!line.moment) return { ...pace, told };
  const length = dwell(line, ways.speed, newest(pace));
  const lands = line.moment.ends ? 0 : Math.min(length, LANDS / ways.speed);
  return {
    ...pace,
    line: line.moment.quiet && pace.line ? pace.line : line,
    turn: pace.turn + 1,
    fresh: true,
    told,
    settles: ways.still ? 0 : ways.now + lands,
    until: ways.now + length,
  };
}

/**
 * The newest at once: what waits is not played. Only the end of a round or of the match is not
 * passed over, unless nobody looks.
 * @param {Pace} pace
 * @param {Ways} ways
 * @returns {Pace}
 */
export function skip(pace, ways) {
  const end = pace.waiting.findIndex(({ line }) => line?.moment?.ends);
  if (end < 0 || ways.hidden) return passed(pace, pace.waiting);
  const before = passed(pace, pace.waiting.slice(0, end));
  return tick({ ...before, waiting: pace.waiting.slice(end) }, ways);
}

/**
 * All of these were shown.
 * @param {Pace} pace
 * @param {Item[]} items
 * @returns {Pace}
 */
function passed(pace, items) {
  const lines = items.flatMap((item) => item.line ?? []);
  const line = lines.filter((one) => one.moment && !one.moment.quiet).at(-1) ?? pace.line;
  return {
    ...pace,
    table: items.flatMap((item) => item.table ?? []).at(-1) ?? pace.table,
    line,
    turn: line === pace.line ? pace.turn : pace.turn + 1,
    told: lines.at(-1)?.id ?? pace.told,
    fresh: false,
    settles: 0,
    until: 0,
    waiting: [],
  };
}

/**
 * On to the next moment, without waiting for the end of this one.
 * @param {Pace} pace
 * @param {Ways} ways
 */
export function next(pace, ways) {
  return tick({ ...pace, settles: 0, until: 0 }, ways);
}

/**
 * When `tick` has something to do again; Infinity: not before something arrives.
 * @param {Pace} pace
 */
export function due(pace) {
  const first = pace.waiting[0];
  if (!first) return Infinity;
  return first.table ? pace.settles : pace.until;
}

/**
 * What the felt is told.
 * @param {Pace} pace
 * @returns {Show}
 */
export function shown(pace) {
  const { line, turn, fresh, until } = pace;
  const waits = pace.waiting.length > 0 || line?.moment?.ends;
  return { line, turn, fresh, waiting: behind(pace), until: waits && until < Infinity ? until : 0 };
}
