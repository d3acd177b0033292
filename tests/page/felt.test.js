// @ts-check
// What the felt works out before it draws: drawings by code, turn order, the hand as keys, ends.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { art, bring, drawing, pictured, playing, tint } from "../../adapters/page/static/art.js";
import { called, closed } from "../../adapters/page/static/card.js";
import { ending, handOf, podium, won } from "../../adapters/page/static/ends.js";
import { listed } from "../../adapters/page/static/dom.js";
import { special, TILES } from "../../adapters/page/static/games/all.js";
import { answers, inHand } from "../../adapters/page/static/hand.js";
import { does, known, Question } from "../../adapters/page/static/question.js";
import { initial } from "../../adapters/page/static/seat.js";
import { others } from "../../adapters/page/static/table.js";

/** @import {Badge, Card, Choice, Line, Moment, Node, Pick, Scene, Seat, TableState} from "../../adapters/page/static/types.js" */

const drawn = fileURLToPath(new URL("../../adapters/page/static/art/", import.meta.url));

/** @param {string} code @param {string} [word] @returns {Card} */
const card = (code, word = "") => ({ code, name: code, corner: "", text: "", turned: false, word });

/** @param {string} word @param {Partial<Node>} [more] @returns {Node} */
const node = (word, more = {}) => ({
  word, label: word, kind: "word", seat: 0, card: null, hint: "", data: "", whole: "", risk: "",
  sure: "", then: [], ...more,
});

/** @param {number} number @param {Partial<Seat>} [more] */
const seat = (number, more = {}) =>
  /** @type {Seat} */ ({
    seat: number, name: `P${number}`, hue: 0, computer: "", manner: "", me: false, turn: false, asked: false,
    out: false, winner: false, badges: [], cards: [], hand: 0, known: [], opened: [], ...more,
  });

/** @param {Badge["kind"]} kind @param {number} count @returns {Badge} */
const badge = (kind, count) => ({ kind, text: String(count), count, of: 0, code: "" });

/** @param {Node[]} options @param {Node[]} [taken] @returns {Pick} */
const pick = (options, taken = []) => ({
  path: taken.map((one) => one.word), taken, options, seats: [], hint: "", ready: null, sure: null,
  back: taken.length > 0, numbers: [],
});

/** @param {Node[]} then @returns {Choice} */
const choice = (then) => ({ question: 1, prompt: "", hint: "", window: false, then, orders: [] });

/** @param {Seat[]} seats @param {Card[]} [hand] */
const scene = (seats, hand = []) => /** @type {Scene} */ (/** @type {unknown} */ ({ seats, hand }));

/** @param {Partial<Moment>} moment @param {Partial<Line>} [more] @returns {Line} */
const told = (moment, more = {}) => ({
  id: 1, text: "", at: 0, seat: 0, round: 1, turn: 0, ...more,
  moment: {
    kind: "play", actor: 0, target: 0, card: null, named: "", result: "", shown: [], hands: [],
    coins: 0, pile: "", out: [], quiet: false, ends: "", winners: [], ...moment,
  },
});

test("every card has a drawing, and every drawing is there", () => {
  const codes = [
    "spy guard priest baron handmaid prince king chancellor countess minister princess",
    "duke assassin captain ambassador inquisitor diplomat contessa almshouse loyalist reformist",
    "pr no ge mg ps kn ft md pr1 mg4 md10 joker 2c 10d qh ah ks",
  ];
  for (const code of codes.join(" ").split(" ")) {
    assert.notEqual(drawing(code), "letter", code);
    assert.ok(existsSync(`${drawn}${drawing(code)}.svg`), code);
  }
  for (const name of ["back", "coin", "token", "letter"]) assert.ok(existsSync(`${drawn}${name}.svg`), name);
  assert.equal(drawing(""), "back");
  assert.equal(drawing("md10"), "md");
  assert.equal(drawing("10h"), "heart");
  assert.equal(drawing("something-new"), "letter");
  assert.ok(readdirSync(drawn).every((file) => file.endsWith(".svg")));
});

