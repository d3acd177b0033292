// Beside the table: the story by turns, the chat, and what each card does.

import { called, CardView } from "./card.js";
import { classes, fill, h, useEffect, useLayoutEffect, useRef } from "./dom.js";

/** @import {Card, Line, Scene, TableState, Unseen, Word} from "./types.js" */

/** @typedef {"story" | "talk" | "cards"} Part */

/** @type {Part[]} */
export const PARTS = ["story", "talk", "cards"];

/**
 * - `lines` those that may be read by now; `more`: there are older ones.
 * - `chat`: words reach the other people here (else the host alone).
 *
 * @typedef {{
 *   state: TableState,
 *   part: Part,
 *   lines: Line[],
 *   more: boolean,
 *   words: Word[],
 *   unread: number,
 *   chat: boolean,
 *   draft: string,
 *   onPart: (part: Part) => void,
 *   onOlder: () => void,
 *   onDraft: (text: string) => void,
 *   onSay: (text: string) => void,
 *   onLook: (card: Card) => void,
 * }} RailProps
 */

/** @param {RailProps} props */
export function Rail(props) {
  const { state, part, onPart, unread } = props;
  const { texts } = state;
  const alone = state.door === "record"; // nobody is there who could read words
  const parts = PARTS.filter((one) => one !== "talk" || !alone);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = parts[(parts.indexOf(part) + step + parts.length) % parts.length];
    onPart(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return h(
    "section",
    { class: "rail", "aria-label": texts.rail },
    h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": texts.rail, onKeyDown },
      parts.map((one) =>
        h(
          "button",
          {
            key: one,
            id: `tab-${one}`,
            type: "button",
            role: "tab",
            class: classes("tab", one === part && "on"),
            "aria-selected": String(one === part),
            "aria-controls": "rail-panel",
            tabIndex: one === part ? 0 : -1,
            onClick: () => onPart(one),
          },
          texts[one],
          one === "talk" && unread > 0 && h("span", { class: "unread" }, unread),
        ),
      ),
    ),
    h(
      "div",
      { class: "panel-box", id: "rail-panel", role: "tabpanel", "aria-labelledby": `tab-${part}` },
      part === "story" && h(StoryPart, props),
      part === "talk" && h(TalkPart, props),
      part === "cards" && h(CardsPart, { scene: state.scene, texts, onLook: props.onLook }),
    ),
    part !== "cards" && !alone && h(Typing, props),
  );
}

// ------------------------------------------------------------------ the story

/**
 * Lines that belong together: a round, and in it whose turn it was.
 * @typedef {{ key: number, round: number, opens: boolean, turn: number, lines: Line[] }} Group
 */

/** @param {Line[]} lines @returns {Group[]} */
export function grouped(lines) {
  /** @type {Group[]} */
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && last.turn === line.turn && last.round === line.round) last.lines.push(line);
    else {
      const opens = line.round > 0 && line.round !== last?.round;
      groups.push({ key: line.id, round: line.round, opens, turn: line.turn, lines: [line] });
    }
  }
  return groups;
}

/** @param {RailProps} props */
function StoryPart({ state, lines, more, onOlder }) {
  const { texts, scene } = state;
  const box = useEnd(lines.at(-1)?.id ?? 0, lines[0]?.id ?? 0);
  /** @param {number} seat */
  const heading = (seat) => {
    if (seat === scene?.me) return texts["your-turn"];
    const name = scene?.seats.find((one) => one.seat === seat)?.name;
    return name ? fill(texts["turn-of"], { name }) : "";
  };
  return h(
    "div",
    { class: "panel story", ref: box, tabIndex: 0, role: "group", "aria-label": texts.story },
    more && h("button", { type: "button", class: "way older", onClick: onOlder }, texts.earlier),
    lines.length === 0 && h("p", { class: "nothing" }, texts["no-story"]),
    grouped(lines).map((group) =>
      h(
        "section",
        { key: group.key, class: classes("turn", group.opens && "opens") },
        group.opens &&
          h("h2", { class: "round" }, fill(texts["title-round"], { number: group.round })),
        group.turn > 0 && heading(group.turn) &&
          h("h3", { class: classes("whose", group.turn === scene?.me && "own") }, heading(group.turn)),
        group.lines.map((line) => h(StoryLine, { key: line.id, line, texts })),
      ),
    ),
  );
}

