"""Which of several tables somebody means: each by its game and its group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.desk.acts import Act
from core.desk.reading import Reading
from core.desk.sheets import Button, Labelled, Sheet
from core.kernel.text import N_, Public, Said
from core.table.table import Games


class WhichTable(Public, frozen=True, tag="which.table"):
    text: ClassVar[str] = N_("You sit at several tables. At which one: {what}?")
    what: Public


class GameThere(Public, frozen=True, tag="which.there"):
    """A game by its name and the group in which it is played."""

    text: ClassVar[str] = N_("{game} in “{room}”")
    game: Public
    room: Said


class GameWith(Public, frozen=True, tag="which.with"):
    """The same, where nobody told what the group is called: by those who sit there."""

    text: ClassVar[str] = N_("{game} with {names}")
    game: Public
    names: tuple[Said, ...]


def table_there(read: Reading, games: Games, user: str = "") -> Public:
    """A table by its game and group."""
    game = games[read.table.game].title
    places = (read.home(user), *read.rooms)
    home = next((room.title for room in places if room is not None and room.title), "")
    others = tuple(chair.name for chair in read.table.chairs if chair.user not in (None, user))
    return GameThere(game, home) if home or not others else GameWith(game, others)


def which_sheet(seats: Sequence[Reading], games: Games, act: Act, user: str = "") -> Sheet:
    """At which table this is to be done."""
    rows = tuple((Button(table_there(read, games, user), read.id, 0, act),) for read in seats)
    return Sheet(WhichTable(Labelled(act)), buttons=rows)
