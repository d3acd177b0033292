"""Whole games, played by people with what is shown to them and nothing else."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from tests.adapters.telegram.fake_people import Chat
from tests.outside.people import Button, TelegramPerson
from tests.outside.telegram_server import TelegramServer

MOVES = 300
AGAIN = 3.0  # seconds until somebody presses once more
SLOW = 30.0  # seconds until somebody is asked: a group is told things four seconds apart


def open_love_letter(group: Chat, people: Sequence[TelegramPerson], computers: int = 0) -> None:
    """Open a table of Love Letter by the command, sit down, and start a match of one point. (It
    takes some ten seconds: a group is told things four seconds apart.)"""
    first = people[0]
    first.says(f"/play@{first.server.username}", group)
    for each in people[1:]:
        each.press("Join", group)
    for _ in range(computers):
        first.press("Add a computer", group)
    for what in ("panel.menu", "panel.switches"):
        first.press(chat=group, verb=what)
    first.press("Points to win: as in the edition", group)
    first.press("Start", group)


def open_with(group: Chat, people: Sequence[TelegramPerson], *verbs: str) -> None:
    """Open a table by the command, sit down, set it up and start. Nobody waits for the board, which
    comes four seconds after the seal: what its buttons say is known."""
    first = people[0]
    first.says(f"/play@{first.server.username}", group)
    seal = first.find(group, verb="cut.")
    for who, verb in [*((each, "join") for each in people[1:]), *((first, each) for each in verbs)]:
        who.press(said(seal, verb), group)
    first.press(said(seal, "start"), group)


def said(button: Button, verb: str) -> Button:
    """Another button of the same table, in the same message."""
    return Button(button.message, verb, button.data.removesuffix(button.verb) + verb)


class CardPlayer:
    """Somebody who plays by the buttons of the private hand card, and waits after a move until
    another question comes."""

    def __init__(self, person: TelegramPerson) -> None:
        self.person = person
        self.done: set[str] = set()

    def choices(self) -> list[Button]:
        """The buttons to go on with on the newest card; none while another is asked."""
        for button in self.person.sees():
            if button.verb.startswith(("m:", "?:")):
                if _question(button) in self.done:
                    return []
                return [
                    each
                    for each in self.person.sees()
                    if each.message == button.message
                    and each.verb.startswith(("m:", "?:"))
                    and each.verb != "?:"
                ]
        return []

    def move(self, rng: random.Random, code: str = "") -> Button:
        """Press until the move is made, one that begins so. Tells what was pressed last."""
        for _ in range(6):
            buttons = self.choices()
            button = rng.choice(self.leading(code))
            self.person.press(button)
            if button.verb.startswith("m:"):
                self.done.add(_question(button))
                return button
            self._goes_on(buttons)
        raise AssertionError("the choice has no end")

    def leading(self, code: str) -> list[Button]:
        """The buttons of the newest card that lead to a move which begins so."""
        return [each for each in self.choices() if each.verb[2:].startswith(code)]

    def _goes_on(self, before: list[Button]) -> None:
        """Whoever sees nothing happen for a while presses again."""
        end = time.monotonic() + AGAIN
        self.person.server.until(lambda: self.choices() != before or time.monotonic() > end)


def play_one(players: Sequence[CardPlayer], code: str) -> tuple[CardPlayer, Button]:
    """Wait until somebody can make a move that begins so, and let them. Tells who it was, and what
    they pressed last."""

    def able() -> list[CardPlayer]:
        return [each for each in players if each.leading(code)]

    [first, *_] = players[0].person.server.until(able, f"{code} is offered", SLOW)
    return first, first.move(random.Random(code), code)


def _question(button: Button) -> str:
    return ":".join(button.data.split(":")[:2])


def play_by_cards(
    telegram: TelegramServer, group: Chat, people: Sequence[TelegramPerson], rng: random.Random
) -> int:
    """Play until the match is over. Tells how many moves were made."""
    players = [CardPlayer(each) for each in people]

    def over() -> bool:
        return any(each.verb == "again" for each in people[0].sees(group))

    def asked() -> list[CardPlayer]:
        return [each for each in players if each.choices()]

    for moves in range(MOVES):
        telegram.until(lambda: asked() or over(), "somebody is asked", SLOW)
        if over():
            return moves
        asked()[0].move(rng)
    raise AssertionError("the match has no end")
