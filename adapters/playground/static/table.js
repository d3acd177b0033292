// The table drawn: the board of a group and the hand card of a person, in two parts.
// The head shows what there is, the foot what is asked and the buttons.

import { card, make, pile } from "./cards.js";
import { artOf, emblem, isCard, letterBox } from "./emblems.js";

/** The verb of a button's datum ("table:question:verb"). */
export const verbOf = (data) => data.split(":").slice(2).join(":");

/** Lines of the host's own, already escaped by the server. */
function lines(tag, htmls, className) {
  const list = make(tag, className);
  for (const html of htmls) {
    const item = make(tag === "ul" ? "li" : "p");
    item.innerHTML = html;
    list.append(item);
  }
  return list;
}

/** What a table is just now, for its looks: "lobby", "running", "finished" or "closed". */
export function phaseOf(shown) {
  if (shown.running) return "running";
  if (shown.stage) return "finished";
  return shown.buttons.length ? "lobby" : "closed";
}

/** The buttons that choose a drawn card: those whose move ends with the card's code. */
export function buttonsFor(face, shown) {
  if (!face.code) return [];
  return shown.buttons.flat().filter((button) => {
    const verb = verbOf(button.data);
    const word = /^[m?]:/.test(verb) ? verb.slice(2).split(".").at(-1) : "";
    // A kind of card has numbered copies in some games: "mg" is drawn for "mg1" and "mg2".
    return word === face.code || (/^[a-z]{2}\d$/.test(word) && word.slice(0, 2) === face.code);
  });
}

/** The head: the drawn table or the lobby, or the hand; then the same in words. */
export function drawHead(shown, role, app, memory) {
  const head = make("div", "head");
  const title = make("h2", "title");
  title.innerHTML = shown.title_html;
  const phase = phaseOf(shown);
  if (role === "board") {
    if (phase === "lobby") {
      head.append(lobby(shown, title));
      return head;
    }
    const rest = phase === "finished" ? shown.lines_html.slice(0, -1) : shown.lines_html;
    if (shown.stage?.places.length) {
      head.append(...inWords(title, rest, app, memory, stage(shown.stage, app)));
    } else {
      head.append(title, lines("ul", rest, "plain"));
    }
    return head;
  }
  if (shown.hand.length) {
    const hand = make("div", "hand-row", "", { role: "group", "aria-label": app.t("hand") });
    hand.dataset.count = String(shown.hand.length);
    for (const face of shown.hand) hand.append(card(face, "hand", (it) => app.look(it, shown)));
    head.append(...inWords(title, shown.lines_html, app, memory, hand));
    const seen = seenCards(shown, app.board());
    if (seen.length) {
      const row = make("div", "seen", "", { role: "group" });
      for (const [name, face] of seen) {
        const figure = make("div", "seen-card");
        figure.append(card(face, "mini", (it) => app.look(it, null)), make("b", "", name));
        row.append(figure);
      }
      head.append(row);
    }
    const learnt = ownLines(shown, app.board());
    if (learnt.length) head.append(lines("ul", learnt, "learnt"));
  } else {
    head.append(title, lines("ul", shown.lines_html, "plain"));
    if (!shown.running) head.append(ghosts());
  }
  return head;
}

/** Where the hand will lie: two closed letters, for the eye only. */
function ghosts() {
  const row = make("div", "hand-row ghost", "", { "aria-hidden": "true" });
  const down = { code: "", name: "" };
  row.append(card(down, "hand", null), card(down, "hand", null));
  return row;
}

