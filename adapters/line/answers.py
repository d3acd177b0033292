"""Answers that are no boards: greetings, how it works, the log, the record."""

from __future__ import annotations

from typing import Any

import msgspec

from adapters.expiry import WordsTooOld
from adapters.heard import (
    NoPanels,
    NothingDone,
    PanelsAbove,
    PanelsLater,
    RecordAfterTheGame,
    RecordForThose,
)
from adapters.line import flex, lobby_face
from adapters.line.colours import HOUSE
from adapters.line.flex import Look
from adapters.line.limits import LONGEST_TEXT
from adapters.line.texts import (
    Fumibako,
    Hello,
    HelloHands,
    HowTitle,
    HowToChoose,
    HowToLearn,
    HowToLook,
    HowToOpen,
    HowToTouch,
    HowToType,
    HowToWait,
    IfTheLinkFails,
    LineLabel,
    LineWords,
    NoSeatYet,
    RecordTooLong,
)
from core.desk.acts import Act
from core.desk.fairness import CutTaken
from core.desk.presses import Own
from core.desk.sheets import Button, Labelled, act_button
from core.house.ports import Lanes
from core.kernel.text import Message
from core.table.bridge import AsksAlready, BridgeCode, HostIsAsked, NoSuchCode
from core.table.sayings import (
    AlreadyOpen,
    GathersNow,
    NextKept,
    NextReleased,
    NoTable,
    OpenAnswer,
)
from core.table.table import Games
from locales import tongue

Data = dict[str, Any]

NO_TABLE = "-"
MOST_TOLD = 40  # lines of the log that are shown when asked for
RECORD_PARTS = 4
FOR_ALL = (
    BridgeCode,
    HostIsAsked,
    NoSuchCode,
    AsksAlready,
    NoTable,
    AlreadyOpen,
    RecordAfterTheGame,
    RecordForThose,
    PanelsLater,
    PanelsAbove,
    NoPanels,
    CutTaken,
    WordsTooOld,
    OpenAnswer,
    NextKept,
    NextReleased,
    GathersNow,
    NothingDone,
)
"""Answers to one person that a group may read: nothing of a hand can be in them."""


def greeting(look: Look) -> Data:
    """The first words in a group, and whenever somebody calls: what this is, and how one begins."""
    title, hands = look.say(Hello()), look.say(HelloHands())
    body = [flex.line(each, size="sm") for each in (title, hands)]
    label = look.say(Labelled(Act.OPEN))
    act = flex.action(act_button(NO_TABLE, 0, Act.OPEN), label, look)
    others = (
        Button(LineLabel(LineWords.HOW), NO_TABLE, 0, Own("how")),
        act_button(NO_TABLE, 0, Act.LANGUAGE),
    )
    small = [lobby_face.small_key(each, look) for each in others]
    main = lobby_face.main_key(label, act, HOUSE, ready=True)
    made = flex.bubble(title, title, body, [main, flex.box(small, "horizontal", spacing="sm")])
    del made["contents"]["header"]
    made["contents"]["body"] |= {"paddingAll": "14px", "paddingBottom": "4px"}
    return made


def welcome(look: Look, games: Games) -> Data:
    """What the account is and plays, to somebody who sits nowhere."""
    told = look.say(NoSeatYet(tuple(game.title for game in games.values())))
    keys = tuple(act_button(NO_TABLE, 0, act) for act in (Act.LEARN, Act.LANGUAGE))
    body = [flex.line(told, size="sm")]
    return flex.bubble(told, look.say(Fumibako()), body, flex.rows_of((keys,), look))


def how(look: Look, *, paged: bool = False, idle: bool = False) -> Data:
    """How it works; `paged` where hands can be seen on a page, with the key to a game where the
    group is `idle`: it would stand above all these words else."""
    touch = (HowToTouch(LineLabel(LineWords.HAND_AND_PLAY)),) if paged else ()
    parts: tuple[Message, ...] = (
        HowToOpen(),
        *touch,
        HowToLook(),
        HowToChoose(),
        HowToType(),
        HowToLearn(),
        HowToWait(),
        IfTheLinkFails(),
    )
    title = look.say(HowTitle())
    body = [flex.line(look.say(each), size="sm", margin="sm") for each in parts]
    keys = [flex.link(LineWords.FRIEND, look.friend, look)] if look.friend else []
    if idle:
        label = look.say(Labelled(Act.OPEN))
        act = flex.action(act_button(NO_TABLE, 0, Act.OPEN), label, look)
        keys.insert(0, lobby_face.main_key(label, act, HOUSE, ready=True))
    return flex.bubble(title, title, body, keys)


def told(lanes: Lanes, table: str, look: Look) -> str:
    """The last things that everybody at a table was told."""
    lines = [
        tongue.say(each.note.message, look.language, look.context)
        for each in lanes.told(table, MOST_TOLD)
    ]
    return "\n".join(lines)


def record(content: bytes, look: Look) -> list[Data]:
    """The record of a finished game as texts: LINE takes no files from us."""
    text = msgspec.json.format(content, indent=-1).decode()
    if len(text) > RECORD_PARTS * (LONGEST_TEXT - 1000):
        return [flex.plain(look.say(RecordTooLong()))]
    step = LONGEST_TEXT - 1000
    return [flex.plain(text[start : start + step]) for start in range(0, len(text), step)]
