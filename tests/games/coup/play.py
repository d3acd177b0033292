"""A small player of records and positions for the tests of Coup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from core.games.coup import COUP
from core.games.coup.model import Move, Options, State
from core.games.coup.names import Role
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.game import Telling
from core.kernel.notation import find, menu
from core.kernel.text import Announce, Message, Note, Public, Whisper, words_in


class Prescribed(Dice):
    """Dice whose shuffled deck, first seat and next draws a record may prescribe."""

    def __init__(
        self, deck: Sequence[str] = (), first: int | None = None, draws: Sequence[str] = ()
    ) -> None:
        super().__init__(b"prescribed")
        self.deck = tuple(Role(card) for card in deck)
        self.starter = first
        self.draws = [Role(card) for card in draws]
        self.dealing = False

    def shuffle(self, deck: Sequence[Any]) -> tuple[Any, ...]:
        if self.deck:
            prescribed, self.deck = self.deck, ()
            assert Counter(prescribed) == Counter(deck)
            return prescribed
        return super().shuffle(deck)

    def draw(self, deck: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        if self.dealing or not self.draws:
            return super().draw(deck)
        card = self.draws.pop(0)
        slot = deck.index(card)
        return card, deck[:slot] + deck[slot + 1 :]

    def first(self, seats: Sequence[int]) -> int:
        return self.starter if self.starter is not None else super().first(seats)


def run(story: Telling[State], notes: list[Note] | None = None) -> State:
    """Run a story to its end, and collect what it tells."""
    while True:
        try:
            note = next(story)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if notes is not None:
            notes.append(note)


def options(**switches: Any) -> Options:
    """The switches of a record's `options` on top of their preset."""
    base = COUP.presets[switches.pop("preset", "bga_seed")]
    return COUP.with_switches(base, switches)


class Told:
    """A game that is played, with everything that each reader was told."""

    def __init__(self, state: State, dice: Dice, notes: list[Note]) -> None:
        self.state = state
        self.dice = dice
        self.notes = notes
        self.named: dict[str, set[str]] = {}
        self.on_buttons: dict[str, set[str]] = {}
        self.look(0)

    @property
    def seats(self) -> range:
        return range(1, len(self.state.players) + 1)

    def say(self, reader: str, message: Any) -> None:
        self.named.setdefault(reader, set()).update(str(word) for word in words_in(message))

    def look(self, since: int) -> None:
        """Take in the notes from `since` on, every card as it is now, and the buttons."""
        for note in self.notes[since:]:
            match note:
                case Announce(message):
                    assert isinstance(message, Public)
                    self.say("group", message)
                case Whisper(seat, message):
                    self.say(str(seat), message)
        asked = COUP.ask(self.state)
        if not isinstance(asked, Over):
            self.say("group", asked.prompt)
        for reader in (None, *self.seats):
            view = COUP.view(self.state, reader)
            for line in COUP.scene(view).lines:
                self.say("group" if reader is None else str(reader), line)
            for word in menu([move.code for move in self.moves(reader)]):
                said = COUP.label(view, (), word)
                seen = self.on_buttons.setdefault(str(reader), set())
                seen.update(str(found) for found in words_in(said))

    def moves(self, seat: int | None) -> Sequence[Move]:
        return () if seat is None else COUP.moves(self.state, seat)

    def codes(self, seat: int) -> list[str]:
        return sorted(move.code for move in self.moves(seat))

    @property
    def awaited(self) -> list[int]:
        asked = COUP.ask(self.state)
        return [] if isinstance(asked, Over) else sorted(asked.seats)

    @property
    def winners(self) -> list[int]:
        asked = COUP.ask(self.state)
        return sorted(asked.winners) if isinstance(asked, Over) else []

    def tell(self, story: Callable[[], Telling[State]]) -> list[Note]:
        since = len(self.notes)
        self.state = run(story(), self.notes)
        self.look(since)
        return self.notes[since:]

    def do(self, *lines: str) -> list[Note]:
        """Play lines of a record; returns the notes of the last one."""
        told: list[Note] = []
        for line in lines:
            told = self.line(line)
        return told

    def line(self, line: str) -> list[Note]:
        if line == "tick":
            return self.tick()
        if line.startswith("!"):
            self.refused(line[1:])
            return []
        number, _, code = line.partition(":")
        seat = int(number)
        if code == "leave":
            assert seat in COUP.active(self.state)
            return self.tell(lambda: COUP.leave(self.state, seat, self.dice))
        move = find(self.moves(seat), COUP.spelled(code))
        assert move is not None, f"{line} is refused: {COUP.why_not(self.state, seat, code)}"
        return self.tell(lambda: COUP.play(self.state, seat, move, self.dice))

    def tick(self) -> list[Note]:
        since = len(self.notes)
        for seat in self.awaited:
            if seat in self.awaited:
                chance = bot_dice(b"tick", len(self.notes), seat)
                view = COUP.view(self.state, seat)
                move = COUP.bots["idle"](view, self.moves(seat), chance)
                self.tell(partial(COUP.play, self.state, seat, move, self.dice))
        return self.notes[since:]

    def refused(self, line: str) -> Any:
        """The line must be refused; returns the reason."""
        number, _, code = line.partition(":")
        seat = int(number)
        before = msgspec.json.encode(self.state)
        assert find(self.moves(seat), COUP.spelled(code)) is None, f"{line} is legal"
        reason = COUP.why_not(self.state, seat, code)
        assert msgspec.json.encode(self.state) == before
        return reason


