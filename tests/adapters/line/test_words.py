"""Small things: the log, limits, words that stand for buttons, tokens, races for a lane."""

from __future__ import annotations

import asyncio

import pytest

from adapters.letter import Told
from adapters.line import compose, flex
from adapters.line.chats import MOST_TOKENS, MOST_USED, Chats, Token
from adapters.line.fit import fitted
from adapters.line.limits import braced, faults, faults_of, units
from adapters.line.words import presses_of, words_of
from core.desk.presses import Key, datum
from core.desk.sheets import Board, Button, LabelledWord
from core.house.ports import room_lane
from core.table.sayings import HalfTime, Joined, StillWaiting
from locales.tongue import Context
from tests.adapters.line.fake_limits import refused
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries


def test_the_log_is_cut_to_its_newest_eight_lines() -> None:
    lines = [Told(i, "t", Joined(f"P{i}"), Context()) for i in range(11)]
    told = compose.news(lines, "en")
    assert len(told) == 9
    assert told[0].startswith("… 3 times not shown") or told[0].startswith("… 3")
    assert told[-1] == "P10 joins."
    assert compose.stale(Told(1, "t", StillWaiting((1,)), Context()))
    assert compose.stale(Told(1, "t", HalfTime(), Context()))


def test_braces_and_emoji_in_a_mention() -> None:
    made = compose.with_mention(["{x} 🎴 }{"], "ja", ["U1", "U2"])
    assert made["text"] == "{{x}} 🎴 }}{{\n▶ {m0}さんの番です\n▶ {m1}さんの番です"
    assert not faults_of(made) and not refused([made])
    assert compose.with_mention(["x"], "ja", []) == {"type": "text", "text": "x"}
    long = compose.with_mention(["龍" * 3000, "🎴" * 1500], "ja", ["U1"])
    assert long["text"].startswith("🎴") and not faults_of(long)
    assert braced("{}") == "{{}}" and units("🎴") == 2


BUBBLE = {"type": "bubble", "body": {"type": "box", "layout": "vertical", "contents": []}}


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"type": "text", "text": " "}, "text"),
        ({"type": "text", "text": "x" * 5001}, "text"),
        ({"type": "textV2", "text": "{a}"}, "substitution"),
        ({"type": "textV2", "text": "a}"}, "text.braces"),
        ({"type": "flex", "altText": "x" * 1501, "contents": BUBBLE}, "altText"),
        ({"type": "flex", "altText": "x", "contents": BUBBLE}, "box"),
        ({"type": "sticker"}, "type"),
    ],
)
def test_what_line_would_refuse_is_found(message: dict[str, object], fault: str) -> None:
    assert fault in faults_of(message)
    assert fitted([message])[0]["type"] == "text"


def test_limits_of_keys() -> None:
    def key(action: dict[str, str]) -> list[str]:
        part = flex.box([flex.line("x")], action=action)
        contents = {"type": "bubble", "body": flex.box([part])}
        return faults_of({"type": "flex", "altText": "x", "contents": contents})

    good = {"type": "postback", "label": "x" * 20, "data": "d" * 300}
    assert not key(good)
    assert key(good | {"label": "x" * 21}) == ["label"]
    assert key(good | {"data": "d" * 301}) == ["data"]
    assert key({"type": "message", "label": "x", "text": "x" * 301}) == ["action.text"]
    assert key({"type": "uri", "label": "x", "uri": "ftp://x"}) == ["uri"]
    assert key({"type": "camera", "label": "x"}) == ["action"]
    family = "👨‍👩‍👧‍👦"
    assert not key(good | {"label": family * 20})
    many = {"type": "carousel", "contents": [dict(BUBBLE, body=flex.box([flex.line("x")]))] * 13}
    assert "carousel" in faults_of({"type": "flex", "altText": "x", "contents": many})
    big = flex.bubble("x", "x", [flex.line("龍" * 11_000)])
    assert faults_of(big) == ["bubble"]
    assert faults({"messages": []}) == ["messages"]
    assert faults({"messages": [{"type": "text", "text": "x"}] * 6}) == ["messages"]
    assert faults({"messages": [{"type": "text", "text": "x"}]}) == []


