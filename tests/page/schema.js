/** The schema of the wire, as this end judges by it. */
import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../../adapters/page/schema.json", import.meta.url), "utf8"),
);

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addSchema(SCHEMA, "wire");

/** What is wrong with a frame (empty: nothing).
 * @param {"FromServer" | "Sent"} end
 * @param {unknown} frame */
export function faults(end, frame) {
  const judge = ajv.getSchema(`wire#/$defs/${end}`);
  if (!judge) throw new Error(`the schema has no ${end}`);
  if (judge(frame)) return "";
  const type = /** @type {{ type?: string }} */ (frame).type ?? "?";
  const near = (judge.errors ?? []).filter((each) => each.keyword !== "oneOf").slice(0, 4);
  return `${type}: ${ajv.errorsText(near)}`;
}
