"""Small tables for the tests of Lady Luck, and ways to play on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Options, State
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.notation import find
from core.kernel.text import Announce, Message, Note, Whisper
from tests.games.lady_luck.runner import Stacked, run

STANDARD = LADY_LUCK.presets["standard"]
CASTLE = ["md8", "md9", "kn4", "?ps4"]
AUCTION = ["kn1", "md1", "pr1", "?mg1"]

Seat = Mapping[str, Any]


def seat(ap: int = 1, helpers: str = "", scores: str = "", left: bool = False) -> dict[str, Any]:
    """A seat of a position; cards as words, `~` behind one that has acted."""
    return {"ap": ap, "helpers": helpers.split(), "scores": scores.split(), "left": left}


def load(position: Mapping[str, Any], options: Options = STANDARD, seats: int = 0) -> State:
    """The table of a position."""
    count = seats or len(position["seats"])
    return run(LADY_LUCK.load(position, count, options, Dice(b"load")))


def helping(*seats: Seat, options: Options = STANDARD, **more: Any) -> State:
    """A helper phase of round 3, seat 1 on turn."""
    castle = CASTLE[: len(seats) - 1] + CASTLE[-1:]
    position = {"round": 3, "phase": "helper", "turn": 1, "castle": castle, "seats": list(seats)}
    return load({**position, **more}, options)


def bidding(*seats: Seat, options: Options = STANDARD, **more: Any) -> State:
    """The action phase of round 1, seat 1 to open."""
    rows = list(seats) or [seat(10)] * 4
    castle = AUCTION[: len(rows) - 1] + AUCTION[-1:]
    position = {"phase": "auction", "turn": 1, "castle": castle, "seats": rows}
    return load({**position, **more}, options)


def go(state: State, *entries: str, notes: list[Note] | None = None) -> State:
    """Play the moves `SEAT:MOVE`, `SEAT:leave` and `tick`."""
    dice = Stacked()
    for entry in entries:
        if entry == "tick":
            asked = LADY_LUCK.ask(state)
            assert isinstance(asked, Ask)
            (number,) = asked.seats
            legal = LADY_LUCK.moves(state, number)
            move = LADY_LUCK.bots["idle"](LADY_LUCK.view(state, number), legal, dice)
            state = run(LADY_LUCK.play(state, number, move, dice), notes)
            continue
        name, code = entry.split(":")
        if code == "leave":
            state = run(LADY_LUCK.leave(state, int(name), dice), notes)
            continue
        found = find(LADY_LUCK.moves(state, int(name)), code)
        assert found is not None, f"{entry} is not legal"
        state = run(LADY_LUCK.play(state, int(name), found, dice), notes)
    return state


def told(state: State, *entries: str) -> list[Note]:
    """The notes of some moves."""
    notes: list[Note] = []
    go(state, *entries, notes=notes)
    return notes


def public(notes: Sequence[Note]) -> list[Message]:
    """What everybody heard."""
    return [note.message for note in notes if isinstance(note, Announce)]


def private(notes: Sequence[Note]) -> list[tuple[int, Message]]:
    """Who heard what alone."""
    return [(note.seat, note.message) for note in notes if isinstance(note, Whisper)]


def codes(state: State, number: int) -> list[str]:
    """The legal moves of a seat."""
    return [move.code for move in LADY_LUCK.moves(state, number)]


def why(state: State, entry: str) -> str:
    """The name of the reason why `SEAT:MOVE` is refused."""
    name, code = entry.split(":", 1)
    assert code not in codes(state, int(name)), f"{entry} is legal"
    return type(LADY_LUCK.why_not(state, int(name), code)).__name__


def turn(state: State) -> int:
    """The seat that is awaited."""
    asked = LADY_LUCK.ask(state)
    assert isinstance(asked, Ask)
    (number,) = asked.seats
    return number


def winners(state: State) -> list[int]:
    """Who has won; nobody while the game runs."""
    asked = LADY_LUCK.ask(state)
    return sorted(asked.winners) if isinstance(asked, Over) else []


def switched(**values: Any) -> Options:
    """The rulebook's game with some switches set."""
    options: Options = msgspec.structs.replace(STANDARD, **values)
    return options


def position(state: State) -> dict[str, Any]:
    """The position of a table."""
    return LADY_LUCK.dump(state)
