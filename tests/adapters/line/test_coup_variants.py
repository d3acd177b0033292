"""Coup on LINE with Inquisitor and Factions: all moves in all ways, at small and large tables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest
from aiohttp.test_utils import TestClient

from core.kernel.dice import Dice
from core.table.table import Playing
from tests.adapters.line.coup_tables import VARIANTS, put, seat
from tests.adapters.line.crowd import ask_of, at_table, do_move, play_on, user_at
from tests.adapters.line.golden import HERE
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_coup import letters_of, said
from tests.adapters.line.test_replies import bot_entries
from tests.adapters.line.ways import WAYS, at_pages, choices, page_of, play_all_ways
from tests.sample import sampled

CONCEDE = {"prove": "choice", "embezzle_bluff": "concede"}
NEW = {"convert", "embezzle", "examine", "choose", "return", "force"}
HANDS = ("duke captain", "assassin contessa", "inquisitor captain", "duke assassin")
SIDES = ("monarchist", "populist")


def game(
    play: Callable[[Stage, Match], Awaitable[None]],
    language: str = "en",
    people: int = 4,
    **switches: str,
) -> Stage:
    """A game with both variants that has just begun."""

    async def run() -> Stage:
        stage = Stage("variants", language=language)
        match = await at_table(stage, "coup", people, **{**VARIANTS, **switches})
        await play(stage, match)
        assert stage.line.billed == 0 and not stage.line.refusals
        return stage

    return asyncio.run(run())


async def stand(match: Match, *coins: int, hands: tuple[str, ...] = HANDS, turn: int = 1) -> None:
    """Seats 1 and 3 are Monarchists, 2 and 4 Populists; everybody sees the board."""
    rows = [seat(coins[i], hands[i], SIDES[i % 2]) for i in range(4)]
    put(match, *rows, turn=turn, reserve=3)
    await match.stage.say(match.users[0], "/status", match.chat)


def verbs(match: Match) -> list[str]:
    """What the keys of the newest board do."""
    return [
        str(each["data"]).partition("|")[0].split(":", 2)[-1]
        for each in actions_of(match.stage, match.chat)
        if "data" in each
    ]


async def follow(match: Match, verb: str) -> list[str]:
    """What the keys do that follow when whoever is on turn has pressed an action."""
    await match.verb(user_at(match, 1), f"~0.{verb}")
    return verbs(match)


# Every move, in every way


@pytest.mark.parametrize(
    ("language", "people", "number"),
    sampled(
        [(la, n, i) for la in ("ja", "en") for n in (3, 4, 6, 10) for i in range(3)],
        [("ja", 4, 0), ("en", 6, 1)],
    ),
)
def test_whole_games_by_keys_letters_words_and_pages(
    language: str, people: int, number: int
) -> None:
    """Nothing is billed, no limit is broken, and the move that was meant is the one that is
    made."""

    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        dice = Dice(f"ways {language} {people} {number}".encode())
        made = await play_all_ways(match, client, dice)
        assert {way for _, way in made} == set(WAYS)
        assert len({verb for verb, _ in made} & NEW) > 2

    switches = {"table_size": "10"} if people > 6 else {}
    at_pages(play, people, language, f"ways {number}", **switches, **(CONCEDE if number else {}))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_turn_of_ten_fits_a_board(language: str) -> None:
    """Everything can be paid for: the keys keep LINE's limits (`game`), and none is there twice."""

    async def play(stage: Stage, match: Match) -> None:
        hands = ["duke captain", "assassin contessa", "inquisitor captain", "duke assassin"]
        hands += ["contessa inquisitor", "captain assassin", "duke contessa", *hands[2:4]]
        put(match, *[seat(9, hand) for hand in [*hands, "contessa inquisitor"]], reserve=3)
        await stage.say(match.users[0], "/status", match.chat)
        moves = [verb for verb in verbs(match) if verb[:2] in ("m:", "~0", "~1")]
        assert moves == [
            *[f"m:{verb}" for verb in ("income", "aid", "tax", "exchange", "embezzle")],
            *[f"~0.{verb}" for verb in ("coup", "steal", "assassinate", "examine", "convert")],
        ]
        aimed = [f"~1.{foe}" for foe in (2, 4, 6, 8, 10)]
        mates = [f"m:convert.{mate}" for mate in (3, 5, 7, 9)]
        for verb, keys in (("steal", aimed), ("convert", ["m:convert", *mates, *aimed])):
            assert await follow(match, verb) == keys
            labels = [each["label"] for each in actions_of(stage, match.chat)]
            assert len(set(labels)) == len(labels)
            await stage.say(match.users[0], "/status", match.chat)

    game(play, language, 10, table_size="10")


