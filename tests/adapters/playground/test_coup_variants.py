"""Coup with Inquisitor and Factions on the page: what is drawn, and for whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from adapters.playground import render
from adapters.playground.server import STATIC
from core.desk.board import board_of
from core.desk.hand import hand_of
from core.games.coup import COUP
from core.games.coup.names import Role
from core.kernel.dice import Dice
from core.kernel.text import Announce, Note, Whisper
from core.table.commands import Answer, Start
from core.table.table import Chair, Deal, Lobby, Playing
from tests.adapters.contexts import context_at
from tests.adapters.line.coup_tables import seat
from tests.adapters.line.stage import GAMES_BY_NAME
from tests.adapters.line.test_secrets import run
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
        self.lines: list[tuple[int, Data]] = []

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
                self.lines.append((to, render.note(note.message, self.language, self.context)))

    @property
    def question(self) -> int:
        return self.table.question

    @property
    def context(self) -> Any:
        return context_at(self.table, COUP.edition(self.table.options), self.language)

    def user(self, number: int) -> str:
        return str(self.table.chairs[number - 1].user)

    def board(self) -> Data:
        """The board as a page gets it."""
        return render.board(board_of(self.table, GAMES_BY_NAME), self.language, self.context)

    def hand(self, number: int, *said: str) -> Data:
        """The hand card of a seat as its page gets it."""
        shown = hand_of(self.table, GAMES_BY_NAME, self.user(number), said)
        return render.hand(shown, self.language, self.context)

    def sent(self, *numbers: int) -> list[Any]:
        """All that the group's page and those of these seats get."""
        notes = [note for to, note in self.lines if to in (0, *numbers)]
        return [self.board(), *[self.hand(number) for number in numbers], *notes]


def verbs(card: Data) -> list[str]:
    return [button["data"].split(":", 2)[2] for row in card["buttons"] for button in row]


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
        place = screen.hand(1)["stage"]["places"][1]
        open_ = [face["code"] for face in place["cards"] if face["code"]]
        assert open_ == ([card] if verdict != ("1:force",) else [])
        assert all(not face["code"] for face in screen.board()["stage"]["places"][1]["cards"])


@pytest.mark.parametrize("language", ["ja", "en"])
def test_pages_of_others_do_not_tell_a_liar_from_somebody_honest(language: str) -> None:
    """While the proof is owed, and when the same card is conceded."""
    honest = Screen("contessa captain", *HANDS[1:], language=language)
    liar = Screen("contessa duke", *HANDS[1:], language=language)
    for screen in (honest, liar):
        screen.do("1:embezzle", "3:challenge")
    assert honest.sent(2, 3, 4) == liar.sent(2, 3, 4)
    assert "m:show.all" in verbs(honest.hand(1))
    assert "m:show.all" not in verbs(liar.hand(1))
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
    drawn = Screen(*HANDS, language=language).board()["stage"]
    for place in drawn["places"]:
        own, other = ("★", "●")[place["seat"] % 2 == 0], ("★", "●")[place["seat"] % 2]
        (mark,) = [each for each in place["marks"] if own in each]
        assert sides[place["seat"] % 2 == 0] in mark
        assert not any(other in each for each in place["marks"])
    deck, almshouse = drawn["middle"]
    assert (deck["code"], almshouse["code"], almshouse["corner"]) == ("", "almshouse", "3")
    assert ("救貧院" if language == "ja" else "Almshouse") in almshouse["name"]


def test_all_new_moves_have_buttons() -> None:
    screen = Screen(*HANDS)
    assert {"m:embezzle", "m:convert", "?:convert", "?:examine"} <= set(verbs(screen.hand(1)))
    others = [f"m:convert.{number}" for number in (2, 3, 4)]
    assert verbs(screen.hand(1, "convert"))[:3] == others
    assert verbs(screen.hand(1, "examine"))[:2] == ["m:examine.2", "m:examine.4"]
    screen.do("1:examine.2", "2:allow", "3:allow", "4:allow")
    assert verbs(screen.hand(2))[:2] == ["m:choose.assassin", "m:choose.contessa"]
    screen.do("2:choose.contessa")
    assert verbs(screen.hand(1))[:2] == ["m:return", "m:force"]


def test_every_character_and_the_almshouse_have_drawings() -> None:
    source = (STATIC / "emblems.js").read_text()
    cards = source.partition("const CARDS = {")[2].partition("};")[0]
    arts = dict(re.findall(r'(\w+): \["(\w+)", "\w+"\]', cards))
    drawn = source.partition("const ART = {")[2].partition("};")[0]
    for code in (*Role, "almshouse"):
        assert f"\n  {arts[code]}: [" in drawn, code
    own = [arts[code] for code in (*Role, "almshouse")]
    assert len(set(own)) == len(own)
