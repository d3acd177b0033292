"""How the computer players of Coup think where the Inquisitor and the factions are played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from core.games.coup import COUP
from core.games.coup.beliefs import Beliefs
from core.games.coup.insight import examining, verdict
from core.games.coup.model import AIMED, DEEDS, INCOME, Choosing, State
from core.games.coup.names import Deed, Faction, Role
from core.games.coup.outlook import pressures
from core.games.coup.reckoning import Reckoning
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.minds import Manner
from tests.games.coup.minds import often
from tests.games.coup.play import Told, options, run, seat, table

I_A = seat(2, "inquisitor duke")
B = seat(2, "assassin contessa")
C = seat(2, "captain contessa")
MINE, OTHER = "monarchist", "populist"


def inquisition(*rows: dict[str, Any], **more: Any) -> Told:
    return table(*rows, inquisitor=True, **more)


def sides(*rows: dict[str, Any], **more: Any) -> Told:
    return table(*rows, factions=True, **more)


def mind(game: Told, number: int) -> Reckoning:
    return Reckoning(COUP.view(game.state, number))


def holds(game: Told, number: int, of: int, *roles: Role) -> float:
    return Beliefs(COUP.view(game.state, number)).holds(of, *roles)


# Beliefs


def test_the_inquisitor_is_in_the_hands_and_the_ambassador_is_not() -> None:
    game = inquisition(I_A, B, C)
    assert holds(game, 2, 1, Role.INQUISITOR) > 0.2
    assert holds(game, 2, 1, Role.AMBASSADOR) == 0
    before = holds(game, 3, 1, Role.INQUISITOR)
    game.do("1:examine.2")
    assert holds(game, 3, 1, Role.INQUISITOR) > before + 0.1


def test_a_card_that_was_seen_is_known_to_whoever_saw_it() -> None:
    game = inquisition(I_A, B, C)
    before = holds(game, 3, 2, Role.ASSASSIN)
    elsewhere = holds(game, 1, 3, Role.ASSASSIN)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin", "1:return")
    assert holds(game, 1, 2, Role.ASSASSIN) == pytest.approx(1)
    assert holds(game, 1, 3, Role.ASSASSIN) < elsewhere, "one copy less is left for others"
    assert holds(game, 3, 2, Role.ASSASSIN) == pytest.approx(before, abs=0.05)
    assert len(Beliefs(COUP.view(game.state, 1)).hands(2)) == 5
    last = inquisition(I_A, seat(2, "assassin", "duke"), C)
    last.do("1:examine.2", "2:allow", "3:allow", "1:return")
    assert Beliefs(COUP.view(last.state, 1)).hands(2) == (((Role.ASSASSIN,), 1.0),)


def test_who_lets_an_examine_pass_has_less_likely_a_contessa() -> None:
    game = inquisition(I_A, seat(2, "assassin captain"), C)
    before = holds(game, 3, 2, Role.CONTESSA)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.captain", "1:return")
    assert holds(game, 3, 2, Role.CONTESSA) < before


def test_a_forced_card_lies_in_the_deck() -> None:
    game = inquisition(I_A, B, C, examine_redraw="draw_first")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin", "1:force")
    assert [Beliefs(COUP.view(game.state, number)).sure for number in (1, 2, 3)] == [
        (Role.ASSASSIN,),
        (Role.ASSASSIN,),
        (),
    ]


def test_who_embezzles_hardly_holds_a_duke() -> None:
    game = sides(C, B, seat(2, "captain assassin"), reserve=3)
    before = holds(game, 2, 1, Role.DUKE)
    game.do("1:embezzle")
    now = holds(game, 2, 1, Role.DUKE)
    game.do("2:allow", "3:allow")
    assert now < holds(game, 2, 1, Role.DUKE) < before, "a tale that nobody doubted wears off"


def test_a_duke_that_came_out_is_known_to_all() -> None:
    game = sides(seat(2, "duke captain"), B, C, reserve=2, embezzle_bluff="concede", prove="auto")
    game.do("1:embezzle", "3:challenge", "1:lose.captain")
    assert [holds(game, number, 1, Role.DUKE) for number in (2, 3)] == [1, 1]


# The Inquisitor


def test_examines_now_and_then() -> None:
    game = inquisition(seat(2, "inquisitor contessa"), seat(5, "assassin", "duke"), C)
    said: Counter[str] = Counter()
    for manner in Manner:
        said += often(game, 1, f"normal.{manner}", 40)
    assert 5 < sum(n for code, n in said.items() if code.startswith("examine.")) < 115
    assert said["examine.2"] > said["examine.3"], "whose last card it is"


def test_there_is_nothing_to_learn_twice() -> None:
    game = inquisition(I_A, seat(2, "duke", "assassin"), C)
    news = examining(mind(game, 1), 2)
    game.do("1:examine.2", "2:allow", "3:allow", "1:return", "2:income", "3:income")
    assert examining(mind(game, 1), 2) < news


def test_forces_an_assassin_that_threatens() -> None:
    threat = inquisition(I_A, seat(3, "assassin duke"), seat(2, "captain contessa"))
    threat.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin")
    assert often(threat, 1)["force"] > 45
    safe = inquisition(
        seat(2, "inquisitor contessa"), seat(0, "inquisitor duke"), seat(2, "captain contessa")
    )
    safe.do("1:examine.2", "2:allow", "3:allow", "2:choose.inquisitor")
    assert often(safe, 1)["return"] > 50


def test_a_card_threatens_by_what_else_is_held() -> None:
    rich = inquisition(seat(5, "contessa duke"), seat(1, "captain assassin"), C)
    rich.do("1:examine.2", "2:allow", "3:allow", "2:choose.captain")
    kept, gone = verdict(mind(rich, 1), 2, Role.CAPTAIN)
    assert gone > kept
    guard = inquisition(seat(3, "inquisitor assassin"), seat(1, "contessa assassin"), C)
    guard.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    kept, gone = verdict(mind(guard, 1), 2, Role.CONTESSA)
    assert gone > kept


def test_shows_the_lesser_card_or_the_one_that_is_known() -> None:
    game = inquisition(I_A, seat(2, "captain inquisitor"), C)
    game.do("1:examine.2", "2:allow", "3:allow")
    said = often(game, 2)
    assert said["choose.inquisitor"] > said["choose.captain"]
    game.do("2:choose.captain", "1:return", "2:income", "3:income")
    game.do("1:examine.2", "2:allow", "3:allow")
    again = often(game, 2)
    assert again["choose.captain"] > said["choose.captain"], "that one has been seen"


def test_keeps_an_examiner_away_with_a_contessa() -> None:
    game = inquisition(I_A, B, C)
    game.do("1:examine.2")
    assert often(game, 2)["block.contessa"] > 30
    liar = inquisition(I_A, seat(2, "assassin duke"), C)
    liar.do("1:examine.2")
    assert 0 < often(liar, 2)["block.contessa"] < 30
    open_door = inquisition(I_A, B, C, contessa_blocks_examine=False, response_timing="sequential")
    open_door.do("1:examine.2")
    assert set(often(open_door, 2)) <= {"allow", "challenge"}


def test_gives_up_the_card_that_others_have_seen() -> None:
    for card in ("duke", "assassin"):
        seen = inquisition(seat(7, "inquisitor duke"), seat(2, "duke assassin"), C)
        seen.do("1:examine.2", "2:allow", "3:allow", f"2:choose.{card}", "1:return")
        seen.do("2:income", "3:income", "1:coup.2")
        assert set(often(seen, 2, times=5)) == {f"lose.{card}"}


def test_nobody_lies_to_whoever_has_seen_the_last_card() -> None:
    game = inquisition(seat(2, "inquisitor duke"), seat(2, "contessa", "captain"), C, turn=1)
    assert not mind(game, 2).hopeless(Role.DUKE)
    game.do("1:examine.2", "2:allow", "3:allow", "1:return")
    assert mind(game, 2).hopeless(Role.DUKE)
    assert not mind(game, 2).hopeless(Role.CONTESSA), "that is the truth"
    assert not mind(game, 1).hopeless(Role.ASSASSIN)


def test_an_exchange_renews_a_hand() -> None:
    poor = inquisition(seat(1, "inquisitor inquisitor"), B, C)
    fine = inquisition(seat(1, "inquisitor captain"), B, C)
    gains = [
        mind(game, 1).value(DEEDS[Deed.EXCHANGE]) / mind(game, 1).chance() for game in (poor, fine)
    ]
    assert gains[0] > gains[1] > 1


# Factions and the almshouse


def test_pressure_is_for_those_who_stand_alone() -> None:
    one, two = Faction.MONARCHIST, Faction.POPULIST
    equal = dict.fromkeys((1, 2, 3, 4), 1.0)
    coins = dict.fromkeys(equal, 3)
    alone = pressures({1: one, 2: two, 3: two, 4: two}, coins, equal)
    assert alone[1] == pytest.approx(9 * alone[2])
    free = pressures(dict.fromkeys((1, 2, 3, 4), one), coins, equal)
    assert len({round(each, 9) for each in free.values()}) == 1
    strong = pressures(dict.fromkeys((1, 2, 3, 4), one), coins, {**equal, 2: 3.0})
    assert strong[2] > strong[1]
    rich = pressures({1: one, 2: two, 3: two, 4: two}, {**coins, 2: 7}, equal)
    assert rich[1] > alone[1]


def test_turns_to_the_side_of_those_who_can_pay_for_a_coup() -> None:
    game = sides(
        seat(4, "captain contessa", faction=MINE),
        seat(7, "assassin contessa", faction=OTHER),
        seat(7, "duke captain", faction=OTHER),
        seat(1, "duke", "assassin", faction=MINE),
    )
    said = often(game, 1)
    assert said["convert"] + said["convert.2"] + said["convert.3"] > 20
    thinking = mind(game, 1)
    assert thinking.value(DEEDS[Deed.CONVERT]) > thinking.value(DEEDS[Deed.TAX])
    calm = sides(
        seat(4, "captain contessa", faction=MINE),
        seat(1, "assassin contessa", faction=OTHER),
        seat(1, "duke captain", faction=MINE),
        seat(1, "duke", "assassin", faction=OTHER),
    )
    assert often(calm, 1)["convert"] == 0


def test_turns_another_so_that_somebody_else_is_attacked() -> None:
    game = sides(
        seat(3, "captain contessa", faction=MINE),
        seat(7, "assassin contessa", faction=OTHER),
        seat(5, "duke captain", faction=OTHER),
    )
    thinking = mind(game, 1)
    aside = thinking.value(AIMED[Deed.CONVERT][3])
    assert aside > thinking.value(INCOME), "then seat 3 may be attacked as well"


def test_only_the_other_side_is_feared_to_block_aid() -> None:
    duke_beside = sides(
        seat(2, "captain contessa", faction=MINE),
        seat(2, "assassin contessa", faction=OTHER),
        seat(2, "duke captain", faction=MINE),
    )
    assert mind(duke_beside, 1).asked() == [2]
    one_side = sides(*[seat(2, "captain contessa", faction=MINE)] * 2, C | {"faction": MINE})
    assert mind(one_side, 1).asked() == [2, 3]
    assert mind(inquisition(I_A, B, C), 1).asked() == [2, 3]


def test_embezzles_what_nobody_guards() -> None:
    game = sides(seat(1, "captain contessa"), B, C, reserve=6)
    for manner in Manner:
        assert often(game, 1, f"normal.{manner}", 20)["embezzle"] > 15
    few = sides(seat(1, "captain contessa"), B, C, reserve=1)
    assert often(few, 1)["embezzle"] < 30


def test_who_holds_the_duke_embezzles_more_seldom_and_never_if_that_is_known() -> None:
    liar = sides(seat(2, "duke captain"), B, C, reserve=5)
    honest = sides(seat(2, "contessa captain"), B, C, reserve=5)
    assert 0 < often(liar, 1)["embezzle"] < often(honest, 1)["embezzle"]
    told = sides(seat(2, "duke captain"), B, C, reserve=5)
    told.do("1:tax", "2:allow", "3:allow", "2:income", "3:income")
    before, after = mind(liar, 1), mind(told, 1)
    deny = Role.DUKE, Deed.EMBEZZLE, 0
    assert after.doubted(*deny) > before.doubted(*deny), "it said Duke before"
    known = known_duke()
    assert mind(known, 1).hopeless(Role.DUKE, Deed.EMBEZZLE)
    assert "embezzle" not in often(known, 1)
    assert mind(sides(*[C] * 3, reserve=5), 1).unmasked_hand(Deed.TAX) is None


def known_duke() -> Told:
    """Seat 1 is on turn, and everybody knows that it holds the Duke."""
    game = sides(seat(2, "duke captain"), B, C, reserve=5, embezzle_bluff="concede")
    game.do("1:embezzle", "3:challenge", "1:lose.captain", "2:income", "3:income")
    return game


def test_keeps_to_a_denial() -> None:
    game = sides(seat(2, "captain contessa"), B, C, reserve=5)
    game.do("1:embezzle", "2:allow", "3:allow", "2:convert", "3:convert")
    state = game.state
    player = msgspec.structs.replace(state.players[0], hidden=(Role.DUKE, Role.CAPTAIN), coins=2)
    game.state = msgspec.structs.replace(state, players=(player, *state.players[1:]), reserve=7)
    assert often(game, 1)["embezzle"] > 20


@pytest.mark.parametrize("bot", ["easy.careful", "normal.careful"])
def test_doubts_an_embezzler_who_is_known_to_hold_the_duke(bot: str) -> None:
    game = known_duke()
    game.do("1:embezzle")
    assert set(often(game, 2, bot)) == {"challenge"}
    stranger = sides(seat(2, "captain contessa"), B, C, reserve=2)
    stranger.do("1:embezzle")
    assert often(stranger, 2, bot)["challenge"] < 20


def test_an_embezzler_in_doubt_shows_all_or_gives_up_the_least() -> None:
    concede: dict[str, Any] = dict(reserve=2, embezzle_bluff="concede", prove="choice")
    honest = sides(seat(2, "captain contessa"), B, C, **concede)
    honest.do("1:embezzle", "3:challenge")
    assert set(often(honest, 1, times=5)) == {"show.all"}
    liar = sides(seat(2, "duke captain"), B, C, **concede)
    liar.do("1:embezzle", "3:challenge")
    assert set(often(liar, 1, times=5)) == {"lose.duke"}


def test_an_embezzler_is_believed_who_can_hardly_hold_a_duke() -> None:
    game = sides(
        seat(2, "captain contessa"), seat(2, "duke", "duke"), seat(2, "contessa", "duke"), reserve=9
    )
    game.do("1:embezzle")
    here = mind(game, 2)
    assert here.view.act is not None
    assert here.true(here.view.act) == 1
    assert set(often(game, 2)) == {"allow"}


# Games


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("seats", [3, 5])
def test_games_end_and_no_seat_turns_for_ever(level: str, seats: int) -> None:
    said: Counter[str] = Counter()
    for seed in range(5):
        for state, code in played(level, seats, seed):
            assert state.number <= 200
            if isinstance(state.step, Choosing):
                said[code.partition(".")[0]] += 1
    assert said["convert"] < said.total() / 5


def played(level: str, seats: int, seed: int) -> list[tuple[State, str]]:
    """A game of computers, by what was decided."""
    chance, dice = random.Random(seed), Dice(bytes([seats, seed]))
    switches = options(
        inquisitor=True,
        factions=True,
        diplomat=bool(seed % 2),
        prove="choice",
        embezzle_bluff="concede",
    )
    state = run(COUP.setup(seats, switches, dice))
    found: list[tuple[State, str]] = []
    while not isinstance(asked := COUP.ask(state), Over):
        number = chance.choice(sorted(asked.seats))
        view, moves = COUP.view(state, number), COUP.moves(state, number)
        bot = COUP.bots[f"{level}.{tuple(Manner)[number % 3]}"]
        move = bot(view, moves, bot_dice(b"end", len(found), number))
        found.append((state, move.code))
        state = run(COUP.play(state, number, move, dice))
    return found
