"use strict";
// The stream of fair choices, shuffles and seats: docs/fairness.md, chapters "The stream" and
// "The seats".

const WHOLE = 1n << 64n;

class Stream {
  constructor(seed) {
    this.seed = seed;
    this.count = 0;
  }

  // A number from 0 to n - 1.
  below(n) {
    const size = BigInt(n), limit = WHOLE / size * size;
    for (;;) {
      const block = sha256(joined(this.seed, bigEndian(this.count++, 8)));
      const number = block.subarray(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
      if (number < limit) return Number(number % size);
    }
  }

  shuffle(items) {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
    }
    return mixed;
  }

  // One of the seats; a single one needs no draw.
  first(seats) {
    return seats.length === 1 ? seats[0] : seats[this.below(seats.length)];
  }
}

// For seat 1, 2, …: the place in the order of joining, from 0. `rooms` may be empty.
function seated(count, rooms, stream) {
  const order = stream.shuffle(Array.from({length: count}, (_, place) => place));
  if (!rooms.length) return order;
  const groups = new Map();
  let here = rooms[order.find(place => rooms[place] !== 0)];
  for (const place of order) {
    here = rooms[place] || here;
    groups.set(here, [...(groups.get(here) || []), place]);
  }
  return [...groups.values()].flat();
}

const seatsUpTo = count => Array.from({length: count}, (_, index) => index + 1);
