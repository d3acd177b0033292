"""A bluff that nobody asked about: when the game is over its owner alone is told, who may tell the
group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from core.kernel.drawn import Moment
from core.kernel.game import AnyGame
from core.kernel.text import N_, Public, Secret
from core.table.again import NotPlayedAgain, played_again
from core.table.table import Finished


class OnlyYouKnow(Secret, frozen=True, tag="bluff.only-you-know"):
    """To whoever bluffed, when the game is over; {what} is what the group would be told."""

    text: ClassVar[str] = N_("Only you know: {what}")
    what: Public


class NoBluff(Secret, frozen=True, tag="bluff.none"):
    text: ClassVar[str] = N_("There is no such bluff of yours.")


class ToldAlready(Secret, frozen=True, tag="bluff.told-already"):
    text: ClassVar[str] = N_("The group knows it already.")


class NowTheyKnow(Secret, frozen=True, tag="bluff.now-they-know"):
    text: ClassVar[str] = N_("The group will see it.")


def unasked_bluff(table: Finished, game: AnyGame, seat: int) -> Public | None:
    """The last bluff of a seat that nobody asked about, made by its person, as the group would be
    told of it; None if there is none."""
    return dict(_bluffs(_Played(table, game))).get(seat)


class _Played:
    """A table by its name, so that its bluffs are looked for once."""

    def __init__(self, table: Finished, game: AnyGame) -> None:
        self.table, self.game = table, game
        self._key = (table.id, game.name, table.deal.seed, table.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Played) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(64)
def _bluffs(played: _Played) -> tuple[tuple[int, Public], ...]:
    """The last bluff of each seat that nobody asked about."""
    table, game = played.table, played.game
    try:
        turns = played_again(table, game)
    except NotPlayedAgain:
        return ()
    told = [
        (turn, message, game.moment(table.options, message))
        for turn in turns
        for message in turn.told
    ]
    found: dict[int, Public] = {}
    for place, (turn, message, moment) in enumerate(told):
        if moment is None or moment.kind != "claim" or turn.by:
            continue
        bluff = game.bluff(turn.before, message)
        if bluff is not None and not _asked(moment.actor, [each[2] for each in told[place + 1 :]]):
            found[moment.actor] = bluff
    return tuple(found.items())


def forget_bluffs() -> None:
    """Find them anew: tables that were looked at bear names."""
    _bluffs.cache_clear()


def _asked(seat: int, after: Sequence[Moment | None]) -> bool:
    """Whether somebody doubted the claim of a seat before the next turn began."""
    for moment in after:
        if moment is not None and moment.begins:
            return False
        if moment is not None and moment.kind == "answer" and moment.target == seat:
            return True
    return False
