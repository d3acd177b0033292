"""The protocol that proves a deal and what was played: version 2, as plain functions.

Read from top to bottom it is the specification. ``‖`` puts bytes behind each other; a number of
n bytes is big-endian; every text is UTF-8; hashes are SHA-256, and stand in records in lower-case
hexadecimal digits. `docs/fairness.md` says what each part is good for.

1. At the opening the house has 32 secret bytes and tells the group their *seal*.
2. Until the start each person may *cut*: one of eight pictures, and from a page 16 random bytes.
3. The start fixes who takes part, in the order of joining, and tells the *commit*: a hash over
   everything the deal depends on but the secret, the beacon's round named if one is awaited.
4. The *seed* follows from secret, cuts and beacon; all chance of the game from the seed
   (`core.kernel.dice`), the draw of the seats first.
5. Each line of the record is bound to those before it by a *link*.
6. After the game the secret is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

PROTOCOL = 2
PICTURES = 8  # that a person may cut with
NO_PICTURE = 255
PAGE_BYTES = 16  # that a browser adds to a cut
SALT_BYTES = 16


class Cut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's cut: a picture (0 to 7), and from a page 16 random bytes (hex)."""

    picture: int
    bits: str = ""


class Entrant(msgspec.Struct, frozen=True, tag="person", tag_field="is", omit_defaults=True):
    """A person as the start fixed them: their mark, the salt (hex) and name behind it, their cut.

    Of somebody who was forgotten only mark and cut are left: the proof does not need the rest.
    """

    mark: str
    salt: str = ""
    name: str = ""
    cut: Cut | None = None


class Computer(msgspec.Struct, frozen=True, tag="computer", tag_field="is", omit_defaults=True):
    """A computer player as the start fixed it: its name and kind (`core.kernel.minds`)."""

    name: str
    kind: str


Party = Entrant | Computer
"""Whoever takes part."""


class Beacon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of a public source of chance that a deal waits for, and what came of it.

    `chain` names the source (hex), `round` the round, chosen before it existed; `signature` and
    `randomness` (hex) are what it said. `missed`: it did not answer in time, and the deal went
    without it.
    """

    chain: str
    round: int
    signature: str = ""
    randomness: str = ""
    missed: bool = False


def mark(salt: str, name: str) -> str:
    """The mark of a person: SHA-256(salt ‖ name). Without the salt it tells nobody the name."""
    return _hash(bytes.fromhex(salt), name.encode())


def marked(salt: str, name: str) -> str:
    """The mark behind a salt. One that is as long as a mark is a mark: of somebody who was
    forgotten, of whom neither salt nor name is left."""
    return salt if len(salt) > 2 * SALT_BYTES else mark(salt, name)


def seed(secret: bytes, cuts: Sequence[Cut | None], beacon: Beacon | None = None) -> bytes:
    """The seed: SHA-256("fumibako 2\\n" ‖ secret ‖ each person's cut ‖ beacon).

    `cuts` has an entry for each person in the order of joining, None for who did not cut. A cut
    is one byte with the picture (255: none), one byte with the length of the page's bytes (0 or
    16), and these bytes. A beacon that answered adds its round in eight bytes and its 32 bytes of
    randomness. No mark, name or salt is in it: those the host could choose after the last cut.
    """
    parts = [b"fumibako 2\n", secret]
    for cut in cuts:
        bits = bytes.fromhex(cut.bits) if cut is not None else b""
        picture = cut.picture if cut is not None else NO_PICTURE
        parts += [bytes((picture, len(bits))), bits]
    if beacon is not None and not beacon.missed:
        parts += [beacon.round.to_bytes(8, "big"), bytes.fromhex(beacon.randomness)]
    return bytes.fromhex(_hash(*parts))


def cuts_of(parties: Sequence[Party]) -> tuple[Cut | None, ...]:
    """The cuts of all persons in the order of joining."""
    return tuple(each.cut for each in parties if isinstance(each, Entrant))


def commit_text(
    *,
    game: str,
    options: Mapping[str, str],
    seal: str,
    mind: int,
    parties: Sequence[Party],
    rooms: Sequence[int] = (),
    won: Sequence[int] = (),
    beacon: Beacon | None = None,
) -> str:
    """What the commit is the hash of: lines, each ended by one line feed, words apart by one
    space.

    `options` are those of the record (the preset among them), by name, spelled as words; they
    stand in the order of their names. `parties`, `rooms` (empty: one room only) and the places of
    those who `won` the game before are in the order of joining. Of a person only the mark stands
    here, never name or id, so nothing has to be taken out of it to forget somebody.
    """
    lines = [f"fumibako {PROTOCOL}", f"game {game}"]
    lines += [f"option {name} {options[name]}" for name in sorted(options)]
    lines += [f"seal {seal}", f"mind {mind}"]
    for each in parties:
        if isinstance(each, Computer):
            lines.append(f"computer {each.name} {each.kind}")
        elif each.cut is None:
            lines.append(f"person {each.mark} - -")
        else:
            lines.append(f"person {each.mark} {each.cut.picture} {each.cut.bits or '-'}")
    if rooms:
        lines.append(" ".join(["rooms", *map(str, rooms)]))
    if won:
        lines.append(" ".join(["won", *map(str, won)]))
    if beacon is not None:
        lines.append(f"beacon {beacon.chain} {beacon.round}")
    return "".join(f"{line}\n" for line in lines)


def commit(text: str) -> str:
    """The commit: SHA-256 of its text."""
    return _hash(text.encode())


def first_link(secret: bytes, committed: str) -> str:
    """Link 0: SHA-256(chain salt ‖ commit), the chain salt being SHA-256("fumibako chain" ‖
    secret): while the game runs no link tells a move to who guesses it."""
    salt = _hash(b"fumibako chain", secret)
    return _hash(bytes.fromhex(salt), bytes.fromhex(committed))


def next_link(link: str, line: str, by: str = "") -> str:
    """Link n: SHA-256(link n-1 ‖ line n).

    A line is the record's move; behind a move that its person did not make stands, after a
    space, who did: `2:tax normal.bold`, `3:allow idle`.
    """
    return _hash(bytes.fromhex(link), chained(line, by).encode())


def chained(line: str, by: str = "") -> str:
    """A line of the chain."""
    return f"{line} {by}" if by else line


def last_link(secret: bytes, committed: str, lines: Sequence[tuple[str, str]]) -> str:
    """The link of the last line (link 0 without one). `lines` are moves and who made them."""
    link = first_link(secret, committed)
    for line, by in lines:
        link = next_link(link, line, by)
    return link


def _hash(*parts: bytes) -> str:
    return sha256(b"".join(parts)).hexdigest()
