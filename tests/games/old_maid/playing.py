"""Games of Old Maid from a position, for the tests beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from core.games.old_maid import OLD_MAID as GAME
from core.games.old_maid.model import Options, State
from core.games.old_maid.names import Card
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.notation import find
from core.kernel.text import Announce, Message, Note, Whisper

T = TypeVar("T")

FULL = Options("full")


class Choosing(Dice):
    """Dice that let each draw take a prescribed card."""

    def __init__(self, *draws: str) -> None:
        super().__init__(b"choosing")
        self.draws = list(draws)

    def draw(self, deck: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
        if not self.draws:
            return super().draw(deck)
        card = next(card for card in deck if str(card) == self.draws[0])
        del self.draws[0]
        return card, tuple(other for other in deck if other is not card)


class Stacked(Dice):
    """Dice that never shuffle: every deck comes in this order."""

    def __init__(self, deck: Sequence[str]) -> None:
        super().__init__(b"stacked")
        self.deck = deck

    def shuffle(self, deck: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(deck, key=lambda card: self.deck.index(str(card))))


class Playing:
    """A running game and all that was told in it."""

    def __init__(self, *hands: str, turn: int = 1, draws: str = "") -> None:
        self.dice = Choosing(*draws.split())
        self.notes: list[Note] = []
        seats = [{"hand": hand.split()} for hand in hands]
        position = {"turn": turn, "seats": seats}
        self.state: State = self.told(GAME.load(position, len(hands), FULL, self.dice))

    def told(self, story: Telling[State]) -> State:
        """Run a story to its end; keep its notes."""
        while True:
            try:
                self.notes.append(next(story))
            except StopIteration as end:
                state: State = end.value
                return state

    def draw(self, seat: int, position: int = 1, dice: Dice | None = None) -> Playing:
        """A seat draws."""
        move = find(GAME.moves(self.state, seat), f"draw.{position}")
        assert move is not None
        self.state = self.told(GAME.play(self.state, seat, move, dice or self.dice))
        return self

    def leave(self, seat: int, dice: Dice | None = None) -> Playing:
        """A seat leaves."""
        self.state = self.told(GAME.leave(self.state, seat, dice or self.dice))
        return self

    def hand(self, seat: int) -> set[str]:
        return {card.value for card in self.state.hands[seat - 1]}

    def group(self) -> list[Message]:
        return [note.message for note in self.notes if isinstance(note, Announce)]

    def private(self, seat: int) -> list[Message]:
        return [n.message for n in self.notes if isinstance(n, Whisper) and n.seat == seat]

    def winners(self) -> set[int]:
        asked = GAME.ask(self.state)
        return set(asked.winners) if isinstance(asked, Over) else set()


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card, codes.split()))


def held(hands: Sequence[Sequence[Card]]) -> list[int]:
    return [len(hand) for hand in hands]
