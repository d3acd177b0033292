"""The table of the second engine of Coup (`second.py`): switches, starts, cards and coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "bga_seed": {},
    "bga_live": {
        "steal_min_target": 1,
        "prove": "choice",
        "start_coins_2p": "each1",
        "table_size": 8,
    },
    "official": {
        "response_timing": "sequential",
        "steal_min_target": 1,
        "prove": "choice",
        "start_coins_2p": "starter1",
        "first_player": "last_winner",
        "table_size": 6,
        "reveal_winner_hand": False,
        "contessa_blocks_examine": False,
        "examine_redraw": "draw_first",
        "embezzle_bluff": "concede",
    },
}
DEFAULTS: dict[str, Any] = {
    "response_timing": "combined",
    "block_after_failed_challenge": True,
    "steal_min_target": 2,
    "prove": "auto",
    "start_coins_2p": "each2",
    "first_player": "random",
    "table_size": 6,
    "reveal_winner_hand": True,
    "diplomat": False,
    "inquisitor": False,
    "factions": False,
    "contessa_blocks_examine": True,
    "examine_redraw": "shuffle_first",
    "embezzle_bluff": "open_hand",
}

Answer = tuple[int, str]
Story = Generator["Question", Answer, Any]


class Refused(Exception):
    """A move, an option or a start that the rulings do not allow."""


class Finished(Exception):
    """One player is left: nothing pending is carried out (7.4)."""


class TurnEnds(Exception):
    """The turn is over, for its actor has left (12.3)."""


class Withdrawn(Exception):
    """A blocker has left before the block was settled (12.3)."""


class Question:
    """What is asked: the codes of each seat that is awaited, and what silence means."""

    def __init__(self, kind: str, codes: dict[int, list[str]], silent: dict[int, str]) -> None:
        self.kind, self.codes, self.silent = kind, codes, silent


class Seat:
    def __init__(self, coins: int, hidden: list[str], lost: list[str], faction: str) -> None:
        self.coins, self.hidden, self.lost, self.faction = coins, hidden, lost, faction
        self.left = False

    @property
    def alive(self) -> bool:
        return bool(self.hidden)


def switches(given: dict[str, Any]) -> dict[str, Any]:
    return {**DEFAULTS, **PRESETS[given.get("preset", "bga_seed")], **given}


class Base:
    """What lies on the table: `question` is what it waits for, None at the end."""

    def __init__(self, seats: int, given: dict[str, Any]) -> None:
        self.rules = rules = switches(given)
        if rules["factions"] and seats < 3:
            raise Refused("options.factions")  # 13.3.1
        if not 2 <= seats <= rules["table_size"]:
            raise Refused("seats")
        self.duke = "diplomat" if rules["diplomat"] else "duke"
        self.exchanger = "inquisitor" if rules["inquisitor"] else "ambassador"
        characters = [self.duke, "assassin", "captain", self.exchanger, "contessa"]
        self.all_cards = characters * (3 if seats <= 6 else 4 if seats <= 8 else 5)
        self.deck: list[str] = []
        self.draws: list[str] = []  # what the next draws give
        self.log: list[tuple[str, Any]] = []  # ("draw", card) and ("shuffle", sorted deck)
        self.told: dict[int, set[str]] = {}  # private news of the last entry
        self.shown: dict[int, str] = {}  # who must be told which card was examined
        self.opened: list[str] = []  # cards that the last entry showed to all
        self.said: set[str] = set()  # characters that the claims of this turn name
        self.seats: list[Seat] = []
        self.turn, self.reserve = 1, 0
        self.drawn: list[str] = []
        self.examined: dict[str, Any] | None = None
        self.question: Question | None = None
        self.winners: list[int] = []

    # --- starts -------------------------------------------------------------------------------

    def deal(self, deck: Sequence[str], first: int, count: int) -> None:
        if Counter(deck) != Counter(self.all_cards):
            raise Refused("start.decks")
        self.deck, self.turn = list(deck), first
        hands: list[list[str]] = [[] for _ in range(count)]
        for _ in range(2):
            for hand in hands:
                hand.append(self.deck.pop(0))
        for number, hand in enumerate(hands, 1):
            side = "monarchist" if (number - first) % count % 2 == 0 else "populist"
            self.seats.append(Seat(2, hand, [], side))
        mode = self.rules["start_coins_2p"]
        if count == 2 and mode != "each2":
            for number, seat in enumerate(self.seats, 1):
                seat.coins = 1 if mode == "each1" or number == first else 2
        self.begin()
        self.told = {number: set(seat.hidden) for number, seat in enumerate(self.seats, 1)}

    def place(self, position: dict[str, Any]) -> None:
        rest = Counter(self.all_cards)
        for number, row in enumerate(position["seats"], 1):
            side = row.get("faction", "monarchist" if number % 2 else "populist")
            lost = list(row.get("lost", []))
            self.seats.append(Seat(row.get("coins", 2), list(row["hidden"]), lost, side))
            rest.subtract([*row["hidden"], *lost])
        rest.subtract(position.get("deck", []))
        if min(rest.values()) < 0 or len(rest) > 5:
            raise Refused("start.position")
        self.deck = [*position.get("deck", []), *rest.elements()]
        self.turn, self.reserve = position.get("turn", 1), position.get("reserve", 0)
        self.begin()

    def turns(self) -> Story:
        """One turn after the other."""
        raise NotImplementedError

    def begin(self) -> None:
        self.story = self.turns()
        self.question = next(self.story)

    # --- what the outside may do --------------------------------------------------------------

    def awaited(self) -> list[int]:
        return sorted(self.question.codes) if self.question else []

    def legal(self, seat: int) -> set[str]:
        return set(self.question.codes.get(seat, ())) if self.question else set()

    def apply(self, seat: int, code: str, draws: Iterable[str] = ()) -> None:
        words = code.split(".")
        code = ".".join(["keep", *sorted(words[1:])]) if words[0] == "keep" else code
        if code not in self.legal(seat):
            raise Refused(f"{seat}:{code}")
        self.go((seat, code), draws)

    def leave(self, seat: int, draws: Iterable[str] = ()) -> None:
        if not self.question or not self.seats[seat - 1].alive:
            raise Refused(f"{seat}:leave")
        self.news(draws)
        player = self.seats[seat - 1]
        player.left = True
        self.opened += player.hidden
        player.lost += player.hidden
        player.hidden = []
        if len(self.living()) == 1:
            self.finish()
        else:
            self.go((seat, "leave"), None)

    def tick(self, draws: Iterable[str] = ()) -> None:
        """The deadline passes: everybody who is awaited gives the default answer (10)."""
        asked = self.question
        if asked:
            given = list(draws)
            for seat, code in sorted(asked.silent.items()):
                self.apply(seat, code, given)
                given = self.draws

    def news(self, draws: Iterable[str]) -> None:
        self.draws, self.log = list(draws), []
        self.told, self.shown, self.opened = {}, {}, []

    def go(self, answer: Answer, draws: Iterable[str] | None) -> None:
        if draws is not None:
            self.news(draws)
        try:
            self.question = self.story.send(answer)
        except Finished:
            self.finish()

    def finish(self) -> None:
        if self.drawn:
            self.put_back(*self.drawn)  # 16.2: outside an Exchange the deck is complete
        self.drawn, self.examined, self.question = [], None, None
        self.clean_up()
        self.winners = self.living()
        if self.rules["reveal_winner_hand"]:
            for seat in self.winners:
                self.opened += self.seats[seat - 1].hidden

    def dump(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "turn": self.turn,
            "deck": sorted(self.deck),
            "drawn": list(self.drawn),
            "seats": [
                {"coins": each.coins, "hidden": list(each.hidden), "lost": list(each.lost)}
                for each in self.seats
            ],
        }
        if self.rules["inquisitor"]:
            found["examined"] = self.examined
        if self.rules["factions"]:
            found["reserve"] = self.reserve
            for row, each in zip(found["seats"], self.seats, strict=True):
                row["faction"] = each.faction
        return found

    # --- small things -------------------------------------------------------------------------

    def living(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats, 1) if seat.alive]

    def others(self, seat: int) -> list[int]:
        """The other living seats in turn order."""
        count = len(self.seats)
        round_ = [(seat + step - 1) % count + 1 for step in range(1, count)]
        return [each for each in round_ if self.seats[each - 1].alive]

    def enemies(self, seat: int) -> list[int]:
        """Those whom the seat may attack, and who may block its Foreign Aid (13.3.3)."""
        living = [self.seats[each - 1] for each in self.living()]
        if not self.rules["factions"] or len({each.faction for each in living}) == 1:
            return self.others(seat)
        mine = self.seats[seat - 1].faction
        return [each for each in self.others(seat) if self.seats[each - 1].faction != mine]

    def tell(self, seat: int, cards: Iterable[str]) -> None:
        self.told.setdefault(seat, set()).update(cards)

    def tell_hand(self, seat: int) -> None:
        self.tell(seat, self.seats[seat - 1].hidden)

    def draw(self) -> str:
        card = self.draws.pop(0) if self.draws else self.deck[0]
        self.deck.remove(card)
        self.log.append(("draw", card))
        return card

    def put_back(self, *cards: str) -> None:
        self.deck += cards
        self.log.append(("shuffle", tuple(sorted(self.deck))))

    def replace(self, seat: int, card: str) -> None:
        """The card goes into the deck, and another one comes into its slot (6.2.3)."""
        hand = self.seats[seat - 1].hidden
        self.put_back(card)
        hand[hand.index(card)] = self.draw()
        self.tell_hand(seat)

    def drop(self, seat: int, card: str) -> None:
        player = self.seats[seat - 1]
        player.hidden.remove(card)
        player.lost.append(card)
        self.opened.append(card)
        self.tell_hand(seat)
        if len(self.living()) == 1:
            raise Finished

    def clean_up(self) -> None:
        for seat in self.seats:
            if not seat.alive:
                seat.coins = 0  # 7.3
