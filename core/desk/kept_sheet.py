"""What is kept about a person, as they are shown it before it is erased."""

from __future__ import annotations

from typing import Annotated, ClassVar

from core.desk.acts import Act
from core.desk.calls import Calls
from core.desk.score_board import NO_TABLE
from core.desk.sheets import Button, Labelled, Sheet
from core.kernel.text import N2_, N_, Code, Person, Public

Groups = Annotated[int, N2_("{n} group", "{n} groups")]
Tables = Annotated[int, N2_("{n} table", "{n} tables")]
Results = Annotated[int, N2_("{n} result", "{n} results")]
Places = Annotated[int, N2_("{n} place", "{n} places")]
Messages = Annotated[int, N2_("{n} message", "{n} messages")]
Things = Annotated[int, N2_("{n} small thing", "{n} small things")]


class KeptTitle(Public, frozen=True, tag="kept.title"):
    text: ClassVar[str] = N_("What is kept about you")


class KeptName(Public, frozen=True, tag="kept.name"):
    text: ClassVar[str] = N_("Your name: {name}; your id: {user}")
    name: Person
    user: Code


class KeptLanguage(Public, frozen=True, tag="kept.language"):
    text: ClassVar[str] = N_("Your language: {language}")
    language: Code


class KeptMoreTime(Public, frozen=True, tag="kept.more-time"):
    text: ClassVar[str] = N_("You have asked for more time.")


class KeptCalls(Public, frozen=True, tag="kept.calls"):
    text: ClassVar[str] = N_("When it rings for you: {calls}")
    calls: Calls


class KeptRooms(Public, frozen=True, tag="kept.rooms"):
    text: ClassVar[str] = N_("You were heard in {groups}: {titles}")
    groups: Groups
    titles: tuple[str, ...]


class KeptTables(Public, frozen=True, tag="kept.tables"):
    text: ClassVar[str] = N_("{tables} that you sat at: your seat, your moves, what you cut with.")
    tables: Tables


class KeptScores(Public, frozen=True, tag="kept.scores"):
    text: ClassVar[str] = N_("{results} in the scores of groups")
    results: Results


class KeptReserved(Public, frozen=True, tag="kept.reserved"):
    text: ClassVar[str] = N_("{places} in next games")
    places: Places


class KeptSmall(Public, frozen=True, tag="kept.small"):
    text: ClassVar[str] = N_(
        "For your private chat: on the way {waiting}, showing tables {cards}; besides {things} "
        "under your id (your last table, calls to a next game, links)."
    )
    waiting: Messages
    cards: Messages
    things: Things


class KeptOpen(Public, frozen=True, tag="kept.open"):
    text: ClassVar[str] = N_("You sit at: {tables}. Leave first, then all can be erased.")
    tables: tuple[Public, ...]


class NotErased(Public, frozen=True, tag="kept.not-erased"):
    text: ClassVar[str] = N_(
        "Not erased: what stands in the chats; records that players have saved; copies of the "
        "database, such as the one made before an update, and what whoever runs this host keeps "
        "besides."
    )


class NothingKept(Public, frozen=True, tag="kept.nothing"):
    text: ClassVar[str] = N_("Nothing is kept about you.")


class EraseAll(Public, frozen=True, tag="kept.erase-all"):
    text: ClassVar[str] = N_(
        "Erase all of it? Games that were played stay, with somebody without a name in your "
        "place. That cannot be taken back."
    )


def kept_sheet(lines: tuple[Public, ...], seats: tuple[Public, ...]) -> Sheet:
    """What is kept about a person, and the question whether it is to be erased: not while they
    sit at a table."""
    if not lines and not seats:
        return Sheet(KeptTitle(), (NothingKept(),))
    if seats:
        return Sheet(KeptTitle(), (*lines, NotErased()), (KeptOpen(seats),))
    keys = tuple(Button(Labelled(act), NO_TABLE, 0, act) for act in (Act.SURE_FORGET, Act.NO))
    return Sheet(KeptTitle(), (*lines, NotErased()), (EraseAll(),), (keys,))
