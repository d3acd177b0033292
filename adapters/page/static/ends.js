// The end of a round and of a match: all hands lie open, the winner is framed, points fall.

import { Art } from "./art.js";
import { called, CardView, closed } from "./card.js";
import { classes, fill, h, listed, useEffect, useState } from "./dom.js";
import { Mark, Points } from "./seat.js";
import { laidOpen, left, ofRound, wentOut } from "./told.js";

/** @import {Act, Button, Card, Line, Moment, Scene, Seat, TableState} from "./types.js" */

/**
 * The moment that ends something, as long as it is shown; null while play goes on. A table that was
 * opened after its end has no moment, but it is over all the same.
 * @param {TableState} state
 * @returns {{ ends: "round" | "match", moment: Moment | null } | null}
 */
export function ending(state) {
  const moment = state.show.line?.moment ?? null;
  if (state.phase === "finished" && state.show.waiting === 0) return { ends: "match", moment };
  // A guided round has its own last words: no match is celebrated over them.
  if (moment?.ends && !(state.guide && moment.ends === "match")) return { ends: moment.ends, moment };
  return null;
}

/**
 * The cards that a seat had at the end; a closed one if nobody saw them. The table that is drawn may
 * be older than the moves which ended the round: the story tells them.
 * @param {Seat} seat
 * @param {Moment | null} moment
 * @param {Scene} scene
 * @param {Line[]} [told] the lines of this round
 * @returns {Card[]}
 */
export function handOf(seat, moment, scene, told = []) {
  const number = seat.seat;
  const ends = moment?.hands.filter((one) => one.cards.some((card) => card.code)) ?? [];
  const held = [...ends, ...laidOpen(told)].find((one) => one.seat === number);
  if (held) return held.cards;
  if (moment?.actor === number && moment.shown.length) return moment.shown;
  if (seat.opened.length) return seat.opened;
  if (wentOut(told).includes(number)) return [];
  if (seat.me && scene.hand.length) return left(scene.hand, number, scene, told);
  const known = left(seat.known, number, scene, told);
  if (known.length) return known;
  const hidden = moment?.hands.find((one) => one.seat === number)?.cards.length ?? seat.hand;
  return hidden > 0 && !seat.out ? Array.from({ length: Math.min(hidden, 3) }, () => closed("")) : [];
}

/**
 * Counts down to what comes by itself.
 * @param {number} until
 */
