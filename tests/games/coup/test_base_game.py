"""The base game, as it was before there were variants: the same snapshots, byte for byte.

The hashes were made by the code of the release before them, with this very file.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import msgspec
import pytest

from core.games.coup import COUP
from core.games.coup.model import State
from core.kernel.dice import Dice
from core.table.snapshot import freeze, thaw
from core.table.table import Playing, Value
from tests.police.walk import Casting, Match, play_out, run, seated

SWITCHES: dict[str, tuple[Value, ...]] = {
    "response_timing": ("combined", "sequential"),
    "block_after_failed_challenge": (True, False),
    "steal_min_target": (2, 1),
    "prove": ("auto", "choice"),
    "start_coins_2p": ("each2", "each1", "starter1"),
    "first_player": ("random", "last_winner"),
    "reveal_winner_hand": (True, False),
    "diplomat": (False, True),
    "answer_seconds": (45, 15),
}
GAMES = 30
PLAYED = {
    "bga_seed": "9b6f54daa9a4b0b2dc40349c0d5977912ee3450d94d443881f675f517195b4da",
    "bga_live": "7980b94b25df6e90c628de11dd97ca4be3c9aa5b6a01d031ed95e8365b5b8826",
    "official": "4b790ac41f1ab427b6b2e009cbf5e3d8a147d70c193e5efbd0b942302e860dad",
}
LEFT = {
    "bga_seed": "3479c2c87b5be730b592499dcc53bf6db2805a0c39771d19a67406a9ad912887",
    "bga_live": "e439f63cb13edb66e753b32ebe9eb3871a085ba292c11be3980c322c0c528778",
    "official": "6a26ac642da36794684a2abd6654fcd022b845cea9a3bfb312f2cb1f7a696a5a",
}
OLD_OPTIONS = (
    b'{"response_timing":"combined","block_after_failed_challenge":true,"steal_min_target":2,'
    b'"prove":"auto","start_coins_2p":"each2","first_player":"random","table_size":6,'
    b'"reveal_winner_hand":true,"diplomat":false,"answer_seconds":45}'
)


def played(preset: str, number: int) -> Match:
    """A random game of a preset: the first one as it is, the others with any switches."""
    chance = Random(number)
    picked = {name: chance.choice(values) for name, values in SWITCHES.items()} if number else {}
    seats = 2 + number % (9 if number else 3)
    size: dict[str, Value] = {"table_size": 10} if number else {}
    kinds = ("random",) * seats
    return play_out(COUP, Casting(preset, {**picked, **size}, seats, b"%d" % number, kinds, number))


@pytest.mark.parametrize("preset", PLAYED)
def test_every_snapshot_of_a_game_without_variants_is_what_it_was(preset: str) -> None:
    found, left = sha256(), sha256()
    for number in range(GAMES):
        match = played(preset, number)
        for state in match.states:
            found.update(freeze(seated(COUP, match, state)))
            for seat in sorted(COUP.active(state)):
                after, _ = run(COUP.leave(state, seat, Dice(b"left")))
                left.update(freeze(seated(COUP, match, after)))
    assert (found.hexdigest(), left.hexdigest()) == (PLAYED[preset], LEFT[preset])


def test_a_table_of_an_older_release_comes_back_as_it_was() -> None:
    match = played("bga_seed", 0)
    raw = freeze(seated(COUP, match, match.first))
    assert OLD_OPTIONS in raw
    table = thaw(raw, {COUP.name: COUP})
    assert isinstance(table, Playing)
    assert not table.options.variants
    assert not (table.options.inquisitor or table.options.factions)
    assert freeze(table) == raw
    state = msgspec.json.encode(match.first)
    assert b"variants" not in state
    assert b"faction" not in state
    assert b"reserve" not in state
    assert msgspec.json.encode(msgspec.json.decode(state, type=State)) == state
