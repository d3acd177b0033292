"""The house's engine of Coup against a second one, written from the rulings alone."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.games.coup import COUP
from core.games.coup.model import State
from core.games.coup.names import Role
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.notation import find
from core.kernel.text import Note, Whisper, words_in
from tests.games.coup.play import options, run
from tests.games.coup.second import Table
from tests.games.coup.second_table import PRESETS, Refused

FILES = sorted((Path(__file__).parents[2] / "records" / "coup").glob("*.json"))
SWITCHES: dict[str, tuple[Any, ...]] = {
    "response_timing": ("combined", "sequential"),
    "block_after_failed_challenge": (True, False),
    "steal_min_target": (1, 2),
    "prove": ("auto", "choice"),
    "start_coins_2p": ("each2", "each1", "starter1"),
    "reveal_winner_hand": (True, False),
    "contessa_blocks_examine": (True, False),
    "examine_redraw": ("shuffle_first", "draw_first"),
    "embezzle_bluff": ("open_hand", "concede"),
}
VARIANTS = ("diplomat", "inquisitor", "factions")
ODD = ["income", "convert.1", "convert", "tax", "force", "show.all", "block.duke", "coup.1", "keep"]


class Watched(Dice):
    """Dice that write down what was drawn and what was shuffled."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.log: list[tuple[str, Any]] = []

    def shuffle(self, deck: Any) -> tuple[Any, ...]:
        self.log.append(("shuffle", tuple(sorted(str(card) for card in deck))))
        return super().shuffle(deck)

    def draw(self, deck: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        card, rest = super().draw(deck)
        self.log.append(("draw", str(card)))
        return card, rest


def any_switches(chance: random.Random) -> tuple[int, dict[str, Any]]:
    """A number of seats, and switches as a record may spell them."""
    given: dict[str, Any] = {"preset": chance.choice(list(PRESETS))}
    for name, values in SWITCHES.items():
        if chance.random() < 0.5:
            given[name] = chance.choice(values)
    for name in VARIANTS:
        given[name] = chance.random() < 0.6
    seats = chance.randint(3 if given["factions"] else 2, chance.choice((3, 4, 6, 10)))
    given["table_size"] = 6 if seats <= 6 else 8 if seats <= 8 else 10
    return seats, given


class Duel:
    """One game on both engines."""

    def __init__(self, seats: int, given: dict[str, Any], chance: random.Random) -> None:
        self.chance = chance
        self.leaving = chance.choice((0, 0.01, 0.04, 0.15))  # how often somebody leaves
        self.dice = Watched(chance.randbytes(8))
        self.notes: list[Note] = []
        self.mine = Table(seats, given)
        if chance.random() < 0.5:
            state = run(COUP.setup(seats, options(**given), self.dice), self.notes)
            deck = dealt(COUP.dump(state))
            self.mine.deal(deck, state.turn, seats)
        else:
            position = any_position(self.mine, seats, chance)
            load = COUP.load(position, seats, options(**given), self.dice)
            state = run(load, self.notes)
            self.mine.place(position)
        self.state: State = state
        self.entries: list[str] = []
        self.known: dict[int, set[str]] = {}  # characters that a seat has held or seen
        for seat, player in enumerate(self.mine.seats, 1):
            self.known[seat] = set(player.hidden)
        self.compare()

    def compare(self) -> None:
        asked, mine = COUP.ask(self.state), self.mine
        over = isinstance(asked, Over)
        assert over == (mine.question is None)
        if isinstance(asked, Over):
            assert sorted(asked.winners) == mine.winners
        else:
            assert sorted(asked.seats) == mine.awaited()
        for seat in range(1, len(self.state.players) + 1):
            codes = [move.code for move in COUP.moves(self.state, seat)]
            assert sorted(codes) == sorted(mine.legal(seat)), (
                seat,
                sorted(codes),
                sorted(mine.legal(seat)),
            )
        position, other = COUP.dump(self.state), mine.dump()
        position["deck"].sort()
        if over:
            del position["turn"], other["turn"]
        for row in (*position["seats"], *other["seats"]):
            row["lost"].sort()
        assert position == other

    def told(self) -> None:
        """Private news reach their owners and tell nothing else; the group hears what is open."""
        mine = self.mine
        open_ = set(mine.opened) | {card for seat in mine.seats for card in seat.lost}
        heard: set[str] = set()
        whispered: dict[int, set[str]] = {}
        for note in self.notes:
            cards = roles(note.message)
            if isinstance(note, Whisper):
                whispered.setdefault(note.seat, set()).update(cards)
            else:
                heard |= cards
        assert set(mine.opened) <= heard <= open_ | mine.said, (mine.opened, heard, mine.said)
        for seat in range(1, len(self.state.players) + 1):
            told, known = mine.told.get(seat, set()), self.known.setdefault(seat, set())
            now = {*told, *mine.seats[seat - 1].hidden}
            known |= now
            private = whispered.get(seat, set())
            own_lines = roles(COUP.scene(COUP.view(self.state, seat)).own)
            assert told <= private | own_lines | heard, seat
            assert mine.shown.get(seat) in {None, *private}, seat
            assert private <= now | open_ | mine.said, seat
            assert own_lines <= known | open_ | mine.said, seat

    def entry(self) -> None:
        """One more entry: a move, a refused one, a leave or a tick."""
        chance, seats = self.chance, range(1, len(self.state.players) + 1)
        asked = sorted(self.mine.awaited())
        dice = chance.random()
        if dice < self.leaving:
            seat = chance.choice(self.mine.living())
            self.carry_out(seat, "leave")
        elif dice < self.leaving + 0.035:
            for seat, code in sorted(self.mine.question.silent.items()):  # type: ignore[union-attr]
                moves = COUP.moves(self.state, seat)
                view = COUP.view(self.state, seat)
                assert COUP.bots["idle"](view, moves, Dice(b"")).code == code
                self.carry_out(seat, code)
        elif dice < self.leaving + 0.1:
            self.refuse(chance.choice(seats))
        else:
            seat = chance.choice(asked)
            codes = sorted(self.mine.legal(seat))
            quiet = "allow" in codes and chance.random() < 0.45
            self.carry_out(seat, "allow" if quiet else chance.choice(codes))

    def refuse(self, seat: int) -> None:
        of_others = [code for each in self.mine.awaited() for code in self.mine.legal(each)]
        code = self.chance.choice(sorted({*of_others, *ODD, f"convert.{seat}"}))
        legal = find(COUP.moves(self.state, seat), COUP.spelled(code)) is not None
        assert legal == (code in self.mine.legal(seat))
        if not legal:
            before = self.state
            assert COUP.why_not(self.state, seat, code) is not None
            assert self.state == before
            with pytest.raises(Refused):
                self.mine.apply(seat, code)
            self.entries.append(f"!{seat}:{code}")

    def carry_out(self, seat: int, code: str) -> None:
        self.entries.append(f"{seat}:{code}")
        self.dice.log.clear()
        self.notes.clear()
        if code == "leave":
            story = COUP.leave(self.state, seat, self.dice)
        else:
            move = find(COUP.moves(self.state, seat), code)
            assert move is not None, code
            story = COUP.play(self.state, seat, move, self.dice)
        self.state = run(story, self.notes)
        draws = [card for what, card in self.dice.log if what == "draw"]
        if code == "leave":
            self.mine.leave(seat, draws)
        else:
            self.mine.apply(seat, code, draws)
        assert self.dice.log == self.mine.log
        self.compare()
        self.told()


def roles(message: object) -> set[str]:
    """The characters that a message names."""
    return {str(word) for word in words_in(message) if isinstance(word, Role)}


def dealt(position: dict[str, Any]) -> list[str]:
    """The shuffled deck from which the hands of this position were dealt."""
    hands = [row["hidden"] for row in position["seats"]]
    return [*(str(hand[slot]) for slot in (0, 1) for hand in hands), *map(str, position["deck"])]


def any_position(table: Table, seats: int, chance: random.Random) -> dict[str, Any]:
    """A start that a record may have, late in a game."""
    cards = list(table.all_cards)
    chance.shuffle(cards)
    rows: list[dict[str, Any]] = []
    for number in range(seats):
        gone = chance.choice((0, 0, 0, 1, 1, 2)) if number > 1 else chance.choice((0, 0, 1))
        two = [cards.pop(), cards.pop()]
        row = {"coins": chance.randint(0, 12) if gone < 2 else 0}
        rows.append({**row, "hidden": two[gone:], "lost": two[:gone]})
        if table.rules["factions"] and chance.random() < 0.8:
            rows[-1]["faction"] = chance.choice(("monarchist", "populist"))
    position: dict[str, Any] = {"turn": chance.randint(1, 2), "seats": rows}
    if table.rules["factions"]:
        position["reserve"] = chance.choice((0, 0, 1, 2, 5))
    return position


def duel(seed: int) -> Iterator[Duel]:
    """Every position of a random game; a disagreement is an `AssertionError`."""
    chance = random.Random(seed)
    game = Duel(*any_switches(chance), chance)
    yield game
    while game.mine.question is not None and len(game.entries) < 400:
        game.entry()
        yield game


class Played:
    """What became of many duels."""

    def __init__(self, seeds: range) -> None:
        self.positions = 0
        self.asked: Counter[str] = Counter()
        self.left: Counter[str] = Counter()  # the questions during which somebody left
        self.wrong: list[tuple[int, list[str], Exception]] = []
        for seed in seeds:
            self.play(seed)

    def play(self, seed: int) -> None:
        kind, entries = "", list[str]()
        try:
            for game in duel(seed):
                self.positions += 1
                self.asked[kind] += 1
                if len(game.entries) > len(entries) and game.entries[-1].endswith(":leave"):
                    self.left[kind] += 1
                entries = list(game.entries)
                kind = game.mine.question.kind if game.mine.question else ""
        except Exception as wrong:
            self.wrong.append((seed, entries, wrong))


def test_two_engines_agree() -> None:
    """Awaited seats, choices, defaults, draws, shuffles, positions, winners, private news; in
    every question, and while somebody leaves in each."""
    played = Played(range(1000))
    for seed, entries, wrong in played.wrong:
        raise AssertionError(f"seed {seed} after {entries}") from wrong
    assert played.positions > 20_000
    every = {"action", "respond", "block", "second", "doubt", "prove", "lose", "exchange"}
    every |= {"examined", "examine"}
    assert every <= set(played.asked)
    assert every <= set(played.left)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_records_hold_in_the_second_engine(path: Path) -> None:
    """Every record of Coup, without the house."""
    record = json.loads(path.read_text(encoding="utf-8"))
    error = record.get("expect", {}).get("error")
    if error:
        with pytest.raises(Refused, match=re.escape(error)):
            replay(record)
    else:
        check(replay(record), record["expect"])


def replay(record: dict[str, Any]) -> Table:
    """A record on the second engine alone."""
    count, start = len(record["seats"]), record["start"]
    table = Table(count, record["options"])
    draws = list(record.get("draws", ()))
    if "decks" in start:
        table.deal(start["decks"][0], start["first"], count)
    else:
        table.place(start["position"])
    for index, line in enumerate(record["moves"]):
        seat, _, code = line.lstrip("!").partition(":")
        before = table.dump()
        try:
            if line == "tick":
                table.tick(draws)
            elif code == "leave":
                table.leave(int(seat), draws)
            else:
                table.apply(int(seat), code, draws)
        except Refused:
            if not line.startswith("!"):
                raise Refused(f"moves[{index}]") from None
            assert table.dump() == before
        else:
            assert not line.startswith("!"), line
            draws = table.draws
    return table


def check(table: Table, expect: dict[str, Any]) -> None:
    over = table.question is None
    got, wanted = table.dump(), expect.get("position", {})
    for key, value in wanted.items():
        if key == "deck":
            assert (len(got["deck"]) if isinstance(value, int) else got["deck"]) == value
        elif key == "drawn":
            assert Counter(got["drawn"]) == Counter(value)
        elif key == "seats":
            for mine, row in zip(got["seats"], value, strict=True):
                for name, part in row.items():
                    whole = Counter(mine[name]) if isinstance(part, list) else mine[name]
                    assert whole == (Counter(part) if isinstance(part, list) else part), name
        elif key != "turn" or not over:
            assert got[key] == value
    if not over:
        assert table.awaited() == expect.get("awaited", table.awaited())
    assert table.winners == expect.get("winners", table.winners)
    for seat, codes in expect.get("legal", {}).items():
        assert sorted(codes) == sorted(table.legal(int(seat)))
    for seat, codes in expect.get("offers", {}).items():
        assert set(codes) <= table.legal(int(seat))
    for seat, codes in expect.get("never", {}).items():
        assert not set(codes) & table.legal(int(seat))