function useCountdown(until) {
  const [now, set] = useState(() => Date.now());
  useEffect(() => {
    if (!Number.isFinite(until) || until <= 0) return undefined;
    const timer = setInterval(() => set(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return Number.isFinite(until) && until > 0 ? Math.max(0, Math.ceil((until - now) / 1000)) : 0;
}

/**
 * A seat at the end: its hand, its name, its points.
 * @param {{
 *   seat: Seat, cards: Card[], out: boolean, won: boolean, place: number, state: TableState, act: Act,
 * }} props
 */
function Ended({ seat, cards, out, won, place, state, act }) {
  const { texts } = state;
  const after = state.ahead?.seats.find((one) => one.seat === seat.seat) ?? seat;
  const points = after.badges.find((badge) => badge.kind === "points");
  const others = seat.badges.filter((badge) => ["coins", "left"].includes(badge.kind));
  return h(
    "li",
    { class: classes("ended", won && "won", seat.me && "mine"), style: { "--i": place } },
    won ? h("span", { class: "crowned" }, texts.winner) : null,
    h(
      "div",
      { class: classes("open-hand", cards.length > 3 && "many"), style: { "--cards": cards.length } },
      cards.length
        ? cards.map((card, i) =>
            h(CardView, {
              key: `${i}.${card.code}`, card, size: "mid",
              press: card.code ? () => act.look(card) : undefined, label: called(card), stop: false,
            }))
        : h("span", { class: "no-hand" }, seat.badges.find((badge) => ["out", "place"].includes(badge.kind))?.text ?? (out ? texts.out : "")),
    ),
    h(
      "p",
      { class: "who" },
      h(Mark, { name: seat.name, hue: seat.hue }),
      h("b", { class: "called", title: seat.name }, seat.name),
      seat.me ? h("span", { class: "me" }, texts.me) : null,
    ),
    points ? h(Points, { badge: points, fell: won }) : null,
    others.length
      ? h("p", { class: "scores" }, others.map((badge, i) => h("span", { key: i, class: "badge pill" }, badge.text)))
      : null,
  );
}

const FIRST = ["again", "proof", "record", "panels"];

/**
 * The way on: the buttons of a finished table, the first ones large.
 * @param {{ foot: Button[], state: TableState, act: Act }} props
 */
function Ways({ foot, state, act }) {
  const { texts, wait } = state;
  const again = foot.find((button) => button.verb === "again");
  const proof = foot.find((button) => button.verb === "proof");
  const panels = foot.find((button) => button.verb === "panels");
  const rest = foot.filter((button) => button.verb === "record");
  return h(
    "div",
    { class: "ways" },
    again
      ? h("button", { type: "button", class: "key main", disabled: wait, onClick: () => act.press(again) }, again.label)
      : null,
    h("button", { type: "button", class: "key gold", onClick: () => act.watch(0) }, texts["watch-again"]),
    panels
      ? h("button", { type: "button", class: "key gold", onClick: () => act.press(panels) }, panels.label)
      : null,
    proof
      ? h("button", { type: "button", class: "key", onClick: () => act.press(proof) }, proof.label)
      : null,
    rest.map((button) =>
      h("button", { key: button.data, type: "button", class: "key quiet", onClick: () => act.press(button) }, button.label)),
  );
}

/**
 * How a match is ordered at its end: winners first, then by points, then by places, then who stayed
 * in it longer.
 * @param {Seat[]} seats
 * @param {number[]} winners
 * @param {number[]} [outs] the seats that went out, first to last
 */
export function podium(seats, winners, outs = []) {
  /** @param {Seat} seat */
  const worth = (seat) => {
    const points = seat.badges.find((badge) => badge.kind === "points")?.count ?? 0;
    const place = seat.badges.find((badge) => badge.kind === "place")?.count ?? 0;
    return (winners.includes(seat.seat) || seat.winner ? 1e6 : 0) + points * 100 - place;
  };
  /** @param {Seat} seat */
  const stayed = (seat) => (outs.includes(seat.seat) ? outs.indexOf(seat.seat) : seat.out ? -1 : outs.length);
  return [...seats].sort((one, other) => worth(other) - worth(one) || stayed(other) - stayed(one));
}

/**
 * Who has won, in words: the match, or a round of it.
 * @param {string[]} names
 * @param {number} round 0: the match
 * @param {Pick<TableState, "texts" | "language">} state
 */
export function won(names, round, { texts, language }) {
  const name = listed(names, language);
  if (round) return fill(names.length > 1 ? texts["round-shared"] : texts["round-won"], { round, name });
  return fill(names.length > 1 ? texts["match-shared"] : texts["match-won"], { name });
}

/**
 * The end of a round or of a match, over the felt.
 * @param {{
 *   state: TableState, act: Act, ends: "round" | "match", moment: Moment | null,
 * }} props
 */
export function Ends({ state, act, ends, moment }) {
  const { scene, show, texts, foot } = state;
  const seconds = useCountdown(show.until);
  if (!scene) return null;
  const winners = moment?.winners.length
    ? moment.winners
    : scene.seats.filter((seat) => seat.winner).map((seat) => seat.seat);
  const match = ends === "match";
  const lines = ofRound(state.told, show.line);
  const outs = wentOut(lines);
  const seats = match
    ? podium(scene.seats, winners, outs)
    : [...scene.seats].sort((one, other) => Number(winners.includes(other.seat)) - Number(winners.includes(one.seat)));
  const lost = match && scene.seats.length > 2 && winners.length === scene.seats.length - 1
    ? scene.seats.find((seat) => !winners.includes(seat.seat))
    : undefined;
  const names = scene.seats.filter((seat) => winners.includes(seat.seat)).map((seat) => seat.name);
  const told = match ? "" : (show.line?.text ?? "");
  const round = show.line?.round || scene.round;
  const secret = foot.find((button) => button.verb === "own-up");  // what only the reader knows yet
  const head = lost ? fill(texts["match-lost"], { name: lost.name }) : won(names, match ? 0 : round, state);
  return h(
    "section",
    { class: classes("ends", match ? "match" : "round", !state.still && show.fresh && "falling"), "aria-label": texts.ends },
    match && names.length && !lost ? h(Art, { name: "laurels", class: "laurels" }) : null,
    h("h2", null, names.length ? head : (show.line?.text ?? scene.status[0] ?? "")),
    h(
      "ol",
      { class: "hands", style: { "--seats": seats.length } },
      seats.map((seat, i) =>
        h(Ended, {
          key: seat.seat,
          seat,
          cards: handOf(seat, moment, scene, lines),
          out: outs.includes(seat.seat),
          won: !lost && winners.includes(seat.seat),
          place: i,
          state,
          act,
        })),
    ),
    told ? h("p", { class: "told" }, told) : null,
    match && secret
      ? h(
          "p",
          { class: "told secret" },
          scene.own.at(-1),
          " ",
          h("button", { type: "button", class: "key quiet", disabled: state.wait, onClick: () => act.press(secret) }, secret.label),
        )
      : null,
    match && foot.some((button) => FIRST.includes(button.verb))
      ? h(Ways, { foot, state, act })
      : h(
          "button",
          { type: "button", class: "key main on", onClick: act.next },
          texts[match ? "go-on" : "next-round"],
          seconds ? h("i", { "aria-hidden": "true" }, seconds) : null,
        ),
  );
}
