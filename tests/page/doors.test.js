/** The shells around the page: what they read, what they say, and that they do without. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { asWritten } from "../../adapters/page/static/browser.js";
import { backHere, isFresh, maySay, proofs, shell as lineShell } from "../../adapters/page/static/line.js";
import {
  FRAMED_BY,
  atLeast,
  coloured,
  readHash,
  shell as telegramShell,
} from "../../adapters/page/static/telegram.js";

const NOW = 1_800_000_000;
const DATA = "user=%7B%22id%22%3A11%2C%22language_code%22%3A%22ja%22%7D&start_param=ab12&hash=00";
const THEME = { bg_color: "#17212B", text_color: "#f5f5f5" };

/** @param {string} href */
const address = (href) => new URL(href, "https://cards.example/");

/**
 * @param {string} data
 * @param {string} version
 */
const hashOf = (data, version) =>
  `#${new URLSearchParams({
    tgWebAppData: data,
    tgWebAppVersion: version,
    tgWebAppThemeParams: JSON.stringify(THEME),
  })}`;

test("an address says who looks", () => {
  const none = { kind: "cookie", proof: "", access: "", table: "" };
  const link = asWritten({ door: "link" }, address("/s/ab12.3.00ff"));
  assert.deepEqual(link, { ...none, kind: "link", proof: "ab12.3.00ff" });
  const below = asWritten({ door: "link" }, address("/cards/b/ab12.00ff"));
  assert.deepEqual(below, { ...none, kind: "link", proof: "ab12.00ff" });
  assert.deepEqual(asWritten({ door: "link" }, address("/t/ab12")), { ...none, table: "ab12" });
  const app = asWritten({ door: "telegram" }, address("/app?t=ab12#x"));
  assert.deepEqual(app, { ...none, kind: "telegram", table: "ab12" });
  const liff = asWritten({ door: "line" }, address("/liff?t=ab12"));
  assert.deepEqual(liff, { ...none, kind: "line", table: "ab12" });
  const seat = asWritten({ door: "playground" }, address("/#seat=3.ff"));
  assert.deepEqual(seat, { ...none, kind: "playground", proof: "3.ff" });
  const key = asWritten({ door: "playground" }, address("/#key=ff"));
  assert.deepEqual(key, { ...none, kind: "playground", proof: "ff" });
});

test("Telegram's part of the address is read, or is not there", () => {
  const read = readHash(hashOf(DATA, "8.0"));
  assert.deepEqual(read, {
    data: DATA,
    version: "8.0",
    table: "ab12",
    language: "ja",
    theme: THEME,
  });
  for (const hash of ["", "#", "#seat=1", "#tgWebAppData=x", "#tgWebAppVersion=8.0"]) {
    assert.equal(readHash(hash), null, hash);
  }
  const odd = readHash("#tgWebAppData=user%3D%255B&tgWebAppVersion=x&tgWebAppThemeParams=%7B");
  assert.deepEqual([odd?.language, odd?.theme], ["", {}]);
});

test("versions are compared by their numbers", () => {
  assert.ok(atLeast("6.10", "6.9") && atLeast("8.0", "7.7") && atLeast("7", "7.0"));
  assert.ok(!atLeast("6.0", "6.1") && !atLeast("6.9", "6.10") && !atLeast("x", "6.0"));
});

test("only colours become colours", () => {
  const wrong = { bg_color: "url(x)", "a;b": "#000000", hint_color: 5, link_color: "#FFF" };
  assert.deepEqual(coloured(wrong), { colours: [], dark: null });
  const dark = coloured({ bg_color: "#17212B", secondary_bg_color: "#232E3C" });
  assert.deepEqual(dark.colours, [
    ["--tg-theme-bg-color", "#17212b"],
    ["--tg-theme-secondary-bg-color", "#232e3c"],
  ]);
  assert.equal(dark.dark, true);
  assert.equal(coloured({ bg_color: "#ffffff" }).dark, false);
});

/**
 * A window that Telegram shows, as far as its shell needs it.
 * @param {string} version
 * @param {boolean} framed in a browser, rather than by an app
 */
function telegramWindow(version, framed) {
  /** @type {[string, any, string?][]} */
  const said = [];
  /** @type {Record<string, string>} */
  const style = {};
  /** @type {((event: unknown) => void)[]} */
  const listeners = [];
  const parent = {
    /**
     * @param {string} text
     * @param {string} to
     */
    postMessage(text, to) {
      const { eventType, eventData } = JSON.parse(text);
      said.push([eventType, eventData, to]);
    },
  };
  const root = {
    dataset: {},
    style: { setProperty: (/** @type {string} */ key, /** @type {string} */ to) => (style[key] = to) },
  };
  /** @type {any} */
  const win = {
    location: address(`/app${hashOf(DATA, version)}`),
    document: { documentElement: root },
    addEventListener: (/** @type {string} */ _, /** @type {any} */ then) => listeners.push(then),
  };
  win.parent = framed ? parent : win;
  if (!framed) {
    win.TelegramWebviewProxy = {
      postEvent: (/** @type {string} */ name, /** @type {string} */ data) =>
        said.push([name, JSON.parse(data)]),
    };
  }
  /**
   * @param {string} name
   * @param {unknown} data
   * @param {Record<string, unknown>} [more]
   */
  const hear = (name, data, more = {}) => {
    const text = JSON.stringify({ eventType: name, eventData: data });
    for (const then of listeners) then({ source: parent, origin: FRAMED_BY, data: text, ...more });
  };
  return { win, said, style, root, hear, names: () => said.map(([name]) => name) };
}

