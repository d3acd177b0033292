/** The shell of the page asks at once for everything that the page needs first. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import ts from "typescript";

const STATIC = new URL("../../adapters/page/static/", import.meta.url);
const HTML = readFileSync(new URL("index.html", STATIC), "utf8");

/** The addresses of a kind of link. @param {string} rel */
const linked = (rel) =>
  HTML.split("<link ")
    .filter((part) => part.startsWith(`rel="${rel}"`))
    .map((part) => part.split('href="@FILES@')[1].split('"')[0]);

/** The modules that a module needs, itself included.
 * @param {string} name @param {Set<string>} [found] */
function needed(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(new URL(name, STATIC), "utf8");
  const here = new URL(name, STATIC);
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    const dynamic = text.includes(`await import("${fileName}")`);
    if (!dynamic) needed(new URL(fileName, here).href.slice(STATIC.href.length), found);
  }
  return found;
}

test("every module that is needed is asked for at once, and no other", () => {
  assert.deepEqual(linked("modulepreload").sort(), [...needed("page.js")].sort());
});

test("what is linked is there", () => {
  for (const path of [...linked("stylesheet"), ...linked("modulepreload"), ...linked("icon")]) {
    assert.ok(existsSync(new URL(path, STATIC)), path);
  }
});

test("nothing stands in the shell that its policy forbids", () => {
  assert.equal(HTML.includes("style="), false);
  assert.equal(HTML.includes("<style"), false);
  for (const part of HTML.split("<script").slice(1)) assert.ok(part.startsWith(' type="module" src="@FILES@'));
});
