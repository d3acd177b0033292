// The games that have something special, by their names.

import { coup } from "./coup.js";
import { ladyLuck } from "./lady-luck.js";
import { loveLetter } from "./love-letter.js";
import { oldMaid } from "./old-maid.js";

/** @import {Special} from "./special.js" */

/** @type {Record<string, Special>} */
const GAMES = {
  "love-letter": loveLetter, coup, "lady-luck": ladyLuck, "old-maid": oldMaid,
};

/** @type {Special} */
const PLAIN = { aboutHand: () => true, picture: () => "" };

/**
 * What is special about a game.
 * @param {string} game
 */
export const special = (game) => (Object.hasOwn(GAMES, game) ? GAMES[game] : PLAIN);

/** Some cards of each game, for its tile in the lobby. */
/** @type {Record<string, string[]>} */
export const TILES = {
  "love-letter": ["guard", "princess", "king"],
  coup: ["captain", "duke", "assassin"],
  "lady-luck": ["mg", "pr", "kn"],
  "old-maid": ["kh", "joker", "qs"],
};
