"use strict";
// What the two versions of records prove, and what they do not.

// ---------------------------------------------------------------- version 1

function checkOne(record, report, tell) {
  need(Array.isArray(record.cuts) && record.cuts.length > 0, "cuts");
  const parts = [unhex(record.secret)];
  record.cuts.forEach((cut, index) => {
    need(isObject(cut) && isText(cut.name), `cuts[${index}].name`);
    need(isText(cut.text), `cuts[${index}].text`);
    const said = bytesOf(cut.text);
    parts.push(bigEndian(said.length, 4), said);
  });
  needTexts(record.joined, "joined");
  need(record.joined.length === record.seats.length, "joined");
  report.cuts = record.cuts.map(cut => ({name: cut.name, words: cut.text}));
  report.compare = [["the-seal", record.seal]];
  checkSeed(record, parts, tell);
  const order = seated(record.joined.length, record.rooms || [], new Stream(unhex(record.start.seed)));
  const value = order.map(place => record.joined[place]).join(", ");
  order.forEach((place, index) => {
    if (record.joined[place] !== record.seats[index]) {
      throw new Differs(`seats[${index}]`, "seats-wrong", {value});
    }
  });
  tell("good", "seats-fit");
  report.deals = playRecord(record, tell);
  tell("note", "rules-elsewhere");
  report.proved = [["p-fixed", {}]];
  report.unproved.push(["n-words", {}], ["n-played-old", {}]);
}

// ---------------------------------------------------------------- version 2

// How many bits a cut adds that the host could not know at the opening.
const bitsOf = cut => cut ? 3 + 4 * (cut.bits || "").length : 0;

function checkTwo(record, report, tell) {
  report.compare = [["the-seal", record.seal]];
  if (record.start === undefined) {
    tell("note", "never-dealt");
    return;
  }
  needProof(record);
  const parties = partiesOf(record);
  const people = parties.filter(party => party.mark);
  report.cuts = people.map(({name, cut}) => ({name, cut}));
  report.computers = parties.filter(party => party.kind).map(party => party.seat);
  report.compare = [
    ["the-seal", record.seal], ["the-commit", record.commit], ["the-link", record.chain],
  ];
  checkMarks(record, people, tell);
  checkCommit(record, parties, tell);
  checkBeacon(record, tell);
  const cuts = people.flatMap(({cut}) => {
    const bits = unhex((cut && cut.bits) || "");
    return [Uint8Array.of(cut ? cut.picture : 255, bits.length), bits];
  });
  checkSeed(record, [bytesOf("fumibako 2\n"), unhex(record.secret), ...cuts, ...drawn(record)], tell);
  checkSeats(record, parties, tell);
  checkChain(record, parties, tell);
  report.deals = playRecord(record, tell);
  tellOthers(record, tell);
  tell("note", "rules-elsewhere");
  if (record.closed) tell("note", "was-closed");
  weigh(record, people, report);
}

// The names fit the marks; of somebody who was forgotten only the mark is left.
function checkMarks(record, people, tell) {
  const gone = people.filter(person => person.salt === undefined);
  for (const {mark, salt, name, place} of people) {
    if (salt === undefined) continue;
    if (hexOf(sha256(joined(unhex(salt), bytesOf(name)))) !== mark) {
      throw new Differs(`${place}.name`, "mark-wrong");
    }
  }
  tell("good", "marks-fit", {count: people.length - gone.length});
  if (gone.length) tell("note", "marks-gone", {count: gone.length});
}

function commitText(record, parties) {
  const lines = ["fumibako 2", `game ${record.game}`];
  for (const name of Object.keys(record.options).sort()) {
    lines.push(`option ${name} ${record.options[name]}`);
  }
  lines.push(`seal ${record.seal}`, `mind ${record.mind}`);
  for (const {mark, cut, name, kind} of parties) {
    if (kind) lines.push(`computer ${name} ${kind}`);
    else lines.push(`person ${mark} ${cut ? cut.picture : "-"} ${(cut && cut.bits) || "-"}`);
  }
  if (record.rooms) lines.push(`rooms ${record.rooms.join(" ")}`);
  if (record.won && record.won.length) lines.push(`won ${record.won.join(" ")}`);
  if (record.beacon) lines.push(`beacon ${record.beacon.chain} ${record.beacon.round}`);
  return lines.map(line => `${line}\n`).join("");
}

