"""What it costs to cheat at the deal, before (protocol 1, up to 0.3.0) and now (protocol 2).

    python -m tests.bench.attacks [TRIES] [--seed N]

A try is one seed worked out and one deal looked at. TRIES (a million unless said) is what an
operator spends on each attack; the seconds are those of one process. The table is Coup for four:
the operator, who sits there (or a friend of theirs does), and three others.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import factorial

from core.games.coup.model import Options, copies
from core.games.coup.names import cast
from core.kernel.dice import Dice, mix, seal
from core.kernel.pictures import pictures as seal_pictures
from core.kernel.proof import PICTURES, Cut, seed
from tests.bench.attack_records import rows

SEATS = 4
MOST = 10
DECKS = {seats: cast(Options()) * copies(seats) for seats in range(SEATS, MOST + 1)}
TRIES = 1_000_000


class Dealt:
    """What an operator looks at: who begins, and the hands, by the order of joining."""

    def __init__(self, seed: bytes, seats: int = SEATS) -> None:
        dice = Dice(seed)
        order = dice.order(range(seats))
        deck = dice.shuffle(DECKS[seats])
        first = dice.first(range(seats))
        self.seat = order.index(0)
        self.begins = first == self.seat
        self.hands = [{deck[seat], deck[seats + seat]} for seat in range(seats)]


Wish = Callable[[Dealt], bool]


def begins(deal: Dealt) -> bool:
    """The operator begins: one deal in four."""
    return deal.begins


def armed(deal: Dealt) -> bool:
    """The operator holds Duke and Assassin: three deals in 35."""
    return deal.hands[deal.seat] == {"duke", "assassin"}


def all_of_it(deal: Dealt) -> bool:
    """Both, and the next two players hold no Contessa: about one deal in eighty."""
    others = (deal.hands[(deal.seat + step) % len(deal.hands)] for step in (1, 2))
    return deal.begins and armed(deal) and all("contessa" not in hand for hand in others)


WISHES: dict[str, Wish] = {
    "the host begins": begins,
    "the host holds Duke and Assassin": armed,
    "both, and no Contessa next to them": all_of_it,
}


def old_seed(secret: bytes, words: Sequence[str]) -> bytes:
    """Protocol 1: free words in the order in which they were said."""
    return mix(secret, words)


def new_seed(secret: bytes, pictures: Sequence[int | None], bits: bytes = b"") -> bytes:
    """Protocol 2: pictures in the order of joining; `bits` came from the first one's page."""
    cuts = [
        None if picture is None else Cut(picture, "" if place else bits.hex())
        for place, picture in enumerate(pictures)
    ]
    return seed(secret, cuts)


# ------------------------------------------------------------------ how it is measured


def tries_needed(seeds: Iterator[bytes], wish: Wish, tries: int) -> str:
    """How many seeds come by for each that grants the wish."""
    began, granted = time.process_time(), 0
    for _ in range(tries):
        granted += wish(Dealt(next(seeds)))
    spent = time.process_time() - began
    if not granted:
        return f"more than {tries:,} tries"
    each = tries / granted
    return f"{each:,.0f} tries, {spent / granted:.4f} s"


def best_of(outcomes: Callable[[], Sequence[bytes]], wish: Wish, tries: int) -> str:
    """The secret is ground at the opening: the best one found leaves this chance to the deal."""
    best, seen, spent = 0.0, 0, 0
    while spent < tries:
        seeds = outcomes()
        granted = sum(wish(Dealt(seed)) for seed in seeds)
        best = max(best, granted / len(seeds))
        seen, spent = seen + 1, spent + len(seeds)
        if best == 1:
            return f"100 % after {spent:,} tries"
    return f"{best:.0%}, the best of {seen:,} secrets"


