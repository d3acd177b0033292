"""What a game tells the house: what it waits for, what it offers, the table in words."""

from __future__ import annotations

import msgspec

from core.kernel.text import Message, Public


class Ask(msgspec.Struct, frozen=True):
    """What the game waits for.

    `patience` is the time for this decision in seconds at the pace "quick". `secret` is true
    when the legal moves themselves betray hidden cards: a group then sees letters only.
    `window` is true when silence is an answer too (a chance to object, not a turn); `aimed`
    are the seats among `seats` that it concerns most: they are called, others see the board.
    """

    seats: frozenset[int]
    prompt: Public
    patience: int
    secret: bool = False
    window: bool = False
    aimed: frozenset[int] = frozenset()


class Over(msgspec.Struct, frozen=True):
    """The game has ended. Nobody need have won (all left)."""

    winners: frozenset[int]


class Hidden(msgspec.Struct, frozen=True):
    """The hidden cards of a seat as words of moves, in the order of the hand.

    Both the number of the cards and `version` are public facts: the version grows with every
    public change of the hand, whether or not the cards differ, and never falls during a game.
    `span` is the most cards such a hand can have.
    """

    words: tuple[str, ...]
    version: int
    span: int = 5


class Row(msgspec.Struct, frozen=True):
    """A row of buttons on a group's board for a secret choice, made of public facts alone.

    It fills the word number `place` of a move. `kind` is "letters" (for the hidden cards;
    `labels` and `words` are empty), "seats" or "digits"; a press on `labels[i]` says
    `words[i]`. Only labels are ever shown or sent; where there is room for them also `names[i]`,
    which tell what short labels stand for. `asks` is the question that the row answers, where
    it does not follow from how all moves begin.
    """

    kind: str
    place: int
    labels: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    asks: Public | None = None
    names: tuple[Public, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One value of a switch, and its label."""

    value: str | int | bool
    label: Public


class Switch(msgspec.Struct, frozen=True):
    """A switch of a game that the host of a table may set. `about` says in a sentence what it
    brings, where its label cannot."""

    name: str
    label: Public
    choices: tuple[Choice, ...]
    about: Public | None = None


class Section(msgspec.Struct, frozen=True):
    """A part of the rules: a title and short lines."""

    title: Public
    lines: tuple[Public, ...]


class Scene(msgspec.Struct, frozen=True):
    """The table in words, for one reader.

    `common` is what everybody may read of it: it is made of public facts and is the same from
    every view. `own` is what the reader alone may: their hand, what they have learnt; the group
    has none. For a seat a game may leave `common` out, if its table is long: the hand card then
    tells only what is own.
    """

    common: tuple[Public, ...] = ()
    own: tuple[Message, ...] = ()

    @property
    def lines(self) -> tuple[Message, ...]:
        """All of it, as a card shows it."""
        return (*self.common, *self.own)
