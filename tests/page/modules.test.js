/** The modules of the page: each import leads to a file, none in a circle. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const STATIC = fileURLToPath(new URL("../../adapters/page/static/", import.meta.url));

/** Paths of all scripts below a folder.
 * @param {string} folder
 * @returns {string[]} */
const scripts = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return scripts(path);
    return path.endsWith(".js") ? [path] : [];
  });

/** The files that a script imports.
 * @param {string} path */
const imports = (path) =>
  ts
    .preProcessFile(readFileSync(path, "utf8"), true, true)
    .importedFiles.map((each) => resolve(path, "..", each.fileName));

const MODULES = new Map(scripts(STATIC).map((path) => [path, imports(path)]));

test("every import leads to a file of the page", () => {
  for (const [path, found] of MODULES) {
    for (const each of found) {
      assert.ok(existsSync(each), `${relative(STATIC, path)} imports ${relative(STATIC, each)}`);
    }
  }
});

test("no module imports itself through others", () => {
  /** @type {Set<string>} */
  const settled = new Set();
  /** @param {string} path @param {string[]} way */
  const follow = (path, way) => {
    const names = [...way, path].map((each) => relative(STATIC, each));
    assert.ok(!way.includes(path), `a circle: ${names.join(" → ")}`);
    if (settled.has(path)) return;
    for (const each of MODULES.get(path) ?? []) follow(each, [...way, path]);
    settled.add(path);
  };
  for (const path of MODULES.keys()) follow(path, []);
});