/** @param {{ line: Line, texts: Record<string, string> }} props */
function StoryLine({ line, texts }) {
  const { moment, text } = line;
  const look = classes("line", line.seat > 0 && "secret", moment?.ends && `ends-${moment.ends}`);
  const [first, ...rest] = text.split("\n\n");
  if (rest.length > 0) {
    return h("details", { class: look }, h("summary", null, first), h("p", null, rest.join("\n\n")));
  }
  return h(
    "p",
    { class: look },
    line.seat > 0 && h("span", { class: "heard" }, texts["only-you"], " "),
    text,
  );
}

/**
 * A box that stays at its end while one reads there, and in its place when older lines come.
 * @param {number} end what stands last
 * @param {number} start what stands first
 */
function useEnd(end, start) {
  /** @type {{ current: HTMLElement | null }} */
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef({ start, height: 0, at: true });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const was = before.current;
    if (was.start > start && was.height) element.scrollTop += element.scrollHeight - was.height;
    else if (was.at) element.scrollTop = element.scrollHeight;
    was.start = start;
    was.height = element.scrollHeight;
  }, [end, start]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = () => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
      before.current.at = rest < 48;
    };
    const sized = new ResizeObserver(() => {
      if (before.current.at) element.scrollTop = element.scrollHeight; // a drawer that opens, too
    });
    sized.observe(element);
    element.addEventListener("scroll", watch, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener("scroll", watch);
    };
  }, []);
  return box;
}

// ------------------------------------------------------------------ the chat

/** @param {RailProps} props */
function TalkPart({ state, words, chat }) {
  const { texts } = state;
  const box = useEnd(words.at(-1)?.id ?? 0, words[0]?.id ?? 0);
  return h(
    "div",
    { class: "panel talk", ref: box, tabIndex: 0, role: "group", "aria-label": texts.talk },
    !chat && h("p", { class: "nothing" }, texts["to-host"]),
    chat && words.length === 0 && h("p", { class: "nothing" }, texts["no-words"]),
    words.map((word) =>
      h(
        "div",
        { key: word.id, class: classes("said", word.mine && "mine") },
        h("b", { style: { "--hue": word.hue } }, word.name),
        h("p", null, word.text),
      ),
    ),
  );
}

/** @param {RailProps} props */
function Typing({ state, chat, draft, onDraft, onSay }) {
  const { texts } = state;
  const label = chat ? texts["say-room"] : texts["say-host"];
  const line = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    const text = line.current?.value.trim(); // what stands there, also before it was drawn again
    if (text) onSay(text);
  };
  /** Enter that ends a conversion of kana sends nothing. @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
  };
  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const onInput = (event) => onDraft(event.currentTarget.value);
  return h(
    "form",
    { class: "typing", onSubmit },
    h("input", {
      type: "text",
      ref: line,
      value: draft,
      maxLength: 4000,
      autocomplete: "off",
      enterkeyhint: "send",
      placeholder: label,
      "aria-label": label,
      onInput,
      onKeyDown,
    }),
    h("button", { type: "submit", class: "send" }, texts.send),
  );
}

// ------------------------------------------------------------------ the cards

/** @param {{ scene: Scene | null, texts: Record<string, string>, onLook: (card: Card) => void }} props */
function CardsPart({ scene, texts, onLook }) {
  const unseen = scene?.unseen ?? [];
  /** @param {Unseen} one */
  const told = (one) => fill(texts["not-seen"], { left: one.left, all: one.of });
  return h(
    "div",
    { class: "panel cards", tabIndex: 0, role: "group", "aria-label": texts.cards },
    unseen.length === 0 && h("p", { class: "nothing" }, texts["no-cards"]),
    unseen.length > 0 && h("p", { class: "lookup-head", "aria-hidden": "true" }, texts["unseen-head"]),
    h(
      "ul",
      { class: "lookup" },
      unseen.map((one) =>
        h(
          "li",
          { key: one.card.code, class: classes(one.left === 0 && "gone") },
          h(CardView, { card: one.card, size: "tiny", press: () => onLook(one.card), label: called(one.card) }),
          h(
            "div",
            { class: "what" },
            h("b", null, called(one.card)),
            one.card.text && h("p", null, one.card.text),
          ),
          h(
            "span",
            { class: "count", role: "img", "aria-label": told(one), title: told(one) },
            `×${one.left}`,
          ),
        ),
      ),
    ),
  );
}
