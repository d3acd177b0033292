// What opens above the table: rules and questions, a card, the menu, names, links, keys.

import { called, CardView } from "./card.js";
import { Dialog } from "./dialog.js";
import { classes, fill, h, useEffect, useRef, useState } from "./dom.js";
import { Mark } from "./seat.js";

/** @import {Button, Card, Language, Person, Sheet, TableState} from "./types.js" */
/** @import {Child} from "./vendor/preact.js" */

/**
 * What is open.
 * @typedef {{ kind: "sheet" }
 *   | { kind: "card", card: Card }
 *   | { kind: "menu" } | { kind: "keys" } | { kind: "rail" }
 *   | { kind: "invite" } | { kind: "rename" }
 *   | { kind: "link", person: Person }} Open
 */

/**
 * What can be done from here.
 * @typedef {{
 *   close: () => void,
 *   open: (what: Open) => void,
 *   press: (button: Button) => void,
 *   speak: (code: string) => void,
 *   speed: (speed: number) => void,
 *   sound: () => void,
 *   posts: () => void,
 *   be: (user: string) => void,
 *   invite: (name: string) => void,
 *   rename: (name: string) => void,
 * }} SheetAct
 */

/** @typedef {{ state: TableState, act: SheetAct }} Common */

/**
 * The verb of a button that cuts the deck with a picture, and which; null for all others.
 * @param {Button} button
 */
export function picture(button) {
  const [table, , verb] = button.data.split(":");
  const [word, place] = (verb ?? "").split(".");
  return word === "cut" && place !== undefined ? { table, picture: Number(place) } : null;
}

// ------------------------------------------------------------------ rules, proofs, questions

/** @param {Common & { sheet: Sheet }} props */
export function SheetView({ state, act, sheet }) {
  const { texts } = state;
  const cuts = sheet.rows.flat().some((button) => picture(button));
  return h(
    Dialog,
    { name: classes("words", cuts && "cuts"), label: sheet.title, close: texts.close, onClose: act.close },
    h("h2", null, sheet.title),
    sheet.picture ? h("img", { class: "panels", src: sheet.picture, alt: "", width: 1080, height: 1080 }) : null,
    h(
      "div",
      { class: "sheet-words", tabIndex: 0, role: "group", "aria-label": sheet.title },
      sheet.blocks.map((block, i) =>
        h(
          "section",
          { key: i },
          block.lines.map((line, n) => h("p", { key: n }, paragraphs(line))),
        ),
      ),
      cuts && h("p", { class: "soft" }, texts["cut-why"]),
    ),
    h(Files, { sheet, texts }),
    h(Rows, { rows: sheet.rows, press: act.press, rest: state.wait }),
  );
}

/** The lines of a text, one below the other. @param {string} text @returns {Child[]} */
const paragraphs = (text) =>
  text.split("\n").flatMap((part, i) => (i === 0 ? [part] : [h("br", null), part]));

/**
 * Buttons row by row.
 * @param {{ rows: Button[][], press: (button: Button) => void, rest: boolean }} props
 */
export function Rows({ rows, press, rest }) {
  return h(
    "div",
    { class: "rows" },
    rows.map((row, i) =>
      h(
        "div",
        { class: "row", key: i },
        row.map((button) =>
          h(
            "button",
            {
              key: button.data,
              type: "button",
              class: classes("key", button.verb, button.chosen && "chosen"),
              "aria-disabled": rest ? "true" : undefined,
              "data-data": button.data,
              onClick: () => press(button),
            },
            button.label,
          ),
        ),
      ),
    ),
  );
}

/** @param {{ sheet: Sheet, texts: Record<string, string> }} props */
function Files({ sheet, texts }) {
  const [urls, setUrls] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const made = sheet.files.map(({ name, text }) => {
      const kind = name.endsWith(".html") ? "text/html" : "application/json";
      return URL.createObjectURL(new Blob([text], { type: kind }));
    });
    setUrls(made);
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, [sheet]);
  if (!sheet.copy && sheet.files.length === 0) return null;
  return h(
    "div",
    { class: "rows files" },
    sheet.copy && h(Copy, { text: sheet.copy, label: texts.copy, copied: texts.copied }),
    urls.map((url, i) =>
      h("a", { key: url, class: "key", href: url, download: sheet.files[i]?.name }, fill(texts.download, { name: sheet.files[i]?.name ?? "" }))),
  );
}

/** @param {{ text: string, label: string, copied: string }} props */
function Copy({ text, label, copied }) {
  const [done, setDone] = useState(false);
  /** @param {MouseEvent} event */
  const onClick = async (event) => {
    const near = event.currentTarget;
    if (near instanceof HTMLElement) setDone(await copy(text, near));
  };
  return h("button", { type: "button", class: "key", "aria-live": "polite", onClick }, done ? copied : label);
}

/**
 * Copies words, also where the page is not served over a safe connection.
 * @param {string} text
 * @param {HTMLElement} near
 */
async function copy(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.className = "heard";
    area.value = text;
    near.after(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    near.focus();
    return done;
  }
}

