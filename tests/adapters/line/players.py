"""People who play whole matches on the fake LINE with their thumbs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable

from adapters.line.board_face import MORE, OTHERWISE
from core.desk.hand import before
from core.kernel.asks import Ask
from core.kernel.dice import bot_dice
from core.kernel.notation import words
from core.table.table import Finished, Lobby, Playing
from locales import tongue
from tests.adapters.contexts import context_at
from tests.adapters.line.fake import Data, User, actions, texts
from tests.adapters.line.stage import GAMES_BY_NAME, Stage

MOST_TURNS = 600


class Match:
    """A match in one group, and what it took."""

    def __init__(self, stage: Stage, chat: str, users: list[User], language: str = "ja") -> None:
        self.stage, self.chat, self.users, self.language = stage, chat, users, language
        self.looks = 0
        self.taps: Counter[str] = Counter()  # by card
        self.turns: Counter[str] = Counter()
        self.typed = False
        self.speaks = False  # choices are written in one message

    async def gather(
        self,
        preset: str = "",
        switches: dict[str, str] | None = None,
        before: Callable[[Match], Awaitable[None]] | None = None,
    ) -> None:
        """Open a table, sit down, choose, do something `before` the start, start."""
        first = self.users[0]
        await self.verb(first, "open")
        for user in self.users[1:]:
            await self.verb(user, "join")
        if preset:
            await self.verb(first, "panel.preset")
            await self.verb(first, f"set.preset.{preset}")
        for name, value in (switches or {}).items():
            datum = f"{self.stage.table(self.chat).id}:0:set.{name}.{value}"
            await self.stage.do(first, self.chat, {"type": "postback", "data": datum})
        if before is not None:
            await before(self)
        await self.verb(first, "start")
        self.stage.playing(self.chat)

    async def verb(self, user: User, verb: str) -> None:
        """Press the button of a verb; in a lobby most of them are behind the settings."""
        found = self.find(verb)
        table = self.stage.table(self.chat) if found is None else None
        if isinstance(table, Lobby):  # behind the settings
            kind, _, what = verb.partition(".")
            panel = what.partition(".")[0] if kind == "set" else "menu"
            way = {"type": "postback", "data": f"{table.id}:0:panel.{panel}"}
            await self.stage.do(user, self.chat, way)
            found = self.find(verb)
        assert found is not None, verb
        await self.stage.do(user, self.chat, found)

    def find(self, verb: str) -> Data | None:
        """The button of a verb on the newest bubble, or on one that came in the same reply."""
        entries = [each for each in self.stage.entries(self.chat) if each.by == "bot"]
        newest = [each.message for each in entries if each.at == entries[-1].at]
        for message in reversed(newest):
            for each in actions(message):
                if each.get("data", "").partition("|")[0].split(":", 2)[-1] == verb:
                    return each
        found = actions_of(self.stage, self.chat)
        return next((each for each in found if _verb(each) == verb), None)

    async def play(self, most: int = MOST_TURNS) -> None:
        """Play on until the match is over."""
        for _ in range(most):
            table = self.stage.table(self.chat)
            if not isinstance(table, Playing):
                assert isinstance(table, Finished)
                return
            await self.turn(table)
        raise AssertionError("the match does not end")

    async def turn(self, table: Playing, code: str = "") -> None:
        """Whoever is asked looks at their hand and plays what a computer would."""
        game = GAMES_BY_NAME[table.game]
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        user = next(u for u in self.users if table.chairs[seat - 1].user == f"line:{u.id}")
        view, moves = game.view(table.state, seat), game.moves(table.state, seat)
        if not code:
            dice = bot_dice(table.seed_bytes, table.question, seat)
            code = game.bots[game.default_bot](view, moves, dice).code
        meant = await self.look(user)
        parts = words(code)
        codes = [move.code for move in moves]
        context = context_at(table, game.edition(table.options), self.language)
        number = 0
        marks: list[str] = []
        for row in game.rows(game.view(table.state, None)):
            if row.place >= len(parts):
                continue
            word = parts[row.place]
            if row.kind == "letters":
                label = tongue.say(
                    game.label(view, before(codes, word), word), self.language, context
                )
                mark = next(
                    letter
                    for letter, name in meant.items()
                    if name == label and not self._used(letter, number, row.place)
                )
            else:
                mark = row.labels[row.words.index(word)]
            if self.speaks:
                marks.append(mark)
            else:
                await self.tap(user, row.place, mark)
            number += 1
        if self.speaks:
            await self.stage.say(user, " ".join(marks), self.chat)
        self.taps[parts[0]] += number
        self.turns[parts[0]] += 1
        after = self.stage.table(self.chat)
        assert not isinstance(after, Playing) or after.question != table.question, code

    def _used(self, letter: str, number: int, place: int) -> bool:
        """In a second row of letters another one is pressed."""
        if number == 0:
            self._letters: list[str] = []
        if letter in self._letters:
            return True
        self._letters.append(letter)
        return False

    async def tap(self, user: User, place: int, mark: str) -> None:
        """Press one key of a row, after the one that shows it if the board has no room for it."""
        verb = f"~{place}.{mark}"
        found = self._key(place, mark)
        if found is None:
            await self.verb(user, MORE)
            found = self._key(place, mark)
        assert found is not None, verb
        await self.stage.do(user, self.chat, found)

    def _key(self, place: int, mark: str) -> Data | None:
        return self.key(place, mark) if self.typed else self.find(f"~{place}.{mark}")

    def key(self, place: int, mark: str) -> Data | None:
        """The button of a row whose buttons write words."""
        table = self.stage.playing(self.chat)
        game = GAMES_BY_NAME[table.game]
        rows = game.rows(game.view(table.state, None))
        number = [row.place for row in rows].index(place)
        context = context_at(table, game.edition(table.options), self.language)
        label = mark
        if rows[number].kind == "seats":
            label = context.names[int(mark) - 1]
        wanted = (label, f"{number + 1}-{label}")
        found = [e for e in actions_of(self.stage, self.chat) if e.get("text") in wanted]
        return found[-1] if found and number else found[0] if found else None

    async def look(self, user: User) -> dict[str, str]:
        """Press “My hand”, send the word, read the answer: what the letters mean."""
        other = self.find(OTHERWISE)
        if other is not None:  # the letters are behind a key, where there is the page
            await self.stage.do(user, self.chat, other)
        link = next(e for e in actions_of(self.stage, self.chat) if "oaMessage" in e.get("uri", ""))
        since = len(self.stage.entries(user.id))
        await self.stage.do(user, self.chat, link)
        self.looks += 1
        meant: dict[str, str] = {}
        for entry in self.stage.entries(user.id)[since:]:
            if entry.by == "bot":
                for text in texts(entry.message):
                    if found := re.fullmatch(r"([A-Z])[:：] ?(.+)", text):
                        meant[found[1]] = found[2]
        assert meant, "the hand card tells what the letters mean"
        return meant


def _verb(action: Data) -> str:
    return str(action.get("data", "")).partition("|")[0].split(":", 2)[-1]


def actions_of(stage: Stage, chat: str) -> list[Data]:
    """The buttons of the newest bubble."""
    return actions(stage.line.bubble(chat))
