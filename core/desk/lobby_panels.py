"""What can be pressed in a lobby: to sit and to start, and the panels on which a host chooses.

A board that everybody sees always has Join and Start, whatever panel is open below them. Where a
press is answered to its presser the panels are sheets (`core.desk.lobby_settings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.desk.acts import Act
from core.desk.lobby_fit import may_start_now
from core.desk.lobby_people import people_rows
from core.desk.presses import Knock, Set, Verb
from core.desk.sheets import Button, Labelled, Rows, Tile, act_button
from core.kernel.asks import Switch
from core.kernel.game import AnyGame
from core.kernel.minds import levels_of
from core.kernel.text import N_, Players, Public
from core.table.editions import most_seats, offered, options_of, preset_of
from core.table.levels import LevelWord
from core.table.sayings import Pace
from core.table.table import Games, Knocking, Lobby, spell


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


class EditionFor(Public, frozen=True, tag="lobby.edition-for"):
    text: ClassVar[str] = N_("{edition}, {least}–{most}")
    edition: Public
    least: int
    most: Players


class EditionIs(Public, frozen=True, tag="lobby.edition-is"):
    """What playing by an edition means, beside its name."""

    text: ClassVar[str] = N_("{edition}: {about}")
    edition: Public
    about: Public


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


class HowMany(Public, frozen=True, tag="lobby.how-many"):
    """How many can play a game."""

    text: ClassVar[str] = N_("{least}–{most}")
    least: int
    most: Players


class HowManyAndLong(Public, frozen=True, tag="lobby.how-many-and-long"):
    """How many can play a game, and about how long it takes."""

    text: ClassVar[str] = N_("{least}–{most} · {minutes} min")
    least: int
    most: Players
    minutes: int


class GameIs(Public, frozen=True, tag="lobby.game-is"):
    """A game to choose, with how many play it and how long."""

    text: ClassVar[str] = N_("{title} ({about})")
    title: Public
    about: Public


def about_game(game: AnyGame) -> Public:
    """How many can play a game, and about how long it takes, if it says so."""
    least = min(game.seats(options).start for options in game.presets.values())
    if not game.minutes:
        return HowMany(least, most_seats(game))
    return HowManyAndLong(least, most_seats(game), game.minutes)


def tiles(lobby: Lobby, games: Games) -> tuple[Tile, ...]:
    """The games of the house, to choose from; none where there is one only."""
    return tuple(
        Tile(
            Button(game.title, lobby.id, 0, Set("game", name)),
            about_game(game),
            name == lobby.game,
        )
        for name, game in games.items()
        if len(games) > 1
    )


def lobby_rows(lobby: Lobby, games: Games, game: AnyGame) -> Rows[Public]:
    """The keys of a board that everybody sees: to sit, to start, and either an open panel or the
    ways to the panels."""
    rows = [
        *_seats(lobby, game),
        *_open_panel(lobby, games, game),
        *(_knocking(lobby, each) for each in lobby.knocking),
    ]
    return tuple(row for row in rows if row)


def variants(lobby: Lobby, game: AnyGame) -> tuple[Public, ...]:
    """What the variants are that can be switched on."""
    return tuple(SwitchAbout(s.label, s.about) for s in switches_of(lobby, game) if s.about)


def _seats(lobby: Lobby, game: AnyGame) -> list[tuple[Button[Public], ...]]:
    """To start, to sit, to leave; computers, and who is to go."""
    seats = [Act.JOIN, Act.LEAVE]
    if lobby.deal.proof > 1:
        seats.append(Act.CUT)
    starts = [Act.START, Act.START_NOW] if may_start_now(lobby, game) else [Act.START]
    guests = [Act.REMOVE] if len(lobby.chairs) > 1 else []
    return [
        acts_row(lobby, starts),
        acts_row(lobby, seats),
        acts_row(lobby, [*computers(lobby, game), *guests]),
    ]


def computers(lobby: Lobby, game: AnyGame) -> list[Act]:
    """What can be done with computers now."""
    found = [Act.ADD_BOT] if len(lobby.chairs) < most_seats(game) else []
    if any(chair.user is None for chair in lobby.chairs):
        found.append(Act.REMOVE_BOT)
    return found


def terms(games: Games, game: AnyGame) -> list[Act]:
    """The panels that there are for this game."""
    found = [Act.CLOCK, Act.SWITCHES]
    if levels_of(game.bots):
        found.insert(1, Act.LEVEL)
    if len(game.presets) > 1:
        found.insert(0, Act.EDITION)
    if len(games) > 1:
        found.insert(0, Act.GAME)
    return found


def _open_panel(lobby: Lobby, games: Games, game: AnyGame) -> Sequence[tuple[Button[Public], ...]]:
    rows = panel_rows(lobby, games, game, lobby.panel)
    if rows:
        return (*rows, (_act(lobby, Act.BACK),))
    house = (Act.RULES, Act.PROOF, Act.LANGUAGE, Act.CLOSE)
    return (*broken(lobby, terms(games, game)), acts_row(lobby, house))


def panel_rows(lobby: Lobby, games: Games, game: AnyGame, panel: str) -> Rows[Public]:
    """What can be chosen on a panel; nothing on one that is not there."""
    match panel:
        case "game":
            return tuple(
                (
                    choice(
                        *(lobby, Set("game", name), GameIs(other.title, about_game(other))),
                        name == lobby.game,
                    ),
                )
                for name, other in games.items()
            )
        case "preset":
            follows = Labelled(Act.FOLLOW_NUMBER)
            return (
                *(
                    (choice(lobby, Set("preset", n), _seating(game, n), n == lobby.preset),)
                    for n in game.presets
                ),
                (choice(lobby, Act.FOLLOW_NUMBER, follows, not lobby.preset),),
            )
        case "pace":
            return (
                tuple(
                    choice(lobby, Set("pace", pace), PaceLabel(pace), pace == lobby.pace)
                    for pace in Pace
                ),
            )
        case "level":
            row = tuple(
                choice(
                    *(lobby, Set("level", level), LevelLabel(LevelWord(level))),
                    level is lobby.level,
                )
                for level in levels_of(game.bots)
            )
            return (row,) if row else ()
        case "switches":
            switches = [(cycle(lobby, each, game),) for each in switches_of(lobby, game)]
            return (*switches, (_act(lobby, Act.BOTH),))
        case "people":
            return people_rows(lobby)
        case _:
            return ()


def switches_of(lobby: Lobby, game: AnyGame) -> Sequence[Switch]:
    preset = preset_of(lobby, game)
    return offered(preset, options_of(preset, lobby.switches, game), game)


def editions(game: AnyGame) -> tuple[Public, ...]:
    """What playing by each of the editions means."""
    found = [(game.preset_label(name), game.preset_about(name)) for name in game.presets]
    return tuple(EditionIs(label, about) for label, about in found if about is not None)


def _seating(game: AnyGame, preset: str) -> Public:
    """An edition and how many it seats."""
    fit = game.seats(game.presets[preset])
    return EditionFor(game.preset_label(preset), fit.start, fit.stop - 1)


def _knocking(lobby: Lobby, asking: Knocking) -> tuple[Button[Public], ...]:
    """The host's answer to a room that asks to join."""
    return tuple(
        Button(Labelled(act), lobby.id, 0, Knock(act is Act.LET_IN, asking.room))
        for act in (Act.LET_IN, Act.TURN_AWAY)
    )


