"""The panels of a lobby as sheets for one person: the board that everybody sees never changes."""

from __future__ import annotations

import msgspec

from core.desk.acts import Act
from core.desk.lobby_panels import (
    SwitchSet,
    acts_row,
    broken,
    choice,
    computers,
    cycle,
    editions,
    lobby_rows,
    panel_rows,
    switches_of,
    terms,
    values_of,
    variants,
)
from core.desk.presses import Set
from core.desk.sheets import Button, Labelled, Rows, Sheet
from core.kernel.asks import Switch
from core.kernel.game import AnyGame
from core.kernel.text import Public
from core.table.table import Games, Lobby, chair_of

MANY = 3  # choices of a switch from which on it has a panel of its own
ONE_SWITCH = "switch."  # a panel with the choices of one switch: its name follows
MOST_TILES = 4  # games that stand on a board as tiles; of more one is chosen in a panel

_TITLES = {
    "game": Act.GAME,
    "preset": Act.EDITION,
    "pace": Act.CLOCK,
    "level": Act.LEVEL,
    "switches": Act.SWITCHES,
    "people": Act.REMOVE,
}
"""What the panels are called."""


def settings(lobby: Lobby, games: Games, user: str, panel: str) -> Sheet:
    """A panel as a sheet for one person: what they can do, or (for the host) what can be chosen.
    An unknown panel is the menu."""
    game = games[lobby.game]
    if user != lobby.host:
        return Sheet(Labelled(Act.SETTINGS), buttons=_menu(lobby, games, game, user))
    offered = switches_of(lobby, game)
    for each in offered:
        if panel == f"{ONE_SWITCH}{each.name}":
            return Sheet(each.label, buttons=_choices(lobby, each, game))
    rows = panel_rows(lobby, games, game, panel)
    lines: tuple[Public, ...] = ()
    if panel == "switches":
        rows = tuple((_switch(lobby, each, game),) for each in offered)
        lines = variants(lobby, game)
    elif panel == "preset":
        lines = editions(game)
    if not rows:
        return Sheet(Labelled(Act.SETTINGS), buttons=_menu(lobby, games, game, user))
    return Sheet(Labelled(_TITLES[panel]), lines, buttons=rows)


def every_key(lobby: Lobby, games: Games, user: str) -> Rows[Public]:
    """All keys that a person may be shown in a lobby, whatever is open: for words that stand for
    keys."""
    game = games[lobby.game]
    closed = msgspec.structs.replace(lobby, panel="")
    found = [*lobby_rows(closed, games, game), *settings(lobby, games, user, "").buttons]
    if user == lobby.host:
        for panel in _TITLES:
            found += settings(lobby, games, user, panel).buttons
        for each in switches_of(lobby, game):
            found += _choices(lobby, each, game)
    return tuple(found)


def _menu(lobby: Lobby, games: Games, game: AnyGame, user: str) -> Rows[Public]:
    """All that stands behind one key: the host's choices, what those who sit may do, the rest."""
    house = [Act.RULES, Act.PROOF]
    rows: list[tuple[Button[Public], ...]] = []
    if user == lobby.host:
        panels = terms(games, game)
        if Act.GAME in panels and len(games) <= MOST_TILES:
            panels.remove(Act.GAME)  # the tiles of the board are it
        rows += broken(lobby, panels)
    if chair_of(lobby.chairs, user) is not None:
        rows.append(acts_row(lobby, computers(lobby, game)))
        cut = [Act.CUT] if lobby.deal.proof > 1 else []
        rows.append(acts_row(lobby, [*cut, Act.LEAVE]))
        rows.append(acts_row(lobby, [Act.LANGUAGE, Act.BOTH]))
    if user == lobby.host:
        house += [Act.REMOVE, Act.CLOSE] if len(lobby.chairs) > 1 else [Act.CLOSE]
    return tuple(row for row in (*rows, acts_row(lobby, house)) if row)


def _switch(lobby: Lobby, switch: Switch, game: AnyGame) -> Button[Public]:
    """A button that shows a switch and sets it to its other value, or opens the panel of its
    values where there are many."""
    values, now = values_of(lobby, switch, game)
    if len(values) < MANY:
        return cycle(lobby, switch, game)
    verb = Set("panel", f"{ONE_SWITCH}{switch.name}")
    return Button(SwitchSet(switch.label, values[now]), lobby.id, 0, verb)


def _choices(lobby: Lobby, switch: Switch, game: AnyGame) -> Rows[Public]:
    """A button for each value of a switch."""
    values, now = values_of(lobby, switch, game)
    keys = [
        choice(lobby, Set(switch.name, value), label, value == now)
        for value, label in values.items()
    ]
    return tuple(tuple(keys[i : i + MANY]) for i in range(0, len(keys), MANY))
