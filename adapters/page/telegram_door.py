"""Who somebody is at the door of Telegram: the signed data with which it opens a Mini App."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from adapters.foreign import Unreadable, read_json, same
from adapters.page.door_texts import ClocksDiffer, NotConfirmed, TooOld
from adapters.page.who import NotIn, Person
from locales.catalogue import known_language

PLATFORM = "telegram"
TITLE = "Telegram"
FRAMED_BY = "https://web.telegram.org"
"""Whose frame may show the page: Telegram in a browser, and on Linux its desktop app."""
LASTS = 86400.0  # seconds for which what Telegram signed is believed
AHEAD = 300.0  # seconds by which its clock may be ahead of ours
MOST_FIELDS = 32


class TelegramDoor:
    """Reads what Telegram signed for one bot."""

    def __init__(self, token: str, now: Callable[[], float]) -> None:
        self._key = hmac.digest(b"WebAppData", token.encode(), "sha256")
        self._now = now

    def who(self, init_data: str) -> Person | NotIn:
        """Whoever opened the page."""
        forged = NotIn(NotConfirmed(TITLE))
        try:
            pairs = parse_qsl(
                init_data,
                keep_blank_values=True,
                strict_parsing=True,
                errors="strict",
                max_num_fields=MOST_FIELDS,
            )
        except ValueError:
            return forged
        fields = dict(pairs)
        if len(fields) != len(pairs):
            return forged  # what stands there twice can be meant in two ways
        given = fields.pop("hash", "")
        lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
        if not same(given, hmac.digest(self._key, lines.encode(), "sha256").hex()):
            return forged
        at = fields.get("auth_date", "")
        person = _person(fields)
        if person is None or not at.isdecimal() or len(at) > 12:
            return forged
        age = self._now() - int(at)
        if age > LASTS:
            return NotIn(TooOld(), again=True)
        return NotIn(ClocksDiffer()) if age < -AHEAD else person


def _person(fields: dict[str, str]) -> Person | None:
    try:
        user: Any = read_json(fields.get("user", ""))
    except Unreadable:
        return None
    if not isinstance(user, dict):
        return None
    number = user.get("id")
    if type(number) is not int or number <= 0:
        return None
    names = [str(user.get(part) or "").strip() for part in ("first_name", "last_name")]
    language = known_language(str(user.get("language_code") or ""))
    name = " ".join(filter(None, names))
    return Person(f"{PLATFORM}:{number}", name, language, fields.get("start_param", ""))
