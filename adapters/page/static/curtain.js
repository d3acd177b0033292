// Between two people at one screen: nobody's hand is seen while the screen is passed on.

import { fill, h, useEffect, useRef } from "./dom.js";
import { Mark } from "./seat.js";

/** @import {Person} from "./types.js" */

/**
 * To whom the screen should be passed: somebody here is asked, and whoever looks is not. The
 * next one in the row comes first, so that everybody gets their turn.
 * @param {Person[]} people
 * @param {string} me
 * @returns {Person | null}
 */
export function next(people, me) {
  const place = people.findIndex((one) => one.user === me);
  if (place < 0 || people[place].asked) return null;
  const others = [...people.slice(place + 1), ...people.slice(0, place)];
  return others.find((one) => one.asked) ?? null;
}

/**
 * @param {{
 *   texts: Record<string, string>,
 *   to: Person,
 *   onLift: () => void,
 *   onStay: (() => void) | null,
 * }} props  Without `onStay` there is no way back: the hand behind it is somebody else's.
 */
export function Curtain({ texts, to, onLift, onStay }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), [to.user]);
  return h(
    "main",
    { class: "curtain", "aria-label": fill(texts["pass-to"], { name: to.name }) },
    h(Mark, { name: to.name, hue: to.hue }),
    h("p", { role: "status" }, fill(texts["pass-to"], { name: to.name })),
    h(
      "button",
      { type: "button", class: "key main", ref: button, onClick: onLift },
      fill(texts.reveal, { name: to.name }),
    ),
    onStay && h("button", { type: "button", class: "way", onClick: onStay }, texts.stay),
  );
}