def chance_of(outcomes: Callable[[], Sequence[bytes]], wish: Wish, tries: int) -> str:
    """Somebody chooses among outcomes after everybody else: how often one of them will do."""
    games, granted, spent = 0, 0, 0
    while spent < tries:
        seeds = outcomes()
        games, spent = games + 1, spent + len(seeds)
        granted += any(wish(Dealt(seed)) for seed in seeds)
    return f"{granted / games:.1%} of games"


def fair(chance: random.Random, wish: Wish, tries: int) -> str:
    """How often an honest deal grants the wish."""
    granted = sum(wish(Dealt(chance.randbytes(32))) for _ in range(min(tries, 200_000)))
    return f"{granted / min(tries, 200_000):.1%} of games"


def same_pictures(chance: random.Random, tries: int) -> str:
    """What it costs to find a secret whose seal looks alike at a glance."""
    wanted, began = seal_pictures(seal(chance.randbytes(32))), time.process_time()
    found = sum(seal_pictures(seal(chance.randbytes(32))) == wanted for _ in range(tries))
    each = (time.process_time() - began) / tries
    told = f"{found} found in {tries:,} tries; one in {2**24:,} ({2**24 * each:,.0f} s)"
    return f"{told}; the digits differ"


# ------------------------------------------------------------------ the attacks


