"""Plays records of Lady Luck against the bare game, and says what does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Options, State
from core.games.lady_luck.names import Card
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from core.kernel.notation import find, menu, words
from core.kernel.text import Announce, Message, Note, words_in

R = TypeVar("R")
T = TypeVar("T")


class Stacked(Dice):
    """Dice whose deck and first seat are prescribed."""

    def __init__(self, deck: Sequence[str] = (), first: int = 0, draws: Sequence[str] = ()) -> None:
        super().__init__(b"stacked")
        self.deck = list(deck)
        self.draws = list(draws)
        self.seat = first

    def shuffle(self, deck: Sequence[T]) -> tuple[T, ...]:
        if not self.deck:
            return super().shuffle(deck)
        return tuple(sorted(deck, key=lambda card: self.deck.index(str(card))))

    def draw(self, deck: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
        if not self.draws:
            return super().draw(deck)
        at = [str(card) for card in deck].index(self.draws.pop(0))
        return deck[at], deck[:at] + deck[at + 1 :]

    def first(self, seats: Sequence[int]) -> int:
        return self.seat or super().first(seats)


def run(tale: Generator[Note, None, R], notes: list[Note] | None = None) -> R:
    """Run a story to its end; its notes are added to the list."""
    while True:
        try:
            note = next(tale)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if notes is not None:
            notes.append(note)


class Heard:
    """The cards that each reader was told of, and those on buttons."""

    def __init__(self) -> None:
        self.told: dict[str, set[str]] = {}
        self.shown: dict[str, set[str]] = {}

    def tell(self, to: str, message: Message, button: bool = False) -> None:
        named = {word.value for word in words_in(message) if isinstance(word, Card)}
        self.shown.setdefault(to, set()).update(named)
        if not button:
            self.told.setdefault(to, set()).update(named)

    def datum(self, to: str, code: str) -> None:
        self.shown.setdefault(to, set()).update(set(words(code)) & set(Card))

    def notes(self, notes: Sequence[Note]) -> None:
        for note in notes:
            self.tell("group" if isinstance(note, Announce) else str(note.seat), note.message)

    def look(self, state: State) -> None:
        """Every card of every reader with all its buttons."""
        asked = LADY_LUCK.ask(state)
        for seat in (None, *range(1, len(state.players) + 1)):
            to = "group" if seat is None else str(seat)
            view = LADY_LUCK.view(state, seat)
            for message in (*LADY_LUCK.scene(view).lines, *LADY_LUCK.brief(view)):
                self.tell(to, message)
            for face in (*LADY_LUCK.hand(view), *LADY_LUCK.stage(view).middle):
                self.tell(to, face.name, button=True)
            if isinstance(asked, Over):
                continue
            self.tell("group", asked.prompt)
            if seat is None and asked.secret:
                continue
            for mover in asked.seats if seat is None else asked.seats & {seat}:
                self._buttons(to, state, mover, view)

    def _buttons(self, to: str, state: State, mover: int, view: Any) -> None:
        codes = [move.code for move in LADY_LUCK.moves(state, mover)]
        said: list[tuple[str, ...]] = [()]
        for begun in said:
            for word in menu(codes, begun):
                self.tell(to, LADY_LUCK.label(view, begun, word), button=True)
                self.tell(to, LADY_LUCK.hint(view, begun), button=True)
                said.append((*begun, word))
        for code in codes:
            self.datum(to, code)


class Played(msgspec.Struct):
    """A record that was played: the last state, and what was told and seen on the way."""

    state: State
    heard: Heard
    faults: list[str]


def options_of(record: Mapping[str, Any]) -> Options:
    given = dict(record["options"])
    preset = LADY_LUCK.presets[given.pop("preset", "standard")]
    return msgspec.convert({**msgspec.to_builtins(preset), **given}, Options)


def play(record: Mapping[str, Any]) -> Played:
    """Play a record; refusals that do not come, or come unasked, are faults."""
    seats, start, heard = len(record["seats"]), record["start"], Heard()
    options = options_of(record)
    notes: list[Note] = []
    draws = record.get("draws", ())
    if "position" in start:
        dice = Stacked(draws=draws)
        state = run(LADY_LUCK.load(start["position"], seats, options, dice), notes)
    else:
        dice = Stacked(start["decks"][0], start["first"])
        state = run(LADY_LUCK.setup(seats, options, dice), notes)
        dice.draws = list(draws)
    played = Played(state, heard, [])
    heard.notes(notes)
    heard.look(state)
    for index, entry in enumerate(record["moves"]):
        _entry(played, index, entry, dice, seats)
    return played


def _entry(played: Played, index: int, entry: str, dice: Dice, seats: int) -> None:
    state, notes = played.state, list[Note]()
    place = f"moves[{index}]"
    if entry == "tick":
        asked = LADY_LUCK.ask(state)
        assert isinstance(asked, Ask)
        (seat,) = asked.seats
        legal = LADY_LUCK.moves(state, seat)
        move = LADY_LUCK.bots["idle"](LADY_LUCK.view(state, seat), legal, dice)
        played.state = run(LADY_LUCK.play(state, seat, move, dice), notes)
    else:
        refused = entry.startswith("!")
        number, code = entry.removeprefix("!").split(":", 1)
        seat = int(number)
        if not 1 <= seat <= seats:
            raise PositionError(place, "no such seat")
        if code == "leave":
            assert seat in LADY_LUCK.active(state)
            played.state = run(LADY_LUCK.leave(state, seat, dice), notes)
        else:
            found = find(LADY_LUCK.moves(state, seat), code)
            if (found is None) != refused:
                played.faults.append(f"{place}: {entry}")
            if found is None or refused:
                assert LADY_LUCK.why_not(state, seat, code).text
                return
            played.state = run(LADY_LUCK.play(state, seat, found, dice), notes)
    again = msgspec.json.decode(msgspec.json.encode(played.state), type=State)
    assert again == played.state
    played.heard.notes(notes)
    played.heard.look(played.state)


def check(record: Mapping[str, Any]) -> list[str]:
    """Everything in which a record does not hold."""
    expect = record["expect"]
    try:
        played = play(record)
    except PositionError as error:
        return [] if expect.get("error") == error.place else [f"error: {error}"]
    if "error" in expect:
        return [f"error: expected {expect['error']}"]
    state, heard, faults = played.state, played.heard, played.faults
    asked = LADY_LUCK.ask(state)
    over = isinstance(asked, Over)
    if "position" in expect:
        faults += differences(expect["position"], LADY_LUCK.dump(state), over)
    if "awaited" in expect and not over:
        assert isinstance(asked, Ask)
        faults += _compare("awaited", sorted(expect["awaited"]), sorted(asked.seats))
    if "winners" in expect:
        got = sorted(asked.winners) if isinstance(asked, Over) else []
        faults += _compare("winners", sorted(expect["winners"]), got)
    for key, wanted in expect.get("legal", {}).items():
        codes = [move.code for move in LADY_LUCK.moves(state, int(key))]
        faults += _compare(f"legal {key}", sorted(wanted), sorted(codes))
    for key, wanted in expect.get("offers", {}).items():
        codes = [move.code for move in LADY_LUCK.moves(state, int(key))]
        faults += [f"offers {key}: {code}" for code in wanted if code not in codes]
    for key, wanted in expect.get("never", {}).items():
        codes = [move.code for move in LADY_LUCK.moves(state, int(key))]
        faults += [f"never {key}: {code}" for code in wanted if code in codes]
    for to, wanted in expect.get("told", {}).items():
        missing = set(wanted) - heard.told.get(to, set())
        faults += [f"told {to}: {card}" for card in sorted(missing)]
    for to, wanted in expect.get("untold", {}).items():
        seen = heard.shown.get(to, set()) | heard.shown.get("group", set())
        faults += [f"untold {to}: {card}" for card in sorted(set(wanted) & seen)]
    return faults


def differences(wanted: Mapping[str, Any], got: Mapping[str, Any], over: bool) -> list[str]:
    """Where a position is not the expected one; only the keys that are given are compared."""
    faults: list[str] = []
    for key, value in wanted.items():
        if key == "turn" and over:
            continue
        if key == "deck" and isinstance(value, int):
            faults += _compare(key, value, len(got[key]))
        elif key == "deck":
            faults += _compare(key, Counter(value), Counter(got[key]))
        elif key == "seats":
            for seat, (one, other) in enumerate(zip(value, got[key], strict=True), 1):
                for name, part in one.items():
                    same = Counter if name in ("helpers", "scores") else _same
                    faults += _compare(f"seat {seat} {name}", same(part), same(other[name]))
        else:
            faults += _compare(key, value, got[key])
    return faults


def _same(value: object) -> object:
    return value


def _compare(key: str, wanted: object, got: object) -> list[str]:
    return [] if wanted == got else [f"{key}: expected {wanted}, got {got}"]
