"""Run stories of the game and records of it, for the tests beside this file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Move, Options, State
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.notation import find
from core.kernel.text import Announce, Message, Note, Whisper, words_in

R = TypeVar("R")
T = TypeVar("T")

RECORDS = Path(__file__).parents[2] / "records" / "love-letter"


class Prescribed(Dice):
    """Dice whose decks, draws and starters are given, as in a record."""

    def __init__(
        self,
        decks: Iterable[Sequence[str]] = (),
        draws: Iterable[str] = (),
        firsts: Iterable[int | None] = (),
        seed: bytes = b"prescribed",
    ) -> None:
        super().__init__(seed)
        self.decks = list(decks)
        self.draws = list(draws)
        self.firsts = list(firsts)

    def shuffle(self, deck: Sequence[T]) -> tuple[T, ...]:
        if not self.decks:
            return super().shuffle(deck)
        wanted = self.decks.pop(0)
        assert Counter(wanted) == Counter(deck), "a deck of another composition"
        cards: dict[Any, T] = {card: card for card in deck}
        return tuple(cards[code] for code in wanted)

    def draw(self, deck: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
        if not self.draws:
            return super().draw(deck)
        place = list[Any](deck).index(self.draws.pop(0))
        return deck[place], deck[:place] + deck[place + 1 :]

    def first(self, seats: Sequence[int]) -> int:
        wanted = self.firsts.pop(0) if self.firsts else None
        return super().first(seats) if wanted is None else wanted


class Match:
    """A running match: its state, and all that was told since the deal."""

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        self.options = options
        self.seats = seats
        self.dice = dice
        self.notes: list[Note] = []
        self.cards: dict[str, list[Message]] = {"group": []}
        self.state: State

    def tell(self, story: Telling[R]) -> R:
        """Run a story to its end; keep its notes."""
        while True:
            try:
                self.notes.append(next(story))
            except StopIteration as end:
                result: R = end.value
                return result

    def go(self, story: Telling[State]) -> None:
        self.state = self.tell(story)
        for seat in (None, *range(1, self.seats + 1)):
            view = GAME.view(self.state, seat)
            shown = [*GAME.scene(view).lines, *GAME.brief(view)]
            asked = GAME.ask(self.state)
            if isinstance(asked, Ask):
                shown.append(asked.prompt)
            if seat is not None:
                for move in GAME.moves(self.state, seat):
                    said = move.code.split(".")
                    shown += [GAME.label(view, said[:i], word) for i, word in enumerate(said)]
            self.cards.setdefault(str(seat or "group"), []).extend(shown)

    def play(self, *lines: str) -> Match:
        """Moves as in a record; each must be legal."""
        for line in lines:
            seat, code = line.split(":", 1)
            if code == "leave":
                self.go(GAME.leave(self.state, int(seat), self.dice))
                continue
            move = find(GAME.moves(self.state, int(seat)), code)
            assert move is not None, f"{line} is not legal"
            self.go(GAME.play(self.state, int(seat), move, self.dice))
        return self

    def refused(self, line: str) -> Message:
        """Why a move is refused. It must not be legal, and change nothing."""
        seat, code = line.split(":", 1)
        before = msgspec.json.encode(self.state)
        assert find(GAME.moves(self.state, int(seat)), code) is None, f"{line} is legal"
        reason = GAME.why_not(self.state, int(seat), code)
        assert msgspec.json.encode(self.state) == before
        return reason

    def legal(self, seat: int) -> set[str]:
        return {move.code for move in GAME.moves(self.state, seat)}

    def public(self) -> list[Message]:
        """The notes to the group, in order."""
        return [note.message for note in self.notes if isinstance(note, Announce)]

    def private(self, seat: int) -> list[Message]:
        """The notes to a seat, in order."""
        return [n.message for n in self.notes if isinstance(n, Whisper) and n.seat == seat]

    def told(self, reader: str) -> set[str]:
        """The cards that messages to this reader name."""
        notes = self.public() if reader == "group" else self.private(int(reader))
        return {w.value for m in [*notes, *self.cards[reader]] for w in words_in(m)}

    def dump(self) -> dict[str, Any]:
        return GAME.dump(self.state)


def options(preset: str = "bga", **switches: Any) -> Options:
    """A preset with some switches set."""
    base = msgspec.to_builtins(GAME.presets[preset])
    return msgspec.convert({**base, **switches}, Options)


def at(preset: str, seats: Sequence[dict[str, Any]], *moves: str, **rest: Any) -> Match:
    """A match from a position (turn 1 unless given), after some moves.

    Draws, the dice's seed and switches may be given as `draws`, `seed` and `switches`.
    """
    dice = Prescribed(
        draws=rest.pop("draws", ()), decks=rest.pop("decks", ()), seed=rest.pop("seed", b"at")
    )
    chosen = options(preset, **rest.pop("switches", {}))
    match = Match(chosen, len(seats), dice)
    position = {"turn": 1, "seats": list(seats), **rest}
    match.go(GAME.load(position, len(seats), chosen, dice))
    return match.play(*moves)


def hand(*cards: str, **rest: Any) -> dict[str, Any]:
    """A seat of a position."""
    return {"hand": list(cards), **rest}


def out(*discards: str) -> dict[str, Any]:
    """A seat of a position that is out."""
    return {"hand": [], "discards": list(discards), "out": True}


def read(name: str) -> dict[str, Any]:
    """A record by its name."""
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    return found


def replay(record: dict[str, Any]) -> Match:
    """Play a record to its end; a move with `!` must be refused."""
    switches = dict(record["options"])
    chosen = options(switches.pop("preset", "bga"), **switches)
    seats = len(record["seats"])
    start = record["start"]
    first = start.get("first")
    dice = Prescribed(
        start.get("decks", ()),
        record.get("draws", ()),
        first if isinstance(first, list) else [first],
    )
    match = Match(chosen, seats, dice)
    if "position" in start:
        dice.firsts = []
        match.go(GAME.load(start["position"], seats, chosen, dice))
    else:
        match.go(GAME.setup(seats, chosen, dice))
    for line in record["moves"]:
        if line.startswith("!"):
            match.refused(line[1:])
        else:
            match.play(line)
    return match


def awaited(state: State) -> list[int]:
    asked = GAME.ask(state)
    return sorted(asked.seats) if isinstance(asked, Ask) else []


def run(story: Telling[R]) -> tuple[R, list[Note]]:
    """A story run to its end: what it returns, and its notes."""
    notes: list[Note] = []
    while True:
        try:
            notes.append(next(story))
        except StopIteration as end:
            return end.value, notes


def random_match(
    preset: str, seats: int, seed: bytes, **switches: Any
) -> Iterable[tuple[State, Move | None]]:
    """Every state of a match of random players, with the move that led to it."""
    dice = Dice(seed)
    state, _ = run(GAME.setup(seats, options(preset, **switches), dice))
    yield state, None
    while state.phase != "over":
        move = dice.choose(GAME.moves(state, state.turn))
        state, _ = run(GAME.play(state, state.turn, move, dice))
        yield state, move
