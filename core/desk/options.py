"""The options of a table, to be read at any time: first what differs from its edition, then all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from core.desk.acts import Act
from core.desk.lobby_board import ClockIs, LevelIs
from core.desk.lobby_panels import SwitchSet
from core.desk.manual import current
from core.desk.sheets import Sheet, act_button
from core.kernel.asks import Switch
from core.kernel.minds import levels_of
from core.kernel.text import N_, Public
from core.table.editions import edition_name, offered
from core.table.levels import LevelWord
from core.table.table import Closed, Games, Table


class OptionsOf(Public, frozen=True, tag="look.options"):
    text: ClassVar[str] = N_("Options of this table: {title} ({edition})")
    title: Public
    edition: Public


class AsTheEdition(Public, frozen=True, tag="look.as-the-edition"):
    text: ClassVar[str] = N_("Everything is as in this edition.")


class OtherThanUsual(Public, frozen=True, tag="look.other-than-usual"):
    text: ClassVar[str] = N_("Different from this edition:")


class AllOptions(Public, frozen=True, tag="look.all-options"):
    text: ClassVar[str] = N_("All options:")


class AsUsual(Public, frozen=True, tag="look.as-usual"):
    """The value of an option that nobody has set."""

    text: ClassVar[str] = N_("as in this edition")


def options_sheet(table: Table, games: Games) -> Sheet:
    """What is set at a table, and what its edition sets."""
    game, preset, options = current(table, games)
    base = game.presets[preset]
    switches = offered(preset, options, game)
    other = [each for each in switches if _value(options, each) != _value(base, each)]
    changed = (OtherThanUsual(), *_shown(other, options)) if other else (AsTheEdition(),)
    more: list[Public] = []
    if not isinstance(table, Closed):
        more.append(ClockIs(table.pace))
        if levels_of(game.bots):
            more.append(LevelIs(LevelWord(table.level)))
    return Sheet(
        OptionsOf(game.title, edition_name(preset, options, game)),
        (*changed, AllOptions(), *_shown(switches, options), *more),
        buttons=((act_button(table.id, 0, Act.RULES),),),
    )


def _value(options: Any, switch: Switch) -> str | int | bool:
    value: str | int | bool = getattr(options, switch.name)
    return value


def _shown(switches: Sequence[Switch], options: Any) -> list[Public]:
    """Each switch with what it is set to. What is none of its choices goes by the edition."""
    found: list[Public] = []
    for switch in switches:
        labels = {choice.value: choice.label for choice in switch.choices}
        found.append(SwitchSet(switch.label, labels.get(_value(options, switch), AsUsual())))
    return found
