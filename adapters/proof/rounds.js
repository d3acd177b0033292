"use strict";
// Love Letter played again, as far as its deals need it: who is in, whose card lies where, who
// begins the next round. Draws from a deck take nothing of the stream, so every round's shuffle
// follows from the moves. That each move was legal is looked at by `fumibako verify`.

const C16_RANKS = {
  guard: 1, priest: 2, baron: 3, handmaid: 4, prince: 5, king: 6, countess: 7, minister: 7,
  princess: 8,
};
const Z21_RANKS = {
  spy: 0, guard: 1, priest: 2, baron: 3, handmaid: 4, prince: 5, chancellor: 6, king: 7,
  countess: 8, princess: 9,
};
const EDITIONS = {
  bga: {tie: "discard_sum", unbroken: "nobody", princess_points: 1, goals: [5, 5, 4]},
  aeg: {tie: "discard_sum", unbroken: "all", princess_points: 1, goals: [7, 5, 4]},
  jp: {tie: "none", unbroken: "nobody", princess_points: 2, goals: [3, 3, 3, 3]},
  z19: {tie: "none", unbroken: "all", princess_points: 1, goals: [6, 5, 4, 3, 3]},
};

class Misplayed extends Error {}

class LoveLetter {
  constructor(options, count, stream) {
    this.options = {...EDITIONS[options.preset || "bga"], ...options};
    this.ranks = options.preset === "z19" ? Z21_RANKS : C16_RANKS;
    this.stream = stream;
    this.seats = seatsUpTo(count);
    this.goal = this.options.target || this.options.goals[count - 2];
    this.points = new Map(this.seats.map(seat => [seat, 0]));
    this.gone = new Set();
    this.winners = null;
    this.deals = [];
    this.deal(this.seats);
    this.begin();
  }

  deal(starters) {
    this.alive = this.seats.filter(seat => !this.gone.has(seat));
    const deal = dealLoveLetter(this.options, this.alive, starters, this.stream);
    this.deals.push(copied(deal));
    this.deck = deal.deck;
    this.aside = deal.piles.aside[0];
    this.hands = new Map(this.seats.map(seat => [seat, deal.hands.get(seat) || []]));
    this.discards = new Map(this.seats.map(seat => [seat, []]));
    this.shielded = new Set();
    this.turn = deal.first;
    this.keeping = false;
  }

  // The turn begins, and with the Minister perhaps ends at once, and the round, and the next …
  begin() {
    while (!this.winners) {
      this.shielded.delete(this.turn);
      const hand = this.hands.get(this.turn);
      hand.push(this.deck.shift());
      const sum = hand.reduce((total, card) => total + this.ranks[card], 0);
      if (!hand.includes("minister") || sum < 12) return;
      this.out(this.turn);
      this.advance();
    }
  }

  // Whose turn it is next; or the round is over, and the next one is dealt.
  advance() {
    if (this.alive.length > 1 && this.deck.length) {
      this.turn = this.alive.find(seat => seat > this.turn) || this.alive[0];
      return;
    }
    const best = this.endRound();
    if (!this.winners) this.deal(best);
  }

  endRound() {
    let best = this.alive;
    if (best.length > 1) {
      best = this.most(best.filter(seat => this.hands.get(seat).length),
        seat => this.ranks[this.hands.get(seat)[0]]);
      if (best.length > 1 && this.options.tie !== "none") {
        best = this.most(best, seat =>
          this.discards.get(seat).reduce((total, card) => total + this.ranks[card], 0));
      }
    }
    const paid = best.length === 1 || this.options.unbroken === "all" ? best : [];
    for (const seat of paid) {
      const lady = this.hands.get(seat).includes("princess");
      this.pay(seat, lady ? this.options.princess_points : 1);
    }
    const spies = this.alive.filter(seat => this.discards.get(seat).includes("spy"));
    if (spies.length === 1) this.pay(spies[0], 1);
    this.endMatch();
    return best;
  }

  most(seats, worth) {
    const top = Math.max(...seats.map(worth));
    return seats.filter(seat => worth(seat) === top);
  }

  pay(seat, points) {
    this.points.set(seat, this.points.get(seat) + points);
  }

  endMatch() {
    const inside = this.seats.filter(seat => !this.gone.has(seat));
    const won = inside.filter(seat => this.points.get(seat) >= this.goal);
    if (inside.length === 1) this.winners = inside;
    else if (won.length) this.winners = won;
  }

  out(seat) {
    this.alive = this.alive.filter(other => other !== seat);
    this.shielded.delete(seat);
    this.discards.get(seat).push(...this.hands.get(seat).splice(0));
  }

  // One line of the record. Raises Misplayed where it cannot be.
  play(seat, said) {
    if (this.winners) throw new Misplayed();
    const [word, ...rest] = said.split(".");
    if (word === "leave") return this.leave(seat);
    if (seat !== this.turn) throw new Misplayed();
    if (word === "keep") {
      this.keep(seat, rest);
    } else {
      this.lay(seat, word);
      this.effect(seat, word, Number(rest[0] || 0), rest[1]);
    }
    if (!this.keeping) {
      this.advance();
      this.begin();
    }
  }

  leave(seat) {
    this.gone.add(seat);
    if (!this.alive.includes(seat)) return;
    this.out(seat);
    if (this.turn !== seat && this.alive.length > 1) return;
    this.keeping = false;
    this.advance();
    this.begin();
  }

  lay(seat, card) {
    const hand = this.hands.get(seat);
    if (this.keeping || !hand.includes(card)) throw new Misplayed();
    hand.splice(hand.indexOf(card), 1);
    this.discards.get(seat).push(card);
  }

  keep(seat, cards) {
    const hand = this.hands.get(seat);
    if (!this.keeping || [...hand].sort().join() !== [...cards].sort().join()) throw new Misplayed();
    this.hands.set(seat, [cards[0]]);
    this.deck.push(...cards.slice(1));
    this.keeping = false;
  }

  effect(seat, card, target, name) {
    const mine = this.hands.get(seat), theirs = this.hands.get(target);
    if (card === "handmaid") this.shielded.add(seat);
    if (card === "princess") this.out(seat);
    if (card === "chancellor" && this.deck.length) {
      mine.push(...this.deck.splice(0, 2));
      this.keeping = true;
    }
    if (!target || (this.shielded.has(target) && target !== seat)) return;
    if (!this.alive.includes(target)) throw new Misplayed();
    if (card === "guard" && theirs[0] === name) this.out(target);
    if (card === "baron") {
      const ahead = this.ranks[mine[0]] - this.ranks[theirs[0]];
      if (ahead) this.out(ahead < 0 ? seat : target);
    }
    if (card === "king") {
      this.hands.set(seat, theirs);
      this.hands.set(target, mine);
    }
    if (card === "prince") this.throwAway(target, theirs);
  }

  throwAway(target, hand) {
    const [thrown] = hand.splice(0);
    this.discards.get(target).push(thrown);
    if (thrown === "princess") this.out(target);
    else if (this.deck.length) hand.push(this.deck.shift());
    else if (this.aside) {
      hand.push(this.aside);
      this.aside = null;
    }
  }
}
