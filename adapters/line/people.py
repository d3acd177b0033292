"""People and rooms of LINE in the database. Everything here runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adapters.line.api import Profile
from adapters.line.events import Chat, Event
from adapters.recent import Recent
from core.desk.reading import Reading, language_for
from core.house.house import House
from core.house.ports import Directory, Reads, Work
from core.table.places import Room
from core.table.sayings import Pace

PLATFORM = "line"
PATH = "/line/webhook"
WORDS_LAST = 86400  # seconds after which buttons that write words are tried as buttons again
MOST_NAMES = 20_000  # people whose names are remembered
MOST_HERE = 50_000  # people in groups who are remembered to be there
ACCOUNT = "line.account"
"""The name under which is kept whose host this is: the account's name to search for."""
ACCOUNT_BEFORE = "line.account-before"
"""The same of the account that it was before, if it was another."""
BOT = "line.bot"
"""The account as a person of LINE; its name may change, this does not."""


class Known(msgspec.Struct, frozen=True):
    """What the database knows of the account: its name to search for, itself as a person of LINE
    (`bot`), and the name of the account `before`, if it was another. Empty: nothing."""

    name: str = ""
    bot: str = ""
    before: str = ""


def known_account(directory: Directory) -> Known:
    """What the database knows of the account."""
    return Known(directory.kept(ACCOUNT), directory.kept(BOT), directory.kept(ACCOUNT_BEFORE))


def is_other(name: str, bot: str, told: Profile) -> bool:
    """Whether an account is another one than that which was known before."""
    if bot and told.user:
        return bot != told.user
    return bool(name) and name != told.basic_id


WINDOW = 30  # seconds of a chance to object: a reply token must live at its end


def windows(rooms: Sequence[Room]) -> int:
    """How long a chance to object lasts: where all rooms are on LINE it must end while a reply
    token lives; elsewhere as the game says."""
    return WINDOW if rooms and all(room.platform == PLATFORM for room in rooms) else 0


def usual_pace(room: Room) -> Pace:
    """The clock of a new table: on LINE people look now and then."""
    return Pace.RELAXED if room.platform == PLATFORM else Pace.QUICK


def user_of(name: str) -> str:
    """A person, as the house calls them."""
    return f"{PLATFORM}:{name}"


class People:
    """Who is who, and where."""

    def __init__(
        self, house: House, directory: Directory, now: Callable[[], float], language: str
    ) -> None:
        self.house = house
        self.directory = directory
        self.now = now
        self.language = language
        self._names: dict[str, str] = {}
        self._forgotten = house.forgotten
        self._here: Recent[tuple[int, str], None] = Recent(MOST_HERE)
        self._arrived: list[tuple[int, str]] = []  # of them, who is not stored yet

    # People

    def call(self, user: str, name: str) -> None:
        """Remember what a person calls themselves."""
        self._forget()
        self._names[user] = name  # first of all: we know it, even if it cannot be stored
        while len(self._names) > MOST_NAMES:
            del self._names[next(iter(self._names))]
        person = self.directory.person(user_of(user))
        if person.name != name:
            self.directory.remember(msgspec.structs.replace(person, name=name), person)

    def name(self, user: str) -> str:
        """What a person is called; empty if LINE never told."""
        self._forget()
        return self._names.get(user) or self.directory.person(user_of(user)).name

    def _forget(self) -> None:
        """Somebody was forgotten, by whichever worker: all names are looked at anew."""
        if self._forgotten != self.house.forgotten:
            self._forgotten = self.house.forgotten
            self._names.clear()

    def met(self, user: str) -> None:
        """The person has found the chat in which hands are shown."""
        self._keep(f"line.met:{user_of(user)}", "1")

    def follows(self, user: str, on: bool) -> None:
        """The person has added the account, or has blocked it."""
        self._keep(f"line.follows:{user_of(user)}", "1" if on else "")

    def seats(self, user: str) -> Sequence[Reading]:
        """The open tables at which a person sits, newest first."""
        return self.house.read_seats(user_of(user))

    def language_of(self, user: str, rooms: tuple[Room, ...] = ()) -> str:
        """In what language we write to a person alone."""
        return language_for(self.directory.person(user_of(user)), rooms) or self.language

    # Rooms

    def room(self, chat: Chat) -> Room:
        """The room of a chat."""
        return self.directory.enter(PLATFORM, chat.id, self.language)

    def entitle(self, chat: Chat, title: str) -> None:
        """The group's own name."""
        self.directory.enter(PLATFORM, chat.id, self.language, title)

    def here(self, room: Room, user: str) -> None:
        """A person is a member of a group. It is stored when somebody has time for it."""
        if (room.id, user) not in self._here:
            self._here[room.id, user] = None
            self._arrived.append((room.id, user))

    def store_arrived(self) -> None:
        """Store who was found to be a member of a group."""
        arrived = tuple(self._arrived)
        if not arrived:
            return

        def strangers(reads: Reads) -> list[tuple[int, str]]:
            found = [(room, user) for room, user in arrived if (room, user) in self._here]
            return [(r, user) for r, user in found if not reads.is_member(r, user_of(user))]

        def store(work: Work) -> None:
            for room, user in sorted(new):
                work.arrived(room, user_of(user))

        new = self.house.store.read(strangers)
        if new:
            self.house.store.run(store)
        del self._arrived[: len(arrived)]

    def gone(self, room: Room, user: str) -> None:
        """A person is no longer a member of a group."""
        self._here.pop((room.id, user), None)
        if self._is_stored(room, user):
            self.house.store.run(lambda work: work.departed(room.id, user_of(user)))

    def is_here(self, room: Room, user: str) -> bool:
        """Whether a person was ever heard in a group and has not left it."""
        return (room.id, user) in self._here or self._is_stored(room, user)

    def _is_stored(self, room: Room, user: str) -> bool:
        return self.house.store.read(lambda reads: reads.is_member(room.id, user_of(user)))

    def typed(self, room: Room) -> bool:
        """Whether the buttons of a room write words: until a press tells again who pressed, or
        a day has passed."""
        return writes_words(self.directory.kept(typed_key(room.id)), self.now())

    def first_time(self, event: Event) -> bool:
        """Whether an event that carries out no command was never heard before."""
        receipt = f"{PLATFORM}:{event.id}"
        if not event.id:
            return True
        return self.house.store.run(lambda work: work.first_time(receipt, self.now()))

    def _keep(self, key: str, value: str) -> None:
        if self.directory.kept(key) != value:
            self.directory.keep(key, value, self.now())


def typed_key(room: int) -> str:
    """The name under which is kept since when the buttons of a room write words."""
    return f"line.typed:{room}"


def writes_words(since: str, at: float) -> bool:
    """Whether buttons that write words since then (seconds since 1970; empty: never) still do."""
    return since.isdecimal() and at - int(since) < WORDS_LAST
