"""A third implementation of fairness, written from docs/fairness.md alone.

It shares no code with the house: nothing of it is imported here. One function a chapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

Data = Mapping[str, Any]

PLAIN = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2}
COURT = {"king": 1, "countess": 1, "princess": 1}
LOVE_LETTERS = {
    "bga": PLAIN | COURT,
    "aeg": PLAIN | COURT,
    "jp": PLAIN | COURT,
    "z19": {"spy": 2} | PLAIN | {"guard": 6} | {"chancellor": 2} | COURT,
}
CAST = ["duke", "assassin", "captain", "ambassador", "contessa"]
LADIES = {"pr": 2, "no": 2, "ge": 2, "mg": 4, "ps": 4, "kn": 4, "ft": 4, "md": 10}
RANKS = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"]


def h(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


class Stream:
    def __init__(self, seed: bytes) -> None:
        self.seed, self.c = seed, 0

    def value(self) -> int:
        found = int.from_bytes(h(self.seed, self.c.to_bytes(8, "big"))[:8], "big")
        self.c += 1
        return found

    def below(self, n: int) -> int:
        while (found := self.value()) >= 2**64 // n * n:
            pass
        return found % n

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        mixed = list(items)
        for i in reversed(range(1, len(mixed))):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def first(self, seats: Sequence[int]) -> int:
        return seats[0] if len(seats) == 1 else seats[self.below(len(seats))]


def seal(record: Data) -> str:
    return h(bytes.fromhex(record["secret"])).hex()


def mark(person: Data) -> str:
    return h(bytes.fromhex(person["salt"]), person["name"].encode()).hex()


def parties(record: Data) -> list[Data]:
    """People and computers in the order of joining."""
    sitting = {each["seat"]: each for each in [*record["people"], *record.get("computers", [])]}
    return [sitting[seat] for seat in record["joined"]]


def commit_text(record: Data) -> str:
    lines = ["fumibako 2", "game " + record["game"]]
    for name, value in sorted(record["options"].items()):
        word = str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(f"option {name} {word}")
    lines += ["seal " + record["seal"], f"mind {record['mind']}"]
    for each in parties(record):
        cut = each.get("cut", {})
        if "kind" in each:
            lines.append(f"computer {each['name']} {each['kind']}")
        else:
            lines.append(f"person {each['mark']} {cut.get('picture', '-')} {cut.get('bits', '-')}")
    for key in ("rooms", "won"):
        if record.get(key):
            lines.append(" ".join([key, *map(str, record[key])]))
    if "beacon" in record:
        lines.append(f"beacon {record['beacon']['chain']} {record['beacon']['round']}")
    return "".join(line + "\n" for line in lines)


def commit(record: Data) -> str:
    return h(commit_text(record).encode()).hex()


def seed(record: Data) -> bytes:
    parts = [b"fumibako 2\n", bytes.fromhex(record["secret"])]
    for each in parties(record):
        if "kind" not in each:
            cut = each.get("cut", {})
            bits = bytes.fromhex(cut.get("bits", ""))
            parts.append(bytes([cut.get("picture", 255), len(bits)]) + bits)
    beacon = record.get("beacon")
    if beacon and not beacon.get("missed"):
        assert h(bytes.fromhex(beacon["signature"])).hex() == beacon["randomness"]
        parts.append(beacon["round"].to_bytes(8, "big") + bytes.fromhex(beacon["randomness"]))
    return h(*parts)


def links(record: Data) -> list[str]:
    """Link 0 and the link of each line."""
    salt = h(b"fumibako chain", bytes.fromhex(record["secret"]))
    found = [h(salt, bytes.fromhex(record["commit"]))]
    made = {n: kind for kind, numbers in record.get("by", {}).items() for n in numbers}
    for number, move in enumerate(record["moves"], 1):
        line = f"{move} {made[number]}" if number in made else move
        found.append(h(found[-1], line.encode()))
    return [link.hex() for link in found]


def winners_before(record: Data) -> list[int]:
    """The seats of those who won the game before."""
    if record["record"] == 1:
        return [record["last_winner"]] if "last_winner" in record else []
    return [record["joined"][place - 1] for place in record.get("won", [])]


def places(joined: int, rooms: Sequence[int], stream: Stream) -> list[int]:
    """For each seat the place, from 0, in the order of joining."""
    order = stream.shuffle(range(joined))
    if not rooms:
        return order
    room = next(rooms[place] for place in order if rooms[place])
    found: dict[int, list[int]] = {}
    for place in order:
        if rooms[place]:
            room = rooms[place]
        found.setdefault(room, []).append(place)
    return [place for group in found.values() for place in group]


# ------------------------------------------------------------------ the games


def deck(game: str, options: Data, seats: int) -> list[str]:
    if game == "love-letter":
        preset = options["preset"]
        minister = options.get("countess", "minister" if preset == "jp" else "") == "minister"
        lady = "minister" if minister else "countess"
        return [
            lady if code == "countess" else code
            for code, count in LOVE_LETTERS[preset].items()
            for _ in range(count)
        ]
    if game == "coup":
        stands_in = {
            "duke": "diplomat" if options.get("diplomat") is True else "duke",
            "ambassador": "inquisitor" if options.get("inquisitor") is True else "ambassador",
        }
        cast = [stands_in.get(card, card) for card in CAST]
        return cast * (3 if seats < 7 else 4 if seats < 9 else 5)
    if game == "lady-luck":
        return [f"{kind}{n}" for kind, count in LADIES.items() for n in range(1, count + 1)]
    suits = "cdhs" if options.get("deck", options["preset"]) == "full" else "ch"
    return [rank + suit for suit in suits for rank in RANKS] + ["joker"]


def first_deal(record: Data, stream: Stream, won: Sequence[int]) -> dict[str, Any]:
    """Who begins, the hands by seat, and what else was laid out. `won` are seats."""
    game, options, count = record["game"], record["options"], len(record["seats"])
    seats = list(range(1, count + 1))
    if game == "love-letter":
        first = stream.first(seats)
        cards = stream.shuffle(deck(game, options, count))
        laid = {"aside": [cards.pop(0)]}
        if count == 2:
            laid["faceup"] = [cards.pop(0) for _ in range(3)]
        order = seats[first - 1 :] + seats[: first - 1]
        return {"first": first, "hands": {seat: [cards.pop(0)] for seat in order}, **laid}
    cards = stream.shuffle(deck(game, options, count))
    if game == "coup":
        hands = {seat: [cards[seat - 1], cards[count + seat - 1]] for seat in seats}
        rule = options.get("first_player", "last_winner" if options["preset"] == "official" else "")
        first = min(won) if rule == "last_winner" and won else stream.first(seats)
        return {"first": first, "hands": hands}
    if game == "lady-luck":
        box = [cards.pop(0) for _ in range(8)] if count == 3 else []
        return {"first": stream.first(seats), "hands": {}, "castle": cards[:count], "box": box}
    return {
        "first": stream.first(seats),
        "hands": {seat: cards[seat - 1 :: count] for seat in seats},
    }


class OldMaid:
    """Old Maid to its end: every draw of the stream from the first to the last."""

    def __init__(self, record: Data, stream: Stream) -> None:
        deal = first_deal(record, stream, ())
        self.stream, self.hands = stream, deal["hands"]
        for seat in self.hands:
            self.lay_pairs(seat)

    def lay_pairs(self, seat: int) -> None:
        hand = self.hands[seat]
        for rank in RANKS:
            same = sorted(card for card in hand if card[:-1] == rank)
            for card in same[: len(same) // 2 * 2]:
                hand.remove(card)

    def round_from(self, seat: int) -> list[int]:
        """Whoever else holds cards, from the next seat on round the table."""
        others = [other for other in self.hands if other > seat]
        others += [other for other in self.hands if other < seat]
        return [other for other in others if self.hands[other]]

    def play(self, line: str) -> None:
        number, said = line.split(":")
        seat = int(number)
        if said == "leave":
            mixed, others = self.stream.shuffle(self.hands[seat]), self.round_from(seat)
            self.hands[seat] = []
            for index, card in enumerate(mixed):
                self.hands[others[index % len(others)]].append(card)
        else:
            source = self.round_from(seat)[0]
            mixed, n = self.stream.shuffle(self.hands[source]), int(said.split(".")[1])
            self.hands[seat].append(mixed[n - 1])
            self.hands[source] = mixed[n:] + mixed[: n - 1]
        for other in self.hands:
            self.lay_pairs(other)
