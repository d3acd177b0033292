// The whole page as a function of its state.

import { seen, tableState } from "./app.js";
import { Bar } from "./bar.js";
import { Curtain } from "./curtain.js";
import { Dialog } from "./dialog.js";
import { classes, fill, h } from "./dom.js";
import { Rail } from "./rail.js";
import { ReelBar } from "./reel.js";
import { CardSheet, KeysSheet, LinkSheet, Menu, NameSheet, SheetView } from "./sheets.js";
import { readable } from "./store.js";
import { Table } from "./table.js";
import { Tour } from "./tour.js";

/** @import {Act, TableState} from "./types.js" */
/** @import {App} from "./app.js" */
/** @import {Part} from "./rail.js" */
/** @import {ReelAct} from "./reel.js" */
/** @import {SheetAct} from "./sheets.js" */

/**
 * What can be done beside the felt.
 * @typedef {SheetAct & {
 *   wake: () => void,
 *   part: (part: Part) => void,
 *   older: () => void,
 *   draft: (text: string) => void,
 *   say: (text: string) => void,
 *   untoast: (id: number) => void,
 *   lift: () => void,
 *   stay: () => void,
 *   hand: () => void,
 *   tourNext: () => void,
 *   tourEnd: () => void,
 *   again: () => void,
 *   reel: ReelAct,
 * }} PageAct
 */

/** @param {{ app: App, act: Act, page: PageAct }} props */
export function Page({ app, act, page }) {
  const { store } = app;
  const state = tableState(app);
  const { texts } = state;
  if (store.refused) return h(Refused, { app, page });
  if (!store.hello || !store.table) return h(Splash, { told: store.toasts.at(-1)?.text ?? "" });
  const to = store.people.find((one) => one.user === app.curtain);
  if (to) {
    const back = app.lifted ? null : page.stay;
    return h(
      "div",
      { class: "page" },
      h(Curtain, { key: "curtain", texts, to, onLift: page.lift, onStay: back }),
    );
  }
  const rail = h(Rail, {
    state,
    part: app.part,
    lines: readable(seen(app)),
    more: !app.film && store.more,
    words: store.words,
    unread: store.unread,
    chat: store.hello.chat,
    draft: app.draft,
    onPart: page.part,
    onOlder: page.older,
    onDraft: page.draft,
    onSay: page.say,
    onLook: act.look,
  });
  const wide = state.layout === "wide";
  return h(
    "div",
    { class: classes("page", state.layout), "data-phase": state.phase },
    h(Bar, {
      state,
      wire: app.wire,
      languages: store.hello.languages,
      onSpeed: page.speed,
      onSound: page.sound,
      onSpeak: page.speak,
      onMenu: () => page.open({ kind: "menu" }),
      onWake: page.wake,
    }),
    h(
      "div",
      { class: classes("table-part", app.film && "filmed"), key: "felt" },
      h("button", { type: "button", class: "to-hear", onClick: page.hand }, texts["tell-hand"]),
      h(Table, { state, act }),
      app.tour >= 0 && state.scene && !app.film &&
        h(Tour, { texts, step: app.tour, onNext: page.tourNext, onEnd: page.tourEnd }),
      app.film && h(ReelBar, { film: app.film, texts, act: reelAct(app, page.reel) }),
    ),
    wide ? rail : h(Latest, { app, state, page }),
    h(Notices, { app, state, page }),
    h(Above, { app, state, act, page, rail }),
    h(
      "div",
      { class: "heard", "aria-live": "polite", key: "aloud" },
      app.spoken.map((one) => h("p", { key: one.id }, one.text)),
    ),
  );
}

/**
 * What can be done with a film here. A page with nothing but a film has no table to go back to.
 * @param {App} app
 * @param {ReelAct} act
 * @returns {ReelAct}
 */
function reelAct(app, { check, close, ...rest }) {
  const proof = app.store.table?.foot.some((button) => button.verb === "proof");
  const alone = app.store.hello?.door === "record";
  return { ...rest, check: proof ? check : undefined, close: alone ? undefined : close };
}