def at_the_opening(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """The operator grinds secrets before anybody cuts."""

    def uncut_before() -> Iterator[bytes]:
        while True:  # the house cut by the name of the table, which it knew
            yield old_seed(chance.randbytes(32), ["aaaa"])

    def uncut_now() -> Iterator[bytes]:
        while True:
            yield new_seed(chance.randbytes(32), [None] * SEATS)

    for what, wish in WISHES.items():
        before = tries_needed(uncut_before(), wish, tries)
        yield f"nobody cuts; {what}", before, tries_needed(uncut_now(), wish, tries)
    for cutters in (1, 2, 3):

        def pictures(cutters: int = cutters) -> list[bytes]:
            secret = chance.randbytes(32)
            rest: tuple[None, ...] = (None,) * (SEATS - cutters)
            return [
                new_seed(secret, (*rest, *cuts))
                for cuts in product(range(PICTURES), repeat=cutters)
            ]

        for what, wish in WISHES.items():
            title = f"{cutters} honest, {3 * cutters} bits; {what}"
            yield title, "words nobody can guess: nothing to gain", best_of(pictures, wish, tries)


def of_the_last_cutter(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """A friend at the table knows the secret and the others' cuts, and cuts last."""

    def words() -> Iterator[bytes]:
        secret, number = chance.randbytes(32), 0
        while True:
            number += 1
            yield old_seed(secret, ["snow", "rain", str(number)])

    def picture() -> list[bytes]:
        secret, others = chance.randbytes(32), [chance.randrange(PICTURES) for _ in range(3)]
        return [new_seed(secret, (own, *others)) for own in (None, *range(PICTURES))]

    def page() -> Iterator[bytes]:
        secret = chance.randbytes(32)
        while True:
            yield new_seed(secret, (3, 1, 4, 1), chance.randbytes(16))

    for what, wish in WISHES.items():
        before = tries_needed(words(), wish, tries)
        yield f"by a picture; {what}", before, chance_of(picture, wish, tries)
        yield f"by a page's bits; {what}", before, tries_needed(page(), wish, tries)
        yield f"by anything, with the beacon; {what}", before, fair(chance, wish, tries)


def of_secret_and_friend(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """A secret is ground so that whatever one honest player cuts, a friend's picture answers it."""
    outcomes = (None, *range(PICTURES))
    for what, wish in WISHES.items():
        best, spent, began = 0, 0, time.process_time()
        while best < PICTURES and spent < tries:
            secret, answered = chance.randbytes(32), 0
            for honest in range(PICTURES):
                for friend in outcomes:
                    spent += 1
                    if wish(Dealt(new_seed(secret, (friend, honest, None, None)))):
                        answered += 1
                        break
            best = max(best, answered)
        seconds = time.process_time() - began
        found = f"{best} of {PICTURES} pictures after {spent:,} tries, {seconds:.2f} s"
        yield f"secret and friend; {what}", "by words, as above", found


def of_the_moment(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """A friend presses Start when it suits: before the first cut, or after one, two, three."""

    def before() -> list[bytes]:
        secret, words = chance.randbytes(32), [str(chance.random()) for _ in range(3)]
        return [old_seed(secret, words[:count] or ["aaaa"]) for count in range(4)]

    def now() -> list[bytes]:
        secret, cuts = chance.randbytes(32), [chance.randrange(PICTURES) for _ in range(3)]
        late: list[Sequence[int | None]] = [
            (None, *cuts[:count], *[None] * (3 - count)) for count in range(4)
        ]
        return [new_seed(secret, each) for each in late]

    for what, wish in WISHES.items():
        was = chance_of(before, wish, tries)
        yield f"the moment of the start; {what}", was, chance_of(now, wish, tries)


def of_company(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """A friend adds computers after the last cut, none to six: with each the deal is another."""
    for what, wish in WISHES.items():
        games, granted = tries // (MOST - SEATS + 1), 0
        for _ in range(games):
            seed = chance.randbytes(32)
            granted += any(wish(Dealt(seed, seats)) for seats in range(SEATS, MOST + 1))
        told = f"{granted / games:.1%} of games"
        yield f"computers added, none to six; {what}", told, told


def of_the_words(chance: random.Random, tries: int) -> Iterator[tuple[str, str, str]]:
    """Names of tables, spellings and salts of people, the order of pressing and of joining."""
    secret = chance.randbytes(32)

    def ids() -> Iterator[bytes]:
        while True:
            yield old_seed(secret, [chance.randbytes(4).hex()])

    yield (
        "the name of the table, nobody cuts; the host begins",
        tries_needed(ids(), begins, tries),
        "not possible: it is not in the seed",
    )
    pressed = [old_seed(secret, order) for order in permutations(("snow", "rain", "sun"))]
    yield (
        "the order of pressing, three cuts",
        f"{len(set(pressed))} deals to choose from",
        "not possible: cuts stand in the order of joining",
    )
    joined = {new_seed(secret, order) for order in permutations((1, 2, 3, 4))}
    yield (
        "the order of joining, four cuts",
        f"{factorial(SEATS)} deals; seen by whoever reads who joined",
        f"{len(joined)} deals; the commit shows the order, the chat who joined",
    )
    yield (
        "salts and spellings of names",
        "not possible: not in the seed",
        "not possible: marks are in the commit, not in the seed",
    )
    again = (old_seed(chance.randbytes(32), ["snow"]) for _ in iter(int, 1))
    yield (
        "another secret after the cuts, its seal on an edited board",
        tries_needed(again, armed, tries) + "; seen by whoever kept a copy",
        "seen by whoever looks: the opening’s message is never edited",
    )
    yield "another secret with the same four pictures", "no pictures", same_pictures(chance, tries)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every attack and its cost."""
    parser = argparse.ArgumentParser(description="What it costs to cheat.")
    parser.add_argument("tries", nargs="?", type=int, default=TRIES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    chance = random.Random(given.seed)
    print(f"{given.tries:,} tries an attack. An honest deal:")
    for what, wish in WISHES.items():
        print(f"- {what}: {fair(chance, wish, given.tries)}")
    for title, attack in (
        ("Secrets ground at the opening", at_the_opening),
        ("A friend of the host cuts last", of_the_last_cutter),
        ("A secret, and a friend", of_secret_and_friend),
        ("A friend starts the game", of_the_moment),
        ("A friend adds computers", of_company),
        ("Whatever else was hashed", of_the_words),
    ):
        _show(title, attack(chance, given.tries))
    _show("A record that was changed afterwards", rows())


def _show(title: str, rows: Iterator[tuple[str, str, str]]) -> None:
    print(f"\n### {title}\n\n| attack | before | now |\n|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
