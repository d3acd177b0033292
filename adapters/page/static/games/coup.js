// What is special about Coup: actions have drawings, and a block is no card of the hand.

/** @import {Special} from "./special.js" */

/** @type {Record<string, string>} */
const ACTIONS = {
  income: "income", aid: "aid", coup: "strike", tax: "duke", cooperate: "diplomat",
  assassinate: "assassin", steal: "captain", exchange: "ambassador", examine: "inquisitor",
  embezzle: "almshouse", convert: "reformist", block: "handmaid", challenge: "priest",
};

/** First words after which a card is one's own. */
const OWN = ["lose", "keep", "return", "show", "choose"];

/** @type {Special} */
export const coup = {
  aboutHand: (pick) => OWN.includes(pick.taken[0]?.word ?? ""),
  picture: (node, pick) => (pick.taken.length === 0 ? (ACTIONS[node.word] ?? "") : ""),
};
