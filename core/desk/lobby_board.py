"""The board of a lobby: who sits, what is agreed upon, whether it can start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from core.desk.fairness import have_cut
from core.desk.lobby_fit import CanStart, lacks, may_start_now
from core.desk.lobby_panels import SwitchSet, editions, lobby_rows, tiles, variants
from core.desk.lobby_people import nothing_heard
from core.desk.sheets import Board, sitters
from core.kernel.asks import Switch
from core.kernel.game import AnyGame
from core.kernel.minds import Level, levels_of
from core.kernel.text import N_, Person, Public, Said, Seat, Times
from core.table.editions import edition_name, offered, options_of, preset_of
from core.table.levels import LevelWord, MannerWord, manner_at
from core.table.sayings import BotName, Pace
from core.table.table import Chair, Games, Lobby


class Gathering(Public, frozen=True, tag="lobby.title"):
    text: ClassVar[str] = N_("{title}: gathering players")
    title: Public


class EditionChosen(Public, frozen=True, tag="lobby.edition"):
    text: ClassVar[str] = N_("Edition: {edition}")
    edition: Public


class EditionFollows(Public, frozen=True, tag="lobby.edition-follows"):
    text: ClassVar[str] = N_("Edition: {edition} (follows the number of players)")
    edition: Public


class ByNumber(Public, frozen=True, tag="lobby.by-number"):
    """An edition that nobody has chosen, in short."""

    text: ClassVar[str] = N_("{edition} (by number)")
    edition: Public


class ClockIs(Public, frozen=True, tag="lobby.clock"):
    text: ClassVar[str] = N_("Clock: {pace}")
    pace: Pace


class LevelIs(Public, frozen=True, tag="lobby.level"):
    text: ClassVar[str] = N_("Computers: {level}")
    level: LevelWord


class PersonSits(Public, frozen=True, tag="lobby.person"):
    text: ClassVar[str] = N_("{number}. {name}")
    number: int
    name: Person


class HostSits(Public, frozen=True, tag="lobby.host"):
    text: ClassVar[str] = N_("{number}. {name} (host)")
    number: int
    name: Person


class NamelessSits(Public, frozen=True, tag="lobby.nameless"):
    """A person whose name the platform has not told (yet)."""

    text: ClassVar[str] = N_("{number}. {who}")
    number: int
    who: Seat


class NamelessHost(Public, frozen=True, tag="lobby.nameless-host"):
    text: ClassVar[str] = N_("{number}. {who} (host)")
    number: int
    who: Seat


class BotSits(Public, frozen=True, tag="lobby.bot"):
    text: ClassVar[str] = N_("{number}. {bot} (computer)")
    number: int
    bot: BotName


class MannerSits(Public, frozen=True, tag="lobby.manner"):
    """A computer, and in what manner it plays."""

    text: ClassVar[str] = N_("{number}. {bot} · {manner} (computer)")
    number: int
    bot: BotName
    manner: MannerWord


Sits = PersonSits | HostSits | NamelessSits | NamelessHost | BotSits | MannerSits
"""A line about somebody who sits."""


class WasCutTimes(Public, frozen=True, tag="lobby.cuts"):
    """At a table that an older release opened."""

    text: ClassVar[str] = N_("Cut {times}.")
    times: Times


class KnocksHere(Public, frozen=True, tag="lobby.knocks"):
    text: ClassVar[str] = N_("“{room}” asks to join. The host decides:")
    room: Said


USUAL = Level.NORMAL
"""How computers play unless something else was chosen."""


def lobby_board(lobby: Lobby, games: Games) -> Board:
    """The lobby as everybody sees it."""
    game = games[lobby.game]
    preset = preset_of(lobby, game)
    options = options_of(preset, lobby.switches, game)
    label = edition_name(preset, options, game)
    lines: list[Public] = []
    if len(game.presets) > 1:
        chosen = lobby.preset or game.extras(options)  # who adds a variant has chosen
        lines.append(EditionChosen(label) if chosen else EditionFollows(label))
    lines += _set(lobby, offered(preset, options, game))
    if lobby.panel == "switches":
        lines += variants(lobby, game)
    elif lobby.panel == "preset":
        lines += editions(game)
    lines.append(ClockIs(lobby.pace))
    if levels_of(game.bots):
        lines.append(LevelIs(LevelWord(lobby.level)))
    lines += [_sits(lobby, number, chair) for number, chair in enumerate(lobby.chairs, 1)]
    if lobby.deal.cuts:
        lines.append(WasCutTimes(len(lobby.deal.cuts)))
    if lobby.deal.proof > 1:
        lines.append(have_cut(lobby.chairs))
    more = msgspec.structs.replace(lobby, chairs=(*lobby.chairs, Chair("+1", user="+1")))
    lacking = lacks(lobby, game)
    status: list[Public] = [lacking or CanStart()]
    if may_start_now(lobby, game):
        status.append(nothing_heard(lobby))
    lines += [KnocksHere(each.title) for each in lobby.knocking]
    return Board(
        lobby.id,
        "lobby",
        game.title,
        Gathering(game.title),
        tuple(lines),
        tuple(status),
        choice=lobby_rows(lobby, games, game),
        sitters=sitters(lobby.chairs),
        host=next((i for i, each in enumerate(lobby.chairs, 1) if each.user == lobby.host), 0),
        tiles=tiles(lobby, games),
        terms=_terms(lobby, label, options, game),
        may_start=lacking is None,
        one_more=lacking is not None and lacks(more, game) is None,
        invites=not lobby.panel,
        kind=game.name,
    )


def _set(lobby: Lobby, switches: Sequence[Switch]) -> list[Public]:
    """The switches that were set, less those whose variant the edition is named with."""
    found: list[Public] = []
    for switch in switches:
        for choice in switch.choices if switch.about is None else ():
            if switch.name in lobby.switches and choice.value == lobby.switches[switch.name]:
                found.append(SwitchSet(switch.label, choice.label))
    return found


def _terms(lobby: Lobby, label: Public, options: object, game: AnyGame) -> tuple[Public, ...]:
    """What is agreed upon, in very few words: no more than those who join must know."""
    chosen = lobby.preset or game.extras(options)
    edition = [label if chosen else ByNumber(label)] if len(game.presets) > 1 else []
    computers = levels_of(game.bots) and any(chair.user is None for chair in lobby.chairs)
    return (
        *edition,
        *_set(lobby, offered(preset_of(lobby, game), options, game)),
        ClockIs(lobby.pace),
        *([LevelIs(LevelWord(lobby.level))] if computers and lobby.level is not USUAL else ()),
    )


def _sits(lobby: Lobby, number: int, chair: Chair) -> Public:
    if chair.user is None:
        manner, name = manner_at(chair), BotName(chair.name)
        return MannerSits(number, name, manner) if manner else BotSits(number, name)
    hosts = chair.user == lobby.host
    if not chair.name:
        return NamelessHost(number, number) if hosts else NamelessSits(number, number)
    if hosts:
        return HostSits(number, chair.name)
    return PersonSits(number, chair.name)
