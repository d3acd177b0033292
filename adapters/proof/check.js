"use strict";
// A record is looked at until something differs: docs/fairness.md, chapter "The record".
// What comes out: {fair, place, found: [[mark, text, values]], proved, unproved, compare, deals,
// cuts, seats}, where mark is "good", "bad" or "note", and texts are keys of the page.

class Differs extends Error {
  constructor(place, text, values = {}) {
    super(`${place}: ${text}`);
    Object.assign(this, {place, text, values});
  }
}

// What cannot be looked at at all.
class NoRecord extends Error {
  constructor(place, text = "no-record") {
    super(`${place}: ${text}`);
    Object.assign(this, {place, text});
  }
}

const HEX = /^([0-9a-f]{2})*$/;
const isText = value => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const isNumber = (value, least, most) =>
  Number.isInteger(value) && value >= least && value <= most;

function need(holds, place, text) {
  if (!holds) throw new NoRecord(place, text);
}

function needHex(value, place, length) {
  need(isText(value) && HEX.test(value) && value.length === 2 * length, place);
}

function needTexts(value, place) {
  need(Array.isArray(value), place);
  value.forEach((each, index) => need(isText(each), `${place}[${index}]`));
}

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

// What every record of a real game has.
function needReal(record) {
  need(isObject(record), "record");
  need(record.record === 1 || record.record === 2, "record", "no-version");
  need(["love-letter", "coup", "lady-luck", "old-maid"].includes(record.game), "game");
  need(isObject(record.options ?? {}), "options");
  needTexts(record.seats, "seats");
  need(isNumber(record.seats.length, 2, 10), "seats");
  need(isObject(record.start) && isText(record.start.seed), "start.seed");
  needHex(record.start.seed, "start.seed", 32);
  needHex(record.secret, "secret", 32);
  needHex(record.seal, "seal", 32);
  need(Array.isArray(record.moves), "moves");
  record.moves.forEach((move, index) => {
    const found = isText(move) && /^([0-9]+):([^\s!]+)$/.exec(move);
    need(found && isNumber(Number(found[1]), 1, record.seats.length), `moves[${index}]`);
  });
  if (record.rooms !== undefined) {
    need(Array.isArray(record.rooms) && record.rooms.length === record.seats.length, "rooms");
    record.rooms.forEach((room, index) => need(isNumber(room, 0, 1e6), `rooms[${index}]`));
    need(record.rooms.some(room => room !== 0), "rooms");
  }
}

function check(record) {
  needReal(record);
  const report = {
    fair: true, place: "", found: [], proved: [], unproved: [["n-hands", {}]], compare: [],
    deals: [], cuts: [], seats: record.seats, version: record.record,
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

// The seats, and the first deal, or in Love Letter every deal.
function checkDeal(record, names, report, tell) {
  const stream = new Stream(unhex(record.start.seed));
  const order = seated(names.length, record.rooms || [], stream);
  const seats = order.map(place => names[place]);
  seats.forEach((name, index) => {
    if (name !== record.seats[index]) {
      throw new Differs(`seats[${index}]`, "seats-wrong", {value: seats.join(", ")});
    }
  });
  tell("good", "seats-fit");
  const count = seats.length, options = record.options ?? {};
  const deal = record.game === "love-letter" ? null :
    firstDeal(record.game, options, count, stream, winner(record, order));
  report.deals = deal ? [copied(deal)] : [];
  switch (record.game) {
    case "love-letter": {
      const game = new LoveLetter(options, count, stream);
      report.deals = game.deals;
      playAgain(record, game, tell);
      break;
    }
    case "coup": playAgain(record, new Coup(options, deal, stream), tell); break;
    case "old-maid": playAgain(record, new OldMaid(options, deal, stream), tell); break;
  }
  return order;
}

const copied = deal => ({...deal, hands: new Map([...deal.hands].map(([s, c]) => [s, [...c]]))});

// Every line of the record, so that cards are seen to be where the deal put them.
function playAgain(record, game, tell) {
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
