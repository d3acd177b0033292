"""Examine: who learns what and for how long, deadlines, leaving, rows (13.2.10–13.2.13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, events, prompts
from core.games.coup.model import Examining, Revealing, Seen
from core.games.coup.names import Deed, Role
from core.kernel.text import Whisper
from tests.games.coup.courts import FOE, LIAR, A, B, C, court
from tests.games.coup.play import Told, asked, coins, hands, lost, options, public, seat


def seen(game: Told, number: int) -> list[tuple[int, str]]:
    return [(each.by, str(each.role)) for each in game.state.players[number - 1].seen]


def test_13_2_10_who_learns_what() -> None:
    game = court(A, B, C, draws="captain", contessa_blocks_examine=False)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    for reader in (None, 3):
        view = COUP.view(game.state, reader)
        assert view.step == Examining(None)
        assert view.players[1].seen == ()
        assert view.players[1].hidden == ()
    for reader in (1, 2):
        view = COUP.view(game.state, reader)
        assert view.step == Examining(Role.CONTESSA)
        assert view.players[1].seen == (Seen(1, Role.CONTESSA),)
    assert COUP.view(game.state, 1).players[1].hidden == ()
    game.do("1:force")
    assert seen(game, 2) == []
    for reader in (None, 3):
        sunk = COUP.view(game.state, reader).sunk
        assert sunk is not None
        assert (sunk.cards, sunk.took) == ((), None)
    known = COUP.view(game.state, 1).sunk
    assert known is not None
    assert (known.cards, known.took) == ((Role.CONTESSA,), None), "not the replacement"
    own = COUP.view(game.state, 2).sunk
    assert own is not None
    assert (own.cards, own.took) == ((Role.CONTESSA,), Role.CAPTAIN)
    for told in ("group", "3"):
        assert "contessa" not in game.named[told]
        assert "assassin" not in game.named[told]
    assert "captain" not in game.named["group"]
    assert "contessa" in game.named["1"]
    assert "captain" not in game.named["1"], "the replacement"
    assert "assassin" not in game.named["1"], "the other card"


def returned(*more: str, **switches: Any) -> Told:
    """Seat 1 has seen the Contessa of seat 2, who holds an Assassin beside it."""
    game = court(A, B, seat(9, "captain duke"), **switches)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return")
    assert seen(game, 2) == [(1, "contessa")]
    game.do(*more)
    return game


def test_13_2_10_what_was_seen_is_known_until_it_may_have_moved() -> None:
    assert seen(returned("2:income", "3:coup.2", "2:lose.assassin"), 2) == [(1, "contessa")]
    assert seen(returned("2:income", "3:coup.2", "2:lose.contessa"), 2) == []
    exchanged = returned("2:exchange", "1:allow", "3:allow", draws="duke")
    assert seen(exchanged, 2) == [(1, "contessa")], "nothing has gone back yet"
    exchanged.do("2:keep.assassin.contessa")
    assert seen(exchanged, 2) == [], "it may have gone back"
    proved = ("2:income", "3:steal.2", "1:allow")
    assert seen(returned(*proved, "2:allow"), 2) == [(1, "contessa")]
    again = returned("2:income", "3:examine.2", "1:allow", "2:block.contessa", "1:challenge")
    assert seen(again, 2) == [], "the proof has shuffled a Contessa in"
    assert seen(returned("2:leave"), 2) == []


def test_13_2_10_a_proof_of_another_card_moves_nothing_that_was_seen() -> None:
    game = court(A, seat(3, "assassin contessa"), C, draws="duke")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return")
    game.do("2:assassinate.3", "1:challenge", "1:lose.duke")
    assert seen(game, 2) == [(1, "contessa")]
    assert game.state.players[1].hidden == (Role.DUKE, Role.CONTESSA)


def test_13_2_10_another_examiner_may_have_moved_it() -> None:
    rows = (A, B, seat(2, "inquisitor captain"))
    game = court(*rows, draws="duke")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return", "2:income")
    game.do("3:examine.2", "1:allow", "2:allow", "2:choose.assassin")
    assert seen(game, 2) == [(1, "contessa"), (3, "assassin")]
    assert COUP.view(game.state, 1).players[1].seen == (Seen(1, Role.CONTESSA),)
    assert COUP.view(game.state, 3).players[1].seen == (Seen(3, Role.ASSASSIN),)
    assert len(COUP.view(game.state, 2).players[1].seen) == 2
    assert COUP.view(game.state, None).players[1].seen == ()
    game.do("3:force")
    assert seen(game, 2) == [], "seat 1 cannot know which of the two was exchanged"


def test_13_2_10_whoever_forces_knows_what_else_it_has_seen() -> None:
    game = court(A, B, C, draws="duke")
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa", "1:return")
    game.do("2:income", "3:income", "1:examine.2", "2:allow", "3:allow", "2:choose.assassin")
    assert seen(game, 2) == [(1, "contessa"), (1, "assassin")]
    game.do("1:force")
    assert seen(game, 2) == [(1, "contessa")]
    game = returned("2:income", "3:income", "1:examine.2", "2:allow", "3:allow")
    game.do("2:choose.contessa")
    assert seen(game, 2) == [(1, "contessa")], "told once"


def test_13_2_10_what_everybody_knew_of_a_hand_ends_with_a_forced_exchange() -> None:
    game = court(seat(2, "inquisitor duke"), FOE, C, draws="duke")
    game.do("1:income", "2:tax", "3:challenge", "2:lose.captain", "3:income")
    assert game.state.players[1].lacks == (Role.DUKE,)
    version = game.state.players[1].version
    game.do("1:examine.2", "2:allow", "3:allow")
    assert game.state.players[1].version == version + 1
    game.do("1:force")
    player = game.state.players[1]
    assert (player.hidden, player.lacks, player.let) == ((Role.DUKE,), (), ())
    assert player.version == version + 2
    assert player.caught == (Role.DUKE,)


def test_13_2_10_the_letter_that_was_pressed_means_nothing_later() -> None:
    """Each question about the same hand has letters of its own."""
    game = court(A, B, seat(9, "captain duke"))
    game.do("1:examine.2", "2:allow", "3:allow")
    shown = COUP.hidden(game.state, 2)
    game.do("2:choose.contessa", "1:return", "2:income", "3:coup.2")
    later = COUP.hidden(game.state, 2)
    assert shown.words == later.words
    assert later.version > shown.version


def test_13_2_11_deadlines_slot_1_and_return() -> None:
    game = court(A, B, C)
    game.do("1:examine.2", "tick")
    told = game.do("tick")
    assert Whisper(1, events.SeesCard(2, Role.ASSASSIN)) in told
    told = game.do("tick")
    assert public(told) == [events.GaveBack(1, 2)]
    assert hands(game)[1] == "assassin contessa"


def test_13_2_12_the_target_leaves() -> None:
    game = court(A, B, C)
    game.do("1:examine.2", "2:allow", "3:allow")
    told = game.do("2:leave")
    assert public(told)[:2] == [
        events.LeftFaceUp(2, (Role.ASSASSIN, Role.CONTESSA)),
        events.NobodyToExamine(2),
    ]
    assert game.awaited == [3]
    game = court(A, B, C)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.contessa")
    told = game.do("2:leave")
    assert public(told) == [
        events.LeftFaceUp(2, (Role.ASSASSIN, Role.CONTESSA)),
        events.CoinsReturned(2, 2),
    ]
    assert game.awaited == [3]
    assert lost(game)[1] == "assassin contessa"


@pytest.mark.parametrize("chosen", [(), ("2:choose.contessa",)])
def test_13_2_12_the_actor_leaves(chosen: tuple[str, ...]) -> None:
    game = court(A, B, C)
    game.do("1:examine.2", "2:allow", "3:allow", *chosen)
    told = game.do("1:leave")
    assert events.Cancelled(1, Deed.EXAMINE) in public(told)
    assert hands(game)[1] == "assassin contessa", "the owner keeps the card"
    assert game.awaited == [2]
    assert game.codes(2)[0] == "aid"


@pytest.mark.parametrize("chosen", [(), ("2:choose.contessa",)])
def test_13_2_12_a_bystander_leaves(chosen: tuple[str, ...]) -> None:
    game = court(A, B, C)
    game.do("1:examine.2", "2:allow", "3:allow", *chosen)
    before = COUP.ask(game.state)
    game.do("3:leave")
    assert COUP.ask(game.state) == before
    game.do("tick", *([] if chosen else ["tick"]))
    assert game.awaited == [2]


@pytest.mark.parametrize("chosen", [(), ("2:choose.contessa",)])
@pytest.mark.parametrize("leaver", [1, 2])
def test_13_2_12_one_of_two_leaves(chosen: tuple[str, ...], leaver: int) -> None:
    game = court(A, B)
    game.do("1:examine.2", "2:allow", *chosen, f"{leaver}:leave")
    assert game.winners == [3 - leaver]
    assert game.state.act is None


ROWS = [
    # what A holds, what T holds, what is done, who loses how many, whether it happens
    ("true", A, B, "2:allow 3:allow", (0, 0, 0), True),
    ("bluff allowed", LIAR, B, "2:allow 3:allow", (0, 0, 0), True),
    ("blocked", A, B, "2:block.contessa 1:allow 3:allow", (0, 0, 0), False),
    ("Y wrong", A, B, "2:block.contessa 3:challenge tick", (0, 0, 1), False),
    ("Y wrong is A", A, B, "2:block.contessa 1:challenge tick", (1, 0, 0), False),
    ("Y right", A, FOE, "2:block.contessa 3:challenge tick", (0, 1, 0), True),
    ("X wrong", A, B, "3:challenge tick 2:allow", (0, 0, 1), True),
    ("X wrong, blocked", A, B, "3:challenge tick 2:block.contessa tick", (0, 0, 1), False),
    ("X and Y wrong", A, B, "3:challenge tick 2:block.contessa 3:challenge", (0, 0, 2), False),
    (
        "X wrong, Y right", A, FOE, "3:challenge tick 2:block.contessa 3:challenge tick",
        (0, 1, 1), True,
    ),
    ("X wrong is T", A, B, "2:challenge tick 2:allow", (0, 1, 0), True),
    ("X right", LIAR, B, "3:challenge tick", (1, 0, 0), False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "other", "moves", "losses", "happens"),
    [row[1:] for row in ROWS],
    ids=[str(row[0]) for row in ROWS],
)
def test_13_2_13_rows(
    mine: Any, other: Any, moves: str, losses: tuple[int, ...], happens: bool
) -> None:
    game = court(mine, other, C, draws="inquisitor")
    game.do("1:examine.2", *moves.split())
    assert tuple(len(player.lost) for player in game.state.players) == losses
    assert isinstance(game.state.step, Revealing | Examining) == happens
    assert coins(game) == [2, 2, 0 if losses[2] == 2 else 2], "no coins move"
    assert (game.state.act is None) != happens


def test_13_2_13_at_most_six_decisions() -> None:
    """The longest way: window, loss, second chance, counter, loss, verdict."""
    game = court(A, FOE, C, draws="inquisitor")
    told = "1:examine.2", "3:challenge", "3:lose.duke", "2:block.contessa", "1:challenge"
    prompts_asked = []
    for line in (*told, "2:lose.captain", "1:return"):
        game.do(line)
        prompts_asked.append(asked(game).prompt)
    assert len(set(prompts_asked[:-1])) == 6
    assert prompts_asked[-1] == prompts.ActionWanted(2)


def test_a_proof_by_choice_of_an_inquisitor() -> None:
    """`prove` = choice: the actor turns up a card as for every other claim."""
    game = court(A, B, C, prove="choice", draws="captain")
    game.do("1:examine.2", "3:challenge")
    assert game.codes(1) == ["show.duke", "show.inquisitor"]
    assert asked(game).prompt == prompts.ProofWanted(1, 3, Role.INQUISITOR)
    game.do("1:show.inquisitor", "3:lose.duke", "2:allow")
    assert isinstance(game.state.step, Revealing)
    game = court(A, B, C, prove="choice")
    game.do("1:examine.2", "3:challenge", "1:show.duke")
    assert lost(game)[0] == "duke"
    assert game.awaited == [2]
    game = court(A, B, C, prove="choice")
    game.do("1:examine.2", "3:challenge", "tick")
    assert game.awaited == [3], "silence shows the claimed card"


def test_a_proof_by_choice_of_a_block() -> None:
    game = court(A, B, C, prove="choice", draws="captain")
    game.do("1:examine.2", "2:block.contessa", "3:challenge")
    assert game.codes(2) == ["show.assassin", "show.contessa"]
    game.do("2:show.assassin")
    assert game.awaited == [1], "the block is void: the last card is shown at once"
    assert game.state.step == Examining(Role.CONTESSA)


def test_the_standing_order_never_lets_oneself_be_examined() -> None:
    game = court(A, B, C)
    game.do("1:examine.2")
    orders = COUP.orders
    assert orders is not None
    assert orders.answer(game.state, 2, "allow") is None
    answer = orders.answer(game.state, 3, "allow")
    assert answer is not None
    assert answer.code == "allow"
    game.do("3:allow", "2:allow")
    assert orders.answer(game.state, 2, "allow") is None, "no card is chosen for anybody"
    game.do("2:choose.contessa")
    assert all(orders.answer(game.state, number, "allow") is None for number in game.seats)


def test_switches_by_preset() -> None:
    for preset in COUP.presets:
        table_of = options(preset=preset, inquisitor=True)
        official = preset == "official"
        assert table_of.inquisitor
        assert not table_of.factions
        assert table_of.contessa_blocks_examine is not official
        assert table_of.examine_redraw == ("draw_first" if official else "shuffle_first")
        assert table_of.embezzle_bluff == ("concede" if official else "open_hand")
        assert not options(preset=preset).variants
        base = COUP.presets[preset]
        assert not (base.inquisitor or base.factions)