test("Telegram in a browser is spoken to by messages to its own origin alone", async () => {
  const { win, said, style, root, hear, names } = telegramWindow("8.0", true);
  const shell = await telegramShell(win);
  const proof = await shell.come();
  assert.deepEqual(proof, { kind: "telegram", proof: DATA, access: "", table: "ab12" });
  assert.deepEqual(shell.languages, ["ja"]);
  assert.ok(said.every(([, , to]) => to === FRAMED_BY));
  for (const name of ["iframe_ready", "web_app_ready", "web_app_expand"]) {
    assert.ok(names().includes(name), name);
  }
  assert.equal(style["--tg-theme-bg-color"], "#17212b");
  /** @type {boolean[]} */
  const dark = [];
  shell.theme?.((now) => dark.push(now));
  hear("theme_changed", { theme_params: { bg_color: "#ffffff" } });
  hear("theme_changed", { theme_params: { bg_color: "#000000" } }, { origin: "https://evil.example" });
  hear("theme_changed", { theme_params: { bg_color: "#000000" } }, { source: {} });
  assert.deepEqual(dark, [true, false]);
  assert.deepEqual(root.dataset, { look: "light" });
  hear("viewport_changed", { height: 500, is_state_stable: false });
  assert.equal(style["--tg-viewport-stable-height"], undefined);
  hear("viewport_changed", { height: 512, is_state_stable: true });
  assert.equal(style["--tg-viewport-stable-height"], "512px");
  hear("safe_area_changed", { top: 20, bottom: "x" });
  assert.equal(style["--tg-safe-area-inset-top"], "20px");
  assert.equal(style["--tg-safe-area-inset-bottom"], undefined);
  hear("unheard_of", null, { data: "{" });
});

test("Telegram's own back button, touches and question before closing", async () => {
  const { win, said, hear } = telegramWindow("8.0", true);
  const shell = await telegramShell(win);
  said.length = 0;
  let backs = 0;
  shell.back?.(() => (backs += 1));
  hear("back_button_pressed", {});
  shell.back?.(null);
  hear("back_button_pressed", {});
  assert.equal(backs, 1);
  let woken = 0;
  shell.woken?.(() => (woken += 1));
  hear("visibility_changed", { is_visible: false });
  hear("visibility_changed", { is_visible: true });
  assert.equal(woken, 1);
  shell.half?.(true);
  shell.half?.(false);
  shell.feel?.("choose");
  shell.feel?.("refused");
  shell.open?.("https://t.me/fumi_bot?start=x");
  shell.open?.("https://cards.example/proof");
  shell.close?.();
  assert.deepEqual(
    said.map(([name, data]) => [name, data]),
    [
      ["web_app_setup_back_button", { is_visible: true }],
      ["web_app_setup_back_button", { is_visible: false }],
      ["web_app_setup_closing_behavior", { need_confirmation: true }],
      ["web_app_setup_closing_behavior", { need_confirmation: false }],
      ["web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" }],
      ["web_app_trigger_haptic_feedback", { type: "notification", notification_type: "error" }],
      ["web_app_open_tg_link", { path_full: "/fumi_bot?start=x" }],
      ["web_app_open_link", { url: "https://cards.example/proof" }],
      ["web_app_close", {}],
    ],
  );
});

test("an old app is told only what it knows", async () => {
  const { win, names } = telegramWindow("6.0", false);
  const shell = await telegramShell(win);
  shell.feel?.("done");
  shell.half?.(true);
  shell.back?.(() => {});
  const newer = ["haptic", "closing", "back_button", "swipe", "safe_area"];
  assert.ok(!names().some((name) => newer.some((word) => name.includes(word))), names().join());
  let backs = 0;
  shell.back?.(() => (backs += 1));
  win.Telegram.WebView.receiveEvent("back_button_pressed", "{}");
  win.TelegramGameProxy_receiveEvent("back_button_pressed", null);
  assert.equal(backs, 2);
});

test("outside of Telegram there is no proof, and the server says why", async () => {
  /** @type {any} */
  const win = { location: address("/app?t=ab12"), document: {} };
  const shell = await telegramShell(win);
  const proof = await shell.come();
  assert.deepEqual(proof, { kind: "telegram", proof: "", access: "", table: "ab12" });
  assert.equal(await shell.again(), null);
});

