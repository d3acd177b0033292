"""Groups of people who press, at random, what is shown to them, until they are told to stop.

They wait for nothing: what the host does meanwhile, and whether it lives, is not their affair.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence

from tests.adapters.telegram.fake_people import Chat
from tests.outside.line_server import LineServer
from tests.outside.people import Button, verb
from tests.outside.telegram_server import TelegramServer

GAMES = ("love-letter", "coup", "lady-luck", "old-maid")
PAUSE = (0.3, 1.2)  # seconds between two presses in a group
NOT = ("close", "leave", "auto", "letters", "lang", "bridge", "knock", "calls", "panel.remove")
"""Beginnings of what is not pressed: it would end the game, or change who plays it."""
READ = ("rules", "tour", "learn", "help", "proof", "seal", "record")
"""Nor these: whoever asks twice is told the same twice, which nobody can tell from a copy."""


class TelegramGroup:
    """A group at Telegram with three people."""

    def __init__(self, server: TelegramServer, number: int, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.game = GAMES[number % len(GAMES)]
        self.people = [server.person(f"T{number}.{each}") for each in range(3)]
        self.chat = server.group(f"Group {number}")
        self.pressed: list[tuple[str, int, str]] = []  # each press, its update, and its datum

    def begin(self) -> None:
        """Invite the bot and open a table."""
        self.server.add_bot(self.chat, self.people[0])
        self.people[0].says(f"/play@{self.server.username} {self.game}", self.chat)

    def act(self) -> None:
        """One press of somebody."""
        who = self.rng.choice(self.people)
        own = [each for each in who.sees() if _fits(each.verb)]
        shared = [each for each in who.sees(self.chat) if _fits(each.verb)]
        newest = max((each.message for each in shared), default=0)
        keys = [each for each in shared if each.message == newest]
        button, chat = self._chosen(own, keys)
        if button is not None and button.data:
            query = who.begin(button, chat)
            self.pressed.append((query, who.updates[query], button.data))
        elif self.rng.random() < 0.05:
            who.says(f"/play@{self.server.username} {self.game}", self.chat)

    def _chosen(
        self, own: Sequence[Button], keys: Sequence[Button]
    ) -> tuple[Button | None, Chat | None]:
        """A move rather than anything else, beginning rather than looking."""
        moves = [each for each in own[:12] if each.verb.startswith(("m:", "?:"))]
        if moves and self.rng.random() < 0.8:
            return self.rng.choice(moves), None
        for wanted in ("again", "join", "start", "m:"):
            fits = [each for each in keys if each.verb.startswith(wanted)]
            if fits and self.rng.random() < 0.5:
                return self.rng.choice(fits), self.chat
        return (self.rng.choice(list(keys)), self.chat) if keys else (None, None)


class LineGroup:
    """A group at LINE with three people who have added the account."""

    def __init__(self, server: LineServer, number: int, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.game = GAMES[number % len(GAMES)]
        self.people = [server.person(f"L{number}.{each}", friend=True) for each in range(3)]
        self.chat = server.group(f"みんな{number}", *self.people)

    def begin(self) -> None:
        """Invite the account and open a table."""
        with self.server.lock:
            assert self.server.fake.invite(self.chat)
            event = self.server.fake.event("join", self.chat)
        self.server.deliver(event, wait=False)
        self.people[0].says(f"/play {self.game}", self.chat, wait=False)

    def act(self) -> None:
        """One press of somebody, or a word."""
        who = self.rng.choice(self.people)
        boards = self.server.boards(self.chat)
        keys = [each for each in (boards[0] if boards else []) if _fits(verb(each.get("data", "")))]
        keys = [each for each in keys if each["type"] in ("postback", "message")]
        for wanted in ("again", "join", "start", "~", "m:"):
            fits = [each for each in keys if verb(each.get("data", "")).startswith(wanted)]
            if fits and self.rng.random() < 0.6:
                who.does(self.rng.choice(fits), self.chat, wait=False)
                return
        if keys and self.rng.random() < 0.9:
            who.does(self.rng.choice(keys), self.chat, wait=False)
        else:
            who.says(
                self.rng.choice(("手札", "/status", f"/play {self.game}")), self.chat, wait=False
            )


class Crowd:
    """All groups, each in a thread of its own."""

    def __init__(self, groups: Sequence[TelegramGroup | LineGroup]) -> None:
        self.groups = groups
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._live, args=(each,)) for each in groups]
        self.faults: list[str] = []  # of ours, not of the host

    def start(self) -> None:
        """Begin to play."""
        for each in self._threads:
            each.start()

    def stop(self) -> None:
        """Press nothing more. May be called again."""
        self._stop.set()
        for each in self._threads:
            each.join()

    def _live(self, group: TelegramGroup | LineGroup) -> None:
        group.begin()
        while not self._stop.wait(group.rng.uniform(*PAUSE)):
            try:
                group.act()
            except Exception as fault:
                self.faults.append(f"{type(fault).__name__}: {fault}")


def gathered(
    telegram: TelegramServer, line: LineServer, many: int, seed: int
) -> list[TelegramGroup | LineGroup]:
    """So many groups at each platform; the games go round."""
    found: list[TelegramGroup | LineGroup] = []
    for number in range(many):
        found.append(TelegramGroup(telegram, number, seed + number))
        found.append(LineGroup(line, number, seed + 1000 + number))
    return found


def until(condition: Callable[[], bool], patience: float) -> bool:
    """Wait until something is so; tells whether it came to that."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def _fits(word: str) -> bool:
    return bool(word) and not word.startswith((*NOT, *READ))
