"use strict";
// What the two versions of records prove, and what they do not.

// How many bits a cut adds that the host could not know at the opening.
const bitsOf = cut => cut ? 3 + 4 * (cut.bits || "").length : 0;

// The seat that won the game before, if it sits here again.
function winner(record, order) {
  if (record.record === 1) return record.last_winner || null;
  const seat = order.findIndex(place => (record.won || []).includes(place + 1));
  return seat < 0 ? null : seat + 1;
}

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
  checkDeal(record, record.joined, report, tell);
  tell("note", "rules-elsewhere");
  report.proved = [["p-fixed", {}]];
  report.unproved.push(["n-words", {}], ["n-played-old", {}]);
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