/**
 * LINE's SDK, as far as we use it.
 * @param {Record<string, any>} [more]
 * @returns {any}
 */
const liff = (more = {}) => ({
  init: async () => {},
  isInClient: () => true,
  isLoggedIn: () => true,
  getIDToken: () => "id.token.x",
  getDecodedIDToken: () => ({ exp: NOW + 3600 }),
  getAccessToken: () => "access",
  getContext: () => ({ type: "group", viewType: "tall" }),
  permission: { query: async () => ({ state: "granted" }) },
  sendMessages: async () => {},
  closeWindow: () => {},
  ...more,
});

test("an ID token is used while it is fresh", () => {
  assert.ok(isFresh({ exp: NOW + 3600 }, NOW));
  assert.ok(!isFresh({ exp: NOW + 10 }, NOW) && !isFresh({}, NOW) && !isFresh(null, NOW));
  assert.deepEqual(proofs(liff(), NOW), { proof: "id.token.x", access: "access" });
  const stale = { getDecodedIDToken: () => ({ exp: NOW - 5 }) };
  assert.deepEqual(proofs(liff(stale), NOW), { proof: "", access: "access" });
  const browser = { isInClient: () => false };
  assert.equal(proofs(liff({ ...stale, ...browser }), NOW), "login");
  assert.equal(proofs(liff({ ...browser, isLoggedIn: () => false }), NOW), "login");
  assert.deepEqual(proofs(liff({ isLoggedIn: () => false }), NOW), { proof: "", access: "" });
});

test("after a login one comes back once, to the same table", () => {
  const back = backHere("https://cards.example/liff?t=ab12#x");
  assert.equal(back, "https://cards.example/liff?t=ab12&again=1");
  assert.equal(backHere(back), "");
});

test("a line is said only from a chat, and only where it is allowed", async () => {
  assert.equal(await maySay(liff()), true);
  const refused = { permission: { query: async () => ({ state: "prompt" }) } };
  assert.equal(await maySay(liff(refused)), false);
  const never = { permission: { query: () => Promise.reject(new Error("FORBIDDEN")) } };
  assert.equal(await maySay(liff(never)), false);
  assert.equal(await maySay(liff({ isInClient: () => false })), false);
  for (const context of [null, {}, { type: "external" }, { type: "none" }]) {
    assert.equal(await maySay(liff({ getContext: () => context })), false);
  }
});

/**
 * A window in LINE. The SDK comes, or (without one) does not.
 * @param {any} sdk
 * @param {string} [where]
 */
function lineWindow(sdk, where = "/liff?t=ab12") {
  /** @type {any} */
  const win = {
    location: address(where),
    setTimeout: () => {},
    document: {
      documentElement: { dataset: { liff: "1234567890-AbCdEfGh" } },
      createElement: () => {
        /** @type {any} */
        const script = { on: {}, addEventListener: (/** @type {string} */ name, /** @type {any} */ then) => (script.on[name] = then) };
        return script;
      },
      head: {
        append: (/** @type {any} */ script) => {
          win.loaded = script.src;
          win.liff = sdk;
          queueMicrotask(script.on[sdk ? "load" : "error"]);
        },
      },
    },
  };
  return win;
}

test("in LINE: who it is, and the move as a line of their own", async () => {
  /** @type {any[]} */
  const sent = [];
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const sdk = liff({
    getDecodedIDToken: () => ({ exp }),
    sendMessages: async (/** @type {any} */ messages) => sent.push(...messages),
  });
  const win = lineWindow(sdk);
  const shell = await lineShell(win);
  assert.equal(win.loaded, "https://static.line-scdn.net/liff/edge/2/sdk.js");
  const proof = await shell.come();
  assert.deepEqual(proof, { kind: "line", proof: "id.token.x", access: "access", table: "ab12" });
  assert.equal(shell.compact, true);
  assert.equal(await shell.news?.("兵士 → Ken『男爵』"), true);
  assert.deepEqual(sent, [{ type: "text", text: "兵士 → Ken『男爵』" }]);
});

test("a line that LINE does not take is not a move that failed", async () => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const fails = () => Promise.reject(new Error("user doesn't grant required permissions yet"));
  const sdk = liff({ getDecodedIDToken: () => ({ exp }), sendMessages: fails });
  const shell = await lineShell(lineWindow(sdk));
  assert.equal(await shell.news?.("x"), false);
});

test("without the permission there are no lines of one's own", async () => {
  const refused = { permission: { query: async () => ({ state: "prompt" }) } };
  const shell = await lineShell(lineWindow(liff(refused)));
  assert.equal(shell.news, undefined);
});

test("where LINE's SDK does not come or begin, the server says what to do", async () => {
  const nothing = { kind: "line", proof: "", access: "", table: "ab12" };
  assert.deepEqual(await (await lineShell(lineWindow(null))).come(), nothing);
  const broken = liff({ init: () => Promise.reject(new Error("INIT_FAILED")) });
  assert.deepEqual(await (await lineShell(lineWindow(broken))).come(), nothing);
});
