"""Variants in the house: how they are named, explained and refused, by the example of Coup."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from core.desk.board import GameAndEdition, board_of
from core.desk.hand import hand_of, letters_of
from core.desk.lobby_board import EditionChosen
from core.desk.lobby_fit import CanStart, EditionNeeds, NeedsMore
from core.desk.lobby_panels import SwitchAbout, SwitchSet
from core.desk.manual import CardsOf, RulesOf, help_sheet, rules_sheet
from core.desk.presses import Level, Play
from core.desk.sheets import Board
from core.games.coup import COUP, board_words, lobby
from core.games.coup.names import Role
from core.kernel.text import Message
from core.table.commands import Choose, Rematch, Rise, Start
from core.table.editions import WithVariant, offered, options_of
from core.table.sayings import UnknownChoice, WrongNumber
from core.table.table import Playing
from tests.games.coup.play import Told, table
from tests.games.coup.play import seat as at
from tests.kernel.hall import Hall

GAMES = {"coup": COUP}
STANDARD = lobby.SeedPreset()
FACTIONS, INQUISITOR = lobby.FactionsSwitch(), lobby.InquisitorSwitch()
BOTH = WithVariant(WithVariant(STANDARD, INQUISITOR), FACTIONS)


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A room in which Coup is played."""
    hall = Hall(games=GAMES)
    yield hall
    hall.store.close()


def opened(hall: Hall, *others: str, **switches: str) -> None:
    hall.open(*others, game="coup")
    for name, value in switches.items():
        hall.do(Choose("a", name, value))


def board(hall: Hall) -> Board:
    return board_of(hall.table, GAMES)


def test_the_lobby_names_the_edition_with_its_variants(hall: Hall) -> None:
    opened(hall, "b", "c", inquisitor="true", factions="true")
    assert EditionChosen(BOTH) in board(hall).lines
    assert not any(isinstance(line, SwitchSet) for line in board(hall).lines)
    hall.do(Choose("a", "contessa_blocks_examine", "false"))
    assert SwitchSet(lobby.ExamineBlockSwitch(), lobby.Off()) in board(hall).lines
    hall.do(Choose("a", "preset", "official"))
    assert EditionChosen(lobby.OfficialPreset()) in board(hall).lines


def test_a_variant_is_explained_beside_its_switch_only(hall: Hall) -> None:
    opened(hall, "b", "c")
    explained = (
        SwitchAbout(INQUISITOR, lobby.InquisitorAbout()),
        SwitchAbout(FACTIONS, lobby.FactionsAbout()),
    )
    assert not set(explained) & set(board(hall).lines)
    hall.do(Choose("a", "panel", "switches"))
    assert set(explained) <= set(board(hall).lines)
    pressed = {button.data.split(":")[-1] for row in board(hall).choice for button in row}
    assert any("factions" in data for data in pressed)
    assert not any("embezzle_bluff" in data for data in pressed)
    hall.do(Choose("a", "factions", "true"))
    pressed = {button.data.split(":")[-1] for row in board(hall).choice for button in row}
    assert any("embezzle_bluff" in data for data in pressed)


def test_two_cannot_start_with_factions_and_are_told_why(hall: Hall) -> None:
    opened(hall, factions="true")
    named = WithVariant(STANDARD, FACTIONS)
    assert board(hall).status == (EditionNeeds(named, 3, 2),)
    hall.open_more("b")
    assert board(hall).status == (EditionNeeds(named, 3, 1),)
    assert hall.refused(Start("a")) == WrongNumber(named, 3, 6, 2)
    hall.do(Choose("a", "factions", "false"))
    assert board(hall).status == (CanStart(),)
    hall.do(Rise("b"))
    assert board(hall).status == (NeedsMore(1),)
    hall.open_more("b", "c")
    hall.do(Choose("a", "factions", "true"))
    assert board(hall).status == (CanStart(),)


def test_two_play_with_the_inquisitor(hall: Hall) -> None:
    opened(hall, "b", inquisitor="true")
    hall.do(Start("a"))
    assert board(hall).title == GameAndEdition(COUP.title, WithVariant(STANDARD, INQUISITOR))


