"""The page's script works out what the house works out: hashes, decks, deals, verdicts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from adapters.proof.build import FOLDER, SCRIPTS, script
from adapters.proof.texts import TEXTS
from core.games import GAMES
from core.kernel.dice import Dice
from core.table.seating import seated
from core.table.table import run
from tests.adapters.proof.node import asked, needs_node

pytestmark = needs_node

BOTH: dict[str, str | int] = {"inquisitor": True, "factions": True}
LENGTHS = (0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000)


def test_the_script_hashes_like_everybody(tmp_path: Path) -> None:
    texts = ["x" * length for length in LENGTHS] + ["雪🎴é" * 30]
    assert asked(tmp_path, texts) == [sha256(text.encode()).hexdigest() for text in texts]


def tables() -> Iterator[tuple[Any, str, dict[str, Any], Any, int]]:
    """Every game in every preset with every switch that changes a deck, for every number."""
    for game in GAMES:
        for preset, base in game.presets.items():
            every = [{}, *({s.name: c.value} for s in game.switches(base) for c in s.choices)]
            if game.name == "coup":
                every += [BOTH, BOTH | {"diplomat": True}]
            for switches in every:
                options = game.with_switches(base, switches)
                for seats in game.seats(options):
                    yield game, preset, switches, options, seats


def test_the_first_deal_is_that_of_the_house_in_every_edition(tmp_path: Path) -> None:
    cases = list(itertools.islice(tables(), 0, None, 3))
    assert len(cases) > 200
    seeds = [sha256(str(number).encode()).digest() for number in range(len(cases))]
    told = asked(
        tmp_path,
        [
            {"deal": [game.name, {"preset": preset, **switches}, seats, seed.hex()]}
            for (game, preset, switches, _, seats), seed in zip(cases, seeds, strict=True)
        ],
    )
    for (game, preset, switches, options, seats), seed, deal in zip(
        cases, seeds, told, strict=True
    ):
        dice = _Noted(seed)
        seated(tuple(range(seats)), dice)
        run(game.setup(seats, options, dice), [])
        where = f"{game.name} {preset} {switches} {seats}"
        if game.name != "love-letter":
            assert deal["drawn"] == dice.drawn, where
        laid = [card for pile in deal["piles"].values() for card in pile]
        dealt = [card for hand in deal["hands"].values() for card in hand]
        assert sorted([*laid, *dealt, *deal["deck"]]) == sorted(dice.whole), where
        assert deal["first"] == dice.begins, where
        expected = list(dice.whole)
        if game.name == "love-letter":
            count = 4 if seats == 2 else 1
            assert laid == expected[:count], where
            round_ = [(deal["first"] + step - 1) % seats + 1 for step in range(seats)]
            assert [deal["hands"][str(seat)] for seat in round_] == [
                [card] for card in expected[count : count + seats]
            ], where
        if game.name == "coup":
            for seat in range(1, seats + 1):
                assert deal["hands"][str(seat)] == expected[seat - 1 : 2 * seats : seats], where
        if game.name == "lady-luck":
            boxed = 8 if seats == 3 else 0
            assert deal["piles"].get("box", []) == expected[:boxed], where
            assert deal["piles"]["castle"] == expected[boxed : boxed + seats], where
        if game.name == "old-maid":
            for seat in range(1, seats + 1):
                assert deal["hands"][str(seat)] == expected[seat - 1 :: seats], where


class _Noted(Dice):
    """The dice of the house, and the first deck and beginner that came of them."""

    whole: tuple[str, ...] = ()
    begins = 0

    def shuffle(self, deck: Any) -> Any:
        mixed = super().shuffle(deck)
        self.whole = self.whole or tuple(card.value for card in mixed)
        return mixed

    def first(self, seats: Any) -> int:
        found = super().first(seats)
        self.begins = self.begins or found
        return found


def test_every_text_is_used_and_every_text_is_there() -> None:
    code = script() + (FOLDER / "page.html").read_text(encoding="utf-8")
    named = {key for key in re.findall(r'"([a-z][a-z-]*)"', code) if key in TEXTS}
    built = {key for key in TEXTS if key.startswith(("mark-", "pile-"))}
    assert named | built == set(TEXTS)
    wanted = set(re.findall(r'say\("([a-z-]+)"', code))
    wanted |= set(re.findall(r'tell\("(?:good|bad|note)", "([a-z-]+)"', code))
    wanted |= set(re.findall(r'new Differs\([^,]+, "([a-z-]+)"', code))
    wanted |= set(re.findall(r'\["([np]-[a-z-]+)"', code))
    wanted |= set(re.findall(r'data-text="([a-z-]+)"', code))
    assert wanted <= set(TEXTS)


def test_the_script_is_one_purpose_a_file() -> None:
    assert {path.name for path in FOLDER.glob("*.js")} == set(SCRIPTS)
    assert all(len((FOLDER / name).read_text().splitlines()) <= 350 for name in SCRIPTS)
