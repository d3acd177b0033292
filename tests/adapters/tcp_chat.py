"""A chat over TCP as a platform of the house: everything that a platform needs, in one file.

Whoever connects writes their name, then lines. `/join ROOM` enters a group; a line is said there,
and read by everybody in it; `> words` are for the host alone. Buttons are numbered choices: a
number presses one. `docs/a-platform.md` goes through this file.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf

import msgspec

from adapters.heard import Heard, Reply
from adapters.letter import Letter, PersonLetter, Say, Sent, Settle
from adapters.names import context_of
from adapters.platform import Host, Platform
from core.desk.presses import read_datum
from core.desk.sheets import AnySheet
from core.house.ports import Work, person_lane, room_lane
from core.table.failures import OurTrouble
from core.table.places import Room, Showing
from locales import tongue
from locales.tongue import Context

NAME = "tcp"
NO_CHOICE = "(no such choice)"
LONGEST = 1000  # characters of a line that are read


# [client]
class Client:
    """Somebody who is connected. `choices` are the buttons they were shown, by number, each with
    the room in which it stood."""

    def __init__(self, name: str, writer: asyncio.StreamWriter) -> None:
        self.name, self.user = name, f"{NAME}:{name}"
        self.room: Room | None = None
        self.choices: list[tuple[str, Room | None]] = []
        self._writer = writer

    async def tell(self, *lines: str) -> None:
        """Lines for this person. Raises `ConnectionError`."""
        self._writer.write("".join(f"{line}\n" for line in lines).encode())
        await self._writer.drain()

    async def show(
        self, sheet: AnySheet, language: str, context: Context, room: Room | None
    ) -> None:
        """A sheet as lines, and its buttons as choices."""
        said = [tongue.say(m, language, context) for m in (sheet.title, *sheet.lines, *sheet.asked)]
        for button in (button for row in sheet.buttons for button in row):
            self.choices.append((button.data, room))
            said.append(f"[{len(self.choices)}] {tongue.say(button.label, language, context)}")
        await self.tell(*said)


# [say]
class TcpSay(Say):
    """Delivers letters to whoever is there."""

    def __init__(self) -> None:
        self.clients: dict[str, Client] = {}  # by person

    def there(self, letter: Letter) -> list[Client]:
        """The people at an address who are connected."""
        if isinstance(letter, PersonLetter):
            return [self.clients[letter.user]] if letter.user in self.clients else []
        here = letter.room.id
        return [each for each in self.clients.values() if each.room and each.room.id == here]

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver; where nobody is the letter waits until something new comes."""
        there = self.there(letter)
        if not there:
            return Sent(wait=inf)
        try:
            for line in letter.lines:
                text = tongue.say(line.message, letter.language, line.context)
                await asyncio.gather(*(client.tell(text) for client in there))
                await settle(Sent(notes=(line.id,)))
            if isinstance(letter, PersonLetter):
                for own in letter.shown:
                    await there[0].show(own.hand, letter.language, own.context, None)
                    await settle(Sent(cards=(_is_shown(own.showing),)))
            else:
                for seen in letter.shown:
                    for client in there:
                        await client.show(seen.board, letter.language, seen.context, letter.room)
                    await settle(Sent(cards=(_is_shown(seen.showing),)))
        except ConnectionError:
            return Sent(wait=1.0)  # what is settled is not sent again
        return Sent()

    async def alive(self) -> bool:
        """There is nobody else to ask."""
        return True


def _is_shown(showing: Showing) -> Showing:
    return msgspec.structs.replace(showing, message="shown", outdated=False)


