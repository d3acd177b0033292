"""What the record of a real game says besides its moves, from version 2 on: who took part, what
the start fixed, and who made which move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel.proof import (
    PAGE_BYTES,
    PICTURES,
    SALT_BYTES,
    Beacon,
    Computer,
    Cut,
    Entrant,
    Party,
)
from core.records.faults import (
    NoSuchMove,
    NoSuchPicture,
    NoSuchSeat,
    RecordError,
    SeatTwice,
    TwoPlayers,
    UnknownEntry,
    WrongLength,
)
from core.records.forms import (
    a_count,
    a_flag,
    a_seat,
    a_text,
    a_word,
    an_object,
    each,
    hexadecimal,
    needed,
)
from core.table.table import Closed, Finished

HASH_BYTES = 32


class Proof(msgspec.Struct, frozen=True):
    """The proof of a deal and of what was played.

    `parties` are in the order of joining, and `joined` the seats that they were given. `won` are
    the places, in that order, of those who won the game before. `by` tells of moves (by their
    numbers from 1) that a computer player made, or that were the answer of somebody silent, of
    which kind it was. `chain` is the last link.
    """

    parties: tuple[Party, ...]
    joined: tuple[int, ...]
    mind: int
    commit: str
    chain: str
    by: Mapping[int, str] = {}
    won: tuple[int, ...] = ()
    beacon: Beacon | None = None

    @property
    def last_winner(self) -> int | None:
        """The first seat that won the game before, if one did."""
        return min((self.joined[place - 1] for place in self.won), default=None)

    def party(self, seat: int) -> Party:
        """Who sits there."""
        return self.parties[self.joined.index(seat)]


KEYS = ("people", "computers", "joined", "mind", "commit", "chain", "by", "won", "beacon")


# ------------------------------------------------------------------ written


def written(table: Finished | Closed, seats: tuple[int, ...]) -> dict[str, Any]:
    """The proof of a game that was dealt, as plain data. `seats` are in the order of joining."""
    deal = table.deal
    assert deal is not None, "it was dealt"
    people: list[dict[str, Any]] = []
    computers: list[dict[str, Any]] = []
    for seat, party in zip(seats, deal.people, strict=True):
        if isinstance(party, Computer):
            computers.append({"seat": seat, "name": party.name, "kind": party.kind})
        else:
            people.append({"seat": seat, **_person(party)})
    by: dict[str, list[int]] = {}
    for number, kind in enumerate(table.by, 1):
        if kind:
            by.setdefault(kind, []).append(number)
    known: dict[str, Any] = {}
    if computers:
        known["computers"] = computers
    if by:
        known["by"] = by
    if deal.won:
        known["won"] = list(deal.won)
    if deal.beacon is not None:
        known["beacon"] = msgspec.to_builtins(deal.beacon)
    return {
        "people": people,
        "joined": list(seats),
        "mind": deal.mind,
        "commit": deal.commit,
        "chain": table.link,
        **known,
    }


def _person(party: Entrant) -> dict[str, Any]:
    told: dict[str, Any] = {"mark": party.mark}
    if party.salt:  # else they were forgotten
        told |= {"salt": party.salt, "name": party.name}
    if party.cut is not None:
        told["cut"] = msgspec.to_builtins(party.cut)
    return told


# ------------------------------------------------------------------ read


def read_proof(found: Mapping[str, Any], seats: int, moves: int) -> Proof | None:
    """The proof in plain data; None if it says nothing of one. Raises `RecordError`."""
    if not any(key in found for key in KEYS):
        return None
    joined = tuple(
        a_seat(item, spot, seats) for spot, item in each(needed(found, "joined"), "joined")
    )
    if sorted(joined) != list(range(1, seats + 1)):
        raise RecordError("joined", SeatTwice())
    sitting: dict[int, Party] = {}
    for spot, item in each(needed(found, "people"), "people"):
        _sit(sitting, item, spot, seats, _read_person(item, spot))
    for spot, item in each(found.get("computers", []), "computers"):
        _sit(sitting, item, spot, seats, _read_computer(item, spot))
    for seat in joined:
        if seat not in sitting:
            raise RecordError("people", NoSuchSeat(str(seat)))
    return Proof(
        parties=tuple(sitting[seat] for seat in joined),
        joined=joined,
        mind=a_count(needed(found, "mind"), "mind"),
        commit=_hash(needed(found, "commit"), "commit"),
        chain=_hash(needed(found, "chain"), "chain"),
        by=_read_by(found.get("by", {}), moves),
        won=tuple(a_seat(item, spot, seats) for spot, item in each(found.get("won", []), "won")),
        beacon=_read_beacon(found["beacon"]) if "beacon" in found else None,
    )


def _sit(sitting: dict[int, Party], item: Any, place: str, seats: int, party: Party) -> None:
    seat = a_seat(needed(item, "seat", f"{place}."), f"{place}.seat", seats)
    if seat in sitting:
        raise RecordError(f"{place}.seat", SeatTwice())
    sitting[seat] = party


def _read_person(value: Any, place: str) -> Entrant:
    found = an_object(value, place)
    _only(found, place, "seat", "mark", "salt", "name", "cut")
    mark = _hash(needed(found, "mark", f"{place}."), f"{place}.mark")
    cut = _read_cut(found["cut"], f"{place}.cut") if "cut" in found else None
    if "salt" not in found and "name" not in found:  # they were forgotten
        return Entrant(mark, cut=cut)
    # A longer salt could swallow the beginning of a name: the hash would be of the same bytes.
    salt = _bytes(needed(found, "salt", f"{place}."), f"{place}.salt", SALT_BYTES)
    return Entrant(mark, salt, a_text(needed(found, "name", f"{place}."), f"{place}.name"), cut)


def _read_cut(value: Any, place: str) -> Cut:
    found = an_object(value, place)
    _only(found, place, "picture", "bits")
    picture = a_count(needed(found, "picture", f"{place}."), f"{place}.picture")
    if picture >= PICTURES:
        raise RecordError(f"{place}.picture", NoSuchPicture(PICTURES - 1))
    return Cut(
        picture, _bytes(found["bits"], f"{place}.bits", PAGE_BYTES) if "bits" in found else ""
    )


def _read_computer(value: Any, place: str) -> Computer:
    found = an_object(value, place)
    _only(found, place, "seat", "name", "kind")
    name, kind = (
        a_word(needed(found, key, f"{place}."), f"{place}.{key}") for key in ("name", "kind")
    )
    return Computer(name, kind)


def _read_by(value: Any, moves: int) -> Mapping[int, str]:
    by: dict[int, str] = {}
    for kind, numbers in an_object(value, "by").items():
        a_word(kind, f"by.{kind}")
        for spot, number in each(numbers, f"by.{kind}"):
            if not 1 <= a_count(number, spot) <= moves:
                raise RecordError(spot, NoSuchMove(number))
            if number in by:
                raise RecordError(spot, TwoPlayers(number))
            by[number] = kind
    return by


def _read_beacon(value: Any) -> Beacon:
    """A round that came has a signature and randomness; one that was missed has neither."""
    found = an_object(value, "beacon")
    _only(found, "beacon", "chain", "round", "signature", "randomness", "missed")
    chain = _hash(needed(found, "chain", "beacon."), "beacon.chain")
    number = a_count(needed(found, "round", "beacon."), "beacon.round")
    if a_flag(found.get("missed", False), "beacon.missed"):
        _only(found, "beacon", "chain", "round", "missed")
        return Beacon(chain, number, missed=True)
    signature = hexadecimal(needed(found, "signature", "beacon."), "beacon.signature")
    randomness = _hash(needed(found, "randomness", "beacon."), "beacon.randomness")
    return Beacon(chain, number, signature, randomness)


def _hash(value: Any, place: str) -> str:
    return _bytes(value, place, HASH_BYTES)


def _bytes(value: Any, place: str, length: int) -> str:
    text = hexadecimal(value, place)
    if len(text) != 2 * length:
        raise RecordError(place, WrongLength(length))
    return text


def _only(found: Mapping[str, Any], place: str, *keys: str) -> None:
    for key in found:
        if key not in keys:
            raise RecordError(f"{place}.{key}", UnknownEntry())