test("a playing card is told by rank and suit, other cards are not", () => {
  assert.deepEqual(playing("10c"), { suit: "club", rank: "10" });
  for (const code of ["ps", "pr", "no", "md", "1h", "guards"]) assert.equal(playing(code), null);
});

test("colours follow the drawing", () => {
  assert.equal(tint("guard"), "tint-nezu");
  assert.equal(tint("md7"), tint("md"));
  assert.equal(tint("unknown"), "tint-shu");
  assert.equal(pictured("steal"), false);
  assert.equal(pictured("ft3"), true);
});

test("a drawing that came with the page is not fetched", () => {
  assert.match(art("strike"), /\/art\/strike\.svg$/);
  bring({ strike: "data:image/svg+xml,x" });
  assert.equal(art("strike"), "data:image/svg+xml,x");
});

test("a card is called by its rank and name, once", () => {
  assert.equal(called({ ...card("baron"), name: "Baron", corner: "3" }), "3 Baron");
  assert.equal(called({ ...card("10h"), name: "10♥", corner: "10" }), "10♥");
});

test("the mark of a person is the first whole sign of the name", () => {
  assert.equal(initial(" ken"), "K");
  assert.equal(initial("👩‍🚀 Mina"), "👩‍🚀");
  assert.equal(initial("が"), "が");
});

test("the others follow one another from the reader's seat; who watches sees all in order", () => {
  const four = [1, 2, 3, 4].map((number) => seat(number, { me: number === 3 }));
  assert.deepEqual(others(scene(four)).map((one) => one.seat), [4, 1, 2]);
  assert.deepEqual(others(scene([seat(1), seat(2)])).map((one) => one.seat), [1, 2]);
});

test("cards of the hand are keys, equal ones both", () => {
  const hand = [card("guard"), card("guard")];
  assert.deepEqual(inHand([node("guard")], hand)?.map((one) => one?.word), ["guard", "guard"]);
  const kept = inHand([node("duke", { kind: "card", card: card("duke") })], [card("duke"), card("captain")]);
  assert.deepEqual(kept?.map((one) => one?.word), ["duke", undefined]);
});

test("a copy is meant by its own word where there are several", () => {
  const hand = [card("md", "md2"), card("md", "md7")];
  const found = inHand([node("md7", { kind: "card", card: card("md", "md7") })], hand);
  assert.deepEqual(found?.map((one) => one?.word), [undefined, "md7"]);
});

test("cards that are named are not those of the hand", () => {
  const named = ["priest", "baron"].map((word) => node(word, { kind: "card", card: card(word) }));
  assert.equal(inHand(named, [card("baron"), card("guard")]), null);
  assert.equal(inHand([node("allow"), node("challenge")], [card("duke")]), null);
});

test("while a target is asked for, the hand still changes the card", () => {
  const guard = node("guard", { then: [node("2", { kind: "seat", seat: 2 })] });
  const hand = [card("guard"), card("king")];
  const asked = choice([guard, node("king", { then: guard.then })]);
  const found = answers(asked, pick(guard.then, [guard]), hand, special("love-letter").aboutHand);
  assert.equal(found.again, true);
  assert.equal(found.chosen, "guard");
  assert.deepEqual(found.nodes?.map((one) => one?.word), ["guard", "king"]);
  assert.equal(answers(null, null, hand).nodes, null);
});

test("a block is claimed with keys, a lost card is chosen in the hand", () => {
  const roles = ["captain", "duke"].map((word) => node(word, { kind: "card", card: card(word) }));
  const hand = [card("captain"), card("duke")];
  const { aboutHand } = special("coup");
  const block = node("block", { then: roles });
  const lose = node("lose", { then: roles });
  assert.equal(answers(choice([block]), pick(roles, [block]), hand, aboutHand).nodes, null);
  const found = answers(choice([lose]), pick(roles, [lose]), hand, aboutHand);
  assert.deepEqual(found.nodes?.map((one) => one?.word), ["captain", "duke"]);
  assert.equal(found.again, false);
});

