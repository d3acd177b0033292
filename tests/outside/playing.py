"""Whole games, played by people with what is shown to them and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.adapters.telegram.fake_people import Chat
from tests.outside.people import Button, TelegramPerson
from tests.outside.telegram_server import TelegramServer

MOVES = 300
SLOW = 30.0  # seconds until somebody is asked: a group is told things four seconds apart


def open_love_letter(group: Chat, people: Sequence[TelegramPerson], computers: int = 0) -> None:
    """Open a table of Love Letter by the command, sit down, and start a match of one point. (It
    takes ten seconds: a group is told things four seconds apart.)"""
    first = people[0]
    first.says(f"/play@{first.server.username}", group)
    for each in people[1:]:
        each.press("Join", group)
    for _ in range(computers):
        first.press("Add a computer", group)
    first.press("Options", group)
    first.press("Points to win: as in the edition", group)
    first.press("Done", group)
    first.press("Start", group)


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

    def move(self, rng: random.Random) -> None:
        """Press until the move is made."""
        for _ in range(6):
            buttons = self.choices()
            button = rng.choice(buttons)
            self.person.press(button)
            if button.verb.startswith("m:"):
                self.done.add(_question(button))
                return
            self._goes_on(buttons)
        raise AssertionError("the choice has no end")

    def _goes_on(self, before: list[Button]) -> None:
        self.person.server.until(lambda: self.choices() != before, "the choice goes on")


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
