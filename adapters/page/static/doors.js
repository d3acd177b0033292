// @ts-check
// Which door the page was opened by: the server wrote it into the page. `data-door` is the door;
// `data-kind` says of a link whether the address holds the proof ("link") or a cookie does
// ("cookie"); `data-root` leads from the address of the page to `static/` and `ws` ("" or "../").

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
