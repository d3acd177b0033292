"""What a group may see of an answer to one of its people: decided from data alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.heard import LearnInPrivate, RecordForThose, Reply
from adapters.line import flex
from adapters.line.answers import FOR_ALL
from adapters.line.doing import Do, Explain, Mark, Say, Show
from adapters.line.flex import Look, mark_of
from adapters.line.orders import too_late
from adapters.line.texts import CutInPrivate, PageFor
from core.desk.acts import SURE, Act
from core.desk.presses import Order, Verb
from core.desk.sheets import Board, Sheet
from core.kernel.asks import Ask
from core.kernel.text import Message, Secret
from core.table.sayings import (
    AlreadyOver,
    AlreadyRunning,
    AlreadySeated,
    FixedNumber,
    GathersNow,
    HasLeft,
    HostOnly,
    NextKept,
    NextReleased,
    NoSuchBot,
    NotAwaited,
    NotNow,
    NotRunning,
    NotSeated,
    NotThere,
    NotYetTime,
    Stale,
    TableFull,
    TooLate,
    UnknownChoice,
    WrongNumber,
)
from core.table.table import Games, Lobby, Playing, Table

TO_THE_SENDER = (NextKept, NextReleased, GathersNow)
"""Answers to one person by name, that all may read."""
IN_A_LOBBY = (
    AlreadySeated,
    FixedNumber,
    HostOnly,
    NoSuchBot,
    NotSeated,
    NotThere,
    TableFull,
    UnknownChoice,
    WrongNumber,
)
"""Why something was refused before the deal: everybody sees the lobby from which it follows."""

LATE = (TooLate, Stale, AlreadyOver)


class Seen(msgspec.Struct, frozen=True):
    """What is seen of a group when somebody there is answered.

    `user` is the person and `name` what they are called, `lane` the address of the group, `table`
    what is played there. `silent`: nothing was said there for some seconds. `log` is what
    everybody at the table was told, if it was asked for.
    """

    look: Look
    lane: str
    user: str
    name: str
    games: Games
    table: Table | None = None
    silent: bool = True
    log: str = ""


def is_news(reply: Reply) -> bool:
    """Whether what somebody did has changed something that is told."""
    return reply.result is not None and bool(reply.result.notes)


def in_group(reply: Reply, asked: Verb | None, seen: Seen) -> Sequence[Do]:
    """What is done about an answer. Hands and reasons go to their owner alone. `asked` is what
    was pressed, or meant by words."""
    dos: list[Do] = []
    news = is_news(reply)
    if news:
        dos.append(Mark.EXPECTED)
    if reply.message is not None:
        dos += _told(reply, reply.message, asked, seen)
        if reply.table is not None and seen.silent and _came_late(reply.message, asked, seen):
            table = seen.table.id if seen.table is not None else reply.table
            dos.append(Show(seen.lane, table))
    elif reply.aside is not None:
        dos.append(Explain(seen.user, reply.aside))
    if asked is Act.NEXT and news and reply.table is not None:
        dos.append(Show(seen.lane, reply.table))  # with a keypad for all it would wait otherwise
    if isinstance(reply.sheet, Board | Sheet):  # never a hand
        dos += _sheet(reply.sheet, reply.table, asked, seen)
    return dos


def _told(reply: Reply, message: Message, asked: Verb | None, seen: Seen) -> Sequence[Do]:
    if isinstance(message, RecordForThose):
        way = flex.way(seen.look.say(message), Act.RECORD, seen.look.record, seen.look)
        return [Say(way)]
    if isinstance(message, LearnInPrivate):
        return [Say(flex.way(seen.look.say(message), Act.LEARN, seen.look.learn, seen.look))]
    if isinstance(message, FOR_ALL):
        return [Say(flex.plain(seen.look.say(message)))]
    open_reason = isinstance(seen.table, Lobby) and isinstance(message, IN_A_LOBBY)
    if open_reason or isinstance(message, TO_THE_SENDER):
        return [Say(flex.plain(f"{seen.look.say(PageFor(seen.name))}{seen.look.say(message)}"))]
    if seen.silent and _follows_from_the_board(message, seen):
        return [Say(flex.plain(f"{seen.look.say(PageFor(seen.name))}{seen.look.say(message)}"))]
    by_rules = reply.result is not None and reply.result.by_rules
    by_rules = by_rules or isinstance(message, NotNow)
    if asked is None and by_rules and not isinstance(message, Secret):
        # A word stands there for all to read, and so may its answer; a press is silent.
        aside = [] if reply.aside is None else [Explain(seen.user, reply.aside)]
        return [Say(flex.plain(seen.look.say(message))), *aside]
    return [Explain(seen.user, message)]


def _follows_from_the_board(message: Message, seen: Seen) -> bool:
    """Whether everybody could say why this was refused. Of a window nobody may learn who has
    answered, nor anything of a secret question."""
    if isinstance(message, NotYetTime | HasLeft | NotRunning | AlreadyRunning):
        return True
    if not isinstance(message, NotAwaited) or not isinstance(seen.table, Playing):
        return False
    asked = seen.games[seen.table.game].ask(seen.table.state)
    return isinstance(asked, Ask) and not asked.secret and not asked.window


def _came_late(message: Message, asked: Verb | None, seen: Seen) -> bool:
    """Whether a button was pressed whose time is over: then the board of now helps."""
    order = asked.code if isinstance(asked, Order) else ""
    return isinstance(message, LATE) or too_late(message, order, seen.table, seen.games)


def _sheet(sheet: Board | Sheet, table: str | None, asked: Verb | None, seen: Seen) -> Sequence[Do]:
    if asked is Act.STATUS and table is not None:
        said: list[Do] = [Say(flex.plain(seen.log))] if seen.log else []
        return [*said, Show(seen.lane, table)]
    if asked is Act.CUT and seen.look.typed:
        # here a button would write its picture for all to read
        return [Say(flex.way(seen.look.say(CutInPrivate()), Act.CUT, seen.look.cut, seen.look))]
    if not isinstance(asked, Act) or asked not in SURE:
        return [Say(flex.sheet(sheet, seen.look))]
    own = msgspec.structs.replace(seen.look, owner=mark_of(seen.user))
    return [Say(flex.sheet(sheet, own, seen.look.say(PageFor(seen.name))))]
