"""The people of a frozen house, and how they play until something turns up."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from core.desk.letters import complete, meaning
from core.desk.presses import datum
from core.table.table import Finished, Playing
from tests.adapters.line.fake import Data
from tests.adapters.line.test_bridge import code_in
from tests.adapters.telegram import players as telegram
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.open_players import act
from tests.adapters.telegram.stage import buttons
from tests.frozen.host import GAMES_BY_NAME, Host

MOST = 400  # answers until something should have turned up
NAMES = ("Aki", "Mina", "Ken", "Yu", "Haru", "Noa", "Rin", "So", "Tomo", "Mai")


class People:
    """A host, and all that its people do until it is stopped. `drafts` are the choices that are
    half made: who, at which table, what is still to be pressed, and which move that is. `links`
    are personal links to seats."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.wire = host.other
        self.rng = random.Random(29)
        self.drafts: list[Data] = []
        self.tables: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.people = {
            name: self.wire.person(101 + number, name, "en", started=name != "Ken")
            for number, name in enumerate(NAMES)
        }
        self._chats = 0

    def chat(self, title: str) -> Chat:
        """A group on Telegram."""
        self._chats += 1
        return self.wire.group(title, -1002611290000 - self._chats)

    def some(self, *names: str) -> list[Person]:
        """People by their names."""
        return [self.people[name] for name in names]

    async def start(self, people: Sequence[Person], title: str, *settings: str) -> tuple[Chat, str]:
        """A Love Letter table that has begun."""
        chat = self.chat(title)
        name = await telegram.seat(self.wire, chat, people)
        for verb in settings:
            message, _ = self.wire.find(chat, datum(name, 0, "join"))
            await self.wire.press(people[0], datum(name, 0, verb), chat, message)
        await self.wire.quiet()
        await telegram.push(self.wire, chat, people[0], "start")
        return chat, name

    async def moves(
        self, chat: Chat, name: str, most: int, by_letters: Sequence[Person] = ()
    ) -> None:
        """A few moves of Love Letter."""
        for _ in range(most):
            if not isinstance(self.host.at_table(name), Playing):
                return
            who = telegram.awaited(self.wire, name)
            if who in by_letters:
                await telegram.act_by_letters(self.wire, chat, who, self.rng)
            else:
                await telegram.act_in_private(self.wire, who, self.rng)
            self.wire.clock.advance(4)
            await self.wire.quiet()

    async def until(
        self,
        chat: Chat,
        people: Sequence[Person],
        alone: Sequence[Person],
        wanted: Callable[[Playing], bool],
    ) -> str:
        """Play an open game, and once more if it ends, until something turns up. The table."""
        for _ in range(MOST):
            name = telegram.table_id(self.wire, chat)
            table = self.host.running(name)
            if wanted(table):
                return name
            await act(self.wire, chat, name, self.rng, alone)
            self.wire.clock.advance(3)
            await self.wire.quiet()
            if isinstance(self.host.at_table(name), Finished):
                await telegram.push(self.wire, chat, people[0], "again")
                await telegram.push(self.wire, chat, people[0], "start")
        raise AssertionError("it does not turn up")

    async def time_is_up(self, name: str) -> None:
        """The time for the open question passes."""
        seen = self.host.house.read(name)
        assert seen is not None and seen.row.due is not None
        await self.wire.wait(seen.row.due - self.wire.clock() + 1)

    def presses(self, table: Playing, user: str) -> list[str]:
        """The presses of a legal move of several words; empty if there is none."""
        seat = next(i for i, c in enumerate(table.chairs, 1) if c.user == user)
        game = GAMES_BY_NAME[table.game]
        codes = [move.code for move in game.moves(table.state, seat)]
        meant = meaning(table.secret, seat, game.hidden(table.state, seat))
        for code in codes:
            found = {}
            parts = code.split(".")
            for row in game.rows(game.view(table.state, None)):
                if row.place >= len(parts):
                    continue
                if row.kind == "letters":
                    marks = [m for m, word in meant.items() if word == parts[row.place]]
                    found[str(row.place)] = marks[0]
                else:
                    found[str(row.place)] = row.labels[row.words.index(parts[row.place])]
            rows = game.rows(game.view(table.state, None))
            if len(found) > 1 and complete(rows, meant, found, codes) == code:
                verbs = [f"~{place}.{label}" for place, label in found.items()]
                self._move = f"{seat}:{code}"
                return [datum(table.id, table.question, verb) for verb in verbs]
        return []

    def draft(
        self, name: str, platform: str, user: object, chat: object, rest: list[str], plan: list[str]
    ) -> None:
        """A choice that was begun: what is still to be pressed for which move."""
        row = self.host.store.run(lambda work: work.draft(name, f"{platform}:{user}"))
        assert row.said and len(rest) == len(plan) - 1
        self.drafts.append(
            {
                "table": name,
                "platform": platform,
                "user": user,
                "chat": chat,
                "rest": rest,
                "move": self._move,
            }
        )

    async def code(self, chat: Chat, who: Person) -> str:
        """A code that invites another group."""
        await self.wire.says(who, "/bridge", chat)
        await self.wire.quiet()
        # the newest is in private or in the group, wherever it could be written
        own = [m["text"] for m in self.own(who).messages.values() if "10 minutes" in m["text"]]
        here = [m["text"] for m in chat.messages.values() if "10 minutes" in m["text"]]
        return code_in([(own + here)[-1]])

    def own(self, who: Person) -> Chat:
        return self.wire.server.chat(who.number)

    def newest_verbs(self, who: Person) -> list[str]:
        """What the newest private card of a person offers."""
        return [telegram.verb(data) for _, data in buttons(self.wire.newest(self.own(who)))]
