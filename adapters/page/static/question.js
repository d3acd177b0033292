// The one place of the question: what is asked, the keys that answer it, the time that is left.

import { Art, drawing, pictured, tint } from "./art.js";
import { classes, fill, h, useEffect, useState } from "./dom.js";
import { Stepper } from "./stepper.js";

/** @import {Special} from "./games/special.js" */
/** @import {Act, Node, Pick, Scene, TableState} from "./types.js" */

const FEW = 4;

/** What was chosen so far, in words. @param {Pick} pick */
export const trail = (pick) => pick.taken.map((node) => node.label).join(" → ");

/**
 * The time that is left.
 * @param {{ due: number, skew: number, label: string }} props
 */
function Clock({ due, skew, label }) {
  const [now, set] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => set(Date.now() / 1000), 500);
    return () => clearInterval(timer);
  }, [due]);
  const left = Math.max(0, Math.ceil(due - now - skew));
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, "0");
  return h(
    "span",
    { class: classes("clock", left <= 10 && "short"), role: "timer", "aria-label": label },
    `${minutes}:${seconds}`,
  );
}

/**
 * Whether a word names a card that the reader has seen in the hand which the move is aimed at: of
 * all names it is then the surest, although no copy of it is left unseen.
 * @param {Node} node
 * @param {Pick | null} pick
 * @param {Scene | null} scene
 */
export function known(node, pick, scene) {
  const aimed = pick?.taken.at(-1);
  if (!node.card || aimed?.kind !== "seat") return false;
  const target = scene?.seats.find((one) => one.seat === aimed.seat);
  return Boolean(target?.known.some((card) => card.code === node.card?.code));
}

/**
 * What a card of the hand that was raised does, in words: it is played, or is what the word before
 * it says (lost, kept, shown); further on the question above says it.
 * @param {Node} armed
 * @param {Pick} pick
 * @param {Record<string, string>} texts
 */
export function does(armed, pick, texts) {
  const card = armed.whole || armed.label;
  const [first, ...more] = pick.taken;
  if (!first) return fill(texts["do-card"], { card });
  return more.length || first.kind !== "word" ? card : fill(texts["say-more"], { what: first.label, more: card });
}

/**
 * A key of the question: a card with its drawing and how many of it were not seen, somebody's name,
 * or another word with what it may cost.
 * @param {{
 *   node: Node, number: number, state: TableState, act: Act, picture: string, shared: boolean,
 * }} props `shared`: what it may cost stands above, for all keys
 */
function Key({ node, number, state, act, picture, shared }) {
  const { scene, wait, pick, texts } = state;
  const code = node.card?.code ?? (node.kind === "card" ? node.word : "");
  const seat = node.kind === "seat" ? scene?.seats.find((one) => one.seat === node.seat) : undefined;
  const art = picture || (code && pictured(code) ? drawing(code) : "");
  const corner = node.card?.corner ?? "";
  const ranked = corner !== "" && node.label.startsWith(corner);
  const label = ranked && node.card ? node.card.name : node.label;
  const sure = known(node, pick, scene);
  const unseen = ranked && !sure ? scene?.unseen.find((one) => one.card.code === code) : undefined;
  const whole = corner && !ranked ? `${corner} ${node.label}` : node.label;
  const before = pick && pick.taken.length ? `${trail(pick)} → ` : "";
  const counted = unseen ? fill(texts["left-of"], { card: "", left: unseen.left, of: unseen.of }) : "";
  return h(
    "button",
    {
      type: "button",
      class: classes("key", `of-${node.kind}`, art && `pictured ${tint(code || picture)}`, node.risk && !shared && "risky", unseen?.left === 0 && "gone", sure && "sure"),
      disabled: wait,
      onClick: () => act.choose(node.word),
      "data-word": node.word,
      "data-key": number <= 9 ? number : undefined,
      style: seat ? { "--hue": seat.hue } : undefined,
      "aria-label": [`${before}${sure ? fill(texts["you-know"], { card: whole }) : whole}`, shared ? "" : node.risk, counted].filter(Boolean).join(", "),
    },
    corner ? [h("span", { class: "rank" }, corner), " "] : null,
    art ? h("span", { class: "face" }, h(Art, { name: art, size: 26 })) : null,
    seat ? h("span", { class: "dot" }) : null,
    h(
      "span",
      { class: "say" },
      h("span", null, label),
      " ",
      node.risk && !shared ? h("small", null, node.risk) : null,
    ),
    unseen ? h("span", { class: "times", "data-left": unseen.left }) : null,
    sure ? h("span", { class: "seen", "aria-hidden": "true" }, h(Art, { name: "priest", size: 18 })) : null,
  );
}

/**
 * While nothing is asked: who is waited for, and a way to what is newest.
 * @param {{ state: TableState, act: Act }} props
 */
