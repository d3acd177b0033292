// What is special about Love Letter: a card is of the hand where it is the first word, or one that the
// Chancellor leaves; after a seat it is a card that is named.

/** @import {Special} from "./special.js" */

/** @type {Special} */
export const loveLetter = {
  aboutHand: (pick) => pick.taken.every((node) => node.kind !== "seat"),
  picture: () => "",
};
