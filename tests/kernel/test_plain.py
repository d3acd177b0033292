"""What a game has that says nothing of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any

import msgspec
import pytest

from core.desk.manual import help_sheet, rules_sheet
from core.kernel.asks import Ask, Hidden, Over
from core.kernel.dice import Dice
from core.kernel.drawn import Face, Stage
from core.kernel.game import PositionError
from core.kernel.minds import Bot
from core.kernel.plain import (
    Assembled,
    ChooseFrom,
    FaceDown,
    GameIsOver,
    HandInBrief,
    LeftMark,
    NoMoreTurns,
    NotYourTurn,
    NumberLabel,
    OutMark,
    Plain,
    Standard,
    any_move,
    closed,
    first_move,
    not_asked,
    phrase,
    read_position,
    section,
)
from core.kernel.text import Message
from core.table.table import Deal, Lobby
from tests.police.toy import Do, Toy


class Setting(msgspec.Struct, frozen=True):
    """The options of a game without any."""


def first(view: Any, moves: Sequence[Any], dice: Dice) -> Any:
    return moves[0]


def last(view: Any, moves: Sequence[Any], dice: Dice) -> Any:
    return moves[-1]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that has nothing."""


class Small(Plain):
    options: type[Any] = Setting
    bots: Mapping[str, Bot] = MappingProxyType({"idle": first, "last": last})


class Larger(Small):
    """A game that derives from another keeps what that one said."""

    default_bot = "idle"

    def hand(self, view: Any, /) -> Sequence[Face]:
        return [Face("a", OutMark()), Face("b", LeftMark())] if view else ()


def test_one_edition_without_switches() -> None:
    game = Small()
    assert game.presets == {"standard": Setting()}
    assert game.preset_for(2) == game.preset_for(9) == "standard"
    assert game.preset_label("standard") == Standard()
    assert game.switches(Setting()) == ()
    assert game.edition(Setting()) == "standard"


def test_nothing_secret_nothing_to_order_nothing_to_explain() -> None:
    game = Small()
    assert game.amounts == frozenset() and game.orders is None
    assert game.spelled("any.thing") == "any.thing"
    assert game.hidden(None, 1) == Hidden((), 0)
    assert not (game.rows(None) or game.help(None) or game.tour(None))
    assert game.round_winners(None) is None
    assert game.stage(None) == Stage()


def test_nothing_drawn_beyond_the_words() -> None:
    game = Small()
    assert game.face(Setting(), "king") is None
    assert game.moment(Setting(), FaceDown()) is None
    assert game.unseen(None) == ()
    assert game.risk(None, "draw") is None
    assert game.lesson is None


def test_the_last_computer_sits_down_unless_another_is_named() -> None:
    assert Small.default_bot == "last"
    assert Larger.default_bot == "idle"
    assert Larger.presets is Small.presets
    assert Plain.default_bot == tuple(Plain.bots)[-1]


def test_computers_that_any_game_has() -> None:
    dice = Dice(b"any")
    assert first_move(None, (1, 2, 3), dice) == 1
    assert {any_move(None, (1, 2, 3), dice) for _ in range(50)} == {1, 2, 3}


def test_parts_say_what_bears_the_name_of_a_member() -> None:
    part = ModuleType("part")
    exec("def hint(view, said): return 'which?'\ndef helper(): ...\n", vars(part))
    part.__dict__["ask"] = not_asked  # comes from another module

    class Parted(Assembled, parts=(part,)):
        """It has no name yet: it may lack something."""

    assert Parted().hint(None, ()) == "which?"
    assert not hasattr(Parted, "ask") and not hasattr(Parted, "helper")


def test_what_a_game_says_itself_comes_before_its_parts() -> None:
    part = ModuleType("part")
    exec("def spelled(said): return 'part'\n", vars(part))

    class Own(Assembled, parts=(part,)):
        def spelled(self, said: str) -> str:
            return "own"

    assert Own().spelled("x") == "own"


def test_a_game_that_lacks_something_is_none() -> None:
    with pytest.raises(TypeError, match="Nameless lacks seats, setup, ask"):
        type("Nameless", (Small,), {"name": "nameless"})


def test_a_position_of_another_form_is_none() -> None:
    assert read_position({}, Setting) == Setting()
    with pytest.raises(PositionError, match=r"^start\.position: .*unknown field"):
        read_position({"x": 1}, Strict)


def test_a_section_of_texts_and_messages() -> None:
    found = section("a", "b", OutMark())
    assert found.title == phrase("a")
    assert found.lines == (phrase("b"), OutMark())


def test_the_hand_in_brief_names_its_cards() -> None:
    assert Small().hand(1) == ()
    assert Small().brief(1) == ()
    assert Larger().brief(1) == (HandInBrief((OutMark(), LeftMark())),)
    assert Larger().brief(None) == ()


def test_why_a_seat_cannot_move_at_all() -> None:
    asked = Ask(frozenset({2}), FaceDown(), 30)
    assert not_asked(asked, frozenset({1, 2}), 2) is None
    assert not_asked(asked, frozenset({1, 2}), 1) == NotYourTurn(2)
    assert not_asked(asked, frozenset({1, 2}), 3) == NoMoreTurns()
    assert not_asked(Over(frozenset({2})), frozenset(), 2) == GameIsOver()
    assert closed(2) == (Face("", FaceDown()), Face("", FaceDown()))


def test_a_wrong_move_is_answered_by_what_can_be_chosen() -> None:
    class Counting(Small):
        def ask(self, state: Any) -> Ask:
            return Ask(frozenset({1}), FaceDown(), 30)

        def active(self, state: Any) -> frozenset[int]:
            return frozenset({1, 2})

        def moves(self, state: Any, seat: int) -> Sequence[Any]:
            return [Do(f"take.{n}") for n in (1, 2)] if seat == 1 else ()

        def view(self, state: Any, seat: int | None) -> Any:
            return seat

        def label(self, view: Any, said: Sequence[str], word: str) -> Message:
            assert said == ("take",)
            return NumberLabel(int(word))

    game = Counting()
    assert game.why_not(None, 1, "take.3") == ChooseFrom((NumberLabel(1), NumberLabel(2)))
    assert game.why_not(None, 2, "take.1") == NotYourTurn(1)


def test_help_on_cards_without_any_is_the_rules() -> None:
    class Dumb(Toy):
        def help(self, options: Any) -> Sequence[Any]:
            return ()

    lobby, games = Lobby(Deal("t", "toy", "00" * 32), "a", ()), {"toy": Dumb()}
    assert help_sheet(lobby, games) == rules_sheet(lobby, games)
