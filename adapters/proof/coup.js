"use strict";
// Coup played again, as far as cards go: docs/fairness.md, chapter "The games". A card that is
// lost, shown, kept or exchanged must be where the deal put it. Whether a move was allowed is
// looked at by `fumibako verify`.

const CLAIMS = {
  tax: "duke", steal: "captain", exchange: "ambassador", assassinate: "assassin",
  cooperate: "diplomat", examine: "inquisitor",
};
const ACTIONS = ["income", "aid", "coup", "convert", "embezzle", ...Object.keys(CLAIMS)];

class Coup {
  constructor(options, deal, stream) {
    this.stream = stream;
    this.hands = deal.hands;
    this.deck = deal.deck;
    const official = options.preset === "official";
    const prove = options.prove || (options.preset === "bga_seed" ? "auto" : "choice");
    const bluff = options.embezzle_bluff || (official ? "concede" : "open_hand");
    const redraw = options.examine_redraw || (official ? "draw_first" : "shuffle_first");
    this.byChoice = prove === "choice";
    this.openHand = bluff === "open_hand";
    this.drawFirst = redraw === "draw_first";
    this.treasurer = options.diplomat === true ? "diplomat" : "duke";
    this.claims = {...CLAIMS, ...(options.inquisitor === true ? {exchange: "inquisitor"} : {})};
    this.drawing = options.inquisitor === true ? 1 : 2;
    this.begin("", 0, 0);
  }

  // A turn begins. `claim` is the last one made; `waiting` are those who must speak before an
  // Exchange begins, and `drawn` what it drew; `owing` is who loses a card for a challenge;
  // `doomed` tells whether the target of an assassination is going to lose one.
  begin(action, actor, target) {
    const others = [...this.hands.keys()].filter(seat => seat !== actor && this.left(seat));
    Object.assign(this, {
      action, actor, target, claim: {seat: actor, role: this.claims[action]}, challenger: 0,
      waiting: action === "exchange" ? new Set(others) : null, drawn: [], owing: 0,
      doomed: action === "assassinate", examined: null,
    });
  }

  left(seat) {
    return this.hands.get(seat).length;
  }

  get alone() {
    return [...this.hands.values()].filter(hand => hand.length).length < 2;
  }

  play(seat, said) {
    const [word, ...rest] = said.split("."), hand = this.hands.get(seat);
    if (ACTIONS.includes(word)) this.declare(word, seat, Number(rest[0] || 0));
    else if (word === "allow") this.spoken(seat);
    else if (word === "block") this.block(seat, rest[0]);
    else if (word === "challenge") this.challenged(seat);
    else if (said === "show.all") this.showAll(seat);
    else if (word === "show" && rest[0] === this.claim.role) this.prove(seat);
    else if (word === "show") this.turnUp(hand, rest[0]);
    else if (word === "lose") this.lose(seat, hand, rest[0]);
    else if (word === "keep") this.keep(seat, rest);
    else if (word === "choose") this.choose(seat, rest[0]);
    else if (word === "force") this.force(seat);
    else if (word === "leave") this.leave(seat);
    if (this.waiting && !this.waiting.size && !this.drawn.length && !this.alone) {
      this.drawn = this.deck.splice(0, this.drawing);
    }
  }

  declare(word, seat, target) {
    if (this.doomed && this.left(this.target) === 1) this.hands.set(this.target, []);
    if (!this.left(seat) || (target && !this.hands.has(target))) throw new Misplayed();
    this.begin(word, seat, target);
    if (word === "coup" && this.left(target) === 1) this.hands.set(target, []);
  }

  spoken(seat) {
    if (this.waiting) this.waiting.delete(seat);
  }

  block(seat, role) {
    this.claim = {seat, role};
    this.doomed = false;
  }

  // ---------------------------------------------------------------- what was doubted

