"""What is to be done after something was heard: some of it before LINE hears 200, some after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, assert_never

import msgspec

from adapters.errands import Errand
from adapters.line.chats import Chats, Four
from adapters.line.people import People, typed_key
from adapters.line.say import LineSay
from core.house.ports import Work
from core.kernel.text import Message

Data = dict[str, Any]


class Say(msgspec.Struct, frozen=True):
    """The next reply of the chat carries this message. With `panels` the match in four panels then
    stands there; with an `errand` the owner then knows it, and if they have not `asked` they
    are told by one who does only."""

    message: Data
    panels: Four | None = None
    errand: Errand | None = None
    asked: bool = False


class Once(msgspec.Struct, frozen=True):
    """Something that counts once, whoever hears it: found out last of all, when nothing that may
    fail is left to be done. Who is the first (`claim`) says the message, if there is one."""

    claim: Callable[[], bool]
    message: Data | None = None


class Show(msgspec.Struct, frozen=True):
    """A board or a hand is shown again with the next reply: somebody asked for it."""

    lane: str
    table: str


class Offer(msgspec.Struct, frozen=True):
    """A hand goes along with the next reply if it is another one than its owner saw last."""

    lane: str
    table: str


class Explain(msgspec.Struct, frozen=True):
    """Why somebody's press did nothing: told to them alone, when they look at their hand."""

    user: str
    why: Message


class Lettered(msgspec.Struct, frozen=True):
    """Somebody wants to answer this question without the page: its board shows everything."""

    table: str
    question: int


class WriteWords(msgspec.Struct, frozen=True):
    """From now on the buttons of a room write words, or no longer do."""

    room: int
    on: bool = True


class Mark(Enum):
    """Something to remember of the chat."""

    PRESSED = auto()  # somebody plays
    FOREIGN = auto()  # others talk: the board goes out of sight
    EXPECTED = auto()  # something was told that the next reply must carry
    UNREAD = auto()  # something may wait that was not said


Do = Say | Once | Show | Offer | Explain | Lettered | WriteWords | Mark


class Taken(msgspec.Struct, frozen=True):
    """What an event asks for that was carried out. `loud`: it was meant for us."""

    loud: bool = False
    dos: tuple[Do, ...] = ()


NOTHING = Taken()
CHATTER = Taken(False, (Mark.FOREIGN,))
"""Words of others that are none of our business."""


TOLD = Taken(True, (Mark.PRESSED,))
"""A move that was made on the page, said by it in the group: what waits can be told now."""


def meant(*dos: Do) -> Taken:
    """Something that was meant for us."""
    return Taken(True, dos)


class Doer:
    """Does what was decided."""

    def __init__(self, chats: Chats, people: People, say: LineSay) -> None:
        self.chats = chats
        self.people = people
        self.say = say

    def store(self, dos: Sequence[Do], at: float) -> tuple[Do, ...]:
        """In the writer's thread, before the event is acknowledged: what must not be lost. One
        transaction, and one for what counts once. Tells what is left to be done."""
        lasting = [do for do in dos if isinstance(do, Show | Offer | WriteWords)]

        def store(work: Work) -> None:
            for do in lasting:
                if isinstance(do, Show | Offer):
                    work.touch(do.lane, do.table, at)
                else:
                    work.keep(typed_key(do.room), str(round(at)) if do.on else "", at)

        if lasting:
            self.people.house.store.run(store)
        left: list[Do] = []
        for do in dos:
            if not isinstance(do, Once):
                left.append(do)
            elif do.claim() and do.message is not None:
                left.append(Say(do.message))
        return tuple(left)

    def keep(self, chat: str, dos: Sequence[Do], pulse: float) -> None:
        """In the loop: what is remembered while the process lives."""
        state = self.chats.of(chat)
        for do in dos:
            match do:
                case Say(message, panels, errand, asked):
                    state.add(message, panels, errand, asked=asked)
                case Show():
                    state.wanted.add(do.table)
                case Offer():
                    state.offered.add(do.table)
                case Explain(user, why):
                    self.say.why[user] = why
                case Lettered(table, question):
                    state.lettered = (table, question)
                case Mark.PRESSED:
                    state.pressed_at = pulse
                case Mark.FOREIGN:
                    state.foreign += 1
                case Mark.EXPECTED:
                    state.expected = True
                case Mark.UNREAD:
                    state.unread = True
                case WriteWords() | Once():
                    pass  # it is stored
                case _:
                    assert_never(do)
