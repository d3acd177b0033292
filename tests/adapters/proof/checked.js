// The script of the page, without its page: a record a line comes in, what is said of it goes out.
// `node checked.js SCRIPT < RECORDS`. A line that is a JSON text is hashed instead, and for
// {"deal": [GAME, OPTIONS, SEATS, SEED]} the first deal is told; for {"coup": RECORD} where its cards
// lie in the end.
const fs = require("fs");
const vm = require("vm");

const code = fs.readFileSync(process.argv[2], "utf8");
const made = vm.runInNewContext(
  `${code}\n;({judge, sha256, hexOf, bytesOf, unhex, Stream, seated, firstDeal, winnerOf, Coup})`,
  {TextEncoder, Uint8Array, Uint32Array, DataView, ArrayBuffer},
);

const plain = (key, value) => value instanceof Map || Object.prototype.toString.call(value) ===
  "[object Map]" ? Object.fromEntries(value) : value;

function answer(said) {
  if (typeof said === "string") return made.hexOf(made.sha256(made.bytesOf(said)));
  if (said && said.coup) return inTheEnd(said.coup);
  if (!said || !said.deal) return made.judge(said);
  const [game, options, seats, seed] = said.deal;
  const stream = new made.Stream(made.unhex(seed));
  made.seated(seats, [], stream);
  return {...made.firstDeal(game, options, seats, stream, null), drawn: stream.count};
}

function inTheEnd(record) {
  const count = record.seats.length, won = made.winnerOf(record);
  const stream = new made.Stream(made.unhex(record.start.seed));
  made.seated(count, record.rooms || [], stream);
  const last = Number.isFinite(won) ? won : null;
  const deal = made.firstDeal("coup", record.options, count, stream, last);
  const coup = new made.Coup(record.options, deal, stream);
  for (const move of record.moves) {
    const [seat, code] = move.split(":");
    coup.play(Number(seat), code);
  }
  return {hands: coup.hands, deck: coup.deck};
}

for (const line of fs.readFileSync(0, "utf8").split("\n")) {
  if (line) console.log(JSON.stringify(answer(JSON.parse(line)), plain));
}
