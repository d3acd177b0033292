"use strict";
// The unshuffled decks and the first deal of every game: docs/fairness.md, chapter "The games".
// A deal is {first, hands, piles}: who begins, the cards of each seat in the order in which they
// came, and what else was laid out, by a name ("aside", "faceup", "castle", "box").

const copies = counts => counts.flatMap(([code, count]) => Array(count).fill(code));

const C16 = [
  ["guard", 5], ["priest", 2], ["baron", 2], ["handmaid", 2], ["prince", 2], ["king", 1],
  ["countess", 1], ["princess", 1],
];
const Z21 = [
  ["spy", 2], ["guard", 6], ["priest", 2], ["baron", 2], ["handmaid", 2], ["prince", 2],
  ["chancellor", 2], ["king", 1], ["countess", 1], ["princess", 1],
];
const SUITS = ["c", "d", "h", "s"];
const RANKS = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"];
const CAST = ["duke", "assassin", "captain", "ambassador", "contessa"];
const LADIES = [
  ["pr", 2], ["no", 2], ["ge", 2], ["mg", 4], ["ps", 4], ["kn", 4], ["ft", 4], ["md", 10],
];

function loveLetterDeck(options) {
  const counts = options.preset === "z19" ? Z21 : C16;
  const rule = options.countess || (options.preset === "jp" ? "minister" : "");
  const lady = rule === "minister" ? "minister" : "countess";
  return copies(counts).map(code => code === "countess" ? lady : code);
}

function coupDeck(options, seats) {
  const instead = {
    ...(options.diplomat === true ? {duke: "diplomat"} : {}),
    ...(options.inquisitor === true ? {ambassador: "inquisitor"} : {}),
  };
  const cast = CAST.map(card => instead[card] || card);
  const times = seats <= 6 ? 3 : seats <= 8 ? 4 : 5;
  return Array(times).fill(cast).flat();
}

const ladyLuckDeck = () =>
  LADIES.flatMap(([kind, count]) => seatsUpTo(count).map(number => kind + number));

function oldMaidDeck(options) {
  const suits = (options.deck || options.preset || "half") === "full" ? SUITS : ["c", "h"];
  return [...suits.flatMap(suit => RANKS.map(rank => rank + suit)), "joker"];
}

// `starters` are the seats that may begin, `inside` those who play this round.
function dealLoveLetter(options, inside, starters, stream) {
  const first = stream.first(starters);
  const deck = stream.shuffle(loveLetterDeck(options));
  const aside = [deck.shift()];
  const faceup = inside.length === 2 ? deck.splice(0, 3) : [];
  const turn = inside.indexOf(first);
  const hands = new Map();
  for (const seat of [...inside.slice(turn), ...inside.slice(0, turn)]) {
    hands.set(seat, [deck.shift()]);
  }
  return {first, hands, deck, piles: {aside, ...(faceup.length ? {faceup} : {})}};
}

function dealCoup(options, seats, stream, lastWinner) {
  const deck = stream.shuffle(coupDeck(options, seats.length));
  const hands = new Map(seats.map(seat => [seat, []]));
  for (let time = 0; time < 2; time++) for (const seat of seats) hands.get(seat).push(deck.shift());
  const rule = options.first_player || (options.preset === "official" ? "last_winner" : "random");
  const first = stream.first(rule === "last_winner" && lastWinner ? [lastWinner] : seats);
  return {first, hands, deck, piles: {}};
}

function dealLadyLuck(options, seats, stream) {
  const deck = stream.shuffle(ladyLuckDeck());
  const box = seats.length === 3 ? deck.splice(0, 8) : [];
  const castle = deck.splice(0, seats.length);
  const first = stream.first(seats);
  return {first, hands: new Map(), deck, piles: {castle, ...(box.length ? {box} : {})}};
}

function dealOldMaid(options, seats, stream) {
  const deck = stream.shuffle(oldMaidDeck(options));
  const first = stream.first(seats);
  const hands = new Map(seats.map(seat => [seat, []]));
  deck.forEach((card, place) => hands.get(seats[place % seats.length]).push(card));
  return {first, hands, deck: [], piles: {}};
}

// The first deal of a game, of a stream from which the seats were drawn already.
function firstDeal(game, options, count, stream, lastWinner) {
  const seats = seatsUpTo(count);
  switch (game) {
    case "love-letter": return dealLoveLetter(options, seats, seats, stream);
    case "coup": return dealCoup(options, seats, stream, lastWinner);
    case "lady-luck": return dealLadyLuck(options, seats, stream);
    case "old-maid": return dealOldMaid(options, seats, stream);
  }
  return null;
}
