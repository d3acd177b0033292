"""Everything that a seat may do now, as one tree: whoever shows it needs to ask nobody more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from core.desk.hand import YouAreAsked, YourAnswerIsAwaited, standing
from core.desk.sheets import Rows
from core.desk.slips import slips
from core.kernel.asks import Ask
from core.kernel.drawn import Face
from core.kernel.game import AnyGame
from core.kernel.notation import menu
from core.kernel.text import Mark, Message, Secret, blanks
from core.table.table import Games, Playing

Kind = Literal["card", "seat", "number", "word"]
"""What a word of a move is."""


class Branch(msgspec.Struct, frozen=True):
    """A word of a move and what may follow it. `hint` is the question that the next word answers.
    `code` is the move where it may end here (empty: it may not), and `whole` its label if others
    go on from here. `risk` is what it may cost; where that is the same for all that follow it
    stands here alone. `sure` is asked before a move that loses at once."""

    word: str
    label: Message
    kind: Kind
    seat: int = 0
    face: Face | None = None
    hint: Message | None = None
    code: str = ""
    whole: Message | None = None
    risk: Message | None = None
    sure: Secret | None = None
    then: tuple[Branch, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked: in the second person, with all its legal moves. `orders` are the
    standing orders that it may give or take back, `standing` says which one stands."""

    question: int
    prompt: Message
    hint: Message
    window: bool = False
    then: tuple[Branch, ...] = ()
    orders: Rows[Message] = ()
    standing: tuple[Message, ...] = ()


def question_of(table: Playing, games: Games, seat: int) -> Question | None:
    """What a seat is asked now; None if it is not, or if a computer plays there."""
    game, chair = games[table.game], table.chairs[seat - 1]
    asked = game.ask(table.state)
    if chair.bot is not None or chair.away or not isinstance(asked, Ask) or seat not in asked.seats:
        return None
    view = game.view(table.state, seat)
    moves = game.moves(table.state, seat)
    codes = tuple(dict.fromkeys(move.code for move in moves))
    tree = _Tree(game, view, table.options, codes, slips(game, view, moves))
    stands, orders = standing(table, game, view, chair)
    return Question(
        table.question,
        YourAnswerIsAwaited() if asked.window else YouAreAsked(),
        game.hint(view, ()),
        asked.window,
        tree.then(()),
        orders,
        stands,
    )


class _Tree(msgspec.Struct, frozen=True):
    """The legal moves of a seat, as its view has them."""

    game: AnyGame
    view: object
    options: object
    codes: Sequence[str]
    rash: Mapping[str, Secret]

    def then(self, said: tuple[str, ...], told: Message | None = None) -> tuple[Branch, ...]:
        """What may be said next; `told` is the risk that has been told already."""
        return tuple(self._branch(said, word, told) for word in menu(self.codes, said))

    def _branch(self, said: tuple[str, ...], word: str, told: Message | None) -> Branch:
        here = (*said, word)
        path = ".".join(here)
        longer = any(code.startswith(f"{path}.") for code in self.codes)
        ends = path in self.codes
        label = self.game.label(self.view, said, word)
        kind, face = self._kind(word, label)
        risk = self._risk(path, ends)
        return Branch(
            word,
            label,
            kind,
            int(word) if kind == "seat" else 0,
            face,
            self.game.hint(self.view, here) if longer else None,
            path if ends else "",
            self.game.label(self.view, here, "") if ends and longer else None,
            None if risk == told else risk,
            self.rash.get(path),
            self.then(here, told if risk is None else risk) if longer else (),
        )

    def _risk(self, path: str, ends: bool) -> Message | None:
        """What a move may cost, or all moves that begin like this."""
        if ends:
            return self.game.risk(self.view, path)
        longer = [code for code in self.codes if code.startswith(f"{path}.")]
        found = {self.game.risk(self.view, code) for code in longer}
        return found.pop() if len(found) == 1 else None

    def _kind(self, word: str, label: Message) -> tuple[Kind, Face | None]:
        if word.isdigit():
            return ("seat" if _names_seat(label, int(word)) else "number"), None
        face = self.game.face(self.options, word)
        return ("word" if face is None else "card"), face


def _names_seat(label: Message, number: int) -> bool:
    """Whether a label names this seat: numbers count seats, slots, amounts and positions alike."""
    return any(getattr(label, name) == number for name in _seats(type(label)))


@cache
def _seats(kind: type[Message]) -> tuple[str, ...]:
    """The blanks of a message that are seats."""
    return tuple(
        name
        for name, declared in blanks(kind).items()
        if Mark.SEAT in getattr(declared, "__metadata__", ())
    )
