"""How much room a match takes in a chat, and how many keys stand on its boards."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from adapters.line.board_face import MORE
from adapters.line.steps import MOST_KEYS
from core.desk.acts import Act
from core.desk.presses import Key, Order, Own, Play, read_datum
from locales import tongue
from tests.adapters.line.fake import Data, actions
from tests.adapters.line.heights import CHROMIUM, heights, whole
from tests.adapters.line.stage import Stage

MARGIN = 14  # pixels between two messages
BEFORE = {
    ("love-letter", "ja"): 87330,
    ("love-letter", "en"): 89734,
    ("coup", "ja"): 14647,
    ("coup", "en"): 15309,
    ("lady-luck", "ja"): 110631,
    ("lady-luck", "en"): 118994,
}
"""Pixels that the same match of four took with the boards of 0.6.0: news above, a form below."""
AT_MOST = 0.5
OLD_MAID = "old-maid"
GAMES = ("love-letter", "coup", "lady-luck")
HIGHEST = 520  # of a board with letters while four play
HIGHEST_PAGED = 350  # of one that is answered on the page
HOUSE = 3
SEED = "h 1"


class Paged(Stage):
    """A host with a public address."""

    address = "https://cards.example"


def matches(kind: type[Stage], games: Sequence[str]) -> Mapping[tuple[str, str], list[Data]]:
    """A whole match of four in each game and language: what the group was sent."""

    async def play(game: str, language: str) -> list[Data]:
        stage = kind("h", language=language)
        found = await whole(stage, game, 4, SEED)
        assert stage.line.billed == 0 and not stage.line.refusals
        return found

    return {
        (game, language): asyncio.run(play(game, language))
        for game in games
        for language in tongue.languages()
    }


def keys_of(message: Data) -> tuple[int, int]:
    """The keys of a bubble: those of moves, and those of the house."""
    verbs = [
        press.verb
        for each in actions(message)
        if (press := read_datum(str(each.get("data", "")).partition("|")[0])) is not None
    ]
    moves = [each for each in verbs if isinstance(each, Play | Key | Order) or each == Own(MORE)]
    return len(moves), len(verbs) - len(moves)


def asked_for(message: Data) -> bool:
    """Whether a board was asked for, and so has all keys of the house."""
    verbs = [str(each.get("data", "")).split(":", 2)[-1] for each in actions(message)]
    return Act.LANGUAGE.value in verbs


@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)")
def test_a_match_takes_about_half_of_the_room() -> None:
    found = matches(Stage, (*GAMES, OLD_MAID))
    everything = [message for told in found.values() for message in told]
    drawn = iter(heights(everything))
    for (game, language), told in found.items():
        here = [next(drawn) for _ in told]
        total = sum(here) + MARGIN * len(here)
        if game in GAMES:
            assert total <= AT_MOST * BEFORE[game, language], (game, language, total)
        assert max(here[:-1]) <= HIGHEST, (game, language, max(here))
        _few_keys(told[:-1])


@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)")
def test_with_the_page_a_board_is_not_half_a_screen_high() -> None:
    found = matches(Paged, (*GAMES, OLD_MAID))
    everything = [each for told in found.values() for each in told[:-1]]
    drawn = heights(everything)
    asked = [high for high, each in zip(drawn, everything, strict=True) if asked_for(each)]
    small = [high for high, each in zip(drawn, everything, strict=True) if not asked_for(each)]
    assert max(small) <= HIGHEST_PAGED
    assert max(asked) <= HIGHEST, "it has letters too"
    for told in found.values():
        _few_keys(told[:-1])


def _few_keys(told: Sequence[Data]) -> None:
    """At most twelve keys for moves and three of the house, unless somebody asked for more."""
    many = 0
    for message in told:
        moves, house = keys_of(message)
        assert moves <= MOST_KEYS
        assert house <= HOUSE or asked_for(message)
        many = max(many, moves)
    assert many > 2, "there were boards with keys"


def test_every_board_begins_with_its_sentence() -> None:
    """What a list of chats shows is what stands first on the board, in words without signs."""
    for told in matches(Stage, ("coup",)).values():
        for message in (each for each in told if each["type"] == "flex"):
            body = message["contents"]["body"]["contents"]
            sentence = body[0]["text"]
            assert message["altText"].startswith(sentence[:250])
            assert not set(sentence) & set("▶⏩🪙♥♡■🛡"), sentence
