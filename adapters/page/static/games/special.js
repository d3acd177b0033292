// What a game may draw in its own way.

/** @import {Child} from "../vendor/preact.js" */
/** @import {Act, Node, Pick, TableState} from "../types.js" */

/**
 * - `aboutHand` whether the cards among the options are those of the hand.
 * - `picture` the drawing of a word that is no card (empty: none).
 * - `Open` draws what lies open in the middle.
 * - `Keys` draws the keys of a question; null: as they are drawn everywhere.
 *
 * @typedef {{
 *   aboutHand: (pick: Pick) => boolean,
 *   picture: (node: Node, pick: Pick) => string,
 *   Open?: (props: { state: TableState, act: Act }) => Child,
 *   keys?: (pick: Pick, state: TableState, act: Act) => Child,
 * }} Special
 */

export {};
