/** The shell of the page. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../adapters/page/static/", import.meta.url);
const HTML = readFileSync(new URL("index.html", STATIC), "utf8");

/** The addresses of a kind of link. @param {string} rel */
const linked = (rel) =>
  HTML.split("<link ")
    .filter((part) => part.startsWith(`rel="${rel}"`))
    .map((part) => part.split('href="@FILES@')[1].split('"')[0]);

test("what is linked is there", () => {
  for (const path of [...linked("stylesheet"), ...linked("icon")]) {
    assert.ok(existsSync(new URL(path, STATIC)), path);
  }
});

test("nothing stands in the shell that its policy forbids", () => {
  assert.equal(HTML.includes("style="), false);
  assert.equal(HTML.includes("<style"), false);
  for (const part of HTML.split("<script").slice(1)) assert.ok(part.startsWith(' type="module" src="@FILES@'));
});
