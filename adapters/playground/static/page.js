// The page: who is here, which chat is shown, and what goes over the wire.

import { make } from "./cards.js";
import { faceOf, Lane } from "./chat.js";
import { askName, copy, look, sheet, toast } from "./dialogs.js";
import { seal } from "./emblems.js";
import { verbOf } from "./table.js";
import { Wire } from "./wire.js";

const PAUSE = 620; // milliseconds between notes that arrive at once
const HURRY = 140; // the same when very many wait
const HELD = 2000; // the longest that buttons stay disabled after a press

const at = (id) => document.getElementById(id);
const rooms = new Map();
const people = new Map();
const waiting = []; // letters to show one after another
let hello = null;
let room = null; // the lane of the group that is shown
let pressed = null; // the lane of the last press, for the buttons of the sheet that answers it
let lastNote = 0;
let running = false;
let skew = 0; // seconds that the server's clock is ahead

const app = {
  person: null,
  t: (key) => hello?.texts[key] ?? key,
  isMe: (name) => {
    const alike = hello.people.filter((one) => one.name === name);
    return alike.length === 1 && alike[0].user === app.person;
  },
  board: () => rooms.get(room)?.pinned ?? rooms.values().next().value?.pinned,
  look: (face, shown) =>
    look(face, shown, app.t, (data) => app.press(person().lane, data, people.get(person().lane).pinned?.id)),
  press: (lane, data, letter = null) => {
    pressed = lane;
    const cut = /^cut\.([0-7])$/.exec(verbOf(data));
    if (cut) return deliver(cutFrame(lane, data, Number(cut[1])));
    return deliver({ type: "press", person: app.person, lane, data, letter });
  },
  say: (lane, text) => deliver({ type: "say", person: app.person, lane, text }),
  hold,
};
const wire = new Wire(hear, status);
const person = () => hello?.people.find((one) => one.user === app.person);

/** A cut adds 128 random bits of this browser, so that the host alone cannot foresee the deal. */
function cutFrame(lane, data, picture) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const bits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { type: "cut", person: app.person, lane, table: data.split(":")[0], picture, bits };
}

function deliver(message) {
  if (wire.send(message)) return true;
  toast(app.t("not-sent"), app.t, true);
  return false;
}

/** Buttons wait for the answer to a press, at most two seconds. */
function hold(by) {
  const box = by?.closest("[data-part=foot]");
  if (!box) return;
  const buttons = box.querySelectorAll("button[data-data]");
  by.classList.add("pressed");
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  setTimeout(release, HELD, buttons);
}

/** They can be pressed again: by a click after a moment, like those that have just come. */
function release(buttons = document.querySelectorAll("button[aria-disabled]")) {
  for (const button of buttons) {
    button.removeAttribute("aria-disabled");
    button.classList.remove("pressed");
    button.style.animation = "none";
    void button.offsetWidth; // the animation begins anew
    button.style.animation = "";
  }
}

function hear(message) {
  switch (message.type) {
    case "hello":
      return greet(message);
    case "letter":
      waiting.push(message.letter);
      return void unroll();
    case "level":
      release();
      return laneOf(message.lane)?.setLevel(message.letter, message.card);
    case "toast":
      release();
      return toast(message.html, app.t);
    case "sheet":
      release();
      return sheet(message, app.t, (data) => app.press(pressed ?? person().lane, data));
    case "refused":
      document.body.dataset.state = "refused";
      at("splash-words").innerHTML = message.html;
      return undefined;
    default:
      return undefined;
  }
}

const laneOf = (lane) => rooms.get(lane) ?? people.get(lane);

/** Show letters one after another, so that the moves of several players can be followed. */
async function unroll() {
  if (running) return;
  running = true;
  while (waiting.length) {
    const lane = laneOf(waiting[0].lane);
    const seen = lane && !lane.element.hidden && !document.hidden;
    const pause = waiting.length > 14 ? HURRY : PAUSE;
    const rest = lastNote + pause - performance.now();
    if (seen && rest > 0) await new Promise((go) => setTimeout(go, rest));
    const letter = waiting.shift();
    if (!letter) break; // a new hello has come in the meantime
    const target = laneOf(letter.lane);
    target?.take(letter, true);
    if (letter.kind === "note" && target && !target.element.hidden) lastNote = performance.now();
    if (letter.kind === "card") release();
    if (target?.element.hidden) mark(target);
    turns();
    tick();
  }
  running = false;
}

function mark(lane) {
  document.querySelector(`[data-room="${CSS.escape(lane.lane)}"]`)?.classList.add("unread");
}

/** Draw everything anew from a hello. */
function greet(message) {
  hello = message;
  waiting.length = 0;
  lastNote = 0;
  if (message.now) skew = message.now - Date.now() / 1000;
  document.documentElement.lang = message.language;
  const wanted = app.person ?? sessionStorage.getItem("person");
  app.person = message.people.some((one) => one.user === wanted) ? wanted : message.me.person;
  const drafts = new Map([...rooms, ...people].map(([lane, it]) => [lane, it.input.value]));
  const memories = new Map([...rooms, ...people].map(([lane, it]) => [lane, it.memory]));
  rooms.clear();
  people.clear();
  for (const info of message.rooms) rooms.set(info.lane, new Lane(info, "board", app));
  for (const info of message.people) people.set(info.lane, new Lane(info, "hand", app));
  for (const lane of [...rooms.values(), ...people.values()]) {
    lane.memory = memories.get(lane.lane) ?? {};
    lane.input.value = drafts.get(lane.lane) ?? "";
  }
  for (const letter of message.letters) laneOf(letter.lane)?.take(letter, false);
  at("room-lanes").replaceChildren(...[...rooms.values()].map((lane) => lane.element));
  at("person-lanes").replaceChildren(...[...people.values()].map((lane) => lane.element));
  words();
  tabs();
  chips();
  showRoom(rooms.has(room) ? room : message.rooms[0].lane);
  showPerson(app.person);
  document.body.dataset.state = "open";
  document.body.dataset.ready = "1";
  tick();
}