def rows(*labels: str) -> Board:
    """A board with a row for each word, of its characters."""
    return Board(
        "t",
        "playing",
        LabelledWord("game"),
        LabelledWord("board"),
        choice=tuple(
            tuple(Button(LabelledWord(c), "t", 1, Key(str(place), c)) for c in row)
            for place, row in enumerate(labels)
        ),
    )


def data(text: str, board: Board, contexts: dict[str, Context]) -> list[str]:
    """The data of the buttons that a text stands for."""
    found = presses_of(text, board, contexts)
    return [datum(press.table, press.question, press.verb) for press in found]


def test_words_stand_for_buttons() -> None:
    contexts = {"en": Context()}
    board = rows("AB", "KM", "23")
    assert data("a m 2", board, contexts) == ["t:1:~0.A", "t:1:~1.M", "t:1:~2.2"]
    assert data("Ａ　Ｍ", board, contexts) == ["t:1:~0.A", "t:1:~1.M"]
    assert data("2", board, contexts) == ["t:1:~2.2"]
    for chat in ("", "a match", "AB", "x", "m a", "A M 2 3", "22"):
        assert presses_of(chat, board, contexts) == [], chat
    twice = rows("AB", "AB")
    written = words_of(twice, "en", Context())
    assert list(written.values()) == ["A", "B", "2-A", "2-B"]
    assert data("2-A", twice, contexts) == ["t:1:~1.A"]
    assert data("A", twice, contexts) == ["t:1:~0.A"]


def test_tokens() -> None:
    chats = Chats()
    chats.put("c", Token("press", 0, True))
    chats.put("c", Token("chat", 10, False))
    assert chats.alive("c", 20) and not chats.alive("other", 20)
    chats.of("c").said(15, board=False)
    first = chats.take("c", 20)  # the newest, but not chat so soon after our last message
    assert first is not None and first.word == "press"
    chats.put("c", Token("press", 30, True))  # used once is used for ever
    assert chats.take("c", 20) is None
    second = chats.take("c", 26)
    assert second is not None and second.word == "chat"
    assert chats.take("c", 26) is None
    for number in range(100):
        chats.put("c", Token(f"t{number}", 50 + number / 10, True))
    assert len(chats.of("c").tokens) == MOST_TOKENS
    newest = chats.take("c", 60)
    assert newest is not None and newest.word == "t99"
    assert chats.take("c", 200) is None and not chats.of("c").tokens
    for number in range(MOST_USED + 10):
        chats.put("d", Token(f"u{number}", 300, True))
        chats.take("d", 300)
    assert len(chats._used) == MOST_USED


def test_a_lane_that_somebody_holds_without_a_token_is_waited_for() -> None:
    async def play(stage: Stage, match: Match) -> None:
        user = asked(match)
        lane = room_lane(stage.room(match.chat).id)
        name = stage.playing(match.chat).id
        stage.store.run(lambda work: work.touch(lane, name, stage.clock()))
        held = stage.store.claim_one(lane, stage.clock(), 30.0)
        assert held is not None
        before = len(bot_entries(stage, match.chat))
        event = stage.line.text(match.chat, user.id, "/away")
        assert await stage.line.send(event) == 200
        await asyncio.sleep(0.02)
        stage.store.postpone(held, float("inf"))
        await stage.host.hear.settle()
        assert len(bot_entries(stage, match.chat)) > before

    at_a_table(play)


def test_the_board_stands_there_again_after_coming_back() -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stage.send(stage.line.event("leave", match.chat))
        await stage.send(stage.line.event("join", match.chat))
        assert any("~0." in each.get("data", "") for each in actions_of(stage, match.chat))

    at_a_table(play)


def test_quick_replies_have_limits_too() -> None:
    def text(items: int, label: str = "x") -> list[str]:
        item = {"type": "action", "action": {"type": "message", "label": label, "text": "x"}}
        return faults_of({"type": "text", "text": "x", "quickReply": {"items": [item] * items}})

    assert not text(13)
    assert text(14) == ["quickReply"]
    assert text(1, "x" * 21) == ["label"]
