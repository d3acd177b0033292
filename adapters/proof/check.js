"use strict";
// A record is looked at until something differs: docs/fairness.md, chapter "The record".
// What comes out: {fair, place, found: [[mark, text, values]], proved, unproved, compare, deals,
// cuts, seats}, where mark is "good", "bad" or "note", and texts are keys of the page.

function check(record) {
  needReal(record);
  const report = {
    fair: true, place: "", found: [], proved: [], unproved: [["n-hands", {}]], compare: [],
    deals: [], cuts: [], seats: record.seats || [], version: record.record,
  };
  const tell = (mark, text, values = {}) => report.found.push([mark, text, values]);
  try {
    checkSeal(record, tell);
    (record.record === 1 ? checkOne : checkTwo)(record, report, tell);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    Object.assign(report, {fair: false, place: error.place, proved: []});
    tell("bad", error.text, error.values);
  }
  return report;
}

function checkSeal(record, tell) {
  const value = hexOf(sha256(unhex(record.secret)));
  if (value !== record.seal) throw new Differs("seal", "seal-wrong", {value});
  tell("good", "seal-fits");
}

function checkSeed(record, parts, tell) {
  const value = hexOf(sha256(joined(...parts)));
  if (value !== record.start.seed) throw new Differs("start.seed", "seed-wrong", {value});
  tell("good", "seed-fits");
}

// The seat that won the game before, if it sits here again.
const winnerOf = record => record.record === 1 ? record.last_winner || null :
  Math.min(...(record.won || []).map(place => record.joined[place - 1])) || null;

// The game is dealt, and every line of the record played, so that cards are seen to be where the
// deal put them. Comes back with the first deal, in Love Letter with every round's.
function playRecord(record, tell) {
  const count = record.seats.length, options = record.options ?? {};
  const stream = new Stream(unhex(record.start.seed));
  seated(count, record.rooms || [], stream);
  if (record.game === "love-letter") {
    const game = new LoveLetter(options, count, stream);
    playLines(record, game, tell);
    checkEnd(record, game.winners !== null, tell);
    return game.deals;
  }
  const last = winnerOf(record);
  const deal = firstDeal(record.game, options, count, stream, Number.isFinite(last) ? last : null);
  const first = copied(deal);
  if (record.game === "coup") playLines(record, new Coup(options, deal, stream), tell);
  if (record.game === "old-maid") {
    const game = new OldMaid(options, deal, stream);
    playLines(record, game, tell);
    checkEnd(record, game.over, tell);
  }
  return [first];
}

// A game ends where its record ends; if it was given up it does not.
function checkEnd(record, over, tell) {
  if (over === (record.record > 1 && record.closed === true)) throw new Differs("moves", "end-wrong");
  if (over) tell("good", "end-fits");
}

const copied = deal => ({...deal, hands: new Map([...deal.hands].map(([s, c]) => [s, [...c]]))});

function playLines(record, game, tell) {
  record.moves.forEach((move, index) => {
    const [seat, said] = move.split(":");
    try {
      game.play(Number(seat), said);
    } catch (error) {
      if (!(error instanceof Misplayed)) throw error;
      throw new Differs(`moves[${index}]`, "cards-wrong");
    }
  });
  tell("good", "cards-fit");
}
