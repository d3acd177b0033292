"""The match in four panels: of every game, whoever played it; and that it tells nothing hidden."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.desk.bluffs import OnlyYouKnow, unasked_bluff
from core.desk.hand import hand_of
from core.games import GAMES
from core.games.coup.events import Bluffed, DenialBluffed
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.text import Announce, Public, Secret, words_in
from core.records.course import course_of
from core.records.panel_words import NobodyWins, Part
from core.records.panels import FEWEST, strip_of
from core.table.again import NotPlayedAgain, played_again
from core.table.table import Finished
from tests.police.over import played_out
from tests.police.walk import Casting, deals

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
calm = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def messages_in(value: object) -> list[Public]:
    """Every message in something, at any depth."""
    if isinstance(value, Public):
        return [
            value,
            *(m for f in value.__struct_fields__ for m in messages_in(getattr(value, f))),
        ]
    if isinstance(value, tuple):
        return [m for each in value for m in messages_in(each)]
    if isinstance(value, msgspec.Struct):
        assert not isinstance(value, Secret)
        return [m for f in value.__struct_fields__ for m in messages_in(getattr(value, f))]
    return []


def told_of(table: Finished, game: AnyGame) -> list[Public]:
    return [message for turn in played_again(table, game) for message in turn.told]


@every_game
@given(data=st.data())
@calm
def test_every_match_has_four(game: AnyGame, data: st.DataObject) -> None:
    table = played_out(game, data.draw(deals(game)))
    strip = strip_of(table, game)
    assert strip is not None
    assert [panel.part for panel in strip.panels] == list(Part)
    assert strip.winners == table.winners
    for panel in strip.panels:
        assert panel.texts and panel.moments
        people = {*panel.people, *panel.out, *(mark.seat for mark in panel.marks)}
        assert people <= set(range(1, len(table.chairs) + 1))


@every_game
@given(data=st.data())
@calm
def test_all_that_is_shown_was_told_to_all(game: AnyGame, data: st.DataObject) -> None:
    """Every card in a picture or a caption stood in a public note, or lies open at the end."""
    table = played_out(game, data.draw(deals(game)))
    strip = strip_of(table, game)
    assert strip is not None
    shown = [each for panel in strip.panels for each in words_in(panel.moments)]
    shown += [each for panel in strip.panels for each in words_in(panel.texts)]
    told = {word for message in told_of(table, game) for word in words_in(message)}
    open_ = set(words_in(game.stage(game.view(table.state, None))))
    assert {word for word in shown if not isinstance(word, Part)} <= told | open_
    assert messages_in(strip)


@every_game
@given(data=st.data())
@calm
def test_two_matches_with_one_public_course_have_the_same(
    game: AnyGame, data: st.DataObject
) -> None:
    """Whatever the rules alone knew on the way: the group's view of another world is the same, and
    so are the panels that are made of it."""
    table = played_out(game, data.draw(deals(game)))
    strip = strip_of(table, game)
    dice = Dice(b"another world")

    class Elsewhere(type(game)):  # type: ignore[misc]
        """The same game, in which every view is that of another possible world."""

        name, title = "", game.title

        @staticmethod
        def view(state: Any, seat: int | None) -> Any:
            return game.view(game.imagine(state, seat, dice), seat)

    assert strip_of(table, Elsewhere()) == strip


@every_game
def test_who_leaves_ends_a_match_that_can_still_be_told(game: AnyGame) -> None:
    preset = next(iter(game.presets))
    left = 0
    for seats in (2, 3, 4):
        if seats not in game.seats(game.presets[preset]):
            continue
        for seed in range(6):
            deal = Casting(preset, {}, seats, b"gone%d" % seed, ("random",) * seats, seed)
            table = played_out(game, deal, leaves=seed + 1)
            strip = strip_of(table, game)
            assert strip is None or len(strip.panels) == 4
            left += any(line.endswith(":leave") for line in table.moves)
    assert left > 3


@every_game
def test_a_match_of_other_rules_is_not_told(game: AnyGame) -> None:
    """What an older release played otherwise, or a table that was changed."""
    deal = Casting(next(iter(game.presets)), {}, 3, b"old", ("random",) * 3, 1)
    table = played_out(game, deal)
    strange = msgspec.structs.replace(table, moves=("1:no.such.move", *table.moves))
    assert strip_of(strange, game) is None
    short = msgspec.structs.replace(table, moves=table.moves[:1])
    assert strip_of(short, game) is None
    with pytest.raises(NotPlayedAgain):
        played_again(short, game)
    assert unasked_bluff(short, game, 1) is None
    assert FEWEST > 1


def test_a_match_that_nobody_won_has_an_end_too() -> None:
    for game in GAMES:
        deal = Casting(next(iter(game.presets)), {}, 3, b"nobody", ("random",) * 3, 1)
        table = msgspec.structs.replace(played_out(game, deal), winners=())
        strip = strip_of(table, game)
        assert strip is not None and strip.winners == ()
        assert NobodyWins() in strip.panels[-1].texts


def test_without_a_move_there_is_no_scene() -> None:
    for game in GAMES:
        deal = Casting(next(iter(game.presets)), {}, 3, b"none", ("random",) * 3, 1)
        table = played_out(game, deal)
        course = course_of(played_again(table, game)[:1], game, table.options)
        assert (course.scenes, course.end, course.began) == ((), (), 0)


def test_the_four_have_names() -> None:
    assert [part.named("").text for part in Part] == [
        *("How it began", "What turned it", "The stroke", "The end")
    ]


# ------------------------------------------------------------------ bluffs

COUP = next(game for game in GAMES if game.name == "coup")


def coup(seed: int, seats: int = 4, preset: str = "official", **switches: Any) -> Finished:
    deal = Casting(preset, switches, seats, b"bluff%d" % seed, ("random",) * seats, seed)
    return played_out(COUP, deal)


def holds(table: Finished, place: int, seat: int) -> set[str]:
    """What a seat held before a turn."""
    before = played_again(table, COUP)[place].before
    return set() if before is None else set(before.players[seat - 1].hidden)


def test_a_bluff_that_nobody_asked_about_is_found() -> None:
    found = 0
    for seed in range(12):
        table = coup(seed)
        turns = played_again(table, COUP)
        for seat in range(1, 5):
            bluff = unasked_bluff(table, COUP, seat)
            if bluff is None:
                continue
            found += 1
            role = next(iter(words_in(bluff)))
            said = [
                place
                for place, turn in enumerate(turns)
                if turn.seat == seat
                and any(role in words_in(message) for message in turn.told)
                and role not in holds(table, place, seat)
            ]
            assert said, "they claimed it, and did not hold it"
    assert found > 10


def test_what_was_doubted_is_no_secret_any_more() -> None:
    """The claim before a challenge is never the one that is left to tell."""
    for seed in range(12):
        table = coup(seed)
        told = told_of(table, COUP)
        for before, after in pairwise(told):
            doubt = COUP.moment(table.options, after)
            if doubt is None or doubt.kind != "answer" or not doubt.target:
                continue
            bluff = unasked_bluff(table, COUP, doubt.target)
            claims = [m for m in told if list(words_in(m)) == list(words_in(before))]
            assert bluff is None or len(claims) > 1 or not _same(bluff, before)


def _same(bluff: Public, claim: Public) -> bool:
    return set(words_in(bluff)) == set(words_in(claim))


def test_who_embezzles_with_a_duke_bluffs() -> None:
    kinds = set()
    for seed in range(60):
        table = coup(seed, seats=3, factions=True)
        for seat in range(1, 4):
            bluff = unasked_bluff(table, COUP, seat)
            if bluff is not None:
                kinds.add(type(bluff))
    assert kinds == {Bluffed, DenialBluffed}


def test_its_owner_alone_has_it_on_their_card() -> None:
    for seed in range(12):
        table = coup(seed)
        for seat, chair in enumerate(table.chairs, 1):
            assert chair.user is not None
            hand = hand_of(table, {"coup": COUP}, chair.user)
            bluff = unasked_bluff(table, COUP, seat)
            verbs = [button.verb for row in hand.buttons for button in row]
            assert ("own-up" in verbs) == (bluff is not None)
            assert (bluff is not None and OnlyYouKnow(bluff) in hand.own) == (bluff is not None)
        stranger = hand_of(table, {"coup": COUP}, "user:99")
        assert not stranger.buttons and not stranger.own
        gone = msgspec.structs.replace(table.chairs[0], left=True)
        without = msgspec.structs.replace(table, chairs=(gone, *table.chairs[1:]))
        assert not hand_of(without, {"coup": COUP}, "user:1").buttons


@every_game
def test_other_games_know_no_bluffs(game: AnyGame) -> None:
    if game.name == "coup":
        return
    deal = Casting(next(iter(game.presets)), {}, 3, b"none", ("random",) * 3, 1)
    table = played_out(game, deal)
    assert all(unasked_bluff(table, game, seat) is None for seat in (1, 2, 3))
    told = [
        n.message for t in played_again(table, game) for n in t.notes if isinstance(n, Announce)
    ]
    assert [game.bluff(table.state, message) for message in told] == [None] * len(told)
