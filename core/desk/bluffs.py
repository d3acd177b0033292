"""A bluff that nobody asked about: when the game is over its owner alone is told, who may tell the
group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec

from core.kernel.drawn import Moment
from core.kernel.game import AnyGame
from core.kernel.text import N_, Public, Seat, Secret
from core.table.again import NotPlayedAgain, played_again
from core.table.table import Finished


class Bluff(msgspec.Struct, frozen=True):
    """What a seat claimed to hold (None: to be without something) and did not, and for what."""

    seat: Seat
    card: Public | None
    deed: Public


class NobodyAsked(Secret, frozen=True, tag="bluff.nobody-asked"):
    """To whoever bluffed, when the game is over."""

    text: ClassVar[str] = N_("🤫 Nobody asked: your {card} ({deed}) was a bluff.")
    card: Public
    deed: Public


class NobodyAskedAtAll(Secret, frozen=True, tag="bluff.nobody-asked-at-all"):
    """The same where it was no card that was claimed, but an action."""

    text: ClassVar[str] = N_("🤫 Nobody asked: your {deed} was a bluff.")
    deed: Public


class OwnedUp(Public, frozen=True, tag="bluff.owned-up"):
    """Somebody tells the group of their bluff."""

    text: ClassVar[str] = N_("🤫 {seat} owns up: the {card} ({deed}) was a bluff. Nobody asked!")
    seat: Seat
    card: Public
    deed: Public


class OwnedUpAtLast(Public, frozen=True, tag="bluff.owned-up-at-last"):
    """The same where it was no card that was claimed, but an action."""

    text: ClassVar[str] = N_("🤫 {seat} owns up: {deed} was a bluff. Nobody asked!")
    seat: Seat
    deed: Public


class NoBluff(Secret, frozen=True, tag="bluff.none"):
    text: ClassVar[str] = N_("There is no such bluff of yours.")


class ToldAlready(Secret, frozen=True, tag="bluff.told-already"):
    text: ClassVar[str] = N_("The group knows it already.")


class NowTheyKnow(Secret, frozen=True, tag="bluff.now-they-know"):
    text: ClassVar[str] = N_("The group gets to read it.")


def told_alone(bluff: Bluff) -> Secret:
    """What its owner is told."""
    if bluff.card is None:
        return NobodyAskedAtAll(bluff.deed)
    return NobodyAsked(bluff.card, bluff.deed)


def told_all(bluff: Bluff) -> Public:
    """What the group is told, if its owner wants that."""
    if bluff.card is None:
        return OwnedUpAtLast(bluff.seat, bluff.deed)
    return OwnedUp(bluff.seat, bluff.card, bluff.deed)


def unasked_bluff(table: Finished, game: AnyGame, seat: int) -> Bluff | None:
    """The last bluff of a seat that nobody asked about, made by its person; None if there is
    none."""
    return next((each for each in _bluffs(_Played(table, game)) if each.seat == seat), None)


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
def _bluffs(played: _Played) -> tuple[Bluff, ...]:
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
    found: dict[int, Bluff] = {}
    for place, (turn, message, moment) in enumerate(told):
        if moment is None or moment.kind != "claim" or moment.named is None or turn.by:
            continue
        after = [each[2] for each in told[place + 1 :]]
        if game.bluff(turn.before, message) and not _asked(moment.actor, after):
            card = moment.card.name if moment.card is not None else None
            found[moment.actor] = Bluff(moment.actor, card, moment.named)
    return tuple(found.values())


def _asked(seat: int, after: Sequence[Moment | None]) -> bool:
    """Whether somebody doubted the claim of a seat before the next turn began."""
    for moment in after:
        if moment is not None and moment.begins:
            return False
        if moment is not None and moment.kind == "answer" and moment.target == seat:
            return True
    return False
