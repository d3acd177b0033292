// @ts-check
// Telegram's shell of a Mini App, spoken to in its own few messages: JSON to the window that
// frames this page (Telegram Web), or to an object that the apps put into it.

import { asWritten, plain } from "./browser.js";

/** @typedef {import("./shell.js").Shell} Shell */

export const FRAMED_BY = "https://web.telegram.org";
const COLOUR = /^#[0-9a-f]{6}$/i;
const NAME = /^[a-z_]{1,40}$/;
const SIDES = ["top", "right", "bottom", "left"];

/**
 * What the app says in the address about itself and about who looks. Null: this is not Telegram.
 * @param {string} hash with its "#"
 */
export function readHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const data = given.get("tgWebAppData") ?? "";
  const version = given.get("tgWebAppVersion") ?? "";
  if (!data || !version) return null;
  const signed = new URLSearchParams(data);
  const language = record(parsed(signed.get("user") ?? "")).language_code;
  return {
    data,
    version,
    table: signed.get("start_param") ?? "",
    language: typeof language === "string" ? language : "",
    theme: record(parsed(given.get("tgWebAppThemeParams") ?? "")),
  };
}

/**
 * Whether a version like "6.9" is at least another.
 * @param {string} version
 * @param {string} least
 */
export function atLeast(version, least) {
  const [a, b] = [version, least].map((each) => each.split(".").map((part) => Number(part) || 0));
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const more = (a[place] ?? 0) - (b[place] ?? 0);
    if (more) return more > 0;
  }
  return true;
}

/**
 * Colours of Telegram as CSS variables, and whether they are dark (null: no background is named).
 * @param {Record<string, unknown>} theme
 * @returns {{ colours: [string, string][], dark: boolean | null }}
 */
export function coloured(theme) {
  /** @type {[string, string][]} */
  const colours = [];
  for (const [name, value] of Object.entries(theme)) {
    if (!NAME.test(name) || typeof value !== "string" || !COLOUR.test(value)) continue;
    colours.push([`--tg-theme-${name.replaceAll("_", "-")}`, value.toLowerCase()]);
  }
  const back = colours.find(([name]) => name === "--tg-theme-bg-color")?.[1];
  if (!back) return { colours, dark: null };
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(back.slice(at, at + 2), 16));
  return { colours, dark: 0.299 * red + 0.587 * green + 0.114 * blue < 128 };
}

/**
 * The shell inside Telegram, or a plain one anywhere else: then the server says how to come in.
 * @param {Window & typeof globalThis} win
 * @returns {Promise<Shell>}
 */
export async function shell(win = window) {
  const asked = asWritten({ door: "telegram" }, win.location);
  const started = readHash(win.location.hash);
  if (!started) return plain(asked);
  const { version } = started;
  const root = win.document.documentElement;
  /** @type {((dark: boolean) => void)[]} */
  const themed = [];
  /** @type {(() => void)[]} */
  const woken = [];
  /** @type {(() => void) | null} */
  let back = null;
  let dark = paint(started.theme);

  /** @param {Record<string, unknown>} theme */
  function paint(theme) {
    const found = coloured(theme);
    for (const [name, value] of found.colours) root.style.setProperty(name, value);
    if (found.dark !== null) root.dataset.look = found.dark ? "dark" : "light";
    return found.dark;
  }

  /**
   * @param {string} name
   * @param {string} least the version of the app that knows this
   * @param {Record<string, unknown>} [data]
   */
  function send(name, least, data = {}) {
    if (!atLeast(version, least)) return;
    const proxy = /** @type {any} */ (win).TelegramWebviewProxy;
    try {
      if (typeof proxy?.postEvent === "function") proxy.postEvent(name, JSON.stringify(data));
      else if (win.parent !== win) {
        win.parent.postMessage(JSON.stringify({ eventType: name, eventData: data }), FRAMED_BY);
      }
    } catch {
      // the app is going away
    }
  }

  /**
   * @param {unknown} name
   * @param {unknown} raw
   */
  function receive(name, raw) {
    const data = record(typeof raw === "string" ? parsed(raw) : raw);
    if (name === "theme_changed") {
      dark = paint(record(data.theme_params)) ?? dark;
      for (const then of themed) then(dark ?? false);
    } else if (name === "viewport_changed") {
      const { height, is_state_stable: stable } = data;
      if (stable && typeof height === "number") {
        root.style.setProperty("--tg-viewport-stable-height", `${height}px`);
      }
    } else if (name === "safe_area_changed" || name === "content_safe_area_changed") {
      const begin = name === "safe_area_changed" ? "--tg-safe-area" : "--tg-content-safe-area";
      for (const side of SIDES) {
        const inset = data[side];
        if (typeof inset === "number") {
          root.style.setProperty(`${begin}-inset-${side}`, `${inset}px`);
        }
      }
    } else if (name === "back_button_pressed") {
      back?.();
    } else if (name === "visibility_changed" && data.is_visible === true) {
      for (const then of woken) then();
    } else if (name === "reload_iframe") {
      win.location.reload();
    }
  }

  win.addEventListener("message", (event) => {
    if (event.source !== win.parent || event.origin !== FRAMED_BY) return;
    const told = record(typeof event.data === "string" ? parsed(event.data) : null);
    receive(told.eventType, told.eventData);
  });
  const named = /** @type {any} */ (win);
  named.Telegram = { ...named.Telegram, WebView: { receiveEvent: receive } };
  named.TelegramGameProxy = { receiveEvent: receive };
  named.TelegramGameProxy_receiveEvent = receive;

  send("iframe_ready", "6.0", { reload_supported: true });
  send("web_app_ready", "6.0");
  send("web_app_expand", "6.0");
  send("web_app_request_theme", "6.0");
  send("web_app_request_viewport", "6.0");
  send("web_app_request_safe_area", "8.0");
  send("web_app_request_content_safe_area", "8.0");
  send("web_app_setup_swipe_behavior", "7.7", { allow_vertical_swipe: false });

  return {
    ...plain({ ...asked, proof: started.data, table: asked.table || started.table }),
    languages: started.language ? [started.language] : [],
    woken: (then) => {
      woken.push(then);
    },
    feel: (what) => {
      const touch = { type: "impact", impact_style: "light" };
      const told = { choose: "", turn: "warning", done: "success", refused: "error" }[what];
      const data = told ? { type: "notification", notification_type: told } : touch;
      send("web_app_trigger_haptic_feedback", "6.1", data);
    },
    back: (then) => {
      back = then;
      send("web_app_setup_back_button", "6.1", { is_visible: then !== null });
    },
    half: (made) => {
      send("web_app_setup_closing_behavior", "6.2", { need_confirmation: made });
    },
    open: (url) => {
      const { hostname, pathname, search } = new URL(url, win.location.href);
      if (hostname === "t.me") send("web_app_open_tg_link", "6.1", { path_full: pathname + search });
      else send("web_app_open_link", "6.1", { url: new URL(url, win.location.href).href });
    },
    close: () => send("web_app_close", "6.0"),
    theme: (then) => {
      themed.push(then);
      if (dark !== null) then(dark);
    },
  };
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function record(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? /** @type {Record<string, unknown>} */ (value)
    : {};
}
