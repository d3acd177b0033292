// @ts-check
// LINE's shell of a LIFF page. Its SDK comes from LINE's own address, and only at this door.

import { asWritten, plain } from "./browser.js";

/** @typedef {import("./shell.js").Shell} Shell */

/**
 * What we use of LINE's SDK.
 * @typedef {{
 *   init: (config: { liffId: string }) => Promise<void>,
 *   isInClient: () => boolean,
 *   isLoggedIn: () => boolean,
 *   login: (config: { redirectUri: string }) => void,
 *   logout: () => void,
 *   getIDToken: () => string | null,
 *   getDecodedIDToken: () => { exp?: number } | null,
 *   getAccessToken: () => string | null,
 *   getAppLanguage?: () => string,
 *   getContext: () => { type?: string, viewType?: string } | null,
 *   permission: { query: (name: string) => Promise<{ state: string }> },
 *   sendMessages: (messages: { type: "text", text: string }[]) => Promise<void>,
 *   openWindow: (params: { url: string, external: boolean }) => void,
 *   closeWindow: () => void,
 * }} Liff
 */

export const SDK = "https://static.line-scdn.net/liff/edge/2/sdk.js";
const CHATS = ["utou", "group", "room"];
const SOON = 60; // seconds before its end at which a token counts as stale
const LONGEST = 20_000; // milliseconds that the SDK may take to come
const ONCE = "again"; // in the address of a page that has just logged in anew

/**
 * Whether an ID token is to be used: LINE's SDK keeps an old one, and never looks at it again.
 * @param {{ exp?: number } | null} claims
 * @param {number} now seconds
 */
export function isFresh(claims, now) {
  return claims !== null && typeof claims.exp === "number" && claims.exp > now + SOON;
}

/**
 * What proves who looks, by this SDK: the ID token while it is fresh, and the access token. "login":
 * only logging in helps, which there is in a browser outside of LINE.
 * @param {Liff} liff
 * @param {number} now seconds
 * @returns {{ proof: string, access: string } | "login"}
 */
export function proofs(liff, now) {
  if (!liff.isLoggedIn()) return liff.isInClient() ? { proof: "", access: "" } : "login";
  const fresh = isFresh(liff.getDecodedIDToken(), now);
  if (!fresh && !liff.isInClient()) return "login";
  return { proof: (fresh && liff.getIDToken()) || "", access: liff.getAccessToken() ?? "" };
}

/**
 * The address to come back to after logging in; empty if we have just come from there.
 * @param {string} address
 */
export function backHere(address) {
  const here = new URL(address);
  if (here.searchParams.has(ONCE)) return "";
  here.searchParams.set(ONCE, "1");
  here.hash = "";
  return here.href;
}

/**
 * Whether a line may be said in the chat: in LINE, opened from a chat, and allowed by the person.
 * @param {Liff} liff
 */
export async function maySay(liff) {
  if (!liff.isInClient() || !CHATS.includes(liff.getContext()?.type ?? "")) return false;
  try {
    return (await liff.permission.query("chat_message.write")).state === "granted";
  } catch {
    return false; // the scope is not asked for by this channel
  }
}

/**
 * The shell inside LINE, or in a browser that is logged in there. Where LINE's SDK does not begin
 * it is a plain one without a proof: then the server says how else to come in.
 * @param {Window & typeof globalThis} win
 * @returns {Promise<Shell>}
 */
export async function shell(win = window) {
  const id = win.document.documentElement.dataset.liff ?? "";
  const liff = id ? await loaded(win) : null;
  try {
    // Until this is done the address must stay as it is: what it asks for stands in it.
    await liff?.init({ liffId: id });
  } catch {
    return plain(asWritten({ door: "line" }, win.location));
  }
  const asked = asWritten({ door: "line" }, win.location);
  if (!liff) return plain(asked);
  const language = liff.getAppLanguage?.() ?? "";
  const languages = language ? [language] : [];
  const known = proofs(liff, Date.now() / 1000);
  if (known === "login") {
    await loggedInAnew(liff, win);
    return { ...plain(asked), languages };
  }
  const posts = await maySay(liff);
  const inApp = liff.isInClient();
  return {
    ...plain({ ...asked, ...known }),
    again: async () => {
      if (!inApp) await loggedInAnew(liff, win);
      return null; // in LINE both proofs were shown already
    },
    languages,
    compact: inApp && ["compact", "tall"].includes(liff.getContext()?.viewType ?? ""),
    ...(posts ? { news: (/** @type {string} */ text) => said(liff, text) } : {}),
    ...(inApp ? { close: () => liff.closeWindow() } : {}),
    open: (url) => liff.openWindow({ url, external: true }),
  };
}

/**
 * Say a line in the chat in the person's name; false: it could not be said.
 * @param {Liff} liff
 * @param {string} text
 */
async function said(liff, text) {
  try {
    await liff.sendMessages([{ type: "text", text }]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Leave for LINE's login and never come back, unless that has just been done: then false.
 * @param {Liff} liff
 * @param {Window & typeof globalThis} win
 */
async function loggedInAnew(liff, win) {
  const back = backHere(win.location.href);
  if (!back) return false;
  if (liff.isLoggedIn()) liff.logout();
  liff.login({ redirectUri: back });
  return new Promise((resolve) => setTimeout(() => resolve(true), LONGEST));
}

/**
 * @param {Window & typeof globalThis} win
 * @returns {Promise<Liff | null>}
 */
function loaded(win) {
  return new Promise((resolve) => {
    const script = win.document.createElement("script");
    const found = () => resolve(/** @type {any} */ (win).liff ?? null);
    script.src = SDK;
    script.addEventListener("load", found);
    script.addEventListener("error", () => resolve(null));
    win.setTimeout(() => resolve(null), LONGEST);
    win.document.head.append(script);
  });
}
