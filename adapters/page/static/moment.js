// What happened to whom: the card that was played, who → whom, and what came of it.

import { called, CardView } from "./card.js";
import { classes, h } from "./dom.js";
import { useSlide } from "./flight.js";

/** @import {Act, Moment, Scene, TableState} from "./types.js" */

/**
 * The name at a seat; empty for nobody.
 * @param {Scene} scene
 * @param {number} seat
 */
export const nameOf = (scene, seat) => scene.seats.find((one) => one.seat === seat)?.name ?? "";

/**
 * Who, to whom, and what was named with it.
 * @param {{ scene: Scene, moment: Moment }} props
 */
function WhoWhom({ scene, moment }) {
  const actor = nameOf(scene, moment.actor);
  const target = moment.target === moment.actor ? "" : nameOf(scene, moment.target);
  return h(
    "p",
    { class: "who-whom" },
    actor ? h("b", { key: "a" }, actor) : null,
    actor && target ? h("span", { key: "to", class: "to" }, " → ") : null,
    target ? h("b", { key: "b" }, target) : null,
    moment.card && !moment.card.code ? h("span", { key: "c", class: "said" }, moment.card.name) : null,
    moment.named ? h("q", { key: "q" }, moment.named) : null,
  );
}

/**
 * Whether there is more to a moment than its line tells in words.
 * @param {Moment | null | undefined} moment
 */
export const drawn = (moment) =>
  Boolean(moment && (moment.card?.code || moment.shown.length || moment.hands.length || moment.result || moment.named));

/**
 * The moment that is shown now; it stays, dimmed, until something else happens.
 * @param {{ state: TableState, act: Act, plain?: boolean }} props
 */
export function MomentView({ state, act, plain }) {
  const { scene, show } = state;
  const ref = useSlide(show, state);
  const line = show.line;
  if (!scene || !line) return h("div", { class: "moment empty", ref });
  const moment = line.moment;
  const settled = !show.fresh || (show.until === 0 && show.waiting === 0);
  const bad = Boolean(moment?.out.length);
  return h(
    "div",
    {
      class: classes("moment", moment?.kind, settled && "settled", bad && "bad", line.seat > 0 && "own"),
      ref,
      key: "moment",
    },
    moment?.card?.code && !plain
      ? h(CardView, {
          key: `card.${show.turn}`,
          card: moment.card,
          size: "mid",
          press: () => act.look(/** @type {NonNullable<Moment["card"]>} */ (moment.card)),
          label: called(moment.card),
          stop: false,
          flight: "played",
          class: moment.kind === "claim" ? "claimed" : "",
        })
      : null,
    h(
      "div",
      { class: "told", key: `told.${show.turn}` },
      moment && drawn(moment) && (moment.result || moment.named || moment.target)
        ? [
            h(WhoWhom, { key: "who", scene, moment }),
            h("p", { key: "result", class: "result" }, moment.result || line.text),
          ]
        : h("p", { class: "line" }, line.text),
    ),
    moment && moment.hands.length
      ? h(
          "ul",
          { class: "laid-open", key: `hands.${show.turn}` },
          moment.hands.map((held) =>
            h(
              "li",
              { key: held.seat },
              h("div", { class: "shown" }, held.cards.map((card, i) =>
                h(CardView, { key: i, card, size: "mid", label: called(card), flight: "shown" }))),
              h("span", { class: "called" }, nameOf(scene, held.seat)),
            )),
        )
      : null,
    moment && moment.shown.length
      ? h(
          "div",
          { class: "shown", key: `shown.${show.turn}` },
          moment.shown.map((card, i) =>
            h(CardView, {
              key: i, card, size: "mid", press: card.code ? () => act.look(card) : undefined,
              label: called(card), stop: false, flight: "shown",
            }),
          ),
        )
      : null,
  );
}

/**
 * What is declared and not settled yet: the card that is claimed, who claims it and at whom. Once it
 * was `proved` it is no claim any more.
 * @param {{ scene: Scene, moment: Moment, proved: boolean, act: Act }} props
 */
export function UnderWay({ scene, moment, proved, act }) {
  const card = moment.card;
  return h(
    "div",
    { class: classes("moment", "under-way", moment.kind) },
    card?.code
      ? h(CardView, {
          card, size: "mid", press: () => act.look(card), label: called(card), stop: false,
          class: proved ? "proved" : "claimed",
        })
      : null,
    h(
      "div",
      { class: "told" },
      h(WhoWhom, { scene, moment }),
      card?.code && moment.kind === "claim" ? h("p", { class: "claim" }, card.name) : null,
      moment.result ? h("p", { class: "result" }, moment.result) : null,
    ),
  );
}
