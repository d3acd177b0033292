// The felt: the seats in turn order, the middle, my hand, and the place of the question.

import { Art } from "./art.js";
import { Ends, ending } from "./ends.js";
import { classes, fill, h } from "./dom.js";
import { useCoins } from "./flight.js";
import { special } from "./games/all.js";
import { LobbyView } from "./lobby.js";
import { Middle } from "./middle.js";
import { Near } from "./near.js";
import { SeatView } from "./seat.js";

/** @import {Act, Guide, Scene, Seat, TableState} from "./types.js" */

/**
 * The other seats, as they follow one another from mine; all of them for who watches.
 * @param {Scene} scene
 * @returns {Seat[]}
 */
export function others(scene) {
  const at = scene.seats.findIndex((seat) => seat.me);
  if (at < 0) return scene.seats;
  return [...scene.seats.slice(at + 1), ...scene.seats.slice(0, at)];
}

/**
 * What a guided round says now: what came of the last move, and what to do and why. Its way on
 * stands beside it, and the ways back, to other rounds and to the table below.
 * @param {{ guide: Guide, state: TableState, act: Act }} props
 */
function GuideView({ guide, state, act }) {
  const { texts, foot } = state;
  const ends = guide.step >= guide.of;
  return h(
    "aside",
    { class: "guide", "aria-label": texts.guide },
    guide.text.split("\n").map((part, i) => h("p", { key: `${guide.step}.${i}` }, part)),
    h(
      "div",
      { class: "guide-ways" },
      h("span", { class: "guide-step" }, `${guide.step}/${guide.of}`),
      foot.map((button) =>
        h("button", { key: button.data, type: "button", class: "way", onClick: () => act.press(button) }, button.label)),
      guide.wanted || ends
        ? null
        : h("button", { type: "button", class: "key gold", onClick: act.next }, texts["go-on"]),
    ),
  );
}

/**
 * Everything on the felt.
 * @param {{ state: TableState, act: Act }} props
 */
export function Table({ state, act }) {
  const { scene, lobby, layout, texts, pick, guide } = state;
  const layer = useCoins(state.show, state);
  if (lobby) {
    return h("main", { class: "felt", "data-layout": layout, "aria-label": texts.table },
      h(LobbyView, { lobby, state, act }));
  }
  if (!scene) {
    const ways = state.foot.filter((button) => button.verb === "open" || button.verb === "learn");
    return h("main", { class: "felt bare", "data-layout": layout, "aria-label": texts.table },
      h("div", { class: "nothing" }, h(Art, { name: "letterbox", class: "letterbox", size: 180 }), h("p", null, texts["no-table"])),
      ways.map((button) => h("button", {
        key: button.data, type: "button", class: classes("key", button.verb === "open" ? "main" : "quiet"),
        onClick: () => act.press(button),
      }, button.label)));
  }
  const game = special(scene.game);
  const end = ending(state);
  const seats = others(scene);
  const aiming = Boolean(pick && pick.seats.length > 0);
  const naming = Boolean(pick && pick.taken.length > 1 && pick.options.length > 4 && pick.options.every((node) => node.card));
  const last = pick?.taken.at(-1);
  return h(
    "main",
    {
      class: classes("felt", aiming && "aiming", naming && "naming", scene.me === 0 && "watching", end && "over"),
      "data-layout": layout,
      "data-game": scene.game,
      "data-phase": state.phase,
      "aria-label": texts.table,
    },
    guide && !end ? h(GuideView, { guide, state, act }) : null,
    h(
      "ul",
      { class: classes("seats", seats.length > 5 && "crowd"), style: { "--seats": seats.length }, "data-count": seats.length, "aria-label": texts.seats, inert: Boolean(end) },
      seats.map((seat) => {
        const node = pick?.options.find((one) => one.kind === "seat" && one.seat === seat.seat) ?? null;
        return h(SeatView, {
          key: seat.seat,
          seat,
          state,
          act,
          node,
          verb: last ? fill(texts["aim-at"], { what: last.label, name: seat.name }) : seat.name,
          shut: aiming && !node && !seat.out,
        });
      }),
    ),
    h(Middle, { state, act, Open: game.Open }),
    end ? null : h(Near, { state, act, game }),
    end ? h(Ends, { state, act, ends: end.ends, moment: end.moment }) : null,
    h("div", { class: "flights", "aria-hidden": "true", ref: layer }),
  );
}
