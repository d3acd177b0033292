"""What a platform is to the house. A new one is a folder, and one entry in `adapters.app`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec
from aiohttp import web

from adapters.belonging import Belongs
from adapters.crew import Crew
from adapters.edge import Edge
from adapters.holding import Store
from adapters.letter import Say
from adapters.owner import Owner, Reached
from adapters.owner_card import Card
from adapters.page.links import Links
from adapters.picture.gallery import Gallery
from adapters.post import Post
from adapters.settings import Settings
from adapters.speech import Speech
from adapters.thinker import Thinker
from adapters.writer import Writer
from core.house.house import House
from core.kernel.text import Public
from core.table.places import Room
from core.table.sayings import Pace
from core.table.table import Table


class Platform:
    """A platform that is joined to the house.

    What a platform must have is a name (that of its rooms, and the beginning of its people's
    names), a title for people, and a way to deliver letters. Everything else has a default.
    """

    name: str
    title: str
    say: Say
    in_status: bool = True  # whether the status of the host tells how it is

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """What it needs of the web server."""
        return ()

    def signed(self) -> Sequence[str]:
        """Paths whose requests prove by themselves where they come from."""
        return ()

    def starts(self) -> None:
        """The house is about to begin, or the platform to run again."""

    async def run(self) -> None:
        """Live until cancelled; may be called again. Raises `Trouble` if it cannot go on with
        these settings."""
        await asyncio.Event().wait()

    async def quiet(self) -> None:
        """Hear nothing new from now on."""

    async def close(self) -> None:
        """Finish what was begun."""

    def pace(self, room: Room) -> Pace:
        """The clock of a new table in one of its rooms."""
        return Pace.QUICK

    def window(self, rooms: Sequence[Room]) -> int:
        """How long (seconds) a chance to object lasts at a table that is played in these rooms;
        0: as the game says."""
        return 0

    def holds(self, table: str, question: int) -> bool:
        """Whether the time of a question may not end by itself, because nobody could be told.
        In the writer's thread."""
        return False

    def remarks(self, table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
        """What it adds to the board in `room`, one of those in which a table is played. In the
        writer's thread."""
        return ()

    def holds_back(self, lane: str) -> bool:
        """Whether nothing can be sent to an address by itself: it waits until its people act."""
        return False

    async def belongs(self, room: Room, user: str) -> Belongs:
        """Whether a person is a member of one of its rooms; they may watch then."""
        return Belongs.UNKNOWN

    async def tell_owner(self, user: str, card: Card, language: str, key: str) -> Reached:
        """Write to the owner of the host alone; `key` is the same for the same thing."""
        return Reached.NO

    async def welcome(self, room: Room) -> bool:
        """Greet a group that was let in. False: later."""
        return True

    async def leave(self, room: Room) -> bool:
        """Leave a group that was turned away. False: later."""
        return True


class Host(msgspec.Struct, frozen=True):
    """What a platform is handed when it is joined. `links` lead to the page, the `gallery` has
    pictures, the `owner` runs the host and has guests; `page`: the playground is asked for, and
    nothing else; `crew`: the other workers."""

    settings: Settings
    house: House
    speech: Speech
    store: Store
    post: Post
    writer: Writer
    edge: Edge
    thinker: Thinker
    links: Links
    gallery: Gallery
    owner: Owner
    page: bool = False
    crew: Crew = Crew()


Join = Callable[[Host], Platform | None]
"""Makes a platform; None where the settings do not ask for it. Loads its library only then."""


class Platforms:
    """The platforms of a house, and what they say together."""

    def __init__(self) -> None:
        self.joined: list[Platform] = []  # those that can go on
        self.everyone: list[Platform] = []
        self.says: dict[str, Say] = {}

    def join(self, platform: Platform) -> None:
        """One more."""
        self.joined.append(platform)
        self.everyone.append(platform)
        self.says[platform.name] = platform.say

    def pace(self, room: Room) -> Pace:
        """The clock of a new table in a room."""
        for platform in self.everyone:
            if platform.name == room.platform:
                return platform.pace(room)
        return Pace.QUICK

    def window(self, rooms: Sequence[Room]) -> int:
        """How long a chance to object lasts; 0: as the game says."""
        return max((platform.window(rooms) for platform in self.everyone), default=0)

    def holds(self, table: str, question: int) -> bool:
        """Whether the time of a question may not end by itself."""
        return any(platform.holds(table, question) for platform in self.everyone)

    def holds_back(self, lane: str) -> bool:
        """Whether an address waits until its people act."""
        return any(platform.holds_back(lane) for platform in self.everyone)

    async def belongs(self, room: Room, user: str) -> Belongs:
        """Whether a person is a member of a room."""
        for platform in self.everyone:
            if platform.name == room.platform:
                return await platform.belongs(room, user)
        return Belongs.NO

    def remarks(self, table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
        """What they add to a board."""
        every = self.everyone
        return [each for platform in every for each in platform.remarks(table, rooms, room)]
