"""JSON from outside is read, or refused in one way."""

from __future__ import annotations

import pytest

from adapters.foreign import DEEPEST, Unreadable, read_json

HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "another encoding": b'"\xff"',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "brackets": b"[" * 60_000,
    "objects": b'{"a":' * 60_000,
    "a hundred thousand levels": b"[" * 100_000 + b"]" * 100_000,
    "some hundred levels": b"[" * 500 + b"]" * 500,
    "digits": b"1" * 5_000,
    "no number": b"NaN",
    "no end": b"[1e999]",
    "less than no end": b"-Infinity",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_what_is_wrong_is_one_kind_of_error(raw: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read_json(raw)
    assert len(str(refused.value)) < 40, "what was sent does not go into a log"
    assert refused.value.__cause__ is None


def test_what_is_right_is_read() -> None:
    assert read_json(b'{"a": [1, 2.5, null, true, "\xe7\x8c\xab"]}') == {
        "a": [1, 2.5, None, True, "猫"]
    }
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    assert read_json('"\\ud83d\\ude00 \\uD83D"') == "😀 \ufffd"
    assert read_json('{"a\\u0000": ["\\u0000b"]}') == {"a\ufffd": ["\ufffdb"]}
    assert read_json('{"\\udc00": ["\\ud800"]}') == {"\ufffd": ["\ufffd"]}