/** The title, the picture, and a button that shows the same as lines of text. */
function inWords(title, htmls, app, memory, picture) {
  const bar = make("div", "bar");
  bar.append(title);
  if (!htmls.length) return [bar, picture];
  const list = lines("ul", htmls, "plain words");
  const button = make("button", "tool plain", app.t("words"), { type: "button" });
  const set = (open) => {
    memory.words = open;
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  set(memory.words ?? false);
  button.addEventListener("click", () => set(list.hidden));
  bar.append(button);
  return [bar, list, picture];
}

/** Cards of others that the owner of the hand has seen: face up to them, and not on the board. */
function seenCards(shown, board) {
  if (!shown.stage || board?.table !== shown.table || !board.stage) return [];
  return shown.stage.places.flatMap((place, index) => {
    const open = board.stage.places[index]?.cards.filter((face) => face.code).length ?? 0;
    return place.cards.filter((face) => face.code).slice(open).map((face) => [place.name, face]);
  });
}

/** What only the owner of the hand knows, besides the cards that are drawn anyway. */
function ownLines(shown, board) {
  if (!board || board.table !== shown.table) return [];
  const drawn = shown.hand.map((face) => `${face.corner} ${face.name}`.trim());
  return shown.lines_html.filter((html) => {
    if (board.lines_html.includes(html)) return false;
    const text = new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
    return !/[:：]$/.test(text) && !drawn.some((name) => text.startsWith(name));
  });
}

function lobby(shown, title) {
  const seats = shown.lines_html.filter((html) => /^\s*\d+\. /.test(html));
  const others = shown.lines_html.filter((html) => !seats.includes(html));
  const hero = make("div", "hero");
  const words = make("div", "hero-words");
  words.append(title, lines("ul", others, "facts"));
  if (seats.length) words.append(lines("ul", seats, "sitting"));
  const picture = make("div", "hero-picture");
  picture.append(letterBox());
  hero.append(picture, words);
  return hero;
}

function stage(drawn, app) {
  const element = make("section", "stage", "", { "aria-label": app.t("table") });
  element.dataset.seats = String(drawn.places.length);
  const middle = make("div", "middle");
  for (const mark of drawn.marks) middle.append(make("span", "mark", mark));
  if (drawn.middle.length) middle.append(pile(drawn.middle, (face) => app.look(face, null)));
  const places = make("div", "places", "", { role: "list" });
  const top = Math.ceil(drawn.places.length / 2);
  const bottom = drawn.places.length - top;
  drawn.places.forEach((place, index) => {
    const element = seat(place, app);
    // Seats go round the table: along the top, then back along the bottom.
    const above = index < top;
    const span = 60 / (above ? top : bottom);
    const column = above ? index : bottom - 1 - (index - top);
    element.style.setProperty("--row", above ? "1" : "3");
    element.style.setProperty("--column", `${Math.round(column * span) + 1} / span ${Math.round(span)}`);
    places.append(element);
  });
  element.append(middle, places);
  return element;
}

function seat(place, app) {
  const element = make("div", "place", "", { role: "listitem" });
  element.dataset.seat = String(place.seat);
  element.classList.toggle("asked", place.asked);
  element.classList.toggle("out", place.out);
  const line = make("div", "who");
  line.append(make("b", "", place.name));
  if (app.isMe(place.name)) line.append(make("span", "me", app.t("you")));
  if (place.computer) line.append(make("span", "computer", place.computer));
  if (place.asked) line.append(make("span", "turn", app.t("asked")));
  for (const mark of place.marks) line.append(make("span", "mark", mark));
  element.append(line, pile(place.cards, (face) => app.look(face, null)));
  return element;
}

/** The foot: what is asked, the time left, and the buttons in the server's order. */
export function drawFoot(shown, role, app, press) {
  const foot = make("div", "foot");
  const phase = phaseOf(shown);
  foot.dataset.phase = phase;
  if (role === "hand" && shown.mine) foot.classList.add("mine");
  const prompt = make("div", "prompt");
  let asked = shown.asked_html;
  if (role === "board" && phase === "finished") asked = [...shown.lines_html.slice(-1), ...asked];
  if (asked.length) prompt.append(lines("div", asked, "asked"));
  if (shown.due) {
    const clock = make("span", "clock", "", { role: "timer", "data-due": String(shown.due) });
    clock.append(make("span", "", app.t("left")), make("b", "time"));
    prompt.append(clock);
  }
  if (prompt.childElementCount) foot.append(prompt);
  foot.append(buttonRows(shown.buttons, press));
  return foot;
}

/** Rows of buttons; `press` gets the datum. */
export function buttonRows(rows, press) {
  const box = make("div", "buttons");
  if (rows.some((row) => row.some((button) => button.kind === "letter"))) box.classList.add("letters");
  for (const row of rows) {
    const line = make("div", "row");
    if (row.every(quiet)) line.classList.add("quiet");
    for (const button of row) line.append(pressable(button, press));
    box.append(line);
  }
  return box;
}

/** Whether a button only leads somewhere or asks something. */
function quiet(button) {
  const verb = verbOf(button.data);
  if (verb === "start" || verb === "again") return false;
  return button.kind === "act" || verb.startsWith("panel.");
}

/** A button; a card's choice bears the card's emblem. */
export function pressable(button, press) {
  const element = make("button", `press ${button.kind}`, "", {
    type: "button",
    "data-data": button.data,
    "data-kind": button.kind,
  });
  const verb = verbOf(button.data);
  if (verb === "start" || verb === "again") element.classList.add("big");
  if (button.label.startsWith("✓")) element.classList.add("chosen");
  const word = /^[m?]:/.test(verb) ? verb.split(/[.:]/).at(-1) : "";
  if (isCard(word)) {
    element.classList.add(`tint-${artOf(word)[1]}`, "pictured");
    element.append(emblem(word));
  }
  if (button.kind === "letter" && button.label.length < 2) element.classList.add("single");
  element.append(make("span", "", button.label));
  element.addEventListener("click", () => press(button.data, element));
  return element;
}