  challenged(challenger) {
    const {seat, role} = this.claim, hand = this.hands.get(seat);
    if (!hand) throw new Misplayed();
    this.challenger = challenger;
    if (this.waiting) this.waiting = new Set([seat]);
    const later = this.byChoice && hand.length === 2;
    if (this.action === "embezzle") {
      if (later && !this.openHand) return;
      if (!hand.includes(this.treasurer)) this.showAll(seat);
      else if (this.openHand) this.unmask(hand);
      else this.caught();
    } else if (!role) throw new Misplayed();
    else if (later) return;
    else if (hand.includes(role)) this.prove(seat);
    else this.caught();
  }

  // A card goes under the deck, and another one comes to its place.
  replace(hand, place) {
    this.deck = this.stream.shuffle([...this.deck, hand[place]]);
    hand[place] = this.deck.shift();
  }

  prove(seat) {
    const hand = this.hands.get(seat), place = hand.indexOf(this.claim.role);
    if (place < 0 || seat !== this.claim.seat) throw new Misplayed();
    this.replace(hand, place);
    this.mistaken();
  }

  showAll(seat) {
    const hand = this.hands.get(seat);
    if (this.action !== "embezzle" || seat !== this.actor || !this.challenger ||
      hand.includes(this.treasurer)) throw new Misplayed();
    this.deck = this.stream.shuffle([...this.deck, ...hand]);
    this.hands.set(seat, this.deck.splice(0, hand.length));
    this.mistaken();
  }

  unmask(hand) {
    const place = hand.indexOf(this.treasurer);
    if (hand.length === 2) this.replace(hand, 1 - place);
    hand.splice(place, 1);
  }

  mistaken() {
    this.owe(this.challenger);
    if (this.waiting) this.waiting = new Set(this.owing ? [this.owing] : []);
  }

  caught() {
    this.bluffed();
    this.owe(this.claim.seat);
  }

  // An action ends by it; a block stops nothing.
  bluffed() {
    this.waiting = null;
    this.doomed = this.action === "assassinate" && this.claim.seat !== this.actor;
  }

  // Of two cards a line tells which one is lost; the last one goes at once.
  owe(seat) {
    if (this.left(seat) === 2) this.owing = seat;
    else this.hands.set(seat, []);
  }

  // ---------------------------------------------------------------- cards

  take(hand, card) {
    const place = hand.indexOf(card);
    if (place < 0) throw new Misplayed();
    hand.splice(place, 1);
  }

  turnUp(hand, card) {
    this.take(hand, card);
    this.bluffed();
  }

  lose(seat, hand, card) {
    this.take(hand, card);
    if (seat === this.owing) {
      this.owing = 0;
      this.spoken(seat);
    } else this.doomed = false;
  }

  keep(seat, cards) {
    if (seat !== this.actor || !this.drawn.length) throw new Misplayed();
    const wanted = [...cards], kept = [], back = [];
    for (const card of [...this.hands.get(seat), ...this.drawn]) {
      const place = wanted.indexOf(card);
      if (place < 0) back.push(card);
      else kept.push(...wanted.splice(place, 1));
    }
    if (wanted.length || back.length !== this.drawn.length) throw new Misplayed();
    this.hands.set(seat, kept);
    this.deck = this.stream.shuffle([...this.deck, ...back]);
    this.waiting = null;
  }

  choose(seat, card) {
    if (seat !== this.target || !this.hands.get(seat).includes(card)) throw new Misplayed();
    this.examined = card;
  }

  force(seat) {
    const hand = this.hands.get(this.target);
    if (this.action !== "examine" || seat !== this.actor || !hand.length) throw new Misplayed();
    const card = this.examined || hand[0], place = hand.indexOf(card);
    if (!this.drawFirst) this.replace(hand, place);
    else {
      hand[place] = this.deck.shift();
      this.deck = this.stream.shuffle([...this.deck, card]);
    }
  }

  leave(seat) {
    this.hands.set(seat, []);
    this.spoken(seat);
    if (seat === this.owing) this.owing = 0;
    if (seat !== this.actor && !this.alone) return;
    if (this.waiting && this.drawn.length) {
      this.deck = this.stream.shuffle([...this.deck, ...this.drawn]);
    }
    Object.assign(this, {action: "", waiting: null, doomed: false});
  }
}
