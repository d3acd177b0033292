"""People and rooms as Telegram lets us reach them. Everything here works on the database."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from adapters.latch import Latch
from adapters.telegram.posted import place
from adapters.telegram.texts import CannotWriteThere
from core.desk.reading import Reading
from core.house.house import House, Input
from core.house.ports import Directory, Work, person_lane, room_lane
from core.kernel.text import whisper
from core.table.commands import HandOver, Rise, Sleep, UseLetters
from core.table.places import Individual, Room
from core.table.table import Lobby, Playing, chair_of

log = logging.getLogger("fumibako.telegram")
replace = msgspec.structs.replace

PLATFORM = "telegram"
MOST_HERE = 20_000  # people in groups that are remembered


def user_of(number: int) -> str:
    """A person, as the house calls them."""
    return f"{PLATFORM}:{number}"


def number_of(user: str) -> int:
    """The person's number at Telegram."""
    return int(user.partition(":")[2])


class Glance(msgspec.Struct, frozen=True):
    """What a press needs of the database before anything is done: who pressed, and the rooms in
    which the table is (or was last) played, oldest first."""

    person: Individual
    rooms: Sequence[Room] = ()


class People:
    """Who can be reached, and where. Runs in the writer's thread."""

    def __init__(
        self,
        house: House,
        directory: Directory,
        now: Callable[[], float],
        pulse: Callable[[], float],
        language: str,
    ) -> None:
        self.house = house
        self.directory = directory
        self.now = now
        self.language = language
        self.unreachable: Latch[str] = Latch(pulse)
        self.keeps = False  # whether it is kept who was heard in which group
        self._here: dict[tuple[int, str], None] = {}

    # Persons

    def glance(self, user: str, table: str) -> Glance:
        """Look once for all that a press needs."""
        return self.house.store.read(
            lambda reads: Glance(reads.people([user])[user], reads.rooms_of(table))
        )

    def known(self, user: str) -> bool | None:
        """Whether we can write to a person; None if we have not tried yet."""
        person = self.directory.person(user)
        return person.reachable if person.name else None

    def meet(self, user: str, name: str, language: str, reachable: bool) -> Individual:
        """Remember a person. The app's language counts until they choose one."""
        before = self.directory.person(user)
        spoken = before.language or language
        person = replace(before, name=name, language=spoken, reachable=reachable)
        if person != before:
            self.directory.remember(person, before, guessed=True)
        return person

    def reached(self, user: str, name: str, language: str) -> Individual:
        """A person has started the bot, has unblocked it, or has got a message: their cards come
        in private."""
        before = self.directory.person(user)
        person = self.meet(user, name or before.name, language, True)
        self.unreachable.open(user)
        if before.name and not before.reachable:
            for read in self.seats(user):
                self._use_letters(user, read, False)
        return person

    def lost(self, user: str, name: str, deleted: bool = False) -> None:
        """We could not write to a person. Where they play they choose by letters in the group;
        for an account that is no more, a computer plays. It is tried again some time."""
        self.unreachable.close(user)
        before = self.directory.person(user)
        if before.reachable or not before.name:
            lost = replace(before, name=before.name or name, reachable=False)
            self.directory.remember(lost, before)
        self.by_letters(user, deleted)

    def by_letters(self, user: str, deleted: bool = False) -> None:
        """Where a person plays, or sits before the deal, they choose by letters in the group (or a
        computer plays)."""
        for read in self.seats(user):
            if deleted and isinstance(read.table, Playing):
                self.house.handle(Input(HandOver(user), self.now(), table=read.id))
            else:
                self._use_letters(user, read, True)

    def _use_letters(self, user: str, read: Reading, on: bool) -> None:
        if not isinstance(read.table, Lobby | Playing):
            return
        index = chair_of(read.table.chairs, user)
        if index is not None and read.table.chairs[index].letters is not on:
            self.house.handle(Input(UseLetters(user, on), self.now(), table=read.id))

    def seats(self, user: str) -> Sequence[Reading]:
        """The tables at which a person sits, newest first."""
        return self.house.read_seats(user)

    def show_hands(self, user: str) -> None:
        """The person's cards are to be shown again."""
        tables = self.house.tables_of(user)
        self._touch([(person_lane(user), table) for table in tables])

    # Who is where

    def here(self, room: Room, user: str) -> None:
        """A person has said or pressed something in a group."""
        if self.keeps and (room.id, user) not in self._here and not self._is_kept(room.id, user):
            self.house.store.run(lambda work: work.arrived(room.id, user))
        self._here.pop((room.id, user), None)
        self._here[room.id, user] = None
        while len(self._here) > MOST_HERE:
            del self._here[next(iter(self._here))]

    def gone(self, chat: int, user: str, receipt: str) -> None:
        """A person is no longer in a group: they leave its tables, unless they play from another
        room of the table or were heard there."""
        left = {room.id for room in self.rooms_in(chat)}
        for room in left:
            self._here.pop((room, user), None)
            if self._is_kept(room, user):
                self.house.store.run(partial(_departed, room, user))
        for read in self.seats(user):
            table, chairs = read.id, read.table.chairs
            others = {room.id for room in read.rooms} - left
            index = chair_of(chairs, user)
            if index is None or len(others) == len(read.rooms):
                continue
            if chairs[index].room in others or any((r, user) in self._here for r in others):
                continue
            rise = Input(Rise(user), self.now(), f"{receipt}:{table}", table=table)
            self.house.handle(rise)

    def _is_kept(self, room: int, user: str) -> bool:
        return self.house.store.read(lambda reads: reads.is_member(room, user))

    # Rooms

    def enter(self, chat: str, language: str, title: str) -> Room:
        """The room of a chat."""
        return self.directory.enter(PLATFORM, chat, language or self.language, title)

    def move(self, old: str, new: int) -> None:
        """A group has become a supergroup: both names mean the same rooms from now on."""
        self.directory.rename(PLATFORM, old, str(new))
        room = self.enter(str(new), "", "")
        if room.table is not None:
            self._touch([(room_lane(room.id), room.table)])

    def suspend(self, room: Room) -> None:
        """We cannot write into a room: its table sleeps, unless another room sees it, and the
        people at it are told once in private."""
        now = self.directory.room(room.id) or room
        if now.table is None:
            return
        read = self.house.read(now.table)
        if read is None or not isinstance(read.table, Playing) or read.table.asleep:
            return
        if any(other.id != room.id for other in read.rooms):
            return
        self.directory.keep(_sleeps(room.id), now.table, self.now())
        self.house.handle(Input(Sleep(), self.now(), table=now.table))
        title, at, table = room.title, self.now(), read.table

        def tell(work: Work) -> None:
            for seat, chair in enumerate(table.chairs, 1):
                if chair.user is not None and not chair.left:
                    note = whisper(seat, CannotWriteThere(title))
                    work.tell(person_lane(chair.user), table.id, [note], at)

        self.house.store.run(tell)

    def wake(self, room: Room, table: str) -> None:
        """We have written into the room of a table that sleeps: if it sleeps because we could
        not, it wakes."""
        if self.directory.kept(_sleeps(room.id)) == table:
            self.house.handle(Input(Sleep(on=False), self.now(), table=table))
            self.directory.keep(_sleeps(room.id), "", self.now())

    def try_again(self, chats: Callable[[Room], bool]) -> None:
        """It is worth a try to write into rooms again: what waits there goes out at once."""
        rooms = [room for room in self.directory.rooms_on(PLATFORM) if chats(room)]
        self._touch([(room_lane(room.id), room.table) for room in rooms])

    def show_board(self, room: Room) -> None:
        """The board of a room is to be shown again."""
        self._touch([(room_lane(room.id), room.table)])

    def show_again(self, lane: str, table: str) -> None:
        """A card is to be shown as it is now."""
        self._touch([(lane, table)])

    def _touch(self, cards: Sequence[tuple[str, str | None]]) -> None:
        """Somebody waits for these cards: they go out at once."""
        at = self.now()

        def touch(work: Work) -> None:
            for lane, table in cards:
                if table is not None:
                    work.touch(lane, table, at)
                work.hurry(lane, at)

        if cards:
            self.house.store.run(touch)

    def rooms_in(self, chat: int) -> list[Room]:
        """All rooms of a chat: the chat itself and its topics."""
        rooms = self.directory.rooms_on(PLATFORM)
        return [room for room in rooms if place(room.chat)[0] == chat]


def _departed(room: int, user: str, work: Work) -> None:
    work.departed(room, user)


def _sleeps(room: int) -> str:
    """The name under which is kept which table sleeps because a room cannot be written to."""
    return f"telegram:sleeps:{room}"
