"""`python -m adapters.page.schema` writes what the page's script knows of the wire: a JSON schema
(`schema.json`) and types (`static/frames.d.ts`), both from the structs of `adapters.page.wire`.

In the schema `FromServer` is what the server sends and `Sent` what a page sends. The server writes
every field, so every field of its frames is required; a page may leave out what has a default.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from adapters.page import wire

HERE = Path(__file__).parent
SCHEMA = HERE / "schema.json"
TYPES = HERE / "static" / "frames.d.ts"

Schema = dict[str, Any]

HEAD = """\
// Written by `python -m adapters.page.schema` from adapters/page/wire.py: change that one.
// In a script: /** @import {Scene, Node} from "./frames.js" */

"""


def parts(union: object, whole: bool) -> tuple[list[str], dict[str, Schema]]:
    """The names of the frames of a union, and the schema of each of them and of their parts; a
    `whole` one has all fields."""
    (top,), found = msgspec.json.schema_components([union])
    frames = [each["$ref"].rpartition("/")[2] for each in top["anyOf"]]
    for name, schema in found.items():
        schema["description"] = getattr(wire, name).__doc__
        schema["additionalProperties"] = False
        if whole:
            schema["required"] = list(schema["properties"])
            for each in schema["properties"].values():
                each.pop("default", None)
    return frames, found


def schema() -> Schema:
    """The schema of the wire."""
    server, ours = parts(wire.FromServer, whole=True)
    page, theirs = parts(wire.Sent, whole=False)
    ends = {"FromServer": server, "Sent": page}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of the page",
        "$defs": {
            **{
                end: {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
                for end, names in ends.items()
            },
            **ours,
            **theirs,
        },
    }


def typed(value: Schema) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    for several in ("oneOf", "anyOf"):
        if several in value:
            return " | ".join(typed(each) for each in value[several])
    if "enum" in value:
        return " | ".join(json.dumps(each) for each in value["enum"])
    match value["type"]:
        case "array":
            item = typed(value["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            return f"Record<string, {typed(value['additionalProperties'])}>"
        case "integer" | "number":
            return "number"
        case kind:
            return str(kind)


def comment(text: str) -> str:
    lines = [line.strip() for line in text.strip().splitlines()]
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def declared(name: str, value: Schema) -> str:
    """The declaration of a type."""
    if "oneOf" in value:
        rows = "".join(f"\n  | {typed(each)}" for each in value["oneOf"])
        return f"export type {name} ={rows};\n"
    fields = "".join(
        f"  {field}{'' if field in value['required'] else '?'}: {typed(kind)};\n"
        for field, kind in value["properties"].items()
    )
    return f"{comment(value['description'])}export interface {name} {{\n{fields}}}\n"


def written() -> dict[Path, str]:
    """Each file, with what it must contain."""
    whole = schema()
    types = [declared(name, value) for name, value in whole["$defs"].items()]
    return {
        SCHEMA: json.dumps(whole, indent=1, ensure_ascii=False) + "\n",
        TYPES: HEAD + "\n".join(types),
    }


def main() -> None:
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
