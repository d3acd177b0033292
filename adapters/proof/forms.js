"use strict";
// What a record must look like before anything of it is worked out: docs/fairness.md, chapter
// "The record".

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

const GAMES = ["love-letter", "coup", "lady-luck", "old-maid"];
const PRESETS = {
  "love-letter": ["bga", "aeg", "jp", "z19"],
  "coup": ["bga_seed", "bga_live", "official"],
  "lady-luck": ["standard"],
  "old-maid": ["half", "full"],
};
const isText = value => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const isWord = value => isText(value) && /^[a-z0-9._\/-]+$/.test(value);
const isNumber = (value, least, most = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && value >= least && value <= most;
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

function need(holds, place, text) {
  if (!holds) throw new NoRecord(place, text);
}

function needHex(value, place, length) {
  need(isText(value) && /^[0-9a-f]*$/.test(value) && value.length === 2 * length, place);
}

function needList(value, place) {
  need(Array.isArray(value), place);
  return value;
}

function needTexts(value, place) {
  needList(value, place).forEach((each, index) => need(isText(each), `${place}[${index}]`));
}

// Nothing stands in an object but these.
function needOnly(value, place, ...keys) {
  need(isObject(value), place);
  for (const key of Object.keys(value)) need(keys.includes(key), `${place}.${key}`);
}

// What every record of a real game has that was dealt.
function needReal(record) {
  need(isObject(record), "record");
  need(record.record === 1 || record.record === 2, "record", "no-version");
  need(GAMES.includes(record.game), "game");
  needHex(record.secret, "secret", 32);
  needHex(record.seal, "seal", 32);
  need(typeof (record.closed ?? false) === "boolean", "closed");
  if (record.record === 2 && record.closed && record.start === undefined) return;
  needOptions(record.options, PRESETS[record.game]);
  needTexts(record.seats, "seats");
  need(isNumber(record.seats.length, 2, 10), "seats");
  need(isObject(record.start), "start.seed");
  needHex(record.start.seed, "start.seed", 32);
  needList(record.moves, "moves").forEach((move, index) => {
    const found = isText(move) && /^([1-9][0-9]?):([^\s!]+)$/.exec(move);
    need(found && Number(found[1]) <= record.seats.length, `moves[${index}]`);
  });
  if (record.rooms === undefined) return;
  need(needList(record.rooms, "rooms").length === record.seats.length, "rooms");
  record.rooms.forEach((room, index) => need(isNumber(room, 0), `rooms[${index}]`));
  need(record.rooms.some(room => room !== 0), "rooms");
}

function needOptions(options, presets) {
  need(isObject(options), "options");
  need(presets.includes(options.preset), "options.preset");
  for (const [name, value] of Object.entries(options)) {
    need(/^[a-z0-9_]+$/.test(name), "options");
    const plain = typeof value === "boolean" || isNumber(value, 0);
    need(plain || (isText(value) && /^[a-z0-9_]+$/.test(value)), `options.${name}`);
  }
}

// ---------------------------------------------------------------- version 2

function needProof(record) {
  const seats = record.seats.length;
  const listed = [...needList(record.joined, "joined")].sort((a, b) => a - b);
  need(listed.length === seats && listed.every((seat, i) => seat === i + 1), "joined");
  need(isNumber(record.mind, 0), "mind");
  needHex(record.commit, "commit", 32);
  needHex(record.chain, "chain", 32);
  need(isObject(record.by ?? {}), "by");
  const told = new Set();
  for (const [kind, numbers] of Object.entries(record.by ?? {})) {
    need(isWord(kind), `by.${kind}`);
    needList(numbers, `by.${kind}`).forEach((number, index) => {
      need(isNumber(number, 1, record.moves.length) && !told.has(number), `by.${kind}[${index}]`);
      told.add(number);
    });
  }
  needList(record.won ?? [], "won").forEach((place, index) =>
    need(isNumber(place, 1, seats), `won[${index}]`));
  if (record.beacon !== undefined) needBeacon(record.beacon);
}

function needBeacon(beacon) {
  needOnly(beacon, "beacon", "chain", "round", "signature", "randomness", "missed");
  needHex(beacon.chain, "beacon.chain", 32);
  need(isNumber(beacon.round, 0), "beacon.round");
  need(typeof (beacon.missed ?? false) === "boolean", "beacon.missed");
  if (beacon.missed) {
    need(beacon.signature === undefined, "beacon.signature");
    need(beacon.randomness === undefined, "beacon.randomness");
    return;
  }
  need(isText(beacon.signature) && /^([0-9a-f]{2})+$/.test(beacon.signature), "beacon.signature");
  needHex(beacon.randomness, "beacon.randomness", 32);
}

function needPerson(person, place) {
  needOnly(person, place, "seat", "mark", "salt", "name", "cut");
  needHex(person.mark, `${place}.mark`, 32);
  if (person.salt !== undefined || person.name !== undefined) {
    needHex(person.salt, `${place}.salt`, 16);
    need(isText(person.name), `${place}.name`);
  }
  if (person.cut === undefined) return;
  needOnly(person.cut, `${place}.cut`, "picture", "bits");
  need(isNumber(person.cut.picture, 0, 7), `${place}.cut.picture`);
  if (person.cut.bits !== undefined) needHex(person.cut.bits, `${place}.cut.bits`, 16);
}

// Whoever takes part, in the order of joining.
function partiesOf(record) {
  const sitting = new Map();
  const sit = (party, place) => {
    const seat = party.seat;
    need(isNumber(seat, 1, record.seats.length) && !sitting.has(seat), `${place}.seat`);
    sitting.set(seat, {...party, place});
  };
  needList(record.people, "people").forEach((person, index) => {
    needPerson(person, `people[${index}]`);
    sit(person, `people[${index}]`);
  });
  needList(record.computers ?? [], "computers").forEach((computer, index) => {
    const place = `computers[${index}]`;
    needOnly(computer, place, "seat", "name", "kind");
    need(isWord(computer.name) && isWord(computer.kind), place);
    sit(computer, place);
  });
  need(sitting.size === record.seats.length, "people");
  return record.joined.map(seat => sitting.get(seat));
}