def test_what_is_on_is_said_during_play_and_in_the_rules(hall: Hall) -> None:
    opened(hall, "b", "c", inquisitor="true", factions="true")
    assert rules_sheet(hall.table, GAMES).title == RulesOf(COUP.title, BOTH)
    hall.do(Start("a"))
    assert board(hall).title == GameAndEdition(COUP.title, BOTH)
    assert hand_of(hall.table, GAMES, "a").title == GameAndEdition(COUP.title, BOTH)
    assert rules_sheet(hall.table, GAMES).title == RulesOf(COUP.title, BOTH)
    assert help_sheet(hall.table, GAMES).title == CardsOf(COUP.title, BOTH)


def test_a_rematch_of_two_needs_factions_to_be_off(hall: Hall) -> None:
    opened(hall, "b", "c", factions="true")
    hall.do(Start("a"))
    hall.finish()
    hall.do(Rematch("a", "Ann"))
    hall.do(Rise("c"))
    assert hall.refused(Start("a")) == WrongNumber(WithVariant(STANDARD, FACTIONS), 3, 6, 2)
    hall.do(Choose("a", "factions", "false"))
    hall.do(Start("a"))


# What a doubted embezzler can press in private


def doubted(hall: Hall, hand: str) -> Playing:
    opened(hall, "b", "c", factions="true")
    hall.do(Start("a"))
    game: Told = table(
        *(at(3, hand), at(2, "assassin contessa"), at(2, "captain contessa")),
        factions=True, embezzle_bluff="concede", prove="choice",
    )  # fmt: skip
    game.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle", "2:challenge")
    return msgspec.structs.replace(hall.playing, state=game.state)


def keys(playing: Playing, *said: str) -> list[tuple[Message, object]]:
    sheet = hand_of(playing, GAMES, str(playing.chairs[0].user), said)
    pairs = [(button.label, button.verb) for row in sheet.choice for button in row]
    return [pair for pair in pairs if isinstance(pair[1], Play | Level)]


def concede(card: str) -> board_words.ConcedeAs:
    return board_words.ConcedeAs(Role(card))


def test_a_truthful_one_shows_all_by_one_press(hall: Hall) -> None:
    playing = doubted(hall, "assassin captain")
    assert keys(playing) == [
        (board_words.AllLabel(), Play("show.all")),
        (board_words.ConcedeLabel(), Level(("lose",))),
    ]
    # To concede would lose a card for nothing: one more level asks for that.
    assert keys(playing, "lose")[:2] == [
        (concede("assassin"), Level(("lose", "assassin"))),
        (concede("captain"), Level(("lose", "captain"))),
    ]


def test_a_liar_can_only_concede(hall: Hall) -> None:
    assert keys(doubted(hall, "duke captain")) == [
        (concede("duke"), Play("lose.duke")),
        (concede("captain"), Play("lose.captain")),
    ]


@pytest.mark.parametrize("hand", ["assassin captain", "duke captain"])
def test_three_letters_say_what_they_do(hall: Hall, hand: str) -> None:
    playing = doubted(hall, hand)
    view = COUP.view(playing.state, 1)
    _, meant = letters_of(playing, COUP, 1, view)
    first, second = hand.split()
    last = board_words.AllLabel() if "duke" not in hand else concede(first)
    told = [each.what for each in meant]
    assert len(told) == 3 and sorted(map(repr, told)) == sorted(
        map(repr, (concede(first), concede(second), last))
    )


def test_the_official_edition_offers_no_diplomat(hall: Hall) -> None:
    """(3, 13.6) It offers the two variants."""
    opened(hall, "b", "c", preset="official", panel="switches")
    pressed = " ".join(button.data for row in board(hall).choice for button in row)
    assert "inquisitor" in pressed
    assert "factions" in pressed
    assert "diplomat" not in pressed
    assert hall.refused(Choose("a", "diplomat", "true")) == UnknownChoice()


def test_a_diplomat_of_an_older_official_lobby_can_be_taken_back() -> None:
    options = options_of("official", {"diplomat": True}, COUP)
    assert "diplomat" in {switch.name for switch in offered("official", options, COUP)}
