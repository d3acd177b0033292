"""What the owner reads: lines, and keys that decide about groups; and what these groups read. The
same for every platform."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.guests import STAYS, Decided, Gate, Guests, Waiting, mark_of
from adapters.owner_texts import (
    AllAwayKey,
    AllTurnedAway,
    GroupIsLeft,
    GroupIsLeftAgain,
    GroupStillWaits,
    GroupWaits,
    GuestKey,
    GuestLine,
    GuestLineBy,
    LetIn,
    MayReturn,
    MayReturnByWord,
    MayTheseAllPlay,
    MayTheyPlay,
    MayTheyPlayBy,
    NumberedKey,
    OwnerWords,
    TurnedAway,
    WasLetIn,
    WasTurnedAway,
)
from core.desk.presses import Own, datum
from core.kernel.text import Message, Public
from core.table.places import Room

NO_TABLE = "-"
MOST_NAMED = 5  # groups of one question
ONE, MANY = "guest", "guests"  # how the words of keys begin: below one question, below a list
ALL = "all"
LONGEST = 15  # digits of a number
UNTITLED = "…"


class Key(msgspec.Struct, frozen=True):
    """A key: its label, and what is pressed with it."""

    label: Message
    data: str


class Card(msgspec.Struct, frozen=True):
    """Something to be read, and the keys below it, in rows."""

    lines: tuple[Message, ...]
    keys: tuple[tuple[Key, ...], ...] = ()


def at_gate(gate: Gate, word: str) -> Public:
    """What a group reads that is not let in. `word` opens a table there."""
    match gate:
        case Gate.LEAVES:
            return GroupIsLeft(word, int(STAYS // 60))
        case Gate.PARTS:
            return GroupIsLeftAgain(word, int(STAYS // 60))
        case Gate.TELL:
            return GroupWaits(word)
        case _:
            return GroupStillWaits()


def question(waiting: Sequence[Waiting], number: int) -> Card:
    """Whether groups may play: of one (`waiting` holds it alone), or of `number` groups, the
    newest of which are named."""
    if len(waiting) == 1 and number == 1:
        [only] = waiting
        group = only.room.title or UNTITLED
        asked = MayTheyPlayBy(group, only.by) if only.by else MayTheyPlay(group)
        words = (OwnerWords.LET_IN, OwnerWords.TURN_AWAY)
        keys = [Key(GuestKey(word), _datum(ONE, word, only.room)) for word in words]
        return Card((asked,), (tuple(keys),))
    named = waiting[:MOST_NAMED]
    lines: list[Message] = [MayTheseAllPlay(number)]
    rows = []
    for place, each in enumerate(named, 1):
        group = each.room.title or UNTITLED
        lines.append(GuestLineBy(place, group, each.by) if each.by else GuestLine(place, group))
        words = (OwnerWords.LET_IN, OwnerWords.TURN_AWAY)
        room = each.room
        rows.append(tuple(Key(NumberedKey(place, w), _datum(MANY, w, room)) for w in words))
    if number > len(named):
        newest = max(int(each.at) for each in waiting)
        rows.append((Key(AllAwayKey(number), _all_away(newest)),))
    return Card(tuple(lines), tuple(rows))


def is_owners(word: str) -> bool:
    """Whether a key is one of these."""
    return word.partition(".")[0] in (ONE, MANY)


def pressed(guests: Guests, word: str) -> Card | None:
    """What comes of the owner's press; None for a key that means nothing (any more)."""
    kind, _, rest = word.partition(".")
    what, _, which = rest.partition(".")
    said, _, mark = which.partition(".")
    if kind == MANY and what == OwnerWords.TURN_AWAY and said == ALL and _is_number(mark):
        return Card((AllTurnedAway(guests.turn_all_away(int(mark))),))
    if what not in list(OwnerWords) or not _is_number(said):
        return None
    found = guests.decide(int(said), mark, let_in=what == OwnerWords.LET_IN)
    if found is None:
        return None
    decided, room = found
    told = Card((_outcome(decided, room, guests.owner),))
    left = guests.waiting() if kind == MANY else []
    if not left:
        return told
    following = question(left, len(left))
    return Card((*told.lines, *following.lines), following.keys)


def _outcome(decided: Decided, room: Room, owner: str) -> Message:
    group = room.title or UNTITLED
    match decided:
        case Decided.IN:
            return LetIn(group)
        case Decided.AWAY:
            return TurnedAway(group)
        case Decided.WAS_IN:
            return WasLetIn(group)
        case Decided.WAS_AWAY:
            if owner.partition(":")[0] != room.platform:
                return WasTurnedAway(group, "fumibako guests")  # nobody there
            return MayReturn(group) if room.platform == "telegram" else MayReturnByWord(group)


def _datum(kind: str, word: OwnerWords, room: Room) -> str:
    return datum(NO_TABLE, 0, Own(f"{kind}.{word}.{room.id}.{mark_of(room.chat)}"))


def _all_away(newest: int) -> str:
    """All that waited when this was written."""
    return datum(NO_TABLE, 0, Own(f"{MANY}.{OwnerWords.TURN_AWAY}.{ALL}.{newest}"))


def _is_number(said: str) -> bool:
    return said.isdecimal() and len(said) <= LONGEST