# [platform]
class TcpChat(Platform):
    """The server. `port` is where it listens once it runs."""

    name = NAME
    title = "TCP"
    say: TcpSay

    def __init__(self, host: Host) -> None:
        self.host, self.say, self.port = host, TcpSay(), 0

    async def run(self) -> None:
        """Listen until cancelled."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            await server.serve_forever()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody, from their name to their last line."""
        name = (await reader.readline()).decode(errors="replace").strip()[:40]
        client = self.say.clients[f"{NAME}:{name}"] = Client(name, writer)
        with suppress(ConnectionError):
            await self.host.writer.call(self._here, client)
            while line := (await reader.readline()).decode(errors="replace").strip()[:LONGEST]:
                await self._line(client, line)
        if self.say.clients.get(client.user) is client:
            del self.say.clients[client.user]
        writer.close()

    async def _line(self, client: Client, line: str) -> None:
        """One line through the one door: it is stored before it is answered."""
        if line.isdecimal() and not 0 < int(line) <= len(client.choices):
            await client.tell(NO_CHOICE)
            return
        try:
            work = self.host.edge.door.take
            done = await work(
                self.host.writer, NAME, "", lambda: line, lambda: self._hear(client, line), 60.0
            )
        except OurTrouble:
            await client.tell("(not now, please again)")
            return
        self.host.post.ring()
        if done is not None:
            await self._answer(client, *done)
        if client.room is not None and not line.startswith(("/", ">")) and not line.isdecimal():
            others = [each for each in self.say.clients.values() if each.room == client.room]
            await asyncio.gather(*(each.tell(f"{client.name}: {line}") for each in others))

    # [hear] In the writer's thread.
    def _hear(self, client: Client, line: str) -> tuple[Reply, Room | None]:
        """What the house makes of a line, and the room in which it was said."""
        command, _, rest = line.partition(" ")
        if command == "/join" and rest:
            client.room = self.host.store.enter(NAME, rest, self.host.settings.language, rest)
            self._here(client)
            return Reply(), client.room
        heard = Heard(client.user, client.name, self.host.edge.keeper.now(), alone=True)
        if line.isdecimal():
            data, room = client.choices[int(line) - 1]
            heard = msgspec.structs.replace(heard, press=read_datum(data), room=self._now(room))
        elif command == ">":
            heard = msgspec.structs.replace(heard, text=rest, addressed=True)
        else:
            room, ours = self._now(client.room), line.startswith("/")
            heard = msgspec.structs.replace(heard, text=line, room=room, addressed=ours)
        return self.host.speech.hear(heard), heard.room

    def _now(self, room: Room | None) -> Room | None:
        """A room as it is now: tables come and go."""
        return self.host.store.room(room.id) if room is not None else None

    def _here(self, client: Client) -> None:
        """Somebody is here (again): what they have missed goes out."""
        person = self.host.store.person(client.user)
        self.host.store.remember(msgspec.structs.replace(person, name=client.name))
        tables = self.host.house.tables_of(client.user)
        lanes = [(person_lane(client.user), table) for table in tables]
        room, at = self._now(client.room), self.host.edge.keeper.now()
        if room is not None and room.table is not None:
            lanes.append((room_lane(room.id), room.table))

        def touch(work: Work) -> None:
            for lane, table in lanes:
                work.touch(lane, table, at)
                work.hurry(lane, at)

        self.host.house.store.run(touch)
        self.host.post.ring()

    # [answer]
    async def _answer(self, client: Client, reply: Reply, room: Room | None) -> None:
        """What the sender alone is told."""
        private = await self.host.writer.call(self.host.speech.private_language, client.user)
        language = room.language if room is not None else private
        read = await self.host.writer.call(self.host.house.read, reply.table or "")
        context = context_of(read, language)
        if reply.message is not None:
            await client.tell(tongue.say(reply.message, language, context))
        for sheet in (reply.sheet, reply.level):
            if sheet is not None:
                await client.show(sheet, language, context, None)
        if reply.file is not None:
            await client.tell(reply.file[0], *reply.file[1].decode().splitlines())


# [join]
def join(host: Host) -> Platform:
    """The entry in the list of platforms."""
    return TcpChat(host)