function checkCommit(record, parties, tell) {
  const value = hexOf(sha256(bytesOf(commitText(record, parties))));
  if (value !== record.commit) throw new Differs("commit", "commit-wrong", {value});
  tell("good", "commit-fits");
}

// When a round of the League of Entropy's chain of three seconds came, in UTC.
const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const timeOf = round => new Date((1692803367 + 3 * (round - 1)) * 1000).toISOString();

function checkBeacon({beacon}, tell) {
  if (!beacon) return;
  const {round, signature, randomness} = beacon;
  if (beacon.missed) {
    tell("note", "beacon-missed");
    return;
  }
  if (hexOf(sha256(unhex(signature))) !== randomness) {
    throw new Differs("beacon.randomness", "beacon-wrong");
  }
  tell("good", "beacon-fits", {round});
  if (beacon.chain === QUICKNET && round < 1e9) {
    tell("note", "beacon-time", {round, time: timeOf(round).replace("T", " ").slice(0, 19)});
  }
}

// What a beacon that answered adds to the seed.
const drawn = ({beacon}) => !beacon || beacon.missed ? [] :
  [bigEndian(beacon.round, 8), unhex(beacon.randomness)];

// The seats are drawn as for every record, by the places in the order of joining.
function checkSeats(record, parties, tell) {
  const stream = new Stream(unhex(record.start.seed));
  const order = seated(parties.length, record.rooms || [], stream);
  order.forEach((place, index) => {
    const {seat, name} = parties[place];
    const value = order.map(each => parties[each].name || "?").join(", ");
    if (seat !== index + 1) throw new Differs(`joined[${place}]`, "seats-wrong", {value});
    if (name !== undefined && record.seats[index] !== name) {
      throw new Differs(`seats[${index}]`, "seats-wrong", {value});
    }
  });
  tell("good", "seats-fit");
}

// Who made each move if its person did not: a kind, by the number of the move.
function madeBy(record) {
  const by = new Map();
  for (const [kind, numbers] of Object.entries(record.by || {})) {
    numbers.forEach(number => by.set(number, kind));
  }
  return by;
}

function checkChain(record, parties, tell) {
  const by = madeBy(record);
  const salt = sha256(joined(bytesOf("fumibako chain"), unhex(record.secret)));
  let link = sha256(joined(salt, unhex(record.commit)));
  record.moves.forEach((move, index) => {
    const kind = by.get(index + 1);
    link = sha256(joined(link, bytesOf(kind ? `${move} ${kind}` : move)));
  });
  if (hexOf(link) !== record.chain) throw new Differs("chain", "chain-wrong");
  tell("good", "chain-fits", {count: record.moves.length});
  const kinds = new Map(parties.filter(each => each.kind).map(each => [each.seat, each.kind]));
  record.moves.forEach((move, index) => {
    const kind = kinds.get(Number(move.split(":")[0]));
    if (kind && kind !== (by.get(index + 1) || "").split("/")[0]) {
      throw new Differs(`moves[${index}]`, "computer-wrong");
    }
  });
}

function tellOthers(record, tell) {
  const kinds = [...madeBy(record).values()];
  const defaults = kinds.filter(kind => kind.split("/")[0] === "idle").length;
  if (kinds.length) tell("note", "by-others", {computers: kinds.length - defaults, defaults});
}

// What all this proves, and what it leaves open.
function weigh(record, people, report) {
  const bits = people.reduce((sum, {cut}) => sum + bitsOf(cut), 0);
  const {beacon} = record, answered = beacon && !beacon.missed;
  report.bits = bits;
  report.proved.push(["p-fixed", {}]);
  if (answered) report.proved.push(["p-beacon", {}]);
  else if (bits) report.proved.push(["p-bits", {bits}]);
  report.proved.push(["p-played", {}]);
  if (beacon && beacon.missed) report.unproved.push(["n-beacon", {}]);
  if (!answered) {
    if (!bits) report.unproved.push(["n-uncut", {}]);
    else if (bits < 64) report.unproved.push(["n-few", {bits}]);
    if (people.some(({cut}) => cut && cut.bits)) report.unproved.push(["n-page", {}]);
    report.unproved.push(["n-friend", {}]);
  }
  report.unproved.push(["n-people", {}]);
}

function judge(record) {
  try {
    const report = check(record);
    return {...report, verdict: report.fair ? "good" : "bad"};
  } catch (error) {
    if (!(error instanceof NoRecord)) throw error;
    return {fair: false, verdict: "none", place: error.place, text: error.text};
  }
}
