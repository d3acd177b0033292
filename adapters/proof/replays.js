"use strict";
// Coup and Old Maid played again, as far as cards go: docs/fairness.md, chapter "The games". A card
// that is lost, shown, kept or drawn must be where the deal put it. Whether a move was allowed is
// looked at by `fumibako verify`.

const CLAIMS = {
  tax: "duke", steal: "captain", exchange: "ambassador", assassinate: "assassin",
  cooperate: "diplomat",
};

class Coup {
  constructor(options, deal, stream) {
    this.stream = stream;
    this.hands = deal.hands;
    this.deck = deal.deck;
    const prove = options.prove || ((options.preset || "bga_seed") === "bga_seed" ? "auto" : "choice");
    this.byChoice = prove === "choice";
    this.claim = null;
  }

  play(seat, said) {
    const [word, ...cards] = said.split(".");
    const hand = this.hands.get(seat);
    if (CLAIMS[word]) this.claim = {seat, role: CLAIMS[word]};
    else if (word === "block") this.claim = {seat, role: cards[0]};
    else if (word === "challenge") this.challenged();
    else if (word === "show" && this.claim && cards[0] === this.claim.role) this.prove(seat);
    else if (word === "lose" || word === "show") this.take(hand, cards[0]);
    else if (word === "keep") this.keep(seat, cards);
    else if (word === "leave") hand.splice(0);
  }

  take(hand, card) {
    const place = hand.indexOf(card);
    if (place < 0) throw new Misplayed();
    return hand.splice(place, 1);
  }

  challenged() {
    if (!this.claim) throw new Misplayed();
    const {seat, role} = this.claim, hand = this.hands.get(seat);
    if (hand.includes(role) && !(this.byChoice && hand.length === 2)) this.prove(seat);
  }

  prove(seat) {
    const {role} = this.claim, hand = this.hands.get(seat), place = hand.indexOf(role);
    if (place < 0 || seat !== this.claim.seat) throw new Misplayed();
    this.deck = this.stream.shuffle([...this.deck, role]);
    hand[place] = this.deck.shift();
  }

  keep(seat, cards) {
    const wanted = [...cards], kept = [], back = [];
    for (const card of [...this.hands.get(seat), ...this.deck.splice(0, 2)]) {
      const place = wanted.indexOf(card);
      if (place < 0) back.push(card);
      else kept.push(...wanted.splice(place, 1));
    }
    if (wanted.length || back.length !== 2) throw new Misplayed();
    this.hands.set(seat, kept);
    this.deck = this.stream.shuffle([...this.deck, ...back]);
  }
}

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