// ------------------------------------------------------------------ a card, keys

/** @param {Common & { card: Card }} props */
export function CardSheet({ state, act, card }) {
  const one = state.scene?.unseen.find((each) => each.card.code === card.code);
  return h(
    Dialog,
    { name: "one-card", label: called(card), close: state.texts.close, onClose: act.close },
    h(CardView, { card, size: "large" }),
    one && h("p", { class: "soft" }, fill(state.texts["not-seen"], { left: one.left, all: one.of })),
  );
}

const KEYS = ["key-digits", "key-enter", "key-back", "key-skip", "key-hand", "key-help"];

/** @param {Common} props */
export function KeysSheet({ state, act }) {
  const { texts } = state;
  return h(
    Dialog,
    { name: "keys", label: texts.keys, close: texts.close, onClose: act.close },
    h("h2", null, texts.keys),
    h("ul", null, KEYS.map((key) => h("li", { key }, texts[key]))),
  );
}

// ------------------------------------------------------------------ the menu

/** @param {Common & { languages: Language[] }} props */
export function Menu({ state, act, languages }) {
  const { texts, people, door } = state;
  const playground = door === "playground";
  const me = people.find((one) => one.user === state.me);
  return h(
    Dialog,
    { name: "menu", label: texts.menu, close: texts.close, onClose: act.close, side: true },
    state.foot.length > 0 && h("h2", null, texts.around),
    h(Rows, { rows: state.foot.map((button) => [button]), press: act.press, rest: state.wait }),
    playground && people.length > 0 && h("h2", null, texts.people),
    playground &&
      h(
        "ul",
        { class: "persons" },
        people.map((one) =>
          h(
            "li",
            { key: one.user },
            h(
              "button",
              {
                type: "button",
                class: classes("key person", one.user === state.me && "chosen"),
                "aria-pressed": String(one.user === state.me),
                onClick: () => act.be(one.user),
              },
              h(Mark, { name: one.name, hue: one.hue }),
              one.name,
              one.user === state.me && h("small", null, texts["looks-now"]),
              one.user !== state.me && one.asked && h("small", null, texts.called),
            ),
            one.link &&
              h(
                "button",
                { type: "button", class: "key link", onClick: () => act.open({ kind: "link", person: one }) },
                fill(texts["link-of"], { name: one.name }),
              ),
          ),
        ),
      ),
    playground &&
      h(
        "div",
        { class: "rows" },
        me && h("button", { type: "button", class: "key", onClick: () => act.open({ kind: "rename" }) }, texts.rename),
        me?.link &&
          h("button", { type: "button", class: "key", onClick: () => act.open({ kind: "invite" }) }, texts.add),
      ),
    h("h2", null, texts["this-page"]),
    h(
      "div",
      { class: "rows" },
      languages.map((one) =>
        h(
          "button",
          {
            key: one.code,
            type: "button",
            lang: one.code,
            class: classes("key", one.code === state.language && "chosen"),
            "aria-pressed": String(one.code === state.language),
            onClick: () => act.speak(one.code),
          },
          one.name,
        ),
      ),
      h(
        "button",
        { type: "button", class: classes("key", state.sound && "chosen"), "aria-pressed": String(state.sound), onClick: act.sound },
        texts.sound,
      ),
      state.posts !== null &&
        h(
          "button",
          { type: "button", class: classes("key", state.posts && "chosen"), "aria-pressed": String(state.posts), onClick: act.posts },
          texts.posts,
        ),
      h("button", { type: "button", class: "key of-keys", onClick: () => act.open({ kind: "keys" }) }, texts.keys),
    ),
  );
}

// ------------------------------------------------------------------ names and links

/**
 * @param {Common & { title: string, name: string, action: string, done: (name: string) => void }} props
 */
export function NameSheet({ state, act, title, name, action, done }) {
  const line = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    const text = line.current?.value.trim();
    if (text) done(text);
  };
  return h(
    Dialog,
    { name: "naming", label: title, close: state.texts.close, onClose: act.close },
    h("h2", null, title),
    h(
      "form",
      { onSubmit, class: "typing" },
      h("input", {
        type: "text",
        ref: line,
        defaultValue: name,
        maxLength: 40,
        autocomplete: "off",
        autofocus: true,
        required: true,
        "aria-label": state.texts.name,
        placeholder: state.texts.name,
      }),
      h("button", { type: "submit", class: "send" }, action),
    ),
  );
}

/** @param {Common & { person: Person }} props */
export function LinkSheet({ state, act, person }) {
  const { texts } = state;
  const url = new URL(person.link, location.href).href;
  const title = fill(texts["link-of"], { name: person.name });
  return h(
    Dialog,
    { name: "link-sheet", label: title, close: texts.close, onClose: act.close },
    h("h2", null, title),
    h("p", { class: "soft" }, texts["link-what"]),
    h("p", { class: "url", tabIndex: 0 }, url),
    h("div", { class: "rows" }, h(Copy, { text: url, label: texts.copy, copied: texts.copied })),
  );
}
