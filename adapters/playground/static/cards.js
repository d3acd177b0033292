// Cards as one can see, hear and look at them: small on the table, large in the hand.

import { artOf, emblem, envelope } from "./emblems.js";

/** An element with a class, text and attributes; text never becomes markup. */
export function make(tag, className = "", text = "", attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A card; `size` is "mini", "hand" or "large". A large one is only looked at, the others open. */
export function card(face, size, open) {
  const down = face.code === "";
  const element = make(open ? "button" : "div", `card ${size}`, "", {
    "data-code": face.code,
    "aria-label": face.label || face.name,
  });
  if (open) {
    element.type = "button";
    element.addEventListener("click", () => open(face));
    hover(element, face);
  } else {
    element.setAttribute("role", "img");
  }
  if (face.turned) element.classList.add("turned");
  if (down) {
    element.classList.add("down");
    element.append(envelope());
    if (face.corner) element.append(make("span", "count", face.corner));
    if (size !== "mini") element.append(make("span", "name", face.name));
    return element;
  }
  element.classList.add(`tint-${artOf(face.code)[1]}`);
  const picture = make("span", "picture");
  picture.append(emblem(face.code));
  if (face.corner) element.append(make("span", "corner", face.corner));
  element.append(picture, make("span", "name", face.name));
  if (size !== "mini" && face.text) element.append(make("span", "effect", face.text));
  return element;
}

/** A row of cards; a long one is laid like a fan so that it stays on its line. */
export function pile(faces, open) {
  const row = make("div", "pile");
  if (faces.length > 3) row.classList.add("tight");
  if (faces.length > 6) row.classList.add("tighter");
  for (const face of faces) row.append(card(face, "mini", open));
  return row;
}

let floating = null;
let waiting = 0;

function hover(element, face) {
  element.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse" || element.classList.contains("hand")) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => float(element, face), 160);
  });
  for (const kind of ["pointerleave", "click", "blur"]) element.addEventListener(kind, unfloat);
}

function float(element, face) {
  unfloat();
  if (!element.isConnected) return;
  floating = card(face, "large", null);
  floating.classList.add("floating");
  floating.setAttribute("aria-hidden", "true");
  document.body.append(floating);
  const at = element.getBoundingClientRect();
  const own = floating.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - 8);
  let top = at.bottom + 8;
  if (top + own.height > innerHeight - 8) top = Math.max(8, at.top - own.height - 8);
  floating.style.left = `${left}px`;
  floating.style.top = `${top}px`;
}

function unfloat() {
  clearTimeout(waiting);
  floating?.remove();
  floating = null;
}

addEventListener("scroll", unfloat, { capture: true, passive: true });
addEventListener("keydown", unfloat);
