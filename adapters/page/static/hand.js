// My hand, large at the near edge. Its cards are the keys of a question about them.

import { called, CardView } from "./card.js";
import { classes, fill, h } from "./dom.js";

/** @import {Act, Card, Choice, Node, Pick, Scene, TableState} from "./types.js" */

/**
 * Whether a word of a move means this card.
 * @param {Node} node
 * @param {Card} card
 */
const means = (node, card) =>
  card.code !== "" && (node.word === (card.word || card.code) || (!card.word && node.card?.code === card.code));

/**
 * The words that mean cards of the hand, one for each of its cards; null where the words of a level
 * are about something else (a card that is named, a block that is claimed).
 * @param {Node[]} options
 * @param {Card[]} hand
 * @returns {(Node | null)[] | null}
 */
export function inHand(options, hand) {
  const about = options.filter((node) => hand.some((card) => means(node, card)));
  const others = options.filter((node) => node.kind === "card" && !about.includes(node));
  if (about.length === 0 || others.length > 0) return null;
  return hand.map((card) => about.find((node) => means(node, card)) ?? null);
}

/**
 * Which cards of the hand were chosen before, one for each word that means one.
 * @param {Node[]} taken
 * @param {Card[]} hand
 */
function before(taken, hand) {
  const kept = hand.map(() => false);
  for (const node of taken) {
    const at = hand.findIndex((card, i) => !kept[i] && means(node, card));
    if (at >= 0) kept[at] = true;
  }
  return kept;
}

/**
 * How the hand answers the question: the word of each card now, whether it takes another choice
 * back, the card that has been chosen, and those that were chosen before it for the same move.
 * @param {Choice | null} choice
 * @param {Pick | null} pick
 * @param {Card[]} hand
 * @param {(pick: Pick) => boolean} about whether the words of this level are about the hand
 * @returns {{ nodes: (Node | null)[] | null, again: boolean, chosen: string, kept: boolean[] }}
 */
export function answers(choice, pick, hand, about = () => true) {
  const none = { nodes: null, again: false, chosen: "", kept: [] };
  if (!choice || !pick) return none;
  const now = about(pick) ? inHand(pick.options, hand) : null;
  if (now) {
    const kept = before(pick.taken, hand);
    return { nodes: now.map((node, i) => (kept[i] ? null : node)), again: false, chosen: "", kept };
  }
  const first = pick.taken[0];
  const root = inHand(choice.then, hand);
  if (!root || !first) return none;
  return { nodes: root, again: true, chosen: first.word, kept: [] };
}

/**
 * What a card in the hand says to whoever listens: its name and what it does.
 * @param {Card} card
 * @param {Record<string, string>} texts
 */
const spoken = (card, texts) =>
  card.text ? fill(texts["say-more"], { what: called(card), more: card.text }) : called(card);

/**
 * @param {{
 *   scene: Scene,
 *   state: TableState,
 *   act: Act,
 *   nodes: (Node | null)[] | null,
 *   chosen: string,
 *   kept: boolean[],
 *   take: (node: Node) => void,
 * }} props
 */
export function Hand({ scene, state, act, nodes, chosen, kept, take }) {
  const { hand } = scene;
  const { texts, wait } = state;
  if (hand.length === 0) return null;
  /** @type {Set<string>} */
  const raised = new Set();
  return h(
    "div",
    {
      class: classes("hand", hand.length > 4 && "many", hand.length > 9 && "very-many"),
      role: "group",
      "aria-label": texts["your-hand"],
      style: { "--cards": hand.length },
      "data-count": hand.length,
    },
    hand.map((card, i) => {
      const node = nodes ? nodes[i] : null;
      const word = node?.word ?? "";
      const up = Boolean(word) && word === chosen && !raised.has(word);
      if (up) raised.add(word);
      const dim = Boolean(nodes) && (!node || (chosen !== "" && !up)) && !kept[i];
      return h(CardView, {
        key: `${i}.${card.code}`,
        card,
        size: "held",
        chosen: node ? up : kept[i] || undefined,
        dim,
        label: node ? spoken(card, texts) : undefined,
        press: node
          ? () => { if (!wait) take(node); }
          : card.code && hand.length > 4 ? () => act.look(card) : undefined,
        stop: Boolean(node),
        style: { "--i": i },
      });
    }),
  );
}
