"""What a game has that says nothing of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from core.desk.manual import help_sheet, rules_sheet
from core.kernel.asks import Ask, Face, Hidden, Over, Stage
from core.kernel.dice import Dice
from core.kernel.game import Bot
from core.kernel.plain import (
    FaceDown,
    GameIsOver,
    HandInBrief,
    LeftMark,
    NoMoreTurns,
    NotYourTurn,
    OutMark,
    Plain,
    Standard,
    not_asked,
)
from core.kernel.text import Public
from core.table.table import Deal, Lobby
from tests.police.toy import Toy


class Setting(msgspec.Struct, frozen=True):
    """The options of a game without any."""


def first(view: Any, moves: Sequence[Any], dice: Dice) -> Any:
    return moves[0]


def last(view: Any, moves: Sequence[Any], dice: Dice) -> Any:
    return moves[-1]


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


def test_the_last_computer_sits_down_unless_another_is_named() -> None:
    assert Small.default_bot == "last"
    assert Larger.default_bot == "idle"
    assert Larger.presets is Small.presets


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
    assert isinstance(FaceDown(), Public)


def test_help_on_cards_without_any_is_the_rules() -> None:
    class Dumb(Toy):
        def help(self, options: Any) -> Sequence[Any]:
            return ()

    lobby, games = Lobby(Deal("t", "toy", "00" * 32), "a", ()), {"toy": Dumb()}
    assert help_sheet(lobby, games) == rules_sheet(lobby, games)
