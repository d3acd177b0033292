"""Which reply tokens can be spared while a deal waits."""

from __future__ import annotations

import pytest

from adapters.line.chats import HUSH, TOKEN_LASTS, Chats, Token

AT = 1000.0
NEEDS = 20.0


def chats(*tokens: tuple[str, float, bool], sent_at: float = 0.0) -> Chats:
    """A chat with tokens that came so many seconds ago."""
    found = Chats()
    for word, ago, loud in tokens:
        found.put("c", Token(word, AT - ago, loud))
    found.of("c").sent_at = sent_at
    return found


@pytest.mark.parametrize(
    ("tokens", "spared"),
    [
        ([], None),
        ([("start", 1, True)], None),
        ([("chat", 1, False)], None),
        ([("start", 1, True), ("chat", 0, False)], "chat"),
        ([("join", 9, True), ("start", 1, True)], "join"),
        ([("join", 9, True), ("start", 1, True), ("chat", 2, False)], "chat"),
        # what is left must last until the deal
        ([("start", TOKEN_LASTS - NEEDS + 1, True), ("chat", 0, False)], None),
        ([("join", TOKEN_LASTS + 1, True), ("start", 1, True)], None),
        # what came with ordinary chat may not serve then
        ([("old", 9, False), ("chat", 1, False)], None),
    ],
)
def test_one_that_surely_serves_is_left(
    tokens: list[tuple[str, float, bool]], spared: str | None
) -> None:
    token = chats(*tokens).take_spare("c", AT, NEEDS)
    assert (token.word if token is not None else None) == spared


def test_ordinary_chat_is_not_answered_so_soon() -> None:
    tokens = ("start", 1, True), ("chat", 0, False)
    assert chats(*tokens, sent_at=AT - HUSH + 1).take_spare("c", AT, NEEDS) is None


def test_what_was_spared_is_used_up() -> None:
    found = chats(("start", 1, True), ("chat", 0, False))
    token = found.take_spare("c", AT, NEEDS)
    assert token is not None
    found.put("c", token)  # it is delivered again
    assert found.take_spare("c", AT, NEEDS) is None
    kept = found.take("c", AT)
    assert kept is not None and kept.word == "start"
