"""Moves as dotted words (`guard.2.priest`), and the menus that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol, TypeVar


class Move(Protocol):
    """Whatever a game calls a move: it has one spelling."""

    @property
    def code(self) -> str:
        """The spelling: lower-case words joined by dots, seats from 1."""


M = TypeVar("M", bound=Move)


def find(moves: Iterable[M], code: str) -> M | None:
    """The legal move that is spelled so, or None. Nothing else is ever parsed into a move."""
    for move in moves:
        if move.code == code:
            return move
    return None


def words(code: str) -> tuple[str, ...]:
    """The words of a spelling; the empty spelling has none."""
    return tuple(code.split(".")) if code else ()


def only_word(codes: Collection[str]) -> tuple[str, ...]:
    """The first word, if all moves begin with the same one and none is whole with it.

    >>> only_word(["lose.duke", "lose.captain"])
    ('lose',)
    >>> only_word(["pass"]), only_word(["guard.2.king", "spy"])
    ((), ())
    """
    first = {words(code)[:1] for code in codes}
    return first.pop() if len(first) == 1 and all("." in code for code in codes) else ()


def menu(codes: Iterable[str], said: Sequence[str] = ()) -> tuple[str, ...]:
    """The next words of all the moves that begin with what was said, in the moves' order.

    >>> menu(["guard.2.king", "guard.3.king", "spy"], ["guard"])
    ('2', '3')
    """
    depth = len(said)
    begun = tuple(said)
    found: dict[str, None] = {}
    for code in codes:
        parts = words(code)
        if len(parts) > depth and parts[:depth] == begun:
            found[parts[depth]] = None
    return tuple(found)
