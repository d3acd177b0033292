"""The board of a lobby: who sits, what is chosen, and the panels to choose it on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from core.desk.acts import Act
from core.desk.fairness import have_cut
from core.desk.lobby_people import people_rows
from core.desk.presses import Knock, Set, Verb
from core.desk.sheets import Board, Button, Labelled, Rows, act_button, sitters
from core.kernel.asks import Switch
from core.kernel.game import AnyGame
from core.kernel.minds import levels_of
from core.kernel.text import N_, Person, Players, Public, Said, Seat, Times
from core.table.editions import edition_name, most_seats, offered, options_of, preset_of
from core.table.levels import LevelWord, MannerWord, manner_at
from core.table.sayings import BotName, Pace
from core.table.table import Chair, Games, Knocking, Lobby, spell


class Gathering(Public, frozen=True, tag="lobby.title"):
    text: ClassVar[str] = N_("{title}: gathering players")
    title: Public


class EditionChosen(Public, frozen=True, tag="lobby.edition"):
    text: ClassVar[str] = N_("Edition: {edition}")
    edition: Public


class EditionFollows(Public, frozen=True, tag="lobby.edition-follows"):
    text: ClassVar[str] = N_("Edition: {edition} (follows the number of players)")
    edition: Public


class EditionFor(Public, frozen=True, tag="lobby.edition-for"):
    text: ClassVar[str] = N_("{edition}, {least}–{most}")
    edition: Public
    least: int
    most: Players


class SwitchSet(Public, frozen=True, tag="lobby.switch"):
    text: ClassVar[str] = N_("{name}: {value}")
    name: Public
    value: Public


class SwitchAbout(Public, frozen=True, tag="lobby.switch-about"):
    """What a variant brings, while it can be switched on."""

    text: ClassVar[str] = N_("{name}: {about}")
    name: Public
    about: Public


class AsInTheEdition(Public, frozen=True, tag="lobby.as-in-edition"):
    text: ClassVar[str] = N_("as in the edition")


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


class CanStart(Public, frozen=True, tag="lobby.can-start"):
    text: ClassVar[str] = N_("Ready: anybody seated may start.")


class NeedsMore(Public, frozen=True, tag="lobby.needs-more"):
    text: ClassVar[str] = N_("Needs {more} more.")
    more: Players


class EditionNeeds(Public, frozen=True, tag="lobby.edition-needs"):
    """A variant needs more players than the edition does without it."""

    text: ClassVar[str] = N_("{edition} needs at least {least}: {more} more.")
    edition: Public
    least: Players
    more: int


class TooMany(Public, frozen=True, tag="lobby.too-many"):
    text: ClassVar[str] = N_("This edition seats at most {most}. The host can choose another one.")
    most: Players


class KnocksHere(Public, frozen=True, tag="lobby.knocks"):
    text: ClassVar[str] = N_("“{room}” asks to join. The host decides:")
    room: Said


class OfTwo(Public, frozen=True, tag="lobby.of-two"):
    """A button that shows what is chosen now."""

    text: ClassVar[str] = N_("✓ {what}")
    what: Public


class PaceLabel(Public, frozen=True, tag="lobby.pace-label"):
    text: ClassVar[str] = N_("{pace}")
    pace: Pace


class LevelLabel(Public, frozen=True, tag="lobby.level-label"):
    text: ClassVar[str] = N_("{level}")
    level: LevelWord


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
    lines.append(ClockIs(lobby.pace))
    if levels_of(game.bots):
        lines.append(LevelIs(LevelWord(lobby.level)))
    lines += [_sits(lobby, number, chair) for number, chair in enumerate(lobby.chairs, 1)]
    if lobby.deal.cuts:
        lines.append(WasCutTimes(len(lobby.deal.cuts)))
    if lobby.deal.proof > 1:
        lines.append(have_cut(lobby.chairs))
    more = msgspec.structs.replace(lobby, chairs=(*lobby.chairs, Chair("+1", user="+1")))
    may_start = _lacks(lobby, game) is None
    lines += [KnocksHere(each.title) for each in lobby.knocking]
    rows = _buttons(lobby, games, game) + tuple(_knocking(lobby, each) for each in lobby.knocking)
    return Board(
        lobby.id,
        "lobby",
        game.title,
        Gathering(game.title),
        tuple(lines),
        (_lacks(lobby, game) or CanStart(),),
        choice=rows,
        sitters=sitters(lobby.chairs),
        may_start=may_start,
        one_more=not may_start and _lacks(more, game) is None,
        invites=not lobby.panel,
    )


def _set(lobby: Lobby, switches: Sequence[Switch]) -> list[Public]:
    """The switches that were set, less those whose variant the edition is named with; while they
    can be set, what the variants are."""
    found: list[Public] = []
    for switch in switches:
        for choice in switch.choices if switch.about is None else ():
            if switch.name in lobby.switches and choice.value == lobby.switches[switch.name]:
                found.append(SwitchSet(switch.label, choice.label))
    if lobby.panel == "switches":
        found += [SwitchAbout(each.label, each.about) for each in switches if each.about]
    return found


def _lacks(lobby: Lobby, game: AnyGame) -> Public | None:
    """Why the game cannot start with those who sit here; None if it can."""
    preset = preset_of(lobby, game)
    options = options_of(preset, lobby.switches, game)
    fit, seated = game.seats(options), len(lobby.chairs)
    if seated < fit.start:
        more = fit.start - seated
        if fit.start > game.seats(game.presets[preset]).start:
            return EditionNeeds(edition_name(preset, options, game), fit.start, more)
        return NeedsMore(more)
    return TooMany(fit.stop - 1) if seated >= fit.stop else None


def _knocking(lobby: Lobby, asking: Knocking) -> tuple[Button[Public], ...]:
    """The host's answer to a room that asks to join."""
    return tuple(
        Button(Labelled(act), lobby.id, 0, Knock(act is Act.LET_IN, asking.room))
        for act in (Act.LET_IN, Act.TURN_AWAY)
    )


