"""docs/fairness.md says what the house does: a third implementation, written from the page alone,
works out the same; and the lists of the page are those of the code."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.games import GAMES
from core.games.coup.model import State, Swapping
from core.games.coup.names import cast
from core.games.lady_luck.names import DECK
from core.games.love_letter.model import kit
from core.games.old_maid.rules import deck_of
from core.kernel.asks import Ask
from core.kernel.dice import Dice, bot_dice
from core.kernel.pictures import CutPicture, SealPicture, pictures
from core.records.record import read
from core.records.replay import replay
from core.records.verify import verify
from core.table.table import run
from locales.tongue import word
from tests.proofs.kept import kept
from tests.proofs.make import spies_and_sides
from tests.recorded import third, third_coup
from tests.recorded.made import BY_NAME

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "en": (DOCS / "fairness.md").read_text(encoding="utf-8"),
    "ja": (DOCS / "fairness.ja.md").read_text(encoding="utf-8"),
}
EACH = pytest.mark.parametrize("language", PAGES)
RECORDS = {
    f"v{version} {name}": record for version in (1, 2) for name, record in kept(version).items()
}
DEALT = {name: record for name, record in RECORDS.items() if "start" in record}
EACH_DEALT = pytest.mark.parametrize("name", DEALT)


def part(language: str, title: str) -> str:
    """A chapter of the page, by the code in its title, or its example."""
    found = re.search(rf"^### {title}\n(.*?)(?=^##)", PAGES[language], re.M | re.S)
    assert found is not None
    return found.group(1)


def blocks(language: str) -> list[str]:
    return re.findall(r"```[a-z]*\n(.*?)```", PAGES[language], re.S)


# ------------------------------------------------------------------ the lists of the page


@EACH
def test_the_decks_of_love_letter(language: str) -> None:
    rows = re.findall(r"^\| (`[^|]*) \| ([a-z0-9, ]+) \|$", part(language, "love-letter"), re.M)
    decks = {
        preset: [card for each in deck.split(", ") for card in _copies(*each.split())]
        for presets, deck in rows
        for preset in re.findall(r"`(\w+)`", presets)
    }
    game = BY_NAME["love-letter"]
    assert set(decks) == set(game.presets)
    for preset, options in game.presets.items():
        cards = [card.value for card in kit(options).cards]
        lady = "minister" if options.countess == "minister" else "countess"
        assert [lady if card == "countess" else card for card in decks[preset]] == cards


def _copies(code: str, count: str) -> list[str]:
    return [code] * int(count)


@EACH
def test_the_decks_of_the_others(language: str) -> None:
    luck = re.search(r"^(pr1 .*)$", part(language, "lady-luck"), re.M)
    assert luck is not None and luck[1].split() == [card.value for card in DECK]
    coup = BY_NAME["coup"]
    five = "duke, assassin, captain, ambassador, contessa"
    assert five in part(language, "coup")
    for switch, instead in (("diplomat", "duke"), ("inquisitor", "ambassador")):
        assert f"`{switch}` = `true`" in part(language, "coup")
        options = coup.with_switches(coup.presets["bga_seed"], {switch: True})
        told = [switch if card == instead else card for card in five.split(", ")]
        assert [card.value for card in cast(options)] == told
    clubs = "ac 2c 3c 4c 5c 6c 7c 8c 9c 10c jc qc kc"
    assert clubs in part(language, "old-maid")
    for preset, options in BY_NAME["old-maid"].presets.items():
        suits = "cdhs" if preset == "full" else "ch"
        wanted = [clubs.replace("c", suit) for suit in suits]
        assert [card.value for card in deck_of(options)] == " ".join([*wanted, "joker"]).split()


@EACH
def test_the_lists_of_pictures(language: str) -> None:
    for kind in (CutPicture, SealPicture):
        told = " · ".join(f"{n} {word(picture, language)}" for n, picture in enumerate(kind))
        assert told in PAGES[language]


def test_both_languages_tell_the_same_numbers() -> None:
    for pattern in (r"(?<![0-9a-z])[0-9a-f]{17,}(?![0-9a-z])", r"`[a-z0-9_.:-]+`"):
        told = {language: set(re.findall(pattern, page)) for language, page in PAGES.items()}
        assert told["en"] == told["ja"] and told["en"], pattern
    assert PAGES["en"].count("\n## ") == PAGES["ja"].count("\n## ")
    assert PAGES["en"].count("\n|") == PAGES["ja"].count("\n|")
    assert PAGES["en"].count("\n- ") == PAGES["ja"].count("\n- ")


# ------------------------------------------------------------------ the worked example


@EACH
def test_the_example_is_worked_out_again(language: str) -> None:
    record = next(json.loads(block) for block in blocks(language) if block.startswith("{"))
    assert record == kept(2)["example"] and verify(read(record, BY_NAME), BY_NAME).fair
    page = PAGES[language]
    text = third.commit_text(record)
    assert text in blocks(language)
    stream = third.Stream(third.seed(record))
    values = [third.Stream(stream.seed).value()]
    again = third.Stream(stream.seed)
    values = [again.value() for _ in range(3)]
    order = third.places(3, [], stream)
    deal = third.first_deal(record, stream, ())
    salt = third.h(b"fumibako chain", bytes.fromhex(record["secret"]))
    links = third.links(record)
    whole = b"fumibako 2\n" + bytes.fromhex(record["secret"]) + bytes([5, 0, 255, 0])
    assert third.h(whole) == third.seed(record)
    for told in (
        *(whole.hex(), third.seed(record).hex(), third.commit(record), salt.hex()),
        *(links[0], links[1], links[-1], third.mark(record["people"][0])),
        *map(str, values),
        ", ".join(map(str, order)),
        *(f"`{hand[0]}`" for hand in deal["hands"].values()),
        f"`{deal['aside'][0]}`",
        " ".join(picture.symbol for picture in pictures(third.seal(record))),
    ):
        assert told in page, told


# ------------------------------------------------------------------ the third implementation


def test_it_shares_nothing_with_the_house() -> None:
    for module in (third, third_coup):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        named += [
            n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names
        ]
        assert not [name for name in named if name.startswith(("core", "adapters", "locales"))]


@pytest.mark.parametrize("name", [name for name in DEALT if name.startswith("v2")])
def test_it_finds_the_same_numbers_in_real_records(name: str) -> None:
    record = DEALT[name]
    assert third.seal(record) == record["seal"]
    for person in record["people"]:
        assert "salt" not in person or third.mark(person) == person["mark"]
    assert third.commit(record) == record["commit"]
    assert third.seed(record).hex() == record["start"]["seed"]
    assert third.links(record)[-1] == record["chain"]


@EACH_DEALT
def test_it_deals_and_draws_the_same(name: str) -> None:
    record = DEALT[name]
    stream = third.Stream(bytes.fromhex(record["start"]["seed"]))
    order = third.places(len(record["seats"]), record.get("rooms", []), stream)
    joined: list[Any] = record["joined"]
    if record["record"] == 1:
        assert [joined[place] for place in order] == record["seats"]
    else:
        assert [joined[place] for place in order] == list(range(1, len(order) + 1))
    won = third.winners_before(record)
    played = replay(read(record, BY_NAME), BY_NAME).table
    if record["game"] == "coup":
        follow(record, stream, won, played.state)
    elif record["game"] == "old-maid":
        maid = third.OldMaid(record, stream)
        for line in record["moves"]:
            maid.play(line)
        assert list(maid.hands.values()) == [[c.value for c in hand] for hand in played.state.hands]
    else:
        deal = third.first_deal(record, stream, won)
        begun = replay(read({**record, "moves": [], "by": {}}, BY_NAME), BY_NAME).table.state
        if record["game"] == "lady-luck":
            assert [card.value for card in begun.castle] == deal["castle"]
            assert sorted(card.value for card in begun.box) == sorted(deal["box"])
            assert begun.parent == deal["first"]
        else:
            assert begun.turn == deal["first"] and [begun.aside.value] == deal["aside"]
            assert [hand[0].value for hand in begun.hands] == [
                deal["hands"][seat][0] for seat in sorted(deal["hands"])
            ]


def follow(record: Any, stream: third.Stream, won: list[int], state: State) -> None:
    """Every card of Coup lies in the end where the page says."""
    coup = third_coup.Coup(record, stream, tuple(won))
    for line in record["moves"]:
        coup.play(line)
    assert coup.deck == [card.value for card in state.deck], record["moves"]
    for seat, player in enumerate(state.players, 1):
        assert not player.hidden or coup.hands[seat] == [card.value for card in player.hidden]


SWITCHES: dict[str, tuple[Any, ...]] = {
    "prove": ("auto", "choice"),
    "response_timing": ("combined", "sequential"),
    "contessa_blocks_examine": (True, False),
    "examine_redraw": ("shuffle_first", "draw_first"),
    "embezzle_bluff": ("open_hand", "concede"),
}
"""What may change the lines of a game of Coup with both variants, or where its cards go."""


@pytest.mark.parametrize("preset", BY_NAME["coup"].presets)
def test_it_follows_coup_with_both_variants_under_every_switch(preset: str) -> None:
    words: set[str] = set()
    for name, values in SWITCHES.items():
        for number, value in enumerate(values):
            record = spies_and_sides(number, preset, **{name: value})
            stream = third.Stream(bytes.fromhex(record["start"]["seed"]))
            third.places(len(record["seats"]), record.get("rooms", []), stream)
            follow(record, stream, [], replay(read(record, BY_NAME), BY_NAME).table.state)
            words |= {move.split(":")[1].partition(".")[0] for move in record["moves"]}
    assert {"examine", "choose", "force", "embezzle", "exchange", "challenge"} <= words


def test_an_exchange_that_nobody_finishes_goes_back_as_the_page_says() -> None:
    game = BY_NAME["coup"]
    dice = Dice(b"page")
    state = run(game.setup(3, game.presets["bga_seed"], dice), [])
    actor = state.turn
    for code in ("exchange", "allow", "allow"):
        asked = game.ask(state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        [move] = [each for each in game.moves(state, seat) if each.code == code]
        state = run(game.play(state, seat, move, dice), [])
    assert isinstance(state.step, Swapping)
    stream = third.Stream(b"page")
    stream.c = dice.drawn
    wanted = stream.shuffle([*state.deck, *state.step.drawn])
    state = run(game.leave(state, actor, dice), [])
    assert list(state.deck) == wanted and dice.drawn == stream.c


def test_computers_have_streams_of_their_own() -> None:
    seed = b"x" * 32
    assert bot_dice(seed, 12, 3).seed == third.h(seed, b"bot12.3")


def test_the_stream_is_the_one_of_the_house() -> None:
    one, other = third.Stream(b"y" * 32), Dice(b"y" * 32)
    for n in (1, 2, 3, 7, 52, 2**63 + 1, 10**18):
        assert [one.below(n) for _ in range(9)] == [other.below(n) for _ in range(9)]
    assert one.c == other.drawn
    assert one.shuffle(range(20)) == list(other.shuffle(range(20)))
    assert {game.name for game in GAMES} == set(re.findall(r"^### ([a-z-]+)$", PAGES["en"], re.M))
