// @ts-check
// What the story has told: of which round, which hands lay open, who went out, what was proved.

import assert from "node:assert/strict";
import { test } from "node:test";

import { laidOpen, left, ofRound, proof, wentOut } from "../../adapters/page/static/told.js";

/** @import {Card, Line, Moment, Scene} from "../../adapters/page/static/types.js" */

/** @param {string} code @returns {Card} */
const card = (code) => ({ code, name: code, corner: "", text: "", turned: false, word: "" });

/** @param {Partial<Moment>} moment @param {Partial<Line>} [more] @returns {Line} */
const line = (moment, more = {}) => ({
  id: 1, text: "", at: 0, seat: 0, round: 1, turn: 0, ...more,
  moment: {
    kind: "play", actor: 0, target: 0, card: null, named: "", result: "", shown: [], hands: [],
    coins: 0, pile: "", out: [], quiet: false, ends: "", winners: [], ...moment,
  },
});

test("the lines of a round are those of the one that is shown", () => {
  const lines = [line({}, { id: 1 }), line({}, { id: 2, round: 2 }), line({}, { id: 3, round: 2 })];
  assert.deepEqual(ofRound(lines, lines[0]).map((one) => one.id), [1]);
  assert.deepEqual(ofRound(lines, null).map((one) => one.id), [2, 3]);
  assert.deepEqual(ofRound([], null), []);
});

test("hands lie open although nobody saw them being laid down, the last time counts", () => {
  const lines = [
    line({ kind: "reveal", hands: [{ seat: 1, cards: [card("spy")] }] }),
    line({ kind: "reveal", hands: [{ seat: 1, cards: [card("king")] }, { seat: 2, cards: [card("")] }] }),
    { ...line({}), moment: null },
  ];
  assert.deepEqual(laidOpen(lines), [{ seat: 1, cards: [card("king")] }]);
});

test("seats go out one after another", () => {
  assert.deepEqual(wentOut([line({ out: [3] }), line({}), line({ out: [1, 3] })]), [3, 1]);
});

test("what was played in this turn is not in the hand any more", () => {
  const scene = /** @type {Scene} */ (/** @type {unknown} */ ({ turn: 2 }));
  const hand = [card("guard"), card("guard"), card("king")];
  const played = line({ actor: 2, card: card("guard") }, { turn: 2 });
  const earlier = [played, line({ actor: 1 }, { turn: 1 }), line({ kind: "turn", actor: 2 }, { turn: 2 })];
  assert.deepEqual(left(hand, 2, scene, [played]), [card("guard"), card("king")]);
  assert.deepEqual(left(hand, 2, scene, [played, line({ kind: "end" })]).length, 2);
  assert.deepEqual(left(hand, 2, scene, earlier), hand);
  assert.deepEqual(left(hand, 1, scene, [played]), hand);
  assert.deepEqual(left([card("king")], 2, scene, [played]), [card("king")]);
});

test("a claim is proved by the card that its claimant shows", () => {
  const claim = line({ kind: "claim", actor: 2, card: card("duke") });
  const shown = line({ kind: "answer", actor: 1, target: 2, shown: [card("duke")] });
  const lost = line({ kind: "reveal", actor: 2, shown: [{ ...card("duke"), turned: true }] });
  const own = line({ kind: "reveal", actor: 2, shown: [card("duke")] });
  const { moment } = claim;
  assert.ok(moment);
  assert.equal(proof(moment, [claim]), null);
  assert.equal(proof(moment, [claim, shown]), shown.moment);
  assert.equal(proof(moment, [claim, own, line({})]), own.moment);
  assert.equal(proof(moment, [claim, lost]), null);
  assert.equal(proof(moment, [shown, claim]), null);
  assert.equal(proof({ ...moment, card: null }, [claim, shown]), null);
});