# Whom one may attack


@pytest.mark.parametrize(
    ("language", "typed", "why"),
    [("ja", "強奪 {}", "{}は"), ("en", "steal {}", "{}")],
)
def test_a_mate_is_no_target_and_whoever_types_one_is_told_why(
    language: str, typed: str, why: str
) -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stand(match, 7, 4, 4, 4)
        assert await follow(match, "steal") == ["~1.2", "~1.4"]
        await stage.say(match.users[0], "/status", match.chat)
        assert "m:convert.3" in await follow(match, "convert")
        mate, table = user_at(match, 3).name, stage.playing(match.chat)
        before = len(bot_entries(stage, match.chat))
        await stage.say(user_at(match, 1), typed.format(mate), match.chat)
        assert stage.playing(match.chat) == table
        told = said(match, before)
        assert why.format(mate) in told and ("王党派" if language == "ja" else "Monarch") in told
        before = len(bot_entries(stage, match.chat))
        await stage.say(user_at(match, 1), typed.format(user_at(match, 2).name), match.chat)
        assert stage.playing(match.chat).moves[-1] == "1:steal.2"

    game(play, language)


def test_with_one_faction_everybody_is_a_target() -> None:
    async def play(stage: Stage, match: Match) -> None:
        rows = [seat(7, hand, "populist") for hand in HANDS]
        put(match, *rows, reserve=0)
        await stage.say(match.users[0], "/status", match.chat)
        assert await follow(match, "steal") == ["~1.2", "~1.3", "~1.4"]
        await stage.say(match.users[0], "/status", match.chat)
        assert "m:embezzle" not in verbs(match), "nothing is in the almshouse"

    game(play)


CONVERTS: dict[str, dict[str, tuple[str, ...]]] = {
    "ja": {"convert": ("転向する", "転向"), "convert.2": ("転向させる {2}", "転向 {2}")},
    "en": {
        "convert": ("convert yourself", "convert self"),
        "convert.2": ("convert another {2}", "convert {2}"),
        "convert.3": ("convert {3}", "convert another {3}"),
    },
}


@pytest.mark.parametrize(
    ("language", "code", "text", "alone"),
    [
        (language, code, text, alone)
        for language, codes in CONVERTS.items()
        for code, texts in codes.items()
        for text in texts
        for alone in (False, True)
    ],
)
def test_words_of_a_conversion(language: str, code: str, text: str, alone: bool) -> None:
    """Written in the group, or to the account alone."""

    async def play(stage: Stage, match: Match) -> None:
        await stand(match, 4, 4, 4, 4)
        names = {str(number): user_at(match, number).name for number in (2, 3)}
        typed = re.sub(r"{(\d)}", lambda found: names[found[1]], text)
        await stage.say(user_at(match, 1), typed, "" if alone else match.chat)
        assert stage.playing(match.chat).moves[-1] == f"1:{code}"

    game(play, language)


def test_the_page_offers_both_conversions() -> None:
    async def play(stage: Stage, match: Match, client: TestClient) -> None:  # type: ignore[type-arg]
        await stand(match, 4, 4, 4, 4)
        offered = choices(await page_of(match, client, 1))
        assert {"convert", "convert.2", "embezzle", "examine.2"} <= set(offered)

    at_pages(play)


