"""Coup with Inquisitor and Factions on the page: what is drawn, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from adapters.page import draw
from core.games.coup import COUP
from core.kernel.dice import Dice
from core.kernel.text import Announce, Note, Whisper
from core.table.commands import Answer, Start
from core.table.table import Chair, Deal, Lobby, Playing
from tests.adapters.contexts import context_at
from tests.adapters.line.coup_tables import seat
from tests.adapters.line.stage import GAMES_BY_NAME
from tests.adapters.line.test_secrets import run
from tests.adapters.playground.site import moves
from tests.games.coup.play import run as told

Data = dict[str, Any]

SWITCHES: dict[str, Any] = {
    **{"inquisitor": True, "factions": True},
    **{"prove": "choice", "embezzle_bluff": "concede"},
}
HANDS = ("inquisitor captain", "assassin contessa", "duke captain", "duke assassin")


class Screen:
    """A table of four, of which seat 1 is on turn, and all that is sent to the pages."""

    def __init__(self, *hands: str, language: str = "en") -> None:
        self.language = language
        chairs = tuple(Chair(name, user=f"play:{name}") for name in ("Aki", "Mina", "Ken", "Yu"))
        deal = Deal("screen00", "coup", "ab" * 32, "bga_seed", True, SWITCHES)
        table, _ = run(Lobby(deal, "play:Aki", chairs), Start("play:Aki"))
        assert isinstance(table, Playing)
        rows = [seat(4, hand) for hand in hands]
        position = {"seats": rows, "reserve": 3}
        state = told(COUP.load(position, 4, table.options, Dice(b"screen")))
        self.table = msgspec.structs.replace(table, state=state)
        self.lines: list[tuple[int, str]] = []

    def do(self, *lines: str) -> Screen:
        """Moves, as a record spells them."""
        for line in lines:
            number, _, code = line.partition(":")
            table, notes = run(self.table, Answer(self.user(int(number)), self.question, code))
            assert isinstance(table, Playing)
            assert table.question > self.question or code == "allow", line
            self.table = table
            self.keep(notes)
        return self

    def keep(self, notes: Sequence[Note]) -> None:
        for note in notes:
            if isinstance(note, Announce | Whisper):
                to = note.seat if isinstance(note, Whisper) else 0
                self.lines.append((to, self.voice(note.message)))

    @property
    def question(self) -> int:
        return self.table.question

    @property
    def voice(self) -> draw.Voice:
        context = context_at(self.table, COUP.edition(self.table.options), self.language)
        return draw.Voice(self.language, context)

    def user(self, number: int) -> str:
        return str(self.table.chairs[number - 1].user) if number else ""

    def page(self, number: int = 0) -> Data:
        """The table as the page of a seat gets it (0: as one that only watches does)."""
        frame = draw.table_frame(self.table, GAMES_BY_NAME, self.user(number), self.voice)
        found: Data = msgspec.to_builtins(frame)
        return found

    def sent(self, *numbers: int) -> list[Any]:
        """All that the group's page and those of these seats get."""
        notes = [note for to, note in self.lines if to in (0, *numbers)]
        return [self.page(), *[self.page(number) for number in numbers], *notes]


def verbs(page: Data) -> list[str]:
    """The moves that a page offers."""
    return [data.split(":m:")[1] for data in moves(page)]


# Secrets


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("verdict", [(), ("1:return",), ("1:force",)])
def test_an_examined_card_is_sent_to_two_pages_only(language: str, verdict: tuple[str]) -> None:
    first = Screen(HANDS[0], "contessa assassin", *HANDS[2:], language=language)
    second = Screen(HANDS[0], "duke captain", *HANDS[2:], language=language)
    for screen in (first, second):
        screen.do("1:examine.2", "2:allow", "3:allow", "4:allow")
    assert first.sent(1, 3, 4) == second.sent(1, 3, 4), "nothing has been shown yet"
    for screen, card in ((first, "assassin"), (second, "captain")):
        screen.do(f"2:choose.{card}", *verdict)
    assert first.sent(3, 4) == second.sent(3, 4)
    assert first.sent(1) != second.sent(1)
    for screen, card in ((first, "assassin"), (second, "captain")):
        place = screen.page(1)["scene"]["seats"][1]
        open_ = [face["code"] for face in place["known"]]
        assert open_ == ([card] if verdict != ("1:force",) else [])
        assert not screen.page()["scene"]["seats"][1]["known"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_pages_of_others_do_not_tell_a_liar_from_somebody_honest(language: str) -> None:
    """While the proof is owed, and when the same card is conceded."""
    honest = Screen("contessa captain", *HANDS[1:], language=language)
    liar = Screen("contessa duke", *HANDS[1:], language=language)
    for screen in (honest, liar):
        screen.do("1:embezzle", "3:challenge")
    assert honest.sent(2, 3, 4) == liar.sent(2, 3, 4)
    assert "show.all" in verbs(honest.page(1))
    assert "show.all" not in verbs(liar.page(1))
    for screen in (honest, liar):
        screen.do("1:lose.contessa")
    assert honest.sent(2, 3, 4) == liar.sent(2, 3, 4)


# What is drawn


@pytest.mark.parametrize(
    ("language", "sides"), [("ja", ("★王党派", "●民衆派")), ("en", ("Monarchist", "Populist"))]
)
def test_sides_are_marked_by_word_and_sign_and_the_almshouse_lies_in_the_middle(
    language: str, sides: tuple[str, str]
) -> None:
    drawn = Screen(*HANDS, language=language).page()["scene"]
    for place in drawn["seats"]:
        own, other = ("★", "●")[place["seat"] % 2 == 0], ("★", "●")[place["seat"] % 2]
        (mark,) = [each["text"] for each in place["badges"] if own in each["text"]]
        assert sides[place["seat"] % 2 == 0] in mark
        assert not any(other in each["text"] for each in place["badges"])
    piles = {each["kind"]: each for each in drawn["piles"]}
    assert piles["almshouse"]["count"] == 3
    assert ("救貧院" if language == "ja" else "Almshouse") in piles["almshouse"]["name"]


def test_all_new_moves_can_be_chosen() -> None:
    screen = Screen(*HANDS)
    offered = verbs(screen.page(1))
    assert {"embezzle", "convert", "convert.2", "convert.3", "convert.4"} <= set(offered)
    assert [each for each in offered if each.startswith("examine")] == ["examine.2", "examine.4"]
    screen.do("1:examine.2", "2:allow", "3:allow", "4:allow")
    assert verbs(screen.page(2))[:2] == ["choose.assassin", "choose.contessa"]
    screen.do("2:choose.contessa")
    assert verbs(screen.page(1))[:2] == ["return", "force"]
