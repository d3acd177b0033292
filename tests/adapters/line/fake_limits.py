"""Limits of LINE that its description does not name, as its server would hold us to them.

Written apart from the adapter's own check: each is a witness of the other.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

LABEL, BUTTON = 20, 40


def utf16(text: str) -> int:
    return sum(2 if ord(char) > 0xFFFF else 1 for char in text)


def clusters(text: str) -> int:
    """At least as many as a reader counts: marks and joined pictures stay with what is before."""
    count, before = 0, ""
    for char in text:
        stays = (
            unicodedata.combining(char)
            or char in "\u200d\ufe0f"
            or "\U0001f3fb" <= char <= "\U0001f3ff"
        )
        count += not (stays or before == "\u200d")
        before = char
    return count


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a message."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from walk(each)
    elif isinstance(value, list):
        for each in value:
            yield from walk(each)


def refused(messages: list[dict[str, Any]]) -> list[str]:
    """Reasons to answer 400."""
    found: list[str] = []
    for message in messages:
        kind = message["type"]
        if kind in ("text", "textV2"):
            if not message["text"] or utf16(message["text"]) > 5000:
                found.append("text")
            if kind == "textV2":
                found += _blanks(message)
        if kind == "flex":
            found += _flex(message)
        for each in walk(message):
            found += _action(each)
    return found


def _blanks(message: dict[str, Any]) -> list[str]:
    rest = message["text"].replace("{{", "").replace("}}", "")
    named = re.findall(r"\{([0-9A-Za-z_]{1,20})\}", rest)
    left = re.sub(r"\{[0-9A-Za-z_]{1,20}\}", "", rest)
    blanks = message.get("substitution", {})
    found = ["braces"] if "{" in left or "}" in left else []
    if set(named) != set(blanks) or len(blanks) > 100:
        found.append("substitution")
    if sum(each["type"] == "mention" for each in blanks.values()) > 20:
        found.append("mentions")
    return found


def _flex(message: dict[str, Any]) -> list[str]:
    found = []
    if not message["altText"] or utf16(message["altText"]) > 1500:
        found.append("altText")
    contents = message["contents"]
    bubbles = contents["contents"] if contents["type"] == "carousel" else [contents]
    if len(bubbles) > 12 or len({each.get("size") for each in bubbles}) != 1:
        found.append("carousel")
    for bubble in bubbles:
        if len(json.dumps(bubble, ensure_ascii=False).encode()) > 30_000:
            found.append("bubble")
        for each in walk(bubble):
            if each.get("type") == "text" and not each.get("text") and not each.get("contents"):
                found.append("empty text")
            if each.get("type") == "box" and not each.get("contents"):
                found.append("empty box")
            if each.get("type") == "button":
                found += ["button"] if clusters(each["action"].get("label", "")) > BUTTON else []
    return found


def _action(each: dict[str, Any]) -> list[str]:
    action = each.get("action")
    if not isinstance(action, dict):
        return []
    found = []
    label = action.get("label", "")
    most = BUTTON if each.get("type") == "button" else LABEL
    if not label or clusters(label) > most:
        found.append("label")
    if action["type"] == "postback" and not 1 <= utf16(action["data"]) <= 300:
        found.append("data")
    if action["type"] == "message" and not 1 <= clusters(action["text"]) <= 300:
        found.append("message text")
    if action["type"] == "uri" and (
        len(action["uri"]) > 1000 or not action["uri"].startswith(("https://", "http://", "line:"))
    ):
        found.append("uri")
    return found
