/** `node tests/page/vendor.js` copies Preact, as the lock file pins it, into the page. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PACKAGE = new URL("node_modules/preact/", import.meta.url);
export const VENDOR = new URL("../../adapters/page/static/vendor/", import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, PACKAGE), "utf8");

/** A build of the package as the page can import it: its address is a file beside it.
 * @param {string} path */
const build = (path) =>
  read(path)
    .replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n")
    .replace('from"preact";', 'from"./preact.js";');

const { version } = JSON.parse(read("package.json"));

const HEAD = `// Preact ${version}, https://preactjs.com, MIT licence: see LICENSE beside this file.\n`;

/** What must stand in the folder.
 * @type {Record<string, string>} */
export const FILES = {
  "preact.js": HEAD + build("dist/preact.module.js"),
  "hooks.js": HEAD + build("hooks/dist/hooks.module.js"),
  LICENSE: read("LICENSE"),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(new URL(name, VENDOR), text);
}
