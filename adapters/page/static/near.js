// The near edge of the felt: my seat, my hand, and the question.

import { classes, h, useEffect, useRef, useState } from "./dom.js";
import { answers, Hand } from "./hand.js";
import { Question } from "./question.js";
import { SeatView } from "./seat.js";

/** @import {Special} from "./games/special.js" */
/** @import {Act, Node, TableState} from "./types.js" */

const TWICE = 400; // milliseconds: a card that is tapped twice by mistake is raised, not played

/**
 * A card of the hand with which the move would end is not sent by one touch: it is raised first, and
 * the key below the question says what it does.
 * @param {{ state: TableState, act: Act, game: Special }} props
 */
export function Near({ state, act, game }) {
  const { scene, choice, pick } = state;
  const place = choice ? `${state.table}.${choice.question}.${pick?.path.join(".")}` : "";
  const [raised, raise] = useState({ place: "", word: "" });
  useEffect(() => {
    if (raised.word && (raised.place !== place || pick?.sure)) raise({ place: "", word: "" });
  }, [place, pick?.sure]);
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // On a small screen the question may lie below: it comes into view when it changes.
    if (choice) ref.current?.scrollIntoView({ block: "nearest", behavior: state.still ? "auto" : "smooth" });
  }, [place]);
  const at = useRef(0);
  if (!scene) return null;
  const found = answers(choice, pick, scene.hand, game.aboutHand);
  const armed = raised.place === place && !pick?.sure
    ? (found.nodes?.find((node) => node?.word === raised.word) ?? null)
    : null;
  /** @param {Node} node */
  const take = (node) => {
    if (found.again) {
      if (node.word === found.chosen) {
        act.back();
        return;
      }
      for (let n = pick?.taken.length ?? 0; n > 0; n -= 1) act.back();
    }
    if (armed?.word === node.word && Date.now() - at.current < TWICE) return;
    at.current = Date.now();
    const ends = node.then.length === 0 && node.data !== "";
    if (ends && !node.sure && armed?.word !== node.word) raise({ place: found.again ? `${state.table}.${choice?.question}.` : place, word: node.word });
    else act.choose(node.word);
  };
  const mine = scene.seats.find((seat) => seat.me);
  const self = pick?.options.find((node) => node.kind === "seat" && node.seat === scene.me) ?? null;
  return h(
    "div",
    { ref, class: classes("near", choice && (found.again || !found.nodes) && "chosen-from", choice && !found.nodes && "beside") },
    mine
      ? h(
          "ul",
          { class: "own" },
          h(SeatView, {
            seat: mine, state, act, node: self, verb: self?.label ?? "", shut: false,
          }),
        )
      : null,
    h(Hand, {
      scene, state, act, nodes: found.nodes, chosen: armed ? armed.word : found.chosen,
      kept: found.kept, take,
    }),
    h(Question, {
      state,
      act,
      hidden: (/** @type {Node} */ node) => !found.again && Boolean(found.nodes?.some((one) => one?.word === node.word)),
      picture: game.picture,
      keys: game.keys,
      armed,
      disarm: () => raise({ place: "", word: "" }),
    }),
  );
}