test("a card that was chosen before stays chosen, another copy can follow it", () => {
  const cards = ["assassin", "contessa"].map((word) => node(word, { kind: "card", card: card(word) }));
  const keep = node("keep", { then: cards });
  const hand = [card("assassin"), card("contessa"), card("assassin")];
  const found = answers(choice([keep]), pick(cards, [keep, cards[0]]), hand, special("coup").aboutHand);
  assert.deepEqual(found.kept, [true, false, false]);
  assert.deepEqual(found.nodes?.map((one) => one?.word), [undefined, "contessa", "assassin"]);
});

test("a raised card is played, or is what the word before it says", () => {
  const texts = { "do-card": "Play {card}", "say-more": "{what}: {more}" };
  const captain = node("captain", { label: "Captain", kind: "card" });
  const lose = node("lose", { label: "Lose" });
  assert.equal(does(captain, pick([captain]), texts), "Play Captain");
  assert.equal(does(captain, pick([captain], [lose]), texts), "Lose: Captain");
  assert.equal(does(captain, pick([captain], [lose, captain]), texts), "Captain");
});

test("a card that the reader has seen in the hand aimed at is a sure name", () => {
  const names = ["priest", "princess"].map((word) => node(word, { kind: "card", card: card(word) }));
  const aimed = node("2", { kind: "seat", seat: 2, then: names });
  const table = scene([seat(2, { known: [card("princess")] }), seat(3, { known: [card("priest")] })]);
  const now = pick(names, [node("guard"), aimed]);
  assert.deepEqual(names.map((one) => known(one, now, table)), [false, true]);
  assert.equal(known(names[1], pick(names, [node("guard")]), table), false);
  assert.equal(known(aimed, now, table), false);
});

test("the end is shown by its moment, or by a table that is over", () => {
  const show = { line: null, turn: 0, fresh: false, waiting: 0, until: 0 };
  const state = (/** @type {string} */ phase, /** @type {object} */ more) =>
    /** @type {TableState} */ (/** @type {unknown} */ ({ phase, show: { ...show, ...more } }));
  assert.equal(ending(state("playing", {})), null);
  assert.equal(ending(state("finished", {}))?.ends, "match");
  assert.equal(ending(state("finished", { waiting: 2 })), null);
  const line = { moment: { ends: "round" } };
  assert.equal(ending(state("playing", { line }))?.ends, "round");
});

test("a hand at the end: laid open, one's own, or closed if nobody saw it", () => {
  const moment = /** @type {any} */ ({ actor: 0, shown: [], hands: [{ seat: 1, cards: [card("king")] }] });
  const mine = scene([], [card("duke")]);
  assert.deepEqual(handOf(seat(1, { hand: 1 }), moment, mine), [card("king")]);
  assert.deepEqual(handOf(seat(2, { me: true, hand: 1 }), moment, mine), [card("duke")]);
  assert.deepEqual(handOf(seat(3, { hand: 1 }), null, mine), [closed("")]);
  assert.deepEqual(handOf(seat(3, { hand: 0, out: true }), null, mine), []);
  const before = [told({ kind: "reveal", hands: [{ seat: 3, cards: [card("spy")] }] })];
  assert.deepEqual(handOf(seat(3, { hand: 1 }), null, mine, before), [card("spy")]);
});

test("who is last and wins keeps a hand that is closed to others; who went out has none", () => {
  const lines = [
    told({ actor: 2, target: 1, card: card("guard"), out: [1] }, { turn: 2 }),
    told({ kind: "end", actor: 2, ends: "round", winners: [2], hands: [{ seat: 2, cards: [closed("")] }] }),
  ];
  const { moment } = lines[1];
  const before = /** @type {Scene} */ ({ ...scene([], [card("guard"), card("king")]), turn: 2 });
  assert.deepEqual(handOf(seat(2, { me: true, hand: 2 }), moment, before, lines), [card("king")]);
  assert.deepEqual(handOf(seat(1, { hand: 1 }), moment, before, lines), []);
  assert.deepEqual(handOf(seat(2, { hand: 2 }), moment, before, lines), [closed("")]);
  const known = seat(2, { hand: 2, known: [card("guard")] });
  assert.deepEqual(handOf(known, moment, before, lines), [closed("")]);
});

