"""What Telegram refuses about a message: its HTML, its length, its buttons, its pace."""

from __future__ import annotations

import html
import re
from collections import deque
from collections.abc import Mapping
from typing import Any

TAGS = {"b", "i", "u", "s", "code", "pre", "a", "tg-time", "tg-spoiler", "blockquote"}
_TAG = re.compile(r"<(/?)([a-z-]+)((?:\s+(?:expandable|[a-z]+=\"[^\"]*\"))*)\s*>")
_ATTRIBUTE = re.compile(r"([a-z]+)=\"([^\"]*)\"")
_ENTITY = re.compile(r"&(lt|gt|amp|quot|#x[0-9a-fA-F]+|#[0-9]+);")

KINDS = ("callback_data", "url", "copy_text", "web_app")
GROUP_LIMIT, PRIVATE_LIMIT = (20, 60.0), (30, 30.0)  # calls in seconds
BURST = (5, 1.0)


class BadCallError(Exception):
    """An error as the server answers it."""

    def __init__(self, code: int, text: str, **parameters: int) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.parameters = parameters


def bad(text: str) -> BadCallError:
    return BadCallError(400, f"Bad Request: {text}")


def forbidden(text: str) -> BadCallError:
    return BadCallError(403, f"Forbidden: {text}")


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def parse(marked: str) -> tuple[str, list[dict[str, Any]]]:
    """Plain text and entities of HTML, as strictly as the server reads it."""
    plain, entities, at = "", list[dict[str, Any]](), 0
    open_tags: list[tuple[str, int, dict[str, str]]] = []
    while at < len(marked):
        if marked[at] == "<":
            found = _TAG.match(marked, at)
            if found is None or found[2] not in TAGS:
                raise bad(f"can't parse entities: unsupported start tag at byte offset {at}")
            at = found.end()
            if found[1]:
                if not open_tags or open_tags[-1][0] != found[2]:
                    raise bad("can't parse entities: unmatched end tag")
                name, start, attributes = open_tags.pop()
                size = units(plain) - start
                if size:
                    entities.append(_entity(name, start, size, attributes))
            else:
                attributes = dict(_ATTRIBUTE.findall(found[3]))
                open_tags.append((found[2], units(plain), attributes))
        elif marked[at] == "&":
            known = _ENTITY.match(marked, at)
            plain += html.unescape(known[0]) if known else "&"
            at = known.end() if known else at + 1
        else:
            plain += marked[at]
            at += 1
    if open_tags:
        raise bad("can't parse entities: can't find end tag")
    return plain, entities


def _entity(name: str, start: int, size: int, attributes: Mapping[str, str]) -> dict[str, Any]:
    kinds = {"b": "bold", "i": "italic", "u": "underline", "s": "strikethrough", "a": "text_link"}
    entity: dict[str, Any] = {"type": kinds.get(name, name), "offset": start, "length": size}
    if name == "a":
        url = attributes.get("href", "")
        number = url.removeprefix("tg://user?id=")
        if number != url and number.isdecimal():
            entity |= {"type": "text_mention", "user": int(number)}
        else:
            entity["url"] = url
    if name == "tg-time":
        if not attributes.get("unix", "").isdecimal():
            raise bad("can't parse entities: tg-time without unix")
        entity |= {"type": "date_time", "unix": int(attributes["unix"])}
    return entity


def check_text(marked: str, mode: str) -> tuple[str, list[dict[str, Any]]]:
    """A text that may be sent."""
    text, entities = parse(marked) if mode == "HTML" else (marked, [])
    if mode not in ("", "HTML"):
        raise bad("unsupported parse_mode")
    if not text.strip():
        raise bad("message text is empty")
    if units(text) > 4096:
        raise bad("message is too long")
    return text, entities[:100]


def check_markup(markup: Any, bot: str, kind: str = "private") -> list[list[dict[str, Any]]]:
    """Buttons that may be sent to a chat of this kind."""
    if markup is None:
        return []
    rows = markup["inline_keyboard"]
    if sum(map(len, rows)) > 100 or any(len(row) > 8 for row in rows):
        raise bad("reply markup is too long")
    for row in rows:
        if not row:
            raise bad("a row of buttons is empty")
        for button in row:
            kinds = [key for key in KINDS if key in button]
            if len(kinds) != 1 or not button.get("text"):
                raise bad("Text buttons are unallowed in the inline keyboard")
            if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= 64:
                raise bad("BUTTON_DATA_INVALID")
            if "url" in button:
                check_url(button["url"])
            if "web_app" in button:
                if kind != "private":
                    raise bad("BUTTON_TYPE_INVALID")
                check_web_app(button["web_app"])
            if button.get("style") not in (None, "danger", "success", "primary"):
                raise bad("BUTTON_STYLE_INVALID")
    return [list(row) for row in rows]


def check_url(url: Any) -> None:
    """An address that a button may open."""
    if not isinstance(url, str) or not re.fullmatch(r"(https?|tg)://[!-~]+", url):
        raise bad(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")


def check_web_app(app: Any) -> None:
    """A Mini App that may be opened."""
    url = app.get("url") if isinstance(app, dict) and set(app) == {"url"} else None
    if not isinstance(url, str) or not re.fullmatch(r"https://[!-~]+", url):
        raise bad(
            f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed"
        )


def check_menu_button(menu: Any) -> dict[str, Any]:
    """What may stand beside the input in a private chat."""
    if not isinstance(menu, dict) or menu.get("type") not in ("default", "commands", "web_app"):
        raise bad("MenuButton has unsupported type")
    if menu["type"] == "web_app":
        if not menu.get("text"):
            raise bad("MenuButton text must be non-empty")
        check_web_app(menu.get("web_app"))
    return dict(menu)


def check_answer(fields: Mapping[str, Any], bot: str) -> None:
    """The answer to a press that may be given."""
    if units(fields.get("text", "")) > 200:
        raise bad("MESSAGE_TOO_LONG")
    url = fields.get("url", "")
    if url and not re.fullmatch(rf"https://t\.me/{bot}\?start=[A-Za-z0-9_-]{{1,64}}", url):
        raise bad("URL_INVALID")


class Traffic:
    """The pace of one chat, as the server counts it: a minute that slides."""

    def __init__(self, group: bool) -> None:
        self.limits = [GROUP_LIMIT] if group else [PRIVATE_LIMIT, BURST]
        self.calls: deque[float] = deque()
        self.all: list[float] = []
        self.forced = 0.0  # a pause that a test asks for, in seconds
        self.until = 0.0

    def call(self, at: float) -> None:
        """Count a call or refuse it."""
        if self.forced:
            self.until, self.forced = at + self.forced, 0.0
        if at < self.until:
            raise self._refusal(self.until - at)
        for most, span in self.limits:
            recent = [when for when in self.calls if at - when < span]
            if len(recent) >= most:
                self.until = recent[-most] + span
                raise self._refusal(self.until - at)
        self.calls.append(at)
        self.all.append(at)
        while len(self.calls) > 64:
            self.calls.popleft()

    def _refusal(self, seconds: float) -> BadCallError:
        pause = int(seconds) + 1
        text = f"Too Many Requests: retry after {pause}"
        return BadCallError(429, text, retry_after=pause)

    def worst_minute(self) -> int:
        """The most calls in any 60 seconds."""
        worst, first = 0, 0
        for last, when in enumerate(self.all):
            while when - self.all[first] >= 60.0:
                first += 1
            worst = max(worst, last - first + 1)
        return worst