function Waiting({ state, act }) {
  const { scene, show, texts, phase } = state;
  const status = scene?.status ?? [];
  return h(
    "section",
    { class: "question waiting", "aria-label": texts.question },
    status.map((line, i) => h(i ? "p" : "h2", { key: i }, line)),
    phase === "drawing" ? h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null,
    show.waiting > 0
      ? h("button", { type: "button", class: "way", onClick: act.skip }, texts.skip, h("span", { "aria-hidden": "true" }, " ▸▸"))
      : null,
  );
}

/**
 * @param {{
 *   state: TableState,
 *   act: Act,
 *   hidden: (node: Node) => boolean,
 *   picture: Special["picture"],
 *   keys?: Special["keys"],
 *   armed: Node | null,
 *   disarm: () => void,
 * }} props `hidden` tells which words are pressed elsewhere (cards of the hand), `picture` which
 *   drawing a word has that is no card; `armed` is a card that was pressed and ends the move.
 */
export function Question({ state, act, hidden, picture, keys: own, armed, disarm }) {
  const { choice, pick, scene, texts, wait, pending, skew } = state;
  if (!choice || !pick) return h(Waiting, { state, act });
  const deep = pick.taken.length > 0;
  const heading = pick.sure ? pick.sure.sure : pick.hint || choice.hint || choice.prompt;
  const long = [...heading].length > 26;
  const keys = pick.options.filter((node) => !hidden(node));
  const stepped = pick.numbers.length > FEW && pick.numbers.every((node) => node.data);
  const shown = stepped ? keys.filter((node) => node.kind !== "number") : keys;
  const costs = shown.map((node) => node.risk);
  const shared = shown.length > 1 && costs[0] !== "" && costs.every((cost) => cost === costs[0]);
  const risk = armed ? armed.risk : shared ? costs[0] : (pick.taken.at(-1)?.risk ?? "");
  const special = own ? own(pick, state, act) : null;
  const named = shown.length > FEW && shown.every((node) => node.card);
  return h(
    "section",
    { class: classes("question", pick.sure && "grave", choice.window && "window"), "aria-label": texts.question },
    h(
      "div",
      { class: "asking" },
      h(
        "p",
        { class: "over" },
        deep && trail(pick) ? trail(pick) : choice.prompt,
        scene?.due ? h(Clock, { due: scene.due, skew, label: texts.left }) : null,
      ),
      heading !== choice.prompt || deep ? h("h2", { class: classes(long && "long") }, heading) : null,
      risk && !pick.sure ? h("p", { class: "risk" }, risk) : null,
    ),
    pick.sure
      ? h(
          "div",
          { class: "keys" },
          h("button", {
            type: "button", class: "key main", disabled: wait, "data-key": 1,
            onClick: () => act.send(/** @type {Node} */ (pick.sure)),
          }, fill(texts["still-do"], { move: pick.sure.label })),
          h("button", { type: "button", class: "key gold", disabled: wait, onClick: act.back, "data-key": 2 }, texts["better-not"]),
        )
      : armed
        ? h(
            "div",
            { class: "keys" },
            h("button", {
              type: "button", class: "key main whole", disabled: wait, onClick: () => act.choose(armed.word),
              "data-word": armed.word,
            }, does(armed, pick, texts)),
            h("button", { type: "button", class: "way", disabled: wait, onClick: disarm }, texts.back),
          )
        : special ?? h(
            "div",
            { class: classes("keys", named && "named", named && !shared && shown.filter((node) => node.risk).length < 3 && "few-risks", !named && !shared && shown.some((node) => node.risk) && "risks", `k${Math.min(9, shown.length)}`) },
            shown.map((node) =>
              h(Key, {
                key: `${pick.path.join(".")}.${node.word}`,
                node,
                number: pick.options.indexOf(node) + 1,
                state,
                act,
                picture: picture(node, pick),
                shared,
              }),
            ),
            stepped ? h(Stepper, { key: "steps", numbers: pick.numbers, state, act }) : null,
            pick.ready
              ? h("button", {
                  type: "button", class: "key gold ready", disabled: wait,
                  onClick: () => act.send(/** @type {Node} */ (pick.ready)),
                }, pick.ready.whole || pick.ready.label)
              : null,
          ),
    pick.back && !pick.sure && !armed
      ? h("button", { type: "button", class: "way back", disabled: wait, onClick: act.back }, h("span", { "aria-hidden": "true" }, "← "), texts.back)
      : null,
    choice.orders.length
      ? h(
          "div",
          { class: "orders" },
          choice.orders.map((order) =>
            h("button", {
              key: order.data, type: "button", class: "key quiet", disabled: wait,
              "aria-pressed": order.chosen ? "true" : undefined, onClick: () => act.press(order),
            }, order.label)),
        )
      : null,
    pending?.state === "sent" ? h("p", { class: "pending" }, fill(texts.sending, { what: pending.label })) : null,
  );
}