/** Before the first table, and why it has not come yet. @param {{ told: string }} props */
function Splash({ told }) {
  return h(
    "p",
    { class: "splash", role: "status" },
    h("span", { lang: "ja" }, "文箱"),
    " ",
    h("span", { lang: "en" }, "Fumibako"),
    told && h("small", null, told),
  );
}

/** Why the page may not be seen. @param {{ app: App, page: PageAct }} props */
function Refused({ app, page }) {
  const { text = "", language = "", retry = "" } = app.store.refused ?? {};
  return h(
    "main",
    { class: "refused", lang: language || undefined },
    h("span", { class: "bar-seal", "aria-hidden": "true" }, "文"),
    h("h1", null, "文箱 Fumibako"),
    h("p", { role: "alert" }, text),
    h("button", { type: "button", class: "key", onClick: page.again }, retry || "↻"),
  );
}

/**
 * On a phone: the last line, and the way to the story and the chat.
 * @param {{ app: App, state: TableState, page: PageAct }} props
 */
function Latest({ app, state, page }) {
  const line = readable(seen(app)).at(-1);
  const { unread } = app.store;
  return h(
    "button",
    { type: "button", class: "latest", "aria-haspopup": "dialog", onClick: () => page.open({ kind: "rail" }) },
    h("span", { class: classes("latest-line", line && line.seat > 0 && "secret") }, line?.text ?? ""),
    h(
      "span",
      { class: "latest-way" },
      state.texts.rail,
      unread > 0 && h("span", { class: "unread" }, unread),
      h("span", { "aria-hidden": "true" }, " ▴"),
    ),
  );
}

/**
 * What the reader is told for a while, and what is not confirmed.
 * @param {{ app: App, state: TableState, page: PageAct }} props
 */
function Notices({ app, state, page }) {
  const { texts } = state;
  const unsure = app.outbox.filter((one) => one.unsure);
  return h(
    "div",
    { class: "notices", role: "status", key: "notices" },
    unsure.map((one) =>
      h(
        "p",
        { key: one.frame.id, class: "notice unsure" },
        fill(texts.unsure, { what: one.label || texts["your-words"] }),
      ),
    ),
    app.store.toasts.map((one) =>
      h(
        "p",
        { key: one.id, class: classes("notice", one.kind) },
        one.text,
        h(
          "button",
          { type: "button", class: "close", "aria-label": texts.close, onClick: () => page.untoast(one.id) },
          h("span", { "aria-hidden": "true" }, "×"),
        ),
      ),
    ),
  );
}

/**
 * What is open above the table.
 * @param {{
 *   app: App,
 *   state: TableState,
 *   act: Act,
 *   page: PageAct,
 *   rail: import("./vendor/preact.js").Child,
 * }} props
 */
function Above({ app, state, page, rail }) {
  const { store, open } = app;
  const { texts } = state;
  const common = { state, act: page };
  switch (open?.kind) {
    case "sheet":
      return store.sheet && h(SheetView, { ...common, sheet: store.sheet, key: store.sheet.title });
    case "card":
      return h(CardSheet, { ...common, card: open.card });
    case "keys":
      return h(KeysSheet, common);
    case "menu":
      return h(Menu, { ...common, languages: store.hello?.languages ?? [] });
    case "rail":
      return state.layout === "wide"
        ? null
        : h(
            Dialog,
            { name: "drawer", label: texts.rail, close: texts.close, onClose: page.close },
            rail,
          );
    case "invite":
      return h(NameSheet, {
        ...common,
        title: texts["invite-title"],
        name: "",
        action: texts["add-done"],
        done: page.invite,
      });
    case "rename":
      return h(NameSheet, {
        ...common,
        title: texts["rename-title"],
        name: state.people.find((one) => one.user === state.me)?.name ?? "",
        action: texts.save,
        done: page.rename,
      });
    case "link":
      return h(LinkSheet, { ...common, person: open.person });
    default:
      return null;
  }
}