test("the podium: winners, then points, then places", () => {
  const seats = [
    seat(1, { badges: [badge("points", 2)] }),
    seat(2, { badges: [badge("points", 3)] }),
    seat(3, { badges: [badge("points", 3)] }),
  ];
  assert.deepEqual(podium(seats, [3]).map((one) => one.seat), [3, 2, 1]);
  const placed = [seat(1, { badges: [badge("place", 2)] }), seat(2, { badges: [badge("place", 1)] }), seat(3)];
  assert.deepEqual(podium(placed, [1, 2]).map((one) => one.seat), [2, 1, 3]);
  const five = [1, 2, 3, 4, 5].map((number) => seat(number, { out: number !== 2 }));
  assert.deepEqual(podium(five, [2], [4, 1, 5, 3]).map((one) => one.seat), [2, 3, 5, 1, 4]);
  assert.deepEqual(podium(five, [2], [5, 3]).map((one) => one.seat), [2, 3, 5, 1, 4]);
});

test("every tile of the lobby has its cards", () => {
  for (const codes of Object.values(TILES)) assert.ok(codes.every(pictured));
});

test("names stand together as people write them in the language", () => {
  assert.equal(listed(["Mina", "Ken"], "en"), "Mina and Ken");
  assert.equal(listed(["Mina", "Ken", "Aki"], "ja"), "Mina、Ken、Aki");
  assert.equal(listed(["Mina", "Ken"], "pt_BR"), "Mina e Ken");
  assert.equal(listed(["Mina"], ""), "Mina");
});

test("one wins, two win", () => {
  const texts = {
    "round-won": "Round {round}: {name} wins", "round-shared": "Round {round}: {name} win",
    "match-won": "{name} wins the game", "match-shared": "{name} win the game",
  };
  const english = { texts, language: "en" };
  assert.equal(won(["Mina"], 2, english), "Round 2: Mina wins");
  assert.equal(won(["Mina", "Ken"], 2, english), "Round 2: Mina and Ken win");
  assert.equal(won(["Mina"], 0, english), "Mina wins the game");
  assert.equal(won(["Mina", "Ken", "Aki"], 0, english), "Mina, Ken, and Aki win the game");
});

/** The buttons of a drawn part. @param {unknown} drawn @returns {Record<string, unknown>[]} */
function buttons(drawn) {
  if (Array.isArray(drawn)) return drawn.flatMap(buttons);
  if (!drawn || typeof drawn !== "object" || !("props" in drawn)) return [];
  const { type, props } = /** @type {{ type: unknown, props: Record<string, unknown> }} */ (drawn);
  return [...(type === "button" ? [props] : []), ...buttons(props.children)];
}

test("while a move is under way nothing of its question can be pressed or taken back", () => {
  const princess = node("8", { sure: "Really?", data: "d" });
  const texts = new Proxy({}, { get: () => "text" });
  const choice = /** @type {Choice} */ ({ question: 1, window: false, prompt: "", hint: "", orders: [], then: [princess] });
  const half = { path: ["8"], taken: [princess], options: [], numbers: [], ready: null, hint: "", back: true };
  const act = /** @type {TableState["pending"] & any} */ ({ back() {}, send() {}, choose() {} });
  for (const sure of [null, princess]) {
    for (const armed of [null, princess]) {
      const state = /** @type {any} */ ({ choice, pick: { ...half, sure }, scene: null, texts, wait: true, pending: null, skew: 0 });
      const drawn = Question({ state, act, hidden: () => false, picture: () => "", armed, disarm() {} });
      const found = buttons(drawn);
      assert.ok(found.length > 0);
      assert.deepEqual(found.filter((button) => !button.disabled), []);
    }
  }
});