def broken(lobby: Lobby, acts: Sequence[Act]) -> Rows[Public]:
    """Keys in rows that are wide enough for their names."""
    half = (len(acts) + 1) // 2 if len(acts) > 4 else len(acts)
    return tuple(acts_row(lobby, row) for row in (acts[:half], acts[half:]) if row)


def acts_row(lobby: Lobby, acts: Sequence[Act]) -> tuple[Button[Public], ...]:
    return tuple(_act(lobby, act) for act in acts)


def _act(lobby: Lobby, act: Act) -> Button[Public]:
    return act_button(lobby.id, 0, act)


def choice(lobby: Lobby, verb: Verb, label: Public, chosen: bool) -> Button[Public]:
    return Button(OfTwo(label) if chosen else label, lobby.id, 0, verb)


def cycle(lobby: Lobby, switch: Switch, game: AnyGame) -> Button[Public]:
    """A button that shows a switch and sets it to its next value."""
    values, now = values_of(lobby, switch, game)
    order = list(values)
    index = order.index(now)
    verb = Set(switch.name, order[(index + 1) % len(order)])
    return Button(SwitchSet(switch.label, values[order[index]]), lobby.id, 0, verb)


def values_of(lobby: Lobby, switch: Switch, game: AnyGame) -> tuple[dict[str, Public], str]:
    """The values of a switch as they are spelled, with their labels, and the one that is set.

    A value that the edition works out by itself is none of the choices: it is shown as such, and
    comes back after the last choice.
    """
    preset = preset_of(lobby, game)
    options, base = options_of(preset, lobby.switches, game), game.presets[preset]
    labels = {spell(choice.value): choice.label for choice in switch.choices}
    if getattr(base, switch.name) not in [choice.value for choice in switch.choices]:
        labels[""] = AsInTheEdition()
    now = spell(getattr(options, switch.name))
    return labels, now if now in labels else ""
