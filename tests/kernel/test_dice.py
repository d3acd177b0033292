"""Chance: the algorithm once more, from its description alone; the seal and the seed."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Iterator

import pytest

from core.kernel import dice
from core.kernel.dice import Dice, bot_dice

SEED = bytes(range(32))


def stream(seed: bytes) -> Iterator[int]:
    """The numbered draws of a seed."""
    counter = 0
    while True:
        digest = hashlib.sha256(seed + struct.pack(">Q", counter)).digest()
        yield struct.unpack(">Q", digest[:8])[0]
        counter += 1


def below(numbers: Iterator[int], n: int) -> int:
    """A number below n: what would favour small ones is thrown away."""
    for number in numbers:
        if number < 2**64 - 2**64 % n:
            return number % n
    raise AssertionError


def fisher_yates(numbers: Iterator[int], items: str) -> str:
    """A shuffle from the end."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(numbers, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return "".join(mixed)


def test_numbers_follow_the_description() -> None:
    numbers, ours = stream(SEED), Dice(SEED)
    for n in (1, 2, 3, 6, 52, 1000, 2**63 + 1, 3 * 2**62, 2**64):
        for _ in range(20):
            assert ours.below(n) == below(numbers, n)


def test_thrown_away_draws_are_counted() -> None:
    ours = Dice(SEED)
    for _ in range(20):
        ours.below(2**63 + 1)
    assert ours.drawn > 20


def test_shuffles_follow_the_description() -> None:
    numbers, ours = stream(SEED), Dice(SEED)
    for items in ("", "a", "ab", "abcdefghijklmnop"):
        assert "".join(ours.order(items)) == fisher_yates(numbers, items)
        assert "".join(ours.shuffle(items)) == fisher_yates(numbers, items)


def test_the_first_numbers_are_fixed_for_ever() -> None:
    """Whoever rewrites the stream in another language may compare."""
    ours = Dice(b"fumibako")
    assert [ours.below(100) for _ in range(8)] == [45, 22, 27, 48, 85, 78, 11, 84]


def test_a_count_goes_on_where_it_stopped() -> None:
    whole, part = Dice(SEED), Dice(SEED)
    part.order("abcdef")
    whole.order("abcdef")
    later = Dice(SEED, part.drawn)
    assert [later.below(9) for _ in range(9)] == [whole.below(9) for _ in range(9)]


def test_a_choice_is_fair() -> None:
    ours = Dice(SEED)
    counts = Counter(ours.choose("abc") for _ in range(6000))
    assert set(counts) == set("abc")
    assert all(1850 < count < 2150 for count in counts.values())


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_cannot_be_chosen_from(n: int) -> None:
    with pytest.raises(ValueError, match="something to choose from"):
        Dice(SEED).below(n)


def test_a_draw_takes_the_top_card() -> None:
    assert Dice(SEED).draw(("a", "b", "c")) == ("a", ("b", "c"))


def test_a_single_seat_begins_without_a_draw() -> None:
    ours = Dice(SEED)
    assert ours.first((4,)) == 4
    assert ours.drawn == 0
    assert ours.first((4, 5)) in (4, 5)
    assert ours.drawn == 1


def test_the_seal_is_the_hash_of_the_secret() -> None:
    assert dice.seal(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_seed_is_the_hash_of_secret_and_cuts() -> None:
    secret, cuts = bytes(32), ["snow", "雪", "🎴 z"]
    raw = secret
    for text in cuts:
        raw += struct.pack(">I", len(text.encode("utf-8"))) + text.encode("utf-8")
    assert dice.mix(secret, cuts) == hashlib.sha256(raw).digest()


def test_without_cuts_the_seed_would_be_the_seal() -> None:
    """That is why the house cuts if nobody else does."""
    assert dice.mix(b"abc", []).hex() == dice.seal(b"abc")
    assert dice.mix(b"abc", [""]).hex() != dice.seal(b"abc")


def test_cuts_cannot_be_moved_from_one_to_the_next() -> None:
    assert dice.mix(b"s", ["ab", "c"]) != dice.mix(b"s", ["a", "bc"])
    assert dice.mix(b"s", ["a", "b"]) != dice.mix(b"s", ["b", "a"])


def test_every_bot_has_dice_of_its_own_for_every_question() -> None:
    seeds = {bot_dice(SEED, question, seat).seed for question in range(20) for seat in range(20)}
    assert len(seeds) == 400
    expected = hashlib.sha256(SEED + b"bot" + b"7" + b"." + b"2").digest()
    assert bot_dice(SEED, 7, 2).seed == expected
    assert bot_dice(SEED, 7, 2).drawn == 0
