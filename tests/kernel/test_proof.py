"""The protocol that proves a deal and what was played (`core.kernel.proof`), and its pictures."""

from __future__ import annotations

from hashlib import sha256

from core.kernel import proof
from core.kernel.pictures import CutPicture, SealPicture, pictures
from core.kernel.proof import Beacon, Computer, Cut, Entrant

SECRET = bytes(range(32))
BITS = "00112233445566778899aabbccddeeff"


def test_a_mark_is_the_hash_of_salt_and_name() -> None:
    assert proof.mark("0a" * 16, "雪") == sha256(b"\x0a" * 16 + "雪".encode()).hexdigest()


def test_the_seed_is_the_hash_of_secret_and_cuts() -> None:
    raw = b"fumibako 2\n" + SECRET + b"\x03\x00" + b"\xff\x00" + b"\x07\x10" + bytes.fromhex(BITS)
    cuts = (Cut(3), None, Cut(7, BITS))
    assert proof.seed(SECRET, cuts) == sha256(raw).digest()
    assert proof.seed(SECRET, ()) == sha256(b"fumibako 2\n" + SECRET).digest()


def test_a_beacon_that_answered_goes_into_the_seed() -> None:
    came = Beacon("cc" * 32, 258, "ab" * 48, "cd" * 32)
    raw = b"fumibako 2\n" + SECRET + b"\x03\x00" + bytes([0] * 6 + [1, 2]) + b"\xcd" * 32
    assert proof.seed(SECRET, (Cut(3),), came) == sha256(raw).digest()
    missed = Beacon("cc" * 32, 258, missed=True)
    assert proof.seed(SECRET, (Cut(3),), missed) == proof.seed(SECRET, (Cut(3),))


def test_the_seed_knows_no_names_and_no_computers() -> None:
    parties = (Entrant("aa" * 32, "bb" * 16, "Ann", Cut(1)), Computer("fumi", "idle"))
    others = (Entrant("ee" * 32, "ff" * 16, "Ben", Cut(1)),)
    assert proof.cuts_of(parties) == (Cut(1),) == proof.cuts_of(others)


def test_the_commit_is_the_hash_of_its_lines() -> None:
    whole = proof.commit_text(
        game="toy",
        options={"turns": "3", "preset": "big", "open": "true"},
        seal="5e" * 32,
        mind=4,
        parties=(
            Entrant("aa" * 32, "bb" * 16, "Ann", Cut(1)),
            Computer("fumi", "normal.bold"),
            Entrant("cc" * 32),
            Entrant("dd" * 32, cut=Cut(7, BITS)),
        ),
        rooms=(1, 0, 2, 1),
        won=(3,),
        beacon=Beacon("c0" * 32, 77, "5e", "ee"),
    )
    assert whole.splitlines(keepends=True) == [
        "fumibako 2\n",
        "game toy\n",
        "option open true\n",
        "option preset big\n",
        "option turns 3\n",
        f"seal {'5e' * 32}\n",
        "mind 4\n",
        f"person {'aa' * 32} 1 -\n",
        "computer fumi normal.bold\n",
        f"person {'cc' * 32} - -\n",
        f"person {'dd' * 32} 7 {BITS}\n",
        "rooms 1 0 2 1\n",
        "won 3\n",
        f"beacon {'c0' * 32} 77\n",
    ]
    assert "Ann" not in whole
    assert proof.commit(whole) == sha256(whole.encode()).hexdigest()


def test_a_commit_says_nothing_of_what_there_is_not() -> None:
    whole = proof.commit_text(game="toy", options={}, seal="5e", mind=1, parties=())
    assert whole == "fumibako 2\ngame toy\nseal 5e\nmind 1\n"


def test_every_line_is_bound_to_those_before_it() -> None:
    committed = "c0" * 32
    salt = sha256(b"fumibako chain" + SECRET).digest()
    link = sha256(salt + bytes.fromhex(committed)).digest()
    assert proof.first_link(SECRET, committed) == link.hex()
    lines = (("1:tax", ""), ("2:allow", "idle"))
    for line in (b"1:tax", b"2:allow idle"):
        link = sha256(link + line).digest()
    assert proof.last_link(SECRET, committed, lines) == link.hex()
    assert proof.last_link(SECRET, committed, ()) == proof.first_link(SECRET, committed)


def test_pictures_stand_for_the_first_bits_of_a_seal() -> None:
    first, last = SealPicture.DOG, SealPicture.CUP
    assert pictures("000000" + "ff" * 29) == (first,) * 4
    assert pictures("ffffff" + "00" * 29) == (last,) * 4
    numbers = [tuple(SealPicture).index(each) for each in pictures("04 20 c4".replace(" ", ""))]
    assert numbers == [1, 2, 3, 4]


def test_every_picture_is_one_code_point_of_old_phones() -> None:
    every = [*SealPicture, *CutPicture]
    assert (len(SealPicture), len(CutPicture)) == (64, proof.PICTURES)
    assert len({each.symbol for each in every}) == len({each.value for each in every}) == 72
    for each in every:
        assert len(each.symbol) == 1
        assert ord(each.symbol) < 0x1F6D0, "Unicode 6"
        assert each.named("") is each.named_as


def test_the_picture_of_a_cut_is_a_number() -> None:
    assert [each.number for each in CutPicture] == list(range(8))
    assert CutPicture.of(" ⭐\N{VARIATION SELECTOR-16} ") is CutPicture.STAR
    assert CutPicture.of("🌙 moon") is CutPicture.of("") is None
