// How far a reader has chosen: walks the tree of legal moves. Nothing here knows a page.

/** @import {Choice, Node, Pick} from "./types.js" */

/**
 * What a reader has pressed so far: of which question of which table, the words, and a word that
 * ends a losing move and waits to be confirmed.
 * @typedef {{ table: string, question: number, path: string[], sure: string }} Chosen
 */

/** @type {Chosen} */
export const NOTHING = { table: "", question: -1, path: [], sure: "" };

/**
 * The only node of a level that may be taken without a press: more follows, and no move ends in it.
 * @param {Node[]} level
 */
const only = (level) =>
  level.length === 1 && level[0].then.length > 0 && !level[0].data ? level[0] : null;

/**
 * The nodes that a path goes through, and what may follow. Words that are not there end it;
 * single words are taken by themselves.
 * @param {Choice} choice
 * @param {string[]} path
 */
function walk(choice, path) {
  /** @type {Node[]} */
  const taken = [];
  let level = choice.then;
  for (const word of path) {
    const node = level.find((one) => one.word === word && one.then.length > 0);
    if (!node) break;
    taken.push(node);
    level = node.then;
  }
  for (let node = only(level); node; node = only(level)) {
    taken.push(node);
    level = node.then;
  }
  return { taken, level };
}

/**
 * The path without its last pressed word; null where nothing was pressed.
 * @param {Choice} choice
 * @param {string[]} path
 * @returns {string[] | null}
 */
function before(choice, path) {
  const length = walk(choice, path).taken.length;
  for (let n = path.length - 1; n >= 0; n -= 1) {
    const shorter = walk(choice, path.slice(0, n)).taken;
    if (shorter.length < length) return shorter.map((node) => node.word);
  }
  return null;
}

/**
 * What can be chosen after a path.
 * @param {Choice} choice
 * @param {string[]} [path]
 * @param {string} [sure]
 * @returns {Pick}
 */
export function pick(choice, path = [], sure = "") {
  const { taken, level } = walk(choice, path);
  const last = taken.at(-1);
  const asked = level.find((node) => node.word === sure && node.data && node.sure);
  const again = asked ?? (last && sure === last.word && last.sure ? last : null);
  const numbers = level.filter((node) => node.kind === "number");
  numbers.sort((one, other) => Number(one.word) - Number(other.word));
  return {
    path: taken.map((node) => node.word),
    taken,
    options: level,
    seats: level.filter((node) => node.kind === "seat").map((node) => node.seat),
    hint: last ? last.hint : choice.hint,
    ready: last?.data ? last : null,
    sure: again ?? null,
    back: Boolean(again) || before(choice, path) !== null,
    numbers,
  };
}

/**
 * What stays chosen when a table comes: the same question keeps its path, as far as it is legal.
 * @param {Chosen} chosen
 * @param {string} table
 * @param {Choice | null | undefined} choice
 * @returns {Chosen}
 */
export function keep(chosen, table, choice) {
  if (!choice) return NOTHING;
  const same = chosen.table === table && chosen.question === choice.question;
  if (!same) return { table, question: choice.question, path: [], sure: "" };
  const now = pick(choice, chosen.path, chosen.sure);
  return { ...chosen, path: now.path, sure: now.sure?.word ?? "" };
}

/**
 * A word is pressed. Either more is to be chosen (`chosen` goes on), or a move is whole (`send`).
 * @param {Choice} choice
 * @param {Chosen} chosen
 * @param {string} word
 * @returns {{ chosen: Chosen, send: Node | null }}
 */
export function press(choice, chosen, word) {
  const now = pick(choice, chosen.path);
  const node = now.options.find((one) => one.word === word);
  if (!node) return { chosen, send: null };
  if (node.then.length > 0) {
    const path = pick(choice, [...now.path, word]).path;
    return { chosen: { ...chosen, path, sure: "" }, send: null };
  }
  if (!node.data) return { chosen, send: null };
  if (node.sure) return { chosen: { ...chosen, path: now.path, sure: word }, send: null };
  return { chosen: { ...chosen, path: now.path, sure: "" }, send: node };
}

/**
 * A move that is whole is to be sent: one that loses at once is asked about first.
 * @param {Choice} choice
 * @param {Chosen} chosen
 * @param {Node} node
 * @returns {{ chosen: Chosen, send: Node | null }}
 */
export function confirm(choice, chosen, node) {
  const now = pick(choice, chosen.path, chosen.sure);
  const same = now.sure?.data === node.data;
  const legal = same || now.ready?.data === node.data;
  if (!legal || !node.data) return { chosen, send: null };
  if (node.sure && !same) return { chosen: { ...chosen, sure: node.word }, send: null };
  return { chosen, send: node };
}

/**
 * One step back: a question whether one is sure is answered with no, or the last pressed word is
 * taken back.
 * @param {Choice} choice
 * @param {Chosen} chosen
 * @returns {Chosen}
 */
export function back(choice, chosen) {
  if (chosen.sure) return { ...chosen, sure: "" };
  const path = before(choice, chosen.path);
  return path ? { ...chosen, path } : chosen;
}

/**
 * Every whole move of a tree, each as its node: what a list of all moves shows.
 * @param {Node[]} level
 * @returns {Node[]}
 */
export function whole(level) {
  return level.flatMap((node) => [...(node.data ? [node] : []), ...whole(node.then)]);
}
