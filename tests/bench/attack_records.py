"""Records that somebody changed after the game: what `fumibako verify` says of each.

Before: records of version 1, kept from 0.3.0. Now: a game played this minute. With every change
whoever changed it has also made the sums right again that they can make right (`forged`).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

from core.kernel.proof import Cut, last_link, mark, seed
from core.records.record import read
from core.records.replay import replay
from core.records.verify import verify
from core.table.table import Playing
from locales.tongue import Context, say
from tests.proofs.kept import kept
from tests.proofs.make import usual
from tests.recorded import third
from tests.recorded.made import BY_NAME

Record = dict[str, Any]
Change = Callable[[Record], bool]
"""Changes a record in its place; False if there is nothing of the kind to change."""


def said(record: Record) -> str:
    """The first thing that is found wrong, or that nothing is."""
    try:
        verdict = verify(read(record, BY_NAME), BY_NAME)
    except Exception as wrong:
        return f"refused by verify at {wrong}"
    if verdict.fair:
        return "NOT FOUND by verify"
    what = say(verdict.findings[-2], "en", Context())
    return f"found by verify: {re.sub(r': [^:]*[0-9a-f]{64}$', '.', what)}"


def forged(record: Record) -> Record:
    """Commit and chain worked out anew: only the chat still has the true ones."""
    record["commit"] = third.commit(record)
    made = {n: kind for kind, numbers in record.get("by", {}).items() for n in numbers}
    lines = [(move, made.get(number, "")) for number, move in enumerate(record["moves"], 1)]
    secret = bytes.fromhex(record["secret"])
    record["chain"] = last_link(secret, record["commit"], lines)
    return record


def _cut_out(record: Record, index: int) -> None:
    """A move is gone; those behind it have other numbers."""
    del record["moves"][index]
    for kind, numbers in record.get("by", {}).items():
        kept_numbers = [n for n in numbers if n != index + 1]
        record["by"][kind] = [n - (n > index + 1) for n in kept_numbers]


def drop_allow(record: Record) -> bool:
    """An Allow in the middle is left out, where the game goes on without it."""
    moves = record["moves"]
    for index, move in enumerate(moves[:-1]):
        after = moves[index + 1].partition(":")[2]
        if not move.endswith(":allow") or not after.startswith(("challenge", "block")):
            continue
        changed = copy.deepcopy(record)
        _cut_out(changed, index)
        if _ends(changed):
            record.update(changed)
            return True
    return False


def rename(record: Record) -> bool:
    """Somebody else is said to have played."""
    if record["record"] == 1:
        old = next(name for name in record["joined"] if name[0].isupper())
        for key in ("seats", "joined"):
            record[key] = ["Bob" if name == old else name for name in record[key]]
        return True
    person = record["people"][0]
    person["name"] = record["seats"][person["seat"] - 1] = "Bob"
    return True


def rename_with_mark(record: Record) -> bool:
    """The mark is made to fit the other name."""
    rename(record)
    if record["record"] == 1:
        return True
    person = record["people"][0]
    person["mark"] = mark(person["salt"], "Bob")
    return True


def shift_salt(record: Record) -> bool:
    """The beginning of the name becomes part of the salt: the hash is of the same bytes."""
    if record["record"] == 1:
        return False
    person = record["people"][0]
    person["salt"] += person["name"][:1].encode().hex()
    person["name"] = record["seats"][person["seat"] - 1] = person["name"][1:]
    return True


def other_move(record: Record) -> bool:
    """A computer is said to have played another legal move, with which the game still ends."""
    computers = _computers(record)
    for index, move in enumerate(record["moves"]):
        seat = int(move.partition(":")[0])
        if seat not in computers:
            continue
        for other in _legal(record, index, seat):
            changed = copy.deepcopy(record)
            changed["moves"][index] = f"{seat}:{other}"
            if changed["moves"] != record["moves"] and _ends(changed):
                record["moves"] = changed["moves"]
                return True
    return False


def default_as_own(record: Record) -> bool:
    """The answer for somebody silent is passed off as theirs."""
    if record["record"] == 1:
        return True  # nothing tells one from the other
    return bool(record.get("by", {}).pop("idle", None))


def own_as_default(record: Record) -> bool:
    """A person's move is passed off as the answer for somebody silent."""
    if record["record"] == 1:
        return True
    made = {n for numbers in record.get("by", {}).values() for n in numbers}
    number = next(n for n in range(1, len(record["moves"]) + 1) if n not in made)
    record.setdefault("by", {}).setdefault("idle", []).append(number)
    return True


def other_cut(record: Record) -> bool:
    """Somebody cut otherwise; the seed is made to fit."""
    if record["record"] == 1:
        record["cuts"][0]["text"] += "!"
        return True
    cut = record["people"][0]["cut"]
    cut["picture"] = (cut["picture"] + 1) % 8
    people = sorted(record["people"], key=lambda each: record["joined"].index(each["seat"]))
    cuts = [Cut(**each["cut"]) if "cut" in each else None for each in people]
    record["start"]["seed"] = seed(bytes.fromhex(record["secret"]), cuts).hex()
    return True


def other_secret(record: Record) -> bool:
    """Another secret is shown."""
    record["secret"] = "ab" * 32
    return True


CHANGES: tuple[tuple[str, str, Change, str], ...] = (
    ("a dropped Allow in the middle", "coup", drop_allow, "the chain"),
    ("a move that a computer did not choose", "love-letter", other_move, "the chain"),
    ("a default passed off as a person’s answer", "coup", default_as_own, "the chain"),
    ("a person’s answer passed off as a default", "coup", own_as_default, "the chain"),
    ("a replaced name", "love-letter", rename, ""),
    ("a replaced name, its mark too", "love-letter", rename_with_mark, "commit and chain"),
    ("a name cut short, its letter moved into the salt", "love-letter", shift_salt, ""),
    ("another cut", "coup", other_cut, ""),
    ("another secret", "coup", other_secret, ""),
)
"""What is changed, in which game, and what else can be made to fit it."""


def rows() -> Iterator[tuple[str, str, str]]:
    """Each change, before and now; and now with the chain worked out anew."""
    for title, game, change, again in CHANGES:
        before = copy.deepcopy(kept(1)[game])
        was = said(before) if change(before) else "–"
        yield title, was, said(changed(game, change))
        if again:
            told = said(forged(changed(game, change)))
            yield f"… and {again} made to fit", was, f"{told}; the chat has another"


def changed(game: str, change: Change) -> Record:
    """A new record with the change, of the first game in which there is something to change."""
    for number in range(100):
        record = usual(game, number)
        if change(record):
            return record
    raise AssertionError("no game has it")


def _computers(record: Record) -> set[int]:
    if record["record"] == 1:
        return {seat for seat, name in enumerate(record["seats"], 1) if name[0].islower()}
    return {each["seat"] for each in record.get("computers", [])}


def _legal(record: Record, index: int, seat: int) -> list[str]:
    """What the seat could have played instead of a move."""
    shorter = {**record, "moves": record["moves"][:index], "by": {}}
    table = replay(read(shorter, BY_NAME), BY_NAME).table
    assert isinstance(table, Playing)
    return [move.code for move in BY_NAME[table.game].moves(table.state, seat)]


def _ends(record: Record) -> bool:
    """Whether the moves can be played to the end of the game."""
    try:
        return not isinstance(replay(read(record, BY_NAME), BY_NAME).table, Playing)
    except Exception:
        return False
