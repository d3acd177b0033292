// @ts-check
// Which door the page was opened by: the server wrote it into the page, as `data-door` of the root
// element; `data-liff` is the id that LINE's SDK begins with.

import { asWritten, plain } from "./browser.js";

/** @typedef {import("./shell.js").Shell} Shell */

/**
 * The shell of this page's door. Never rejects: where an app does not answer it is a plain one, and
 * the server says why the page does not open.
 * @returns {Promise<Shell>}
 */
export async function shell() {
  const { door } = document.documentElement.dataset;
  if (door === "telegram") return (await import("./telegram.js")).shell();
  if (door === "line") return (await import("./line.js")).shell();
  return plain(asWritten(document.documentElement.dataset, location));
}