/** The page's own words, where the HTML asks for them. */
function words() {
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = app.t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", app.t(element.dataset.label));
    element.title = app.t(element.dataset.label);
  }
  at("second").hidden = !hello.me.all;
  at("add").hidden = !hello.me.all;
  at("rename").hidden = !hello.me.all;
  at("second").textContent = app.t(hello.rooms.length > 1 ? "second-close" : "second-open");
}

function tabs() {
  const bar = at("rooms");
  bar.replaceChildren();
  bar.hidden = hello.rooms.length < 2;
  for (const info of hello.rooms) {
    const tab = make("button", "tab", info.title, { type: "button", role: "tab", "data-room": info.lane });
    tab.lang = info.language;
    tab.addEventListener("click", () => showRoom(info.lane));
    bar.append(tab);
  }
}

function chips() {
  const bar = at("people");
  bar.replaceChildren();
  for (const one of hello.people) {
    const chip = make("button", "chip", "", { type: "button", "data-person": one.user });
    chip.append(faceOf(one.name, one.user), make("span", "", one.name), make("em", "badge", app.t("called")));
    chip.addEventListener("click", () => showPerson(one.user));
    bar.append(chip);
  }
}

function showRoom(lane) {
  room = lane;
  for (const one of rooms.values()) one.show(one.lane === lane);
  for (const tab of at("rooms").children) {
    const chosen = tab.dataset.room === lane;
    tab.setAttribute("aria-selected", String(chosen));
    if (chosen) tab.classList.remove("unread");
  }
  turns();
}

function showPerson(user) {
  const changed = app.person !== user;
  app.person = user;
  sessionStorage.setItem("person", user);
  const lane = person().lane;
  for (const one of people.values()) one.show(one.lane === lane);
  for (const row of document.querySelectorAll(".said[data-user]")) {
    row.classList.toggle("own", row.dataset.user === user);
  }
  for (const one of rooms.values()) one.speakAs(person().name, user);
  for (const one of hello.people) people.get(one.lane).speakAs(one.name, one.user);
  at("link").hidden = !person().link;
  if (changed) for (const one of rooms.values()) one.drawPinned();
  turns();
}

/** Who is asked: marks on the chips, on the tabs below, and in the window's title. */
function turns() {
  if (!hello) return;
  let any = false;
  for (const one of hello.people) {
    const mine = Boolean(people.get(one.lane)?.shown()?.mine);
    any ||= mine;
    const chip = document.querySelector(`[data-person="${CSS.escape(one.user)}"]`);
    chip?.classList.toggle("asked", mine);
    chip?.setAttribute("aria-pressed", String(one.user === app.person));
  }
  const here = Boolean(people.get(person()?.lane)?.shown()?.mine);
  document.body.classList.toggle("my-turn", here);
  document.title = (any ? "● " : "") + app.t("brand");
  const board = rooms.get(room)?.shown();
  const button = board?.buttons.flat().find((it) => verbOf(it.data) === "lang");
  at("language").hidden = !board;
  at("language").textContent = button?.label ?? app.t("other-language");
  at("language").dataset.data = button?.data ?? (board ? `${board.table}:0:lang` : "");
  at("open-table").hidden = Boolean(board && (board.running || board.buttons.length));
}

function tick() {
  for (const clock of document.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.ceil(Number(clock.dataset.due) - Date.now() / 1000 - skew));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const time = clock.querySelector(".time");
    if (time.textContent !== text) time.textContent = text;
    clock.classList.toggle("late", left <= 10);
  }
}

function status(state) {
  document.body.dataset.wire = state;
  at("status").textContent = !hello || state === "open" ? "" : app.t("lost");
  if (state === "lost") release();
}

function tab(name) {
  document.body.dataset.tab = name;
  for (const button of document.querySelectorAll("#dock [data-tab]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === name));
  }
  for (const lane of [...rooms.values(), ...people.values()]) lane.show(!lane.element.hidden);
}

at("brand").prepend(seal());
at("splash").prepend(seal());
for (const button of document.querySelectorAll("#dock [data-tab], #to-hand")) {
  button.addEventListener("click", () => tab(button.dataset.tab));
}
at("language").addEventListener("click", () => app.press(room, at("language").dataset.data));
at("second").addEventListener("click", () => deliver({ type: "second-room" }));
at("open-table").addEventListener("click", () => app.say(room, "/play"));
at("add").addEventListener("click", () =>
  askName(app.t("add"), "", app.t("add-done"), app.t, (name) => deliver({ type: "new-person", name })));
at("rename").addEventListener("click", () =>
  askName(app.t("rename"), person().name, app.t("save"), app.t, (name) =>
    deliver({ type: "rename", person: app.person, name })));
at("link").addEventListener("click", async () => {
  const address = new URL(person().link, location.origin + "/").href;
  toast((await copy(address)) ? `${app.t("link-copied")} ${address}` : address, app.t, true);
});
addEventListener("click", (event) => {
  // The menu of a seat closes after a choice and by a click elsewhere.
  if (!event.target.closest("#own summary")) at("own").open = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") at("own").open = false;
});
addEventListener("hashchange", () => wire.renew());
setInterval(tick, 500);
tab("group");
wire.connect();
