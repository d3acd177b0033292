"""LINE's own description of bodies, compiled to checks; stricter than the description: a field
that it does not name is a fault."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "openapi"
Check = Callable[[Any, str, list[str]], None]
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
}


class Schemas:
    """The schemas of one file. A base class with a discriminator stands for the class that the
    discriminator names."""

    def __init__(self, name: str) -> None:
        self._all = json.loads((HERE / f"{name}.json").read_text())["components"]["schemas"]
        self._checks: dict[str, Check] = {}

    def faults(self, name: str, value: Any) -> list[str]:
        """What is wrong with a value; empty if it fits."""
        found: list[str] = []
        self._named(name)(value, "", found)
        return found

    def _named(self, name: str) -> Check:
        if name not in self._checks:
            self._checks[name] = lambda value, at, found: self._checks[name](value, at, found)
            self._checks[name] = self._compiled(self._all[name], name)
        return self._checks[name]

    def _compiled(self, schema: Mapping[str, Any], name: str = "") -> Check:
        if "$ref" in schema:
            return self._named(schema["$ref"].rpartition("/")[2])
        if "discriminator" in schema:
            return self._chosen(schema["discriminator"], name)
        flat = self._flat(schema)
        properties = {key: self._compiled(each) for key, each in flat["properties"].items()}
        items = self._compiled(flat["items"]) if "items" in flat else None
        kinds = TYPES.get(flat.get("type", ""))

        def check(value: Any, at: str, found: list[str]) -> None:
            if kinds is not None and (
                not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds)
            ):
                found.append(f"{at}: not {flat['type']}")
                return
            if "enum" in flat and value not in flat["enum"]:
                found.append(f"{at}: {value!r} is none of {flat['enum']}")
            _check_size(flat, value, at, found)
            if isinstance(value, dict):
                found += [f"{at}.{key}: missing" for key in flat["required"] if key not in value]
                for key, each in value.items():
                    if key in properties:
                        properties[key](each, f"{at}.{key}", found)
                    elif properties and "additionalProperties" not in flat:
                        found.append(f"{at}.{key}: unknown")
                    elif isinstance(flat.get("additionalProperties"), dict):
                        self._compiled(flat["additionalProperties"])(each, f"{at}.{key}", found)
            if items is not None and isinstance(value, list):
                for number, each in enumerate(value):
                    items(each, f"{at}[{number}]", found)

        return check

    def _chosen(self, discriminator: Mapping[str, Any], name: str) -> Check:
        key = discriminator["propertyName"]
        names = {
            kind: reference.rpartition("/")[2]
            for kind, reference in discriminator["mapping"].items()
        }

        def check(value: Any, at: str, found: list[str]) -> None:
            kind = value.get(key) if isinstance(value, dict) else None
            if kind not in names:
                found.append(f"{at}.{key}: {kind!r} is no {name}")
                return
            chosen = self._checks.get(f"={names[kind]}")
            if chosen is None:
                chosen = self._compiled(self._flat(self._all[names[kind]]))
                self._checks[f"={names[kind]}"] = chosen
            chosen(value, at, found)

        return check

    def _flat(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """A schema with everything of the schemas that it extends."""
        flat: dict[str, Any] = {"properties": {}, "required": []}
        for part in schema.get("allOf", ()):
            if "$ref" in part:
                part = self._all[part["$ref"].rpartition("/")[2]]
            other = self._flat(part)
            flat["properties"] |= other.pop("properties")
            flat["required"] += other.pop("required")
            flat |= other
        flat["properties"] |= schema.get("properties", {})
        flat["required"] += schema.get("required", [])
        skipped = ("allOf", "properties", "required", "discriminator")
        return flat | {key: value for key, value in schema.items() if key not in skipped}


def _check_size(flat: Mapping[str, Any], value: Any, at: str, found: list[str]) -> None:
    if isinstance(value, list) and not (
        flat.get("minItems", 0) <= len(value) <= flat.get("maxItems", len(value))
    ):
        found.append(f"{at}: {len(value)} items")
    if isinstance(value, str):
        if not flat.get("minLength", 0) <= len(value) <= flat.get("maxLength", len(value)):
            found.append(f"{at}: {len(value)} characters")
        if "pattern" in flat and not re.search(flat["pattern"], value):
            found.append(f"{at}: does not fit {flat['pattern']}")
    if isinstance(value, int) and not (
        flat.get("minimum", value) <= value <= flat.get("maximum", value)
    ):
        found.append(f"{at}: {value} is too small or too large")


MESSAGES = Schemas("messaging-api")
WEBHOOK = Schemas("webhook")
