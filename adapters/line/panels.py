"""A lobby's panels on LINE: each is an answer to whoever pressed its key, and theirs alone.

What the board of the group shows never depends on it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adapters.line import lobby_face
from adapters.line.flex import Look, mark_of
from core.desk.acts import Act
from core.desk.lobby_settings import every_key, settings
from core.desk.presses import Press, Set
from core.desk.sheets import Board, Labelled
from core.table.lobby import ONE_CHOICE
from core.table.table import Games, Lobby

Data = dict[str, Any]

PANEL = "panel."
SWITCHES = "switches"
TYPED = {Act.LEVEL: "level", Act.SWITCHES: "menu", Act.REMOVE: "people"}
"""Words for panels, and what they open: the word for the options is that for the settings here."""


def asked_for(press: Press) -> str | None:
    """The panel that a button opens (empty: the panels are done with); None if it opens none."""
    return press.code.removeprefix(PANEL) if press.code.startswith(PANEL) else None


def goes_on(press: Press) -> str | None:
    """The panel that is wanted again after a choice, for of several switches one is set after
    another; None: the choice is all that was wanted."""
    one_of_many = isinstance(press.verb, Set) and press.verb.what not in (*ONE_CHOICE, "panel")
    return SWITCHES if one_of_many else None


def shown(lobby: Lobby, games: Games, user: str, name: str, panel: str, look: Look) -> Data:
    """A panel for a person, by `name`. Nobody else's presses on it count."""
    sheet = settings(lobby, games, user, panel)
    own = msgspec.structs.replace(look, owner=mark_of(user))
    menu = sheet.title == Labelled(Act.SETTINGS)
    return lobby_face.panel(sheet, own, name, menu=menu)


def with_every_key(board: Board, lobby: Lobby, games: Games, user: str) -> Board:
    """A lobby's board with all that a person can be shown there, for words that stand for keys."""
    tiles = tuple(tile.button for tile in board.tiles)
    choice = (*((tiles,) if tiles else ()), *every_key(lobby, games, user))
    return msgspec.structs.replace(board, choice=choice)