def from_position(
    position: dict[str, Any], seats: int, switches: Options, draws: Sequence[str] = ()
) -> Told:
    notes: list[Note] = []
    dice = Prescribed(draws=draws)
    state = run(COUP.load(position, seats, switches, dice), notes)
    return Told(state, dice, notes)


def from_record(record: dict[str, Any]) -> Told:
    """The start of a record, before its moves."""
    switches = options(**record["options"])
    start, seats, draws = record["start"], len(record["seats"]), record.get("draws", ())
    if "position" in start:
        return from_position(start["position"], seats, switches, draws)
    notes: list[Note] = []
    dice = Prescribed(start["decks"][0], start["first"], draws)
    dice.dealing = True
    state = run(COUP.setup(seats, switches, dice), notes)
    dice.dealing = False
    return Told(state, dice, notes)


def seat(coins: int, hidden: str, lost: str = "", faction: str = "") -> dict[str, Any]:
    """A seat of a position: `seat(2, "duke captain")`."""
    row = {"coins": coins, "hidden": hidden.split(), "lost": lost.split()}
    return {**row, "faction": faction} if faction else row


def table(
    *rows: dict[str, Any], draws: str = "", turn: int = 1, reserve: int = 0, **switches: Any
) -> Told:
    """A game at a position, seat 1 to act unless `turn` says otherwise."""
    position = {"turn": turn, "seats": list(rows), **({"reserve": reserve} if reserve else {})}
    return from_position(position, len(rows), options(**switches), draws.split())


def asked(game: Told) -> Ask:
    """What a game that is not over waits for."""
    found = COUP.ask(game.state)
    assert isinstance(found, Ask)
    return found


def public(told: list[Note]) -> list[Message]:
    """The announcements among what was told."""
    return [note.message for note in told if isinstance(note, Announce)]


def coins(game: Told) -> list[int]:
    """The coins of every seat."""
    return [player.coins for player in game.state.players]


def hands(game: Told) -> list[str]:
    """The hidden cards of every seat, sorted."""
    return [" ".join(sorted(player.hidden)) for player in game.state.players]


def lost(game: Told) -> list[str]:
    """The lost cards of every seat, sorted."""
    return [" ".join(sorted(player.lost)) for player in game.state.players]
