"use strict";
// Old Maid played again, as far as cards go: docs/fairness.md, chapter "The games". A card that is
// drawn must be where the deal put it. Whether a move was allowed is looked at by
// `fumibako verify`.

class OldMaid {
  constructor(options, deal, stream) {
    this.stream = stream;
    this.hands = deal.hands;
    this.layPairs();
  }

  layPairs() {
    for (const [seat, hand] of this.hands) {
      const laid = new Set();
      for (const rank of RANKS) {
        const same = hand.filter(card => card.slice(0, -1) === rank).sort();
        same.slice(0, Math.floor(same.length / 2) * 2).forEach(card => laid.add(card));
      }
      this.hands.set(seat, hand.filter(card => !laid.has(card)));
    }
  }

  get over() {
    return [...this.hands.values()].filter(hand => hand.length).length < 2;
  }

  // Whoever else holds cards, from the next seat on round the table.
  others(seat) {
    const seats = [...this.hands.keys()];
    return [...seats.slice(seat), ...seats.slice(0, seat - 1)]
      .filter(other => this.hands.get(other).length);
  }

  play(seat, said) {
    const [word, number] = said.split("."), others = this.others(seat);
    if (!others.length) throw new Misplayed();
    if (word === "leave") {
      const cards = this.stream.shuffle(this.hands.get(seat));
      this.hands.set(seat, []);
      cards.forEach((card, at) => this.hands.get(others[at % others.length]).push(card));
    } else {
      const mixed = this.stream.shuffle(this.hands.get(others[0])), at = Number(number) - 1;
      if (word !== "draw" || !mixed[at]) throw new Misplayed();
      this.hands.get(seat).push(mixed[at]);
      this.hands.set(others[0], [...mixed.slice(at + 1), ...mixed.slice(0, at)]);
    }
    this.layPairs();
  }
}
