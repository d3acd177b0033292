"""What comes from outside: JSON is read with one kind of error, secrets are compared."""

from __future__ import annotations

import hmac
import json
import math
from typing import NoReturn

DEEPEST = 100  # values in values; whoever works on them later must not run out of stack


class Unreadable(Exception):
    """What came from outside is not JSON that anybody can use."""


def read_json(raw: bytes | str) -> object:
    """The value that is written in JSON; bytes are UTF-8.

    Half a surrogate pair and NUL (not every database can hold them) become U+FFFD. Raises
    `Unreadable` for everything else that is wrong: no JSON, another encoding, no number, a number
    without end, brackets in hundreds of brackets.
    """
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
        data: object = json.loads(text, parse_constant=_no_number, parse_float=_number)
        if text.count("[") + text.count("{") > DEEPEST and _is_deep(data):
            raise ValueError("too deep")
        odd = "\\ud" in text.lower() or "\\u0000" in text
        return _whole(data) if odd else data
    except (ValueError, RecursionError) as wrong:
        # without the old error, for that holds the whole text
        raise Unreadable(type(wrong).__name__) from None


def same(given: str, secret: str) -> bool:
    """Whether what was given is the secret; takes the same time for everything wrong. `given`
    may be any text, even what an HTTP header makes of bytes that are none."""
    return hmac.compare_digest(given.encode(errors="surrogatepass"), secret.encode())


def _no_number(name: str) -> NoReturn:
    raise ValueError("a number is needed")


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _is_deep(data: object) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for each in level:
            if isinstance(each, list | dict):
                inner += each.values() if isinstance(each, dict) else each
        if not inner:
            return False
        level = inner
    return True


def _whole(data: object) -> object:
    """The same with whole characters only."""
    match data:
        case str():
            whole = data.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            return whole.replace("\0", "\ufffd")
        case list():
            return [_whole(each) for each in data]
        case dict():
            return {_whole(key): _whole(value) for key, value in data.items()}
        case _:
            return data
