/** How a reader chooses: single words, steps back, moves that end early, moves that lose. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { back, confirm, keep, NOTHING, pick, press, whole } from "../../adapters/page/static/choice.js";

/** @import {Choice, Node} from "../../adapters/page/static/types.js" */
/** @import {Chosen} from "../../adapters/page/static/choice.js" */

/** A node; its label is its word.
 * @param {string} word @param {Partial<Node>} [more]
 * @returns {Node} */
const node = (word, more = {}) => ({
  word,
  label: word,
  kind: "word",
  seat: 0,
  card: null,
  hint: "",
  data: "",
  whole: "",
  risk: "",
  sure: "",
  then: [],
  ...more,
});

/** @param {Node[]} then @param {number} [question] @returns {Choice} */
const choice = (then, question = 3) => ({
  question,
  prompt: "Your turn.",
  hint: "Which?",
  window: false,
  then,
  orders: [],
});

/** @param {Choice} asked @param {...string} words */
const pressAll = (asked, ...words) => {
  let chosen = keep(NOTHING, "t", asked);
  /** @type {Node | null} */
  let send = null;
  for (const word of words) ({ chosen, send } = press(asked, chosen, word));
  return { chosen, send };
};

const guard = node("guard", {
  kind: "card",
  hint: "Whom?",
  then: [2, 3].map((seat) =>
    node(String(seat), {
      kind: "seat",
      seat,
      hint: "What?",
      then: [node("king", { data: `g${seat}k` }), node("priest", { data: `g${seat}p` })],
    }),
  ),
});
const TREE = choice([guard, node("spy", { kind: "card", data: "spy" })]);

test("nothing is chosen at first", () => {
  const now = pick(TREE);
  assert.deepEqual(now.path, []);
  assert.deepEqual(now.options.map((one) => one.word), ["guard", "spy"]);
  assert.equal(now.hint, "Which?");
  assert.equal(now.back, false);
  assert.equal(now.ready, null);
});

test("a word leads to the question of the next one, and seats can be aimed at", () => {
  const { chosen, send } = pressAll(TREE, "guard");
  const now = pick(TREE, chosen.path);
  assert.equal(send, null);
  assert.deepEqual(now.seats, [2, 3]);
  assert.equal(now.hint, "Whom?");
  assert.equal(now.back, true);
});

test("the last word sends, and nothing before it", () => {
  assert.equal(pressAll(TREE, "guard", "3").send, null);
  assert.equal(pressAll(TREE, "guard", "3", "priest").send?.data, "g3p");
  assert.equal(pressAll(TREE, "spy").send?.data, "spy");
});

test("a step back takes one press back, not more", () => {
  const { chosen } = pressAll(TREE, "guard", "3");
  const once = back(TREE, chosen);
  assert.deepEqual(once.path, ["guard"]);
  assert.deepEqual(back(TREE, once).path, []);
  assert.deepEqual(back(TREE, back(TREE, once)).path, []);
});

test("a word that is not offered changes nothing", () => {
  const { chosen, send } = pressAll(TREE, "guard", "4");
  assert.deepEqual(chosen.path, ["guard"]);
  assert.equal(send, null);
});

const FORCED = choice([
  node("prince", {
    kind: "card",
    then: [node("2", { kind: "seat", seat: 2, then: [node("yes", { data: "p2" })] })],
  }),
]);

test("single words are taken by themselves, but never the last one", () => {
  const now = pick(FORCED);
  assert.deepEqual(now.path, ["prince", "2"]);
  assert.deepEqual(now.options.map((one) => one.data), ["p2"]);
  assert.equal(now.back, false, "nothing was pressed that could be taken back");
  assert.equal(press(FORCED, keep(NOTHING, "t", FORCED), "yes").send?.data, "p2");
});

test("a step back goes over the words that were taken by themselves", () => {
  const asked = choice([
    node("a", { then: [node("b", { then: [node("c", { data: "abc" }), node("d", { data: "abd" })] })] }),
    node("e", { data: "e" }),
  ]);
  const { chosen } = pressAll(asked, "a");
  assert.deepEqual(chosen.path, ["a", "b"]);
  assert.deepEqual(back(asked, chosen).path, []);
});

test("a move that may end early is ready, and may go on", () => {
  const asked = choice([
    node("bid", { data: "bid", whole: "Bid", then: [node("1", { kind: "number", data: "b1" })] }),
    node("pass", { data: "pass" }),
  ]);
  const { chosen, send } = pressAll(asked, "bid");
  assert.equal(send, null);
  const now = pick(asked, chosen.path);
  assert.equal(now.ready?.data, "bid");
  assert.ok(now.ready);
  assert.equal(confirm(asked, chosen, now.ready).send?.data, "bid");
  assert.equal(press(asked, chosen, "1").send?.data, "b1");
});

test("a single word in which a move may end is not taken by itself", () => {
  const asked = choice([node("a", { data: "a", then: [node("b", { data: "ab" })] })]);
  assert.deepEqual(pick(asked).path, []);
});