def _seating(game: AnyGame, preset: str) -> Public:
    """An edition and how many it seats."""
    fit = game.seats(game.presets[preset])
    return EditionFor(game.preset_label(preset), fit.start, fit.stop - 1)


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


def _buttons(lobby: Lobby, games: Games, game: AnyGame) -> Rows[Public]:
    rows: list[tuple[Button[Public], ...]]
    match lobby.panel:
        case "game":
            rows = [
                (_choice(lobby, Set("game", name), other.title, name == lobby.game),)
                for name, other in games.items()
            ]
        case "preset":
            rows = [
                (_choice(lobby, Set("preset", name), _seating(game, name), name == lobby.preset),)
                for name in game.presets
            ]
            rows.append(
                (_choice(lobby, Act.FOLLOW_NUMBER, Labelled(Act.FOLLOW_NUMBER), not lobby.preset),)
            )
        case "pace":
            rows = [
                tuple(
                    _choice(lobby, Set("pace", pace), PaceLabel(pace), pace == lobby.pace)
                    for pace in Pace
                )
            ]
        case "level":
            rows = [
                tuple(
                    _choice(
                        *(lobby, Set("level", level), LevelLabel(LevelWord(level))),
                        level is lobby.level,
                    )
                    for level in levels_of(game.bots)
                )
            ]
        case "switches":
            preset = preset_of(lobby, game)
            options, base = options_of(preset, lobby.switches, game), game.presets[preset]
            rows = [
                (_cycle(lobby, switch, options, base),) for switch in offered(preset, options, game)
            ]
        case "people":
            rows = [*people_rows(lobby)]
        case _:
            return _front(lobby, games, game)
    return (*rows, (_act(lobby, Act.BACK),))


def _front(lobby: Lobby, games: Games, game: AnyGame) -> Rows[Public]:
    """Join, start, and the ways to the panels."""
    seats = [_act(lobby, Act.JOIN), _act(lobby, Act.LEAVE)]
    if lobby.deal.proof > 1:
        seats.append(_act(lobby, Act.CUT))
    computers = []
    if len(lobby.chairs) < most_seats(game):
        computers.append(_act(lobby, Act.ADD_BOT))
    if any(chair.user is None for chair in lobby.chairs):
        computers.append(_act(lobby, Act.REMOVE_BOT))
    if len(lobby.chairs) > 1:
        computers.append(_act(lobby, Act.REMOVE))
    panels = [Act.CLOCK, Act.SWITCHES]
    if levels_of(game.bots):
        panels.insert(1, Act.LEVEL)
    if len(game.presets) > 1:
        panels.insert(0, Act.EDITION)
    if len(games) > 1:
        panels.insert(0, Act.GAME)
    rows = [
        (_act(lobby, Act.START),),
        tuple(seats),
        tuple(computers),
        *_panels(lobby, panels),
        tuple(_act(lobby, act) for act in (Act.RULES, Act.PROOF, Act.LANGUAGE, Act.CLOSE)),
    ]
    return tuple(row for row in rows if row)


def _panels(lobby: Lobby, panels: Sequence[Act]) -> Rows[Public]:
    """The ways to the panels, in rows that are wide enough for their names."""
    half = (len(panels) + 1) // 2 if len(panels) > 4 else len(panels)
    rows = (panels[:half], panels[half:])
    return tuple(tuple(_act(lobby, act) for act in row) for row in rows if row)


def _act(lobby: Lobby, act: Act) -> Button[Public]:
    return act_button(lobby.id, 0, act)


def _choice(lobby: Lobby, verb: Verb, label: Public, chosen: bool) -> Button[Public]:
    return Button(OfTwo(label) if chosen else label, lobby.id, 0, verb)


def _cycle(lobby: Lobby, switch: Switch, options: object, base: object) -> Button[Public]:
    """A button that shows a switch and sets it to its next value.

    A value that the edition (`base`) works out by itself is none of the choices: it is shown
    as such, and comes back after the last choice.
    """
    labels = {spell(choice.value): choice.label for choice in switch.choices}
    usual = getattr(base, switch.name)
    if usual not in [choice.value for choice in switch.choices]:
        labels[""] = AsInTheEdition()
    now = spell(getattr(options, switch.name))
    order = list(labels)
    index = order.index(now if now in labels else "")
    verb = Set(switch.name, order[(index + 1) % len(order)])
    label = SwitchSet(switch.label, labels[order[index]])
    return Button(label, lobby.id, 0, verb)
