"""People and rooms as Telegram lets us reach them. Everything here works on the database."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec

from adapters.telegram.posted import place
from adapters.telegram.texts import CannotWriteThere
from core.house import House, Input
from core.ports import Directory, Individual, Room, Work, person_lane, room_lane
from core.table import HandOver, Playing, Sleep, Table, UseLetters, chair_of
from core.text import whisper

log = logging.getLogger("fumibako.telegram")
replace = msgspec.structs.replace

PLATFORM = "telegram"


def user_of(number: int) -> str:
    """A person, as the house calls them."""
    return f"{PLATFORM}:{number}"


def number_of(user: str) -> int:
    """The person's number at Telegram."""
    return int(user.partition(":")[2])


class People:
    """Who can be reached, and where. Runs in the writer's thread."""

    def __init__(
        self, house: House, directory: Directory, now: Callable[[], float], language: str
    ) -> None:
        self.house = house
        self.directory = directory
        self.now = now
        self.language = language

    # Persons

    def known(self, user: str) -> bool | None:
        """Whether we can write to a person; None if we have not tried yet."""
        person = self.directory.person(user)
        return person.reachable if person.name else None

    def meet(self, user: str, name: str, language: str, reachable: bool) -> Individual:
        """Remember a person. The app's language counts until they choose one."""
        before = self.directory.person(user)
        person = Individual(user, name, before.language or language, reachable)
        if person != before:
            self.directory.remember(person)
        return person

    def reached(self, user: str, name: str, language: str) -> Individual:
        """A person has started the bot, or has unblocked it: their cards come in private."""
        before = self.directory.person(user)
        person = self.meet(user, name, language, True)
        if before.name and not before.reachable:
            for table, _ in self._tables(user):
                self._use_letters(user, table, False)
        return person

    def lost(self, user: str, name: str, deleted: bool = False) -> None:
        """We cannot write to a person. Where they play they choose by letters in the group;
        for an account that is no more, a computer plays."""
        before = self.directory.person(user)
        if before.reachable or not before.name:
            self.directory.remember(replace(before, name=before.name or name, reachable=False))
        for table, playing in self._tables(user):
            if not isinstance(playing, Playing):
                continue
            if deleted:
                self.house.handle(Input(HandOver(user), self.now(), table=table))
            else:
                self._use_letters(user, table, True)

    def _use_letters(self, user: str, table: str, on: bool) -> None:
        seen = self.house.look(table)
        if seen is None or not isinstance(seen[1], Playing):
            return
        index = chair_of(seen[1].chairs, user)
        if index is not None and seen[1].chairs[index].letters is not on:
            self.house.handle(Input(UseLetters(user, on), self.now(), table=table))

    def _tables(self, user: str) -> list[tuple[str, Table]]:
        found = []
        for table in self.house.tables_of(user):
            seen = self.house.look(table)
            if seen is not None:
                found.append((table, seen[1]))
        return found

    def seats(self, user: str) -> list[tuple[str, Table, Sequence[Room]]]:
        """The tables at which a person sits, and where they are played."""
        found = []
        for table in self.house.tables_of(user):
            seen = self.house.look(table)
            if seen is not None:
                found.append((table, seen[1], seen[2]))
        return found

    def show_hands(self, user: str) -> None:
        """The person's cards are to be shown again."""
        tables = self.house.tables_of(user)
        self._touch([(person_lane(user), table) for table in tables])

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
        seen = self.house.look(now.table)
        if seen is None or not isinstance(seen[1], Playing) or seen[1].asleep:
            return
        if any(other.id != room.id for other in seen[2]):
            return
        self.house.handle(Input(Sleep(), self.now(), table=now.table))
        title, at, table = room.title, self.now(), seen[1]

        def tell(work: Work) -> None:
            for seat, chair in enumerate(table.chairs, 1):
                if chair.user is not None and not chair.left:
                    note = whisper(seat, CannotWriteThere(title))
                    work.tell(person_lane(chair.user), table.id, [note], at)

        self.house.store.run(tell)

    def resume(self, chat: str) -> None:
        """We can write into a chat again: what waits there is shown."""
        waiting = [
            (room_lane(room.id), room.table)
            for room in self.directory.rooms_on(PLATFORM)
            if room.table is not None and str(place(room.chat)[0]) == chat.partition(":")[0]
        ]
        self._touch(waiting)

    def show_board(self, room: Room) -> None:
        """The board of a room is to be shown again."""
        if room.table is not None:
            self._touch([(room_lane(room.id), room.table)])

    def show_again(self, lane: str, table: str) -> None:
        """A card is to be shown as it is now."""
        self._touch([(lane, table)])

    def _touch(self, cards: Sequence[tuple[str, str | None]]) -> None:
        at = self.now()

        def touch(work: Work) -> None:
            for lane, table in cards:
                if table is not None:
                    work.touch(lane, table, at)

        if cards:
            self.house.store.run(touch)

    def rooms_in(self, chat: int) -> list[Room]:
        """All rooms of a chat: the chat itself and its topics."""
        rooms = self.directory.rooms_on(PLATFORM)
        return [room for room in rooms if place(room.chat)[0] == chat]
