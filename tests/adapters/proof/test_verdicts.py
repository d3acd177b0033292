"""The page in the browser and `fumibako verify` say the same of every record, true or edited."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.records.faults import RecordError
from core.records.record import read
from core.records.replay import replay
from core.records.verify import verify
from tests.adapters.proof.node import asked, needs_node
from tests.proofs.kept import kept
from tests.proofs.make import coup, spies_and_sides, usual
from tests.recorded.made import BY_NAME

pytestmark = needs_node

Record = dict[str, Any]
OTHER = "ab" * 32


def fair(record: Record) -> bool:
    """Whether the house finds nothing that differs."""
    try:
        return verify(read(record, BY_NAME), BY_NAME).fair
    except RecordError:
        return False


def _put(*path: Any, to: Any) -> Callable[[Record], None]:
    """Another value at a place, if there is one."""

    def change(record: Record) -> None:
        found: Any = record
        for key in path[:-1]:
            found = found[key]
        found[path[-1]]
        found[path[-1]] = to(found[path[-1]]) if callable(to) else to

    return change


def _swap(key: str, one: int, other: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        items = record[key]
        items[one], items[other] = items[other], items[one]

    return change


def _removed(*path: Any) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        found: Any = record
        for key in path[:-1]:
            found = found[key]
        del found[path[-1]]

    return change


def _option(name: str, official: str, other: str) -> Callable[[Record], None]:
    """A switch of Coup's variants as it was not, in a game that was played with them."""

    def change(record: Record) -> None:
        options = record["options"]
        options["inquisitor"]
        options[name] = other if options["preset"] == "official" else official

    return change


