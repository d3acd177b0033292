"""Pairs of games of Coup that nobody in the group could tell apart.

Both have the same public history and other hidden cards; they are played on the second engine,
whose public facts alone decide how long they are twins. What the house tells the group about
them must be the same to the letter, and so must be what it tells a seat whose own cards and
secrets are the same in both.
"""

from __future__ import annotations

import random
from typing import Any

from tests.games.coup.second import Table
from tests.games.coup.second_table import Question

Data = dict[str, Any]
SECRET = {"lose", "prove", "exchange", "examined"}


class Twin(Table):
    """A game whose draws follow those of another one where they can."""

    def __init__(self, seats: int, given: Data, chance: random.Random) -> None:
        super().__init__(seats, given)
        self.chance = chance
        self.like: list[str] = []
        self.all_draws: list[str] = []

    def draw(self) -> str:
        like = self.like.pop(0) if self.like else ""
        same = like in self.deck and self.chance.random() < 0.6
        self.draws = [like if same else self.chance.choice(self.deck)]
        card = super().draw()
        self.all_draws.append(card)
        return card

    def public(self) -> Any:
        """What everybody sees."""
        question = self.question
        open_ = None
        if question and question.kind not in SECRET:
            open_ = question.codes
        return (
            question.kind if question else "",
            self.awaited(),
            open_,
            list(self.opened),
            self.turn,
            self.reserve,
            self.winners,
            [(each.coins, each.faction, len(each.hidden), each.lost) for each in self.seats],
        )

    def private(self, seat: int) -> Any:
        """What the seat alone sees, besides."""
        drawn = self.drawn if seat == self.turn else []
        told = sorted(self.told.get(seat, ()))
        return (
            list(self.seats[seat - 1].hidden),
            list(drawn),
            told,
            self.shown.get(seat),
            sorted(self.legal(seat)),
            # Under whose question the house would tell it what it has put back.
            [card for kind, card in self.log if kind == "draw" and told],
        )


class Pair:
    """Two games, their records, and since when each seat could tell them apart."""

    def __init__(self, seats: int, given: Data, position: Data, chance: random.Random) -> None:
        self.given, self.chance = given, chance
        self.one, self.two = Twin(seats, given, chance), Twin(seats, given, chance)
        self.starts = position, self.otherwise(position)
        self.one.place(self.starts[0])
        self.two.place(self.starts[1])
        self.moves: tuple[list[str], list[str]] = ([], [])
        self.same = {0: 0} | {seat: 0 for seat in range(1, seats + 1)}
        self.met: set[str] = set()  # the secrets in which they have differed
        self.blind = {seat for seat in self.same if not seat or self.alike(seat)}

    def alike(self, seat: int) -> bool:
        return bool(self.one.private(seat) == self.two.private(seat))

    def otherwise(self, position: Data) -> Data:
        """The same position with some other hidden cards."""
        rest = list(self.one.all_cards)
        rows = [dict(row, hidden=list(row["hidden"])) for row in position["seats"]]
        for row in rows:
            for card in (*row["hidden"], *row["lost"]):
                rest.remove(card)
        places = [(row, slot) for row in rows for slot in range(len(row["hidden"]))]
        for row, slot in self.chance.sample(places, min(len(places), self.chance.randint(1, 3))):
            other = self.chance.randrange(len(rest))
            row["hidden"][slot], rest[other] = rest[other], row["hidden"][slot]
        return {**position, "seats": rows}

    def step(self) -> bool:
        """One more entry in both; False where the games are no twins any more."""
        question = self.one.question
        if question is None or self.one.public() != self.two.public():
            return False
        seat, code = self.pick(question)
        other = code
        if question.kind in SECRET and code != "leave":
            assert self.two.question is not None
            fits = [each for each in self.two.question.codes[seat] if alike(code, each)]
            if not fits:
                return False
            other = self.chance.choice(fits)
        carry_out(self.one, seat, code)
        self.two.like = [card for kind, card in self.one.log if kind == "draw"]
        carry_out(self.two, seat, other)
        if self.one.public() != self.two.public():
            return False
        for moves, said in zip(self.moves, (code, other), strict=True):
            moves.append(f"{seat}:{said}")
        if code != other:
            self.blind.discard(seat)
        self.blind = {each for each in self.blind if not each or self.alike(each)}
        for each in self.blind:
            self.same[each] = len(self.moves[0])
        self.met |= self.differences()
        return True

    def differences(self) -> set[str]:
        """In which secrets the two differ now."""
        one, two = self.one, self.two
        found = {"seen"} if one.examined != two.examined else set[str]()
        if sorted(one.drawn) != sorted(two.drawn):
            found.add("drawn")
        if one.question and two.question and one.question.kind in SECRET:
            mine, other = one.question.codes, two.question.codes
            if mine != other:
                found.add(one.question.kind)
            if str(mine).count("show.all") != str(other).count("show.all"):
                found.add("honest")
        return found

    def pick(self, question: Question) -> tuple[int, str]:
        chance = self.chance
        if chance.random() < 0.03:
            return chance.choice(self.one.living()), "leave"
        seat = chance.choice(sorted(question.codes))
        codes = question.codes[seat]
        if "allow" in codes and chance.random() < 0.4:
            return seat, "allow"
        liked = [code for code in codes if code.partition(".")[0] in ("examine", "embezzle")]
        return seat, chance.choice(liked if liked and chance.random() < 0.7 else codes)

    def records(self) -> tuple[Data, Data]:
        """Both games as records, as far as they are twins."""
        count = len(self.starts[0]["seats"])
        one, two = [
            {
                "record": 1,
                "game": "coup",
                "options": self.given,
                "seats": [f"Player {seat}" for seat in range(1, count + 1)],
                "start": {"position": start},
                "draws": table.all_draws,
                "moves": moves,
            }
            for start, table, moves in zip(
                self.starts, (self.one, self.two), self.moves, strict=True
            )
        ]
        return one, two


def alike(code: str, other: str) -> bool:
    """Whether two secret answers are the same to those who do not see the cards."""
    verb = code.partition(".")[0]
    return other == code if verb in ("lose", "show") else other.partition(".")[0] == verb


def carry_out(table: Twin, seat: int, code: str) -> None:
    if code == "leave":
        table.leave(seat)
    else:
        table.apply(seat, code)
