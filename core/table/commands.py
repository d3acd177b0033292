"""The commands that change a table."""

from __future__ import annotations

import msgspec

from core.kernel.minds import Level
from core.table.sayings import Pace
from core.table.table import Chair, Value


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open a table in a room and sit down. The house fills `table`, `secret`, `salt` (hex) and
    `room`, and what the room is used to: the `game` where none is named, and the pace. Until
    0.3.0 there was no salt: a journal without one is of a table with proof 1."""

    user: str
    name: str
    game: str = ""
    pace: Pace = Pace.QUICK
    table: str = ""
    secret: str = ""
    letters: bool = False  # plays by letters in the group, as all do where they come from
    room: int = 0
    salt: str = ""
    more_time: bool = False  # filled in by the house: they wish it at all tables


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Join the lobby."""

    user: str
    name: str
    letters: bool = False
    room: int = 0  # filled in by the house
    salt: str = ""  # the same (hex)
    more_time: bool = False  # the same


class Rise(msgspec.Struct, frozen=True, tag="rise"):
    """Leave the lobby, or the running game for good."""

    user: str


class SeatBot(msgspec.Struct, frozen=True, tag="seat-bot"):
    """Add a computer player, by its kind. The house fills in the one of the table's level where
    none is named."""

    user: str
    bot: str = ""


class UnseatBot(msgspec.Struct, frozen=True, tag="unseat-bot"):
    """Remove the computer player that came last."""

    user: str


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    """Take somebody off the lobby who sits at a place (from 1, in the order of joining), if it is
    still whoever the `mark` is of."""

    user: str
    seat: int
    mark: str


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Set the game, the preset ("" lets it follow the number seated), the pace, the level of the
    computers, a switch or the panel that the board shows. `value` is spelled as in `spell`."""

    user: str
    what: str
    value: str


class CutDeck(msgspec.Struct, frozen=True, tag="cut", omit_defaults=True):
    """Cut the deck with a picture (0 to 7), from a page with 16 random bytes of that browser
    (hex). Until the start it can be done again. `text` stands in journals of older releases."""

    user: str
    picture: int = 0
    bits: str = ""
    text: str = ""


class Start(msgspec.Struct, frozen=True, tag="start", omit_defaults=True):
    """Deal. If the deal is to wait for a beacon, the house names its `chain` (hex), the `round`
    and when that comes (`comes_at`, seconds since 1970). Unless it `waits` for everybody, those
    of whom nothing is heard stay out of it: the house names them (`without`)."""

    user: str
    chain: str = ""
    round: int = 0
    comes_at: int = 0
    waits: bool = True
    without: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """The round that a deal waits for has come; its signature (hex) was verified, and the
    randomness (hex) follows from it."""

    round: int
    signature: str
    randomness: str


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Answer the open question with a move, by its spelling."""

    user: str
    question: int
    move: str


class Tick(msgspec.Struct, frozen=True, tag="tick", omit_defaults=True):
    """The time for a question is over (or the computers are due to move). With `excused` nobody
    is counted as silent for having given no answer. The house fills in `waives`: who says nothing
    in a window for several is counted. Until 0.6.0 nobody was, and their journals say so."""

    question: int
    excused: bool = False
    waives: bool = False


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """A computer that thinks beside has come to its move, by its spelling, at a seat.

    It is what was thought over after `made` moves of the game, and nothing else. `kind` is who
    came to it: the computer at that seat or, where it brought nothing, its stand-in.
    """

    question: int
    made: int
    seat: int
    move: str
    kind: str


class HandOver(msgspec.Struct, frozen=True, tag="hand-over"):
    """Let a computer play one's seat. The house fills in which one."""

    user: str
    bot: str = ""


class TakeBack(msgspec.Struct, frozen=True, tag="take-back"):
    """Play one's seat again oneself."""

    user: str


class GiveOrder(msgspec.Struct, frozen=True, tag="order"):
    """Give a standing order (a secret of the chair), or take it back with an empty one."""

    user: str
    order: str


class UseLetters(msgspec.Struct, frozen=True, tag="use-letters"):
    """Play by letters in the group (or in private again); told only while the game runs."""

    user: str
    on: bool


class Rename(msgspec.Struct, frozen=True, tag="rename"):
    """A person is called otherwise from now on: their platform told their name only now, or they
    have changed it. No clock and no rule knows of names."""

    user: str
    name: str


class TakeTime(msgspec.Struct, frozen=True, tag="take-time"):
    """Somebody wishes more time for their decisions, or (not `on`) no longer."""

    user: str
    on: bool


class Sleep(msgspec.Struct, frozen=True, tag="sleep", omit_defaults=True):
    """Nobody can see the table any more: it sleeps until somebody acts again; or (not `on`) it
    can be seen again and wakes."""

    on: bool = True


class Knock(msgspec.Struct, frozen=True, tag="knock"):
    """Another room asks to join the table (by a code that the house has checked)."""

    user: str
    room: int
    title: str
    into: str = ""


class Admit(msgspec.Struct, frozen=True, tag="admit"):
    """Let another room in that asks to join, or turn it away."""

    user: str
    room: int
    yes: bool


class AddRoom(msgspec.Struct, frozen=True, tag="add-room"):
    """Play the table in a further room of the same host, who needs nobody's leave: the second
    group of the page on their machine."""

    room: int


class Close(msgspec.Struct, frozen=True, tag="close"):
    """Give up the lobby or the running game.

    `name` is set for somebody who may close a lobby without hosting it (an admin of the group).
    """

    user: str
    name: str = ""


class Stop(msgspec.Struct, frozen=True, tag="stop", omit_defaults=True):
    """Whoever runs the house ends the table for everybody; `copied` (seconds since 1970), because
    the house went back to a copy of then (0: it did not)."""

    copied: int = 0


class TakenOver(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a rematch takes over from the game before: who sits there again (name, user, kind of
    computer, letters and room), what had been agreed, and who had won (users, or names of
    computers)."""

    game: str
    chairs: tuple[Chair, ...]
    preset: str = ""
    switches: dict[str, Value] = {}
    pace: Pace = Pace.QUICK
    level: Level = Level.NORMAL
    winners: tuple[str, ...] = ()


class Rematch(msgspec.Struct, frozen=True, tag="rematch"):
    """Open a lobby with everybody of a finished game seated. The house fills in the rest: the
    new table, the finished one, the rooms in which it is played again, salts, and who is not seated
    because nobody knows any more who they were, or because they sit at too many tables. With
    `winners` it was no game that was finished, but a table that whoever runs the house has stopped:
    those who won the game before it. What is taken over stands in the journal, for the game before
    may be thrown away first; until 0.7.0 it did not."""

    user: str
    name: str
    table: str = ""
    secret: str = ""
    finished: str = ""
    rooms: tuple[int, ...] = ()
    salts: tuple[str, ...] = ()  # of the people who are seated, in the order of their seats
    without: tuple[str, ...] = ()  # who sat there and is not seated again
    unhurried: tuple[str, ...] = ()  # those of them who wish more time
    winners: tuple[str, ...] | None = None  # users, or names of computers
    taken: TakenOver | None = None


Command = (
    Open
    | Sit
    | Rise
    | SeatBot
    | UnseatBot
    | Remove
    | Choose
    | CutDeck
    | Start
    | Draw
    | Answer
    | Tick
    | Thought
    | HandOver
    | TakeBack
    | UseLetters
    | GiveOrder
    | Rename
    | TakeTime
    | Sleep
    | Knock
    | Admit
    | AddRoom
    | Close
    | Stop
    | Rematch
)