def _flip(text: str) -> str:
    """Hex digits, the first of them another one."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def _kept_as_move(record: Record) -> None:
    record["moves"].insert(1, record["moves"][0])


def _by_nobody(record: Record) -> None:
    kind = next(iter(record["by"]))
    record["by"][kind] = record["by"][kind][1:]


def _by_another(record: Record) -> None:
    kind = next(iter(record["by"]))
    record["by"]["hard.bold"] = record["by"].pop(kind)


def _beacon_missed(record: Record) -> None:
    beacon = record["beacon"]
    record["beacon"] = {"chain": beacon["chain"], "round": beacon["round"], "missed": True}


def _shift(record: Record) -> None:
    """The first letter of a name becomes part of the salt: the mark is of the same bytes."""
    person = record["people"][0]
    person["salt"] += person["name"][:1].encode().hex()
    person["name"] = record["seats"][person["seat"] - 1] = person["name"][1:]


EDITED: dict[str, Callable[[Record], None]] = {
    "secret": _put("secret", to=OTHER),
    "secret, too short": _put("secret", to="abcd"),
    "seal": _put("seal", to=OTHER),
    "seed": _put("start", "seed", to=_flip),
    "seats": _swap("seats", 0, 1),
    "a name at its seat": _put("seats", 0, to="Bob"),
    "a name": _put("people", 0, "name", to="Bob"),
    "a mark": _put("people", 1, "mark", to=_flip),
    "a salt": _put("people", 0, "salt", to=_flip),
    "a salt, too long": _put("people", 0, "salt", to=lambda salt: salt + "41"),
    "a salt that swallows a letter": _shift,
    "a salt without name": _removed("people", 0, "name"),
    "a picture": _put("people", 0, "cut", "picture", to=lambda picture: (picture + 1) % 8),
    "no such picture": _put("people", 0, "cut", "picture", to=8),
    "a cut that is gone": _removed("people", 0, "cut"),
    "a cut that never was": _put("people", -1, to=lambda each: {**each, "cut": {"picture": 2}}),
    "bits": _put("people", 0, "cut", "bits", to=_flip),
    "bits, too few": _put("people", 0, "cut", "bits", to="ab"),
    "people in another order": _swap("joined", 0, 1),
    "a person less": _removed("people", 0),
    "two on one seat": _put("people", 0, "seat", to=lambda seat: seat % 3 + 1),
    "a computer's kind": _put("computers", 0, "kind", to="hard.bold"),
    "a computer's name": _put("computers", 0, "name", to="sumi"),
    "version of the computers": _put("mind", to=lambda mind: mind + 7),
    "commit": _put("commit", to=_flip),
    "without factions": _put("options", "factions", to=False),
    "without Inquisitor": _removed("options", "inquisitor"),
    "another order of shuffling and drawing": _option(
        "examine_redraw", "draw_first", "shuffle_first"
    ),
    "another way to doubt an embezzler": _option("embezzle_bluff", "concede", "open_hand"),
    "an option": _put("options", to=lambda options: {**options, "no_such": True}),
    "rooms": _put("rooms", to=lambda rooms: rooms[::-1]),
    "rooms that never were": lambda record: record.update(rooms=[1] * len(record["seats"])),
    "who won before": _put("won", to=lambda won: [place % 3 + 1 for place in won]),
    "nobody won before": _removed("won"),
    "round": _put("beacon", "round", to=1001),
    "randomness": _put("beacon", "randomness", to=_flip),
    "signature": _put("beacon", "signature", to=_flip),
    "no beacon": _removed("beacon"),
    "beacon missed": _beacon_missed,
    "chain": _put("chain", to=_flip),
    "a move less": _removed("moves", 1),
    "no last move": _removed("moves", -1),
    "a move twice": _kept_as_move,
    "moves in another order": _swap("moves", 0, -1),
    "another move": _put("moves", 0, to=lambda move: move.split(":")[0] + ":leave"),
    "a move of nobody": _put("moves", 0, to="9:income"),
    "a deadline": lambda record: record["moves"].insert(0, "tick"),
    "what a computer played is a person's": _by_nobody,
    "another computer": _by_another,
    "not given up": _removed("closed"),
    "given up": lambda record: record.update(closed=True),
    "another version": _put("record", to=3),
    "an older version": _put("record", to=1),
    "another game": _put("game", to=lambda game: "coup" if game != "coup" else "old-maid"),
    "free words": _put("cuts", 0, "text", to="other"),
}


def edited() -> Iterator[tuple[str, Record]]:
    """Every kept record with every edit that it can have."""
    for version in (1, 2):
        for name, record in kept(version).items():
            for what, change in EDITED.items():
                changed = copy.deepcopy(record)
                try:
                    change(changed)
                except (KeyError, IndexError, StopIteration, ZeroDivisionError):
                    continue
                if changed != record:
                    yield f"v{version} {name}: {what}", changed


def test_both_find_nothing_in_real_records(tmp_path: Path) -> None:
    records = [*kept(1).values(), *kept(2).values()]
    assert len(records) > 12
    for record, told in zip(records, asked(tmp_path, records), strict=True):
        assert fair(record) and told["fair"] and told["verdict"] == "good", told


@pytest.mark.parametrize("game", BY_NAME)
def test_both_find_nothing_in_a_game_of_today(tmp_path: Path, game: str) -> None:
    record = usual(game, 11)
    assert record["mind"] == BY_NAME[game].mind and record["by"]
    [told] = asked(tmp_path, [record])
    assert fair(record) and told["fair"], told


@pytest.mark.parametrize(
    ("preset", "switches"),
    [
        ("bga_seed", {}),
        ("bga_seed", {"diplomat": True}),
        ("bga_live", {"embezzle_bluff": "concede"}),
        ("official", {}),
    ],
)
def test_both_lay_every_card_of_coup_alike(
    tmp_path: Path, preset: str, switches: dict[str, Any]
) -> None:
    records = [
        *(coup(number, preset, 0.05, **switches) for number in range(2)),
        *(spies_and_sides(number, preset, leaving=0.05, **switches) for number in range(5)),
    ]
    laid = asked(tmp_path, [{"coup": record} for record in records])
    for record, told, verdict in zip(records, laid, asked(tmp_path, records), strict=True):
        state = replay(read(record, BY_NAME), BY_NAME).table.state
        assert told["deck"] == [card.value for card in state.deck], record["moves"]
        for seat, player in enumerate(state.players, 1):
            shown = [card.value for card in player.hidden]
            assert not shown or told["hands"][str(seat)] == shown, record["moves"]
        assert verdict["fair"], record["moves"]


def test_both_refuse_what_was_edited(tmp_path: Path) -> None:
    cases = list(edited())
    used = {name.partition(": ")[2] for name, _ in cases}
    assert used == set(EDITED)
    answers = asked(tmp_path, [record for _, record in cases])
    differ = {
        name
        for (name, record), told in zip(cases, answers, strict=True)
        if told["fair"] != fair(record)
    }
    assert {name for name in differ if not _needs_rules(name)} == set()
    assert all(told["place"] for told in answers if not told["fair"])


def _needs_rules(name: str) -> bool:
    """What only the rules of a game find, which the page has not: it says so. In version 1
    nothing binds moves and options; in version 2 that a game is over."""
    what, game = name.partition(": ")[2], name.split()[1].rstrip(":")
    if name.startswith("v1"):
        return "move" in what or what == "an option"
    return what == "given up" and game not in ("love-letter", "old-maid")


@pytest.mark.parametrize("record", [None, [], 3, {}, {"record": 2}, {"record": True}])
def test_what_is_no_record_is_refused(tmp_path: Path, record: Any) -> None:
    [told] = asked(tmp_path, [record])
    assert told["verdict"] == "none" and not told["fair"]


def test_bits_are_counted_alike(tmp_path: Path) -> None:
    records = kept(2)
    told = dict(zip(records, asked(tmp_path, list(records.values())), strict=True))
    assert told["uncut"]["bits"] == 0
    assert "n-uncut" in [key for key, _ in told["uncut"]["unproved"]]
    assert "n-page" in [key for key, _ in told["coup"]["unproved"]]
    assert told["coup"]["bits"] == 134 and told["two-rooms"]["bits"] == 9
    assert "n-few" in [key for key, _ in told["two-rooms"]["unproved"]]
    assert "p-beacon" in [key for key, _ in told["beacon"]["proved"]]
    assert "n-beacon" in [key for key, _ in told["beacon-missed"]["unproved"]]
    for name, report in told.items():
        assert report["unproved"][0][0] == "n-hands", name
