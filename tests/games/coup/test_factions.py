"""The factions, one test for each ruling of 13.3.1–13.3.6 and more where it has many sentences."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, events, lobby, prompts
from core.games.coup.model import Cause, Losing
from core.games.coup.names import Deed, Faction, Role
from core.games.coup.refusals import ConvertAlone, MustCoup, SameFaction
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from tests.games.coup.play import (
    Prescribed,
    Told,
    coins,
    hands,
    lost,
    options,
    public,
    run,
    seat,
    table,
)

M, P = Faction.MONARCHIST, Faction.POPULIST


def sides(*rows: tuple[int, str, str], **more: Any) -> Told:
    """A game with factions: (coins, faction m or p, "hidden/lost")."""
    seats = []
    for purse, side, cards in rows:
        hidden, _, gone = cards.partition("/")
        seats.append(seat(purse, hidden, gone, "monarchist" if side == "m" else "populist"))
    return table(*seats, factions=True, **more)


def named(told: list[Any], *kinds: type) -> list[type]:
    """Which of these kinds of events were announced, in order."""
    return [type(message) for message in public(told) if isinstance(message, kinds)]


CHANGES = (events.OneFactionLeft, events.TwoFactionsAgain)
A, B, C, D = "captain assassin", "duke contessa", "duke ambassador", "ambassador contessa"


def four(**more: Any) -> Told:
    """Seats 1 and 3 against 2 and 4."""
    return sides((2, "m", A), (2, "p", B), (2, "m", C), (2, "p", D), **more)


@pytest.mark.parametrize("preset", COUP.presets)
def test_13_3_1_at_least_three(preset: str) -> None:
    """With two the start is refused; 13.6: a rematch of two is refused until Factions is off."""
    size = 6 if preset != "bga_live" else 8
    assert lobby.seats(options(preset=preset, factions=True)) == range(3, size + 1)
    assert lobby.seats(options(preset=preset, inquisitor=True)) == range(2, size + 1)
    both = options(preset=preset, factions=True, inquisitor=True, table_size=10)
    assert lobby.seats(both) == range(3, 11)


@pytest.mark.parametrize("seats", range(3, 11))
def test_13_3_1_factions_alternate_from_the_first_to_act(seats: int) -> None:
    for first in range(1, seats + 1):
        told: list[Any] = []
        switches = options(factions=True, table_size=10)
        state = run(COUP.setup(seats, switches, Prescribed(first=first)), told)
        order = [state.players[(first - 1 + i) % seats].faction for i in range(seats)]
        assert order == [(M, P)[i % 2] for i in range(seats)]
        if seats % 2:
            assert order[0] is order[-1] is M
        assert state.reserve == 0
        said = [m for m in public(told) if isinstance(m, events.Sides)]
        assert len(said) == 1, "public before the first turn"
        ours = tuple(s for s, player in enumerate(state.players, 1) if player.faction is M)
        theirs = tuple(s for s, player in enumerate(state.players, 1) if player.faction is P)
        assert said == [events.Sides(M, ours, P, theirs)]
        assert "embezzle" not in [move.code for move in COUP.moves(state, first)]


def test_13_3_1_without_factions_nobody_has_one() -> None:
    told: list[Any] = []
    state = run(COUP.setup(4, options(inquisitor=True), Dice(b"x")), told)
    assert {player.faction for player in state.players} == {None}
    assert not named(told, events.Sides)


def test_13_3_2_only_the_living_count() -> None:
    game = sides((9, "m", A), (2, "p", "/duke contessa"), (2, "m", C), (2, "p", "duke/contessa"))
    assert [code for code in game.codes(1) if "coup" in code] == ["coup.4"]
    told = game.do("1:coup.4")
    assert named(told, *CHANGES) == [events.OneFactionLeft]
    assert "steal.1" in game.codes(3), "no restriction at all"
    game.do("3:aid")
    assert game.codes(1) == ["allow", "block.duke"]


def test_13_3_2_no_word_of_it_when_the_game_ends() -> None:
    game = sides((7, "m", A), (2, "p", "duke/contessa"), (2, "m", "/duke ambassador"))
    told = game.do("1:coup.2")
    assert game.winners == [1]
    assert not named(told, *CHANGES)
    game = sides((2, "m", A), (2, "p", B), (2, "m", "/duke ambassador"))
    told = game.do("2:leave")
    assert game.winners == [1]
    assert not named(told, *CHANGES)


def test_13_3_2_who_was_left_alone_in_a_faction_and_leaves_tells_of_it() -> None:
    game = four()
    assert not named(game.do("2:leave"), *CHANGES)
    assert named(game.do("4:leave"), *CHANGES) == [events.OneFactionLeft]


def test_13_3_3_attacks_need_a_target_of_the_other_faction() -> None:
    game = sides(
        (9, "m", A), (2, "p", B), (2, "m", C), (2, "p", D), inquisitor=False, diplomat=False
    )
    aimed = [code for code in game.codes(1) if "." in code and "convert" not in code]
    assert aimed == [f"{deed}.{n}" for deed in ("assassinate", "coup", "steal") for n in (2, 4)]
    reason = game.refused("1:coup.3")
    assert reason == SameFaction(3, M, Deed.COUP)
    inquisitor = sides((2, "m", "inquisitor assassin"), (2, "p", "duke contessa"),
                       (2, "m", "duke inquisitor"), inquisitor=True)  # fmt: skip
    assert [code for code in inquisitor.codes(1) if "examine" in code] == ["examine.2"]
    diplomat = sides((2, "m", A), (2, "p", "diplomat contessa"),
                     (2, "m", "diplomat ambassador"), diplomat=True)  # fmt: skip
    assert [code for code in diplomat.codes(1) if "cooperate" in code] == ["cooperate.2"]


def test_13_3_3_a_mate_who_could_only_allow_is_not_asked() -> None:
    game = four()
    game.do("1:aid", "!3:allow", "!3:block.duke", "!2:challenge")
    assert game.awaited == [2, 4]
    assert game.codes(2) == game.codes(4) == ["allow", "block.duke"]
    game.do("2:allow", "4:allow")
    assert coins(game) == [4, 2, 2, 2]
    assert [player.let for player in game.state.players] == [
        (), (Role.DUKE,), (), (Role.DUKE,)
    ]  # fmt: skip


def test_13_3_3_sequential_aid_asks_the_other_faction_alone() -> None:
    game = four(response_timing="sequential")
    game.do("1:aid")
    assert game.awaited == [2, 4]
    assert game.codes(2) == ["allow", "block.duke"]


def test_13_3_3_with_one_faction_everybody_is_asked() -> None:
    game = sides((2, "m", A), (2, "m", B), (2, "m", C))
    game.do("1:aid")
    assert game.awaited == [2, 3]
    game.do("tick")
    assert [player.let for player in game.state.players[1:]] == [(Role.DUKE,)] * 2


def test_13_3_3_challenges_are_never_restricted() -> None:
    """Mates may doubt actions, blocks and each other."""
    game = four(draws="contessa")
    game.do("1:exchange")
    assert game.awaited == [2, 3, 4]
    game.do("3:challenge", "1:lose.captain")
    game = four()
    game.do("1:steal.2", "3:challenge", "3:lose.duke")
    assert lost(game)[2] == "duke"
    game = four()
    game.do("1:steal.2", "2:block.captain")
    assert game.awaited == [1, 3, 4]
    game.do("4:challenge", "2:lose.contessa")
    assert lost(game)[1] == "contessa", "a mate of the blocker doubted the block"


def test_13_3_4_a_target_is_checked_when_it_is_declared() -> None:
    """Who leaves and makes one faction of two changes nothing of an open action."""
    game = sides((2, "m", A), (2, "p", B), (2, "m", C), (2, "m", D))
    game.do("1:steal.2", "2:leave", "3:allow", "4:allow")
    assert coins(game) == [4, 0, 2, 2]


def test_13_3_4_somebody_leaving_adds_nobody_to_the_window() -> None:
    game = sides((2, "m", A), (2, "p", B), (2, "m", C), (2, "m", D))
    told = game.do("1:aid", "2:leave")
    assert named(told, events.Earned, *CHANGES) == [events.OneFactionLeft, events.Earned]
    assert coins(game) == [4, 0, 2, 2]
    assert game.awaited == [3]
    assert {player.let for player in game.state.players} == {()}, "nobody else was asked"


def test_13_3_4_those_who_allowed_before_the_last_one_left_have_let_it_be() -> None:
    game = four()
    game.do("1:aid", "2:allow", "4:leave")
    assert coins(game) == [4, 2, 2, 0]
    assert [player.let for player in game.state.players] == [(), (Role.DUKE,), (), ()]
    game = four()
    game.do("1:aid", "3:leave")
    assert game.awaited == [2, 4]


def test_13_3_5_ten_coins_leave_a_coup_on_the_other_faction() -> None:
    game = sides((10, "m", A), (2, "m", B), (2, "p", C), (2, "p", D), reserve=3)
    assert game.codes(1) == ["coup.3", "coup.4"]
    assert game.refused("1:convert") == game.refused("1:embezzle") == MustCoup()
    assert game.refused("1:coup.2") == SameFaction(2, M, Deed.COUP)
    nine = sides((9, "m", A), (2, "m", B), (2, "p", C), (2, "p", D), reserve=3)
    assert {"convert", "convert.2", "embezzle", "coup.3"} <= set(nine.codes(1))


def test_13_3_5_a_silent_actor_coups_the_next_who_may_be_attacked() -> None:
    game = sides((2, "p", A), (2, "p", B), (10, "m", C), (2, "m", D), turn=3)
    game.do("tick")
    assert game.state.step == Losing(1, Cause.COUP, 3)
    assert coins(game)[2] == 3


@pytest.mark.parametrize(
    ("purse", "offered"),
    [(0, []), (1, ["convert"]), (2, ["convert", "convert.2", "convert.3", "convert.4"])],
)
def test_13_3_6_convert_is_offered_if_affordable(purse: int, offered: list[str]) -> None:
    game = sides((purse, "m", A), (2, "p", B), (2, "m", C), (2, "p", D), (2, "m", "/duke captain"))
    assert [code for code in game.codes(1) if "convert" in code] == offered
    assert game.refused("1:convert.1") == ConvertAlone() or purse < 2


def test_13_3_6_one_coin_changes_the_own_faction() -> None:
    game = four()
    told = game.do("1:convert")
    assert public(told)[0] == events.ConvertedSelf(1, 1, P, 1)
    assert game.state.players[0].faction is P
    assert coins(game) == [1, 2, 2, 2]
    assert game.state.reserve == 1
    assert game.awaited == [2], "no claim, no window, no consent; the turn ends"
    game.do("2:convert", "3:convert")
    assert game.state.reserve == 3


@pytest.mark.parametrize(("target", "side"), [(2, M), (3, P)])
def test_13_3_6_two_coins_change_anothers_of_either_faction(target: int, side: Faction) -> None:
    game = four(reserve=4)
    told = game.do(f"1:convert.{target}")
    assert public(told)[0] == events.Converted(1, 2, target, side, 0)
    assert game.state.players[target - 1].faction is side
    assert coins(game) == [0, 2, 2, 2]
    assert game.state.reserve == 6
    assert game.awaited == [2]
    assert hands(game)[target - 1] == " ".join(sorted((B, C)[target - 2].split()))


def test_13_3_6_convert_makes_one_faction_and_two_again() -> None:
    game = sides((5, "m", A), (5, "p", B), (5, "m", C))
    told = game.do("1:convert.2")
    assert named(told, *CHANGES) == [events.OneFactionLeft]
    assert {"steal.1", "steal.3"} <= set(game.codes(2))
    told = game.do("2:convert.3")
    assert named(told, *CHANGES) == [events.TwoFactionsAgain]
    assert not named(game.do("3:convert.1"), *CHANGES), "still two"
    told = game.do("1:convert")
    assert named(told, *CHANGES) == []
    assert [player.faction for player in game.state.players] == [M, M, P]


def test_13_3_6_hands_and_claims_stay_as_they_are() -> None:
    game = four()
    before = game.state.players
    game.do("1:convert.2")
    after = game.state.players
    assert [p.version for p in after] == [p.version for p in before]
    assert [p.claims for p in after] == [p.claims for p in before]


def test_13_3_9_coins_of_those_out_go_to_the_treasury() -> None:
    game = sides((7, "m", A), (5, "p", "duke/contessa"), (2, "m", C), (2, "p", D), reserve=3)
    told = game.do("1:coup.2")
    assert events.CoinsReturned(5, 2) in public(told)
    assert game.state.reserve == 3
    assert coins(game) == [0, 0, 2, 2]
    game.do("3:leave", "4:leave")
    assert game.state.reserve == 3


def test_13_3_10_factions_and_reserve_are_public() -> None:
    game = four(reserve=5)
    for reader in (None, 1, 4):
        view = COUP.view(game.state, reader)
        assert [player.faction for player in view.players] == [M, P, M, P]
        assert view.reserve == 5


def test_13_3_11_absent_players_never_convert_or_embezzle() -> None:
    """Silence takes Income, or the Coup that must be, until the game ends."""
    game = sides((2, "m", A), (2, "p", B), (2, "m", C), reserve=3, inquisitor=False)
    for _ in range(300):
        if game.winners:
            break
        game.do("tick")
    assert game.winners
    assert game.state.reserve == 3
    assert [player.faction for player in game.state.players] == [M, P, M]
    assert not named(game.notes, events.ConvertedSelf, events.Converted, events.EmbezzleClaimed)


def test_13_3_12_rows_of_convert() -> None:
    for move, cost in (("convert", 1), ("convert.3", 2)):
        game = four()
        game.do(f"1:{move}")
        assert coins(game)[0] == 2 - cost
        assert game.state.reserve == cost


def test_the_prompt_of_a_forced_coup_is_the_same_with_factions() -> None:
    game = sides((10, "m", A), (2, "m", B), (2, "p", C))
    found = COUP.ask(game.state)
    assert isinstance(found, Ask)
    assert found.prompt == prompts.CoupWanted(1, 10)


def test_the_standing_order_allows_aid_only_where_it_is_asked() -> None:
    game = four()
    game.do("1:aid")
    orders = COUP.orders
    assert orders is not None
    assert orders.answer(game.state, 3, "allow") is None
    answer = orders.answer(game.state, 2, "allow")
    assert answer is not None
    assert answer.code == "allow"


def test_switches_by_preset() -> None:
    for preset in COUP.presets:
        both = options(preset=preset, factions=True, inquisitor=True)
        assert both.factions
        assert both.inquisitor
        assert both.embezzle_bluff == ("concede" if preset == "official" else "open_hand")
        assert both.prove == COUP.presets[preset].prove
    assert options(factions=True, contessa_blocks_examine=False).contessa_blocks_examine is False
