"""Whole games on LINE, played by people with what is shown to them and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from tests.adapters.line.fake import texts
from tests.outside.line_server import LineServer
from tests.outside.people import verb
from tests.outside.people_line import LinePerson

TURNS = 200
SOON = 0.2  # seconds in which the account answers a press that ended a move


def open_love_letter(group: str, people: Sequence[LinePerson], computers: int = 0) -> None:
    """Open a table of Love Letter, sit down, and start a match of one point."""
    first = people[0]
    step(first, group, "open")
    for each in people[1:]:
        step(each, group, "join")
    for what in ("panel.menu", "bot") * computers:
        step(first, group, what)
    for what in ("panel.menu", "panel.switches", "panel.switch.target", "set.target.1", "start"):
        step(first, group, what)


def step(person: LinePerson, group: str, what: str) -> None:
    """Press a button that stands in the chat and wait for what comes upon it. What was said
    before may come late, below the bubble that has the button."""
    person.hears(lambda: person.press(chat=group, verb=what, newest=False), group)


def letters(person: LinePerson, group: str) -> list[str]:
    """Follow the link to one's hand; the letters that one may press in the group now. Where the
    board is small, because there is the page, letters stand behind a key of their own."""
    found: list[str] = []
    if any(verb(each.get("data", "")) == "otherwise" for each in person.server.boards(group)[0]):
        step(person, group, "otherwise")
    for message in person.hears(lambda: person.press(chat=group, link=True)):
        found += [text[0] for text in texts(message) if re.match(r"[A-Z][:：]", text)]
    return found


def play_by_letters(
    line: LineServer, group: str, people: Sequence[LinePerson], rng: random.Random
) -> int:
    """Play until the match is over. Tells how many turns that took."""
    for turns in range(TURNS):
        if any(verb(each.get("data", "")) == "again" for each in line.boards(group)[0]):
            return turns
        for person in people:
            if mine := letters(person, group):
                turn(person, group, mine, rng)
                break
        else:
            raise AssertionError(f"nobody is asked: {line.texts(group)[-20:]}")
    raise AssertionError("the match has no end")


def turn(person: LinePerson, group: str, mine: Sequence[str], rng: random.Random) -> None:
    """Press one key of each row, in their order, until the account tells of a move."""
    line = person.server
    since = len(line.said(group))
    keys = [verb(each.get("data", "")) for each in line.boards(group)[0]]
    rows = sorted({key.partition(".")[0] for key in keys if key.startswith("~")})
    for row in rows:
        fits = [key for key in keys if key.startswith(f"{row}.")]
        if any(key.rpartition(".")[2] in mine for key in fits):
            fits = [key for key in fits if key.rpartition(".")[2] in mine]
        person.press(chat=group, verb=rng.choice(fits))
        try:
            line.until_said(group, since=since, patience=SOON)
        except AssertionError:
            continue
        return
