"""The limits of LINE's messages. Every body is held against them before it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from locales.names import graphemes

Data = Mapping[str, Any]

MOST_MESSAGES = 5
LONGEST_BODY = 2_000_000  # bytes
LONGEST_TEXT = 5000  # UTF-16 units, as all texts but labels
LONGEST_ALT = 1500
LONGEST_BUBBLE = 30_000  # bytes of JSON
LONGEST_CAROUSEL = 50_000
MOST_BUBBLES = 12
LONGEST_LABEL = 20  # characters as a reader counts them
LONGEST_BUTTON = 40
LONGEST_DATA = 300
LONGEST_SENT = 300
LONGEST_URI = 1000
LONGEST_PICTURE_URL = 2000
MOST_BLANKS = 100
MOST_MENTIONS = 20
MOST_QUICK = 13
SCHEMES = ("http", "https", "line", "tel")

_BLANK = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_KEY = re.compile(r"[0-9A-Za-z_]{1,20}")


def units(text: str) -> int:
    """The length of a text as LINE counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def size(data: object) -> int:
    """The bytes of something as it is sent."""
    return len(json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def braced(text: str) -> str:
    """A text in which braces mean nothing."""
    return text.replace("{", "{{").replace("}", "}}")


def faults(body: Data) -> list[str]:
    """What LINE would refuse in a body of a reply or push; names of places, never a text."""
    messages = body.get("messages")
    if not isinstance(messages, Sequence) or not 1 <= len(messages) <= MOST_MESSAGES:
        return ["messages"]
    found = [
        f"messages[{number}].{fault}"
        for number, message in enumerate(messages)
        for fault in faults_of(message)
    ]
    return found + (["size"] if size(body) > LONGEST_BODY else [])


def faults_of(message: Data) -> list[str]:
    """What LINE would refuse in one message."""
    match message.get("type"):
        case "text":
            found = list(_text(message["text"]))
        case "textV2":
            found = list(_text_v2(message))
        case "flex":
            found = list(_flex(message))
        case "image":
            found = list(_image(message))
        case _:
            found = ["type"]
    quick = message.get("quickReply")
    if quick is not None:
        items = quick["items"]
        if not 1 <= len(items) <= MOST_QUICK:
            found.append("quickReply")
        for item in items:
            found += _action(item["action"], LONGEST_LABEL)
    return found


def _text(text: str) -> Iterator[str]:
    if not text.strip() or units(text) > LONGEST_TEXT:
        yield "text"


def _text_v2(message: Data) -> Iterator[str]:
    yield from _text(message["text"])
    blanks = message.get("substitution", {})
    named = set()
    for found in _BLANK.finditer(message["text"]):
        if found[0] in ("{{", "}}"):
            continue
        named.add(found[1])
        if found[1] is None or not _KEY.fullmatch(found[1]):
            yield "text.braces"
    if named != set(blanks) or len(blanks) > MOST_BLANKS:
        yield "substitution"
    if sum(blank["type"] == "mention" for blank in blanks.values()) > MOST_MENTIONS:
        yield "substitution.mentions"


def _flex(message: Data) -> Iterator[str]:
    alt = message["altText"]
    if not alt.strip() or units(alt) > LONGEST_ALT:
        yield "altText"
    contents = message["contents"]
    bubbles = [contents]
    if contents["type"] == "carousel":
        bubbles = contents["contents"]
        if not 1 <= len(bubbles) <= MOST_BUBBLES or size(contents) > LONGEST_CAROUSEL:
            yield "carousel"
        if len({bubble.get("size") for bubble in bubbles}) > 1:
            yield "carousel.size"
    for bubble in bubbles:
        if size(bubble) > LONGEST_BUBBLE:
            yield "bubble"
        for part in ("header", "hero", "body", "footer"):
            if part in bubble:
                yield from _component(bubble[part])


def _image(message: Data) -> Iterator[str]:
    for name in ("originalContentUrl", "previewImageUrl"):
        url = message[name]
        if len(url) > LONGEST_PICTURE_URL or urlsplit(url).scheme != "https":
            yield name


def _component(part: Data) -> Iterator[str]:
    match part["type"]:
        case "box":
            if not part["contents"]:
                yield "box"
            for each in part["contents"]:
                yield from _component(each)
        case "text":
            if not part["text"].strip():
                yield "component.text"
        case "button":
            if "action" not in part:
                yield "button"
        case "separator" | "filler":
            pass
        case _:
            yield "component"
    if "action" in part:
        yield from _action(
            part["action"], LONGEST_BUTTON if part["type"] == "button" else LONGEST_LABEL
        )


def _action(action: Data, label: int) -> Iterator[str]:
    if not 1 <= len(graphemes(action.get("label", ""))) <= label:
        yield "label"
    match action["type"]:
        case "postback":
            if not 1 <= units(action["data"]) <= LONGEST_DATA:
                yield "data"
            if len(graphemes(action.get("displayText", ""))) > LONGEST_SENT:
                yield "displayText"
        case "message":
            if not 1 <= len(graphemes(action["text"])) <= LONGEST_SENT:
                yield "action.text"
        case "uri":
            uri = action["uri"]
            if len(uri) > LONGEST_URI or urlsplit(uri).scheme not in SCHEMES:
                yield "uri"
        case _:
            yield "action"
