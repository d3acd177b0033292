// One chat: the pinned card, the log of notes and typed words, and the line to type on.

import { make } from "./cards.js";
import { seal } from "./emblems.js";
import { drawFoot, drawHead, phaseOf } from "./table.js";

const clockTime = (at) =>
  new Date(at * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

/** A steady colour of a person's mark, from their id. */
export function hueOf(user) {
  let sum = 7;
  for (const letter of String(user)) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return (sum * 137) % 360; // the golden angle keeps neighbours apart
}

/** A round mark with the first letter of a name. */
export function faceOf(name, user) {
  const mark = make("span", "who-mark", [...name.trim()][0] ?? "?", { "aria-hidden": "true" });
  mark.style.setProperty("--hue", String(hueOf(user)));
  return mark;
}

export class Lane {
  /** `info` is a room or a person of the hello; `role` the kind of its cards. */
  constructor(info, role, app) {
    this.lane = info.lane;
    this.role = role;
    this.app = app;
    this.rows = new Map(); // letter id → its row in the log
    this.cards = new Map(); // letter id → its newest letter
    this.pinned = null;
    this.level = null; // another level of the choice, shown until the card changes
    this.memory = {};
    this.build(info);
  }

  build(info) {
    const t = this.app.t;
    this.element = make("section", `lane ${this.role}-lane`, "", { "data-lane": this.lane });
    if (info.language) this.element.lang = info.language;
    this.element.setAttribute("aria-label", info.title ?? info.name);
    this.top = make("div", "pinned", "", { "data-role": this.role, "data-part": "head" });
    this.log = make("div", "log", "", {
      role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t("log"),
    });
    this.newest = make("button", "newest", t("newest"), { type: "button", hidden: "" });
    this.newest.addEventListener("click", () => this.toEnd());
    this.log.addEventListener("scroll", () => {
      if (this.atEnd()) this.newest.hidden = true;
    });
    const middle = make("div", "log-box");
    middle.append(this.log, this.newest);
    this.bottom = make("div", "pinned", "", {
      "data-role": this.role, "data-part": "foot", tabindex: "-1",
    });
    this.voice = make("p", "unseen", "", { role: "status" });
    this.element.append(this.top, middle, this.bottom, this.voice, this.typing());
    this.drawPinned();
  }

  typing() {
    const t = this.app.t;
    const room = this.role === "board";
    const form = make("form", "say");
    const words = t(room ? "say-room" : "say-hand");
    this.input = make("input", "", "", {
      type: "text", maxlength: "4000", autocomplete: "off", enterkeyhint: "send",
      placeholder: words, "aria-label": words,
    });
    this.input.addEventListener("keydown", (event) => {
      // Enter that ends a conversion of kana sends nothing.
      if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
    });
    this.speaker = make("span", "speaker");
    const send = make("button", "send", t("send"), { type: "submit" });
    form.append(this.speaker, this.input, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text && this.app.say(this.lane, text)) this.input.value = "";
    });
    return form;
  }

  /** Who speaks here when words are typed. */
  speakAs(name, user) {
    this.speaker.replaceChildren(faceOf(name, user));
    this.speaker.title = name;
  }

  /** Only the chat that is shown has the well-known id on its input. */
  show(visible) {
    this.element.hidden = !visible;
    if (visible) this.input.id = this.role === "board" ? "say-room" : "say-hand";
    else this.input.removeAttribute("id");
    if (!visible) return;
    this.toEnd();
    this.reveal();
  }

  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 48;
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.newest.hidden = true;
  }

  /** A letter comes, or comes again with the same id. `live`: it was not read from history. */
  take(letter, live) {
    const ended = this.atEnd();
    if (letter.kind === "card") this.takeCard(letter, live);
    else this.place(letter.id, letter.kind === "note" ? this.note(letter) : this.said(letter), live);
    if (ended) this.toEnd();
    else if (live && letter.kind !== "card") this.newest.hidden = false;
  }

  place(id, row, live) {
    if (live) row.classList.add("fresh");
    const old = this.rows.get(id);
    if (old) old.replaceWith(row);
    else this.log.append(row);
    this.rows.set(id, row);
  }

  note(letter) {
    const row = make("div", "line note");
    const mark = make("span", "host-mark", "", { "aria-hidden": "true" });
    mark.append(seal());
    const text = make("div", "text");
    text.innerHTML = letter.html;
    row.append(mark, text, make("time", "", clockTime(letter.at)));
    return row;
  }

  said(letter) {
    const row = make("div", "line said", "", { "data-user": letter.user });
    row.classList.toggle("own", letter.user === this.app.person);
    const box = make("div", "bubble");
    const text = make("div", "text");
    text.innerHTML = letter.html;
    box.append(make("b", "", letter.name), text);
    row.append(faceOf(letter.name, letter.user), box, make("time", "", clockTime(letter.at)));
    return row;
  }

  /** The newest card is pinned; the last one of an older table stays in the log as one line. */
  takeCard(letter, live) {
    this.cards.set(letter.id, letter);
    if (this.level?.letter === letter.id) this.level = null;
    if (!this.rows.has(letter.id)) this.place(letter.id, make("div", "anchor", "", { hidden: "" }), false);
    const before = this.pinned;
    const newest = Math.max(...this.cards.keys());
    this.pinned = this.cards.get(newest);
    if (before && before.id !== newest) {
      this.level = null;
      if (before.table === this.pinned.table) this.forget(before.id);
      else this.place(before.id, this.older(before), false);
    }
    if (letter.id === newest) this.drawPinned();
    else if (letter.table !== this.pinned.table) this.place(letter.id, this.older(letter), false);
  }

  forget(id) {
    this.rows.get(id)?.remove();
    this.rows.delete(id);
    this.cards.delete(id);
  }

  older(letter) {
    const details = make("details", "line older");
    const summary = make("summary");
    const title = make("span");
    title.innerHTML = letter.title_html;
    summary.append(make("span", "", this.app.t("older")), title);
    const list = make("ul", "plain");
    for (const html of letter.lines_html) {
      const item = make("li");
      item.innerHTML = html;
      list.append(item);
    }
    details.append(summary, list);
    return details;
  }

  /** The card as it is shown now: the pinned letter, or another level of its choice. */
  shown() {
    if (!this.pinned) return null;
    if (this.level?.letter !== this.pinned.id) return this.pinned;
    const { id, lane, at, kind, due } = this.pinned;
    return { ...this.pinned, ...this.level.card, id, lane, at, kind, due };
  }

  setLevel(letter, card) {
    this.level = { letter: letter ?? this.pinned?.id, card };
    if (this.pinned?.id === this.level.letter) this.drawPinned();
  }

  drawPinned() {
    const shown = this.shown();
    const focused = this.bottom.contains(document.activeElement)
      ? document.activeElement.dataset.data ?? "" : null;
    const ended = this.atEnd();
    if (!shown) {
      this.element.dataset.phase = "empty";
      this.top.replaceChildren(this.nothing());
      this.bottom.replaceChildren();
      return;
    }
    this.element.dataset.phase = phaseOf(shown);
    this.element.classList.toggle("asked", Boolean(shown.mine));
    for (const part of [this.top, this.bottom]) {
      part.dataset.table = shown.table;
      part.dataset.question = String(shown.question);
      part.dataset.letter = String(shown.id);
    }
    this.top.replaceChildren(drawHead(shown, this.role, this.app, this.memory));
    this.bottom.replaceChildren(
      drawFoot(shown, this.role, this.app, (data, by) => this.press(data, by)),
    );
    const asked = this.bottom.querySelector(".asked")?.innerText ?? "";
    if (this.voice.textContent !== asked) this.voice.textContent = asked;
    if (focused !== null) this.refocus(focused);
    if (ended) this.toEnd();
    this.reveal();
  }

  /** What is asked here comes into sight. */
  reveal() {
    const call = this.pinned?.mine || this.bottom.querySelector(".letters");
    if (call && this.element.isConnected && !this.element.hidden) {
      this.bottom.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * After a press by keyboard the focus stays at the buttons. With a new question it goes to
   * the frame around them, so that a second stroke of the key answers nothing by accident.
   */
  refocus(data) {
    const buttons = [...this.bottom.querySelectorAll("button[data-data]")];
    const again = buttons.find((button) => button.dataset.data === data);
    const question = (datum) => datum.split(":").slice(0, 2).join(":");
    const next = buttons.find((button) => question(button.dataset.data) === question(data));
    (again ?? next ?? this.bottom).focus({ preventScroll: true });
  }

  nothing() {
    const box = make("div", "nothing");
    box.append(make("p", "", this.app.t(this.role === "board" ? "no-table" : "no-hand")));
    return box;
  }

  press(data, by) {
    if (by?.getAttribute("aria-disabled") === "true") return;
    if (!this.app.press(this.lane, data, this.pinned?.id)) return;
    if (by?.dataset.kind === "letter") choose(by); // silent for all others, so it is shown here
    this.app.hold(by);
  }
}

/** A press on a row of letters stays marked until another one in its row. */
function choose(by) {
  for (const other of by.parentElement.children) other.setAttribute("aria-pressed", String(other === by));
}
