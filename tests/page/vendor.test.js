import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { FILES, VENDOR } from "./vendor.js";

for (const [name, text] of Object.entries(FILES)) {
  test(`vendor/${name} is that of the package`, () => {
    const same = readFileSync(new URL(name, VENDOR), "utf8") === text;
    assert.ok(same, "run: node tests/page/vendor.js");
  });
}

test("the vendored modules work together", async () => {
  const preact = await import(new URL("preact.js", VENDOR).href);
  const hooks = await import(new URL("hooks.js", VENDOR).href);
  const node = preact.h("p", { title: "a" }, "b");
  assert.equal(node.props.children, "b");
  assert.equal(typeof hooks.useState, "function");
});