const RASH = choice([
  node("princess", { kind: "card", data: "p", sure: "You would be out. Sure?" }),
  node("guard", { kind: "card", then: [node("2", { kind: "seat", seat: 2, data: "g" })] }),
]);

test("a move that loses is asked about first", () => {
  const { chosen, send } = pressAll(RASH, "princess");
  assert.equal(send, null);
  const now = pick(RASH, chosen.path, chosen.sure);
  assert.equal(now.sure?.data, "p");
  assert.equal(now.back, true);
  assert.ok(now.sure);
  assert.equal(confirm(RASH, chosen, now.sure).send?.data, "p");
});

test("no to that question sends nothing, and so does another word", () => {
  const { chosen } = pressAll(RASH, "princess");
  assert.equal(back(RASH, chosen).sure, "");
  assert.equal(pick(RASH, back(RASH, chosen).path).sure, null);
  const other = press(RASH, chosen, "guard");
  assert.equal(other.chosen.sure, "");
  assert.equal(other.send, null);
});

test("a losing move cannot be sent around its question", () => {
  const chosen = keep(NOTHING, "t", RASH);
  assert.equal(confirm(RASH, chosen, RASH.then[0]).send, null);
});

test("a move that is ready and would lose is asked about too", () => {
  const asked = choice([
    node("a", { data: "a", sure: "Sure?", then: [node("b", { data: "ab" })] }),
    node("c", { data: "c" }),
  ]);
  const first = pressAll(asked, "a").chosen;
  const { ready } = pick(asked, first.path);
  assert.ok(ready);
  const { chosen, send } = confirm(asked, first, ready);
  assert.equal(send, null);
  assert.equal(pick(asked, chosen.path, chosen.sure).sure?.data, "a");
  assert.equal(confirm(asked, chosen, ready).send?.data, "a");
});

test("the same question keeps what was chosen, another one drops it", () => {
  const { chosen } = pressAll(TREE, "guard", "2");
  assert.deepEqual(keep(chosen, "t", TREE).path, ["guard", "2"]);
  assert.deepEqual(keep(chosen, "t", choice(TREE.then, 4)).path, []);
  assert.deepEqual(keep(chosen, "u", TREE).path, []);
  assert.equal(keep(chosen, "t", null), NOTHING);
});

test("the same question with fewer moves keeps what is still legal", () => {
  const { chosen } = pressAll(TREE, "guard", "2");
  const fewer = choice([{ ...guard, then: guard.then.slice(1) }, TREE.then[1]]);
  assert.deepEqual(keep(chosen, "t", fewer).path, ["guard", "3"]);
});

test("numbers stand in order, whatever the tree does", () => {
  const asked = choice([10, 9, 2].map((n) => node(String(n), { kind: "number", data: `b${n}` })));
  assert.deepEqual(pick(asked).numbers.map((one) => one.word), ["2", "9", "10"]);
});

const FRAMES = new URL("frames/", import.meta.url);

/** @param {Choice} asked @param {Node[]} level @param {string[]} words
 * @returns {{ words: string[], node: Node }[]} */
const moves = (asked, level = asked.then, words = []) =>
  level.flatMap((one) => [
    ...(one.data ? [{ words: [...words, one.word], node: one }] : []),
    ...moves(asked, one.then, [...words, one.word]),
  ]);

/** @param {string} file @returns {Choice[]} */
const choices = (file) =>
  JSON.parse(readFileSync(new URL(file, FRAMES), "utf8")).flatMap(
    /** @param {{ choice?: Choice | null }} frame */ (frame) => frame.choice ?? [],
  );

for (const file of existsSync(FRAMES) ? readdirSync(FRAMES) : []) {
  if (choices(file).length === 0) continue;
  test(`every move of a real question can be made, and taken back before it is: ${file}`, () => {
    for (const asked of choices(file)) {
      assert.equal(whole(asked.then).length, moves(asked).length);
      for (const { words, node: wanted } of moves(asked)) {
        assert.equal(make(asked, words, wanted).data, wanted.data);
      }
    }
  });
}

/** Presses what is needed for a move, and nothing else.
 * @param {Choice} asked @param {string[]} words @param {Node} wanted */
function make(asked, words, wanted) {
  /** @type {Chosen} */
  let chosen = keep(NOTHING, "t", asked);
  for (let presses = 0; presses <= words.length + 1; presses += 1) {
    const now = pick(asked, chosen.path, chosen.sure);
    assert.equal(now.options.length > 0, true);
    const ends = now.sure ?? (now.path.length === words.length ? now.ready : null);
    const step = ends ? confirm(asked, chosen, ends) : press(asked, chosen, words[now.path.length]);
    if (step.send) return step.send;
    if (!step.chosen.sure) {
      assert.ok(pick(asked, step.chosen.path).back);
      assert.ok(back(asked, step.chosen).path.length < step.chosen.path.length);
    }
    chosen = step.chosen;
  }
  return assert.fail(`${words.join(".")} of ${wanted.label} cannot be made`);
}
