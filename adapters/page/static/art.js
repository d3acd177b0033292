// Which drawing a card bears, and where the drawing lies. Drawings are files of their own (art/*.svg).

import { h } from "./dom.js";

/** The colour of each drawing that stands for a card or for what can be done, by its name. */
const TINTS = {
  // Love Letter
  princess: "sakura", countess: "fuji", minister: "fuji", king: "yamabuki", prince: "ai",
  handmaid: "wakatake", baron: "sabi", priest: "mizu", guard: "nezu", spy: "sumire",
  chancellor: "uguisu",
  // Coup
  duke: "fuji", assassin: "nezu", captain: "ai", ambassador: "wakatake", contessa: "sakura",
  diplomat: "uguisu", inquisitor: "sabi", almshouse: "yamabuki", loyalist: "ai", reformist: "sabi",
  income: "kin", aid: "kin", strike: "shu",
  // Lady Luck
  pr: "sakura", no: "fuji", ge: "sabi", mg: "sumire", ps: "mizu", kn: "nezu", ft: "ai",
  md: "wakatake",
  // playing cards
  club: "sumi", spade: "sumi", diamond: "sakura", heart: "sakura", joker: "sumire",
};

/** @type {Record<string, string>} */
const SUITS = { c: "club", d: "diamond", h: "heart", s: "spade" };
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"];

/** Drawings that came with the page itself, by their names: a page in one file has no others. */
/** @type {Map<string, string>} */
const inside = new Map();

/**
 * Gives drawings (data addresses by name) that need not be fetched.
 * @param {Record<string, string>} drawings
 */
export function bring(drawings) {
  for (const [name, address] of Object.entries(drawings)) inside.set(name, address);
}

/**
 * The address of a drawing. Every drawing's address comes from here.
 * @param {string} name
 */
export function art(name) {
  return inside.get(name) ?? new URL(`./art/${name}.svg`, import.meta.url).href;
}

/**
 * The suit and rank of a playing card's code ("10h"); null for other cards.
 * @param {string} code
 */
export function playing(code) {
  const suit = SUITS[code.slice(-1)];
  const rank = code.slice(0, -1);
  return suit && RANKS.includes(rank) ? { suit, rank } : null;
}

/**
 * The drawing of a card. Copies with numbers of their own (md10) share the one of their kind.
 * @param {string} code
 */
export function drawing(code) {
  if (!code) return "back";
  if (Object.hasOwn(TINTS, code)) return code;
  const found = playing(code);
  if (found) return found.suit;
  let kind = code;
  while (kind && kind.slice(-1) >= "0" && kind.slice(-1) <= "9") kind = kind.slice(0, -1);
  return Object.hasOwn(TINTS, kind) ? kind : "letter";
}

/**
 * The class that colours a card.
 * @param {string} code
 */
export function tint(code) {
  const name = drawing(code);
  return `tint-${/** @type {Record<string, string>} */ (TINTS)[name] ?? "shu"}`;
}

/**
 * Whether a word of a move has a drawing of its own.
 * @param {string} word
 */
export const pictured = (word) => drawing(word) !== "letter" && word !== "";

/**
 * A drawing, for the eye only: what it shows stands beside it in words.
 * @param {{ name: string, class?: string, size?: number }} props
 */
export function Art({ name, class: className = "art", size = 64 }) {
  return h("img", {
    class: className, src: art(name), alt: "", width: size, height: size, draggable: false,
    decoding: "async",
  });
}