# Windows


@pytest.mark.parametrize("language", ["ja", "en"])
def test_only_the_other_faction_is_asked_about_foreign_aid(language: str) -> None:
    async def play(stage: Stage, match: Match) -> None:
        await stand(match, 4, 4, 4, 4)
        before = len(bot_entries(stage, match.chat))
        await do_move(match, 1, "aid")
        assert ask_of(match).seats == {2, 4}
        assert [verb for verb in verbs(match) if verb[0] == "m"] == ["m:allow", "m:block.duke"]
        told = said(match, before)
        marked = [number for number in range(1, 5) if f"▶ {user_at(match, number).name}" in told]
        assert marked == [2, 4]
        mate = stage.line.event(
            "postback", match.chat, user_at(match, 3).id, postback={"data": _datum(match)}
        )
        table = stage.playing(match.chat)
        await stage.send(mate)
        assert stage.playing(match.chat) == table, "a mate could only allow, and is not asked"

    game(play, language)


def _datum(match: Match) -> str:
    found = match.find("m:block.duke")
    assert found is not None
    return str(found["data"])


def test_of_two_challenges_to_an_embezzle_the_first_counts() -> None:
    """In one delivery, one of them by a mate of the embezzler."""

    async def play(stage: Stage, match: Match) -> None:
        await stand(match, 4, 4, 4, 4, turn=2)
        await do_move(match, 2, "embezzle")
        found = match.find("m:challenge")
        assert found is not None
        moves = stage.playing(match.chat).moves
        await stage.send(
            *[
                stage.line.event(
                    *("postback", match.chat, user_at(match, number).id),
                    postback={"data": found["data"]},
                )
                for number in (4, 1)
            ]
        )
        assert stage.playing(match.chat).moves == (*moves, "4:challenge")

    game(play, "en", 4, **CONCEDE)


def test_a_mate_may_leave_a_group_while_an_embezzler_owes_a_proof() -> None:
    """The challenger leaves: the proof goes on, and the almshouse pays."""

    async def play(stage: Stage, match: Match) -> None:
        await stand(match, 4, 4, 4, 4, turn=2)
        await do_move(match, 2, "embezzle")
        await do_move(match, 4, "challenge")
        gone = {"members": [{"type": "user", "userId": user_at(match, 4).id}]}
        await stage.send(stage.line.event("memberLeft", match.chat, left=gone))
        await stage.say(user_at(match, 1), "/status", match.chat)
        assert len(letters_of(match)) == 3
        await match.turn(stage.playing(match.chat), "show.all")
        assert stage.playing(match.chat).state.reserve == 0

    game(play, "en", 4, **CONCEDE)


@pytest.mark.parametrize("number", range(2))
def test_the_largest_table_plays_on(number: int) -> None:
    async def play(stage: Stage, match: Match) -> None:
        await play_on(match, Dice(f"ten {number}".encode()), 40)
        assert isinstance(stage.table(match.chat), Playing)

    game(play, ("ja", "en")[number], 10, table_size="10", **CONCEDE)


# The golden faces


MATTERS = {
    "ja": ("★王党派：", "●民衆派：", "が狙える相手：", "救貧院：", "カードを見ました"),
    "en": ("★ Monarchists: ", "● Populists: ", " may attack: ", "Almshouse: ", "You see "),
}


@pytest.mark.parametrize("language", MATTERS)
def test_what_matters_in_the_faces_of_a_whole_game(language: str) -> None:
    """The group reads the sides, whom one may attack and what the almshouse holds; the card that
    was examined only whoever examined it."""
    text = (HERE / f"coup-variants.{language}.txt").read_text()
    group, *alone = text.split("\n## ")
    *public, seen = MATTERS[language]
    for words in public:
        assert words in group, words
    assert seen not in group
    assert 0 < sum(seen in part for part in alone) < len(alone)
