"""What each card does (LL-6), and elimination (LL-7)."""

from __future__ import annotations

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import events, refusals
from core.games.love_letter.names import Card
from tests.games.love_letter.running import at, hand, out, random_match


def test_ll_6_0_a_played_card_ends_up_on_the_own_discards() -> None:
    seats = [hand("handmaid", "king", discards=["guard"]), hand("baron"), hand("priest")]
    match = at("bga", seats, "1:handmaid")
    assert match.state.discards[0] == (Card.GUARD, Card.HANDMAID)
    assert match.state.hands[0] == (Card.KING,)


def test_ll_6_1_guard_hits_and_misses() -> None:
    seats = [hand("guard", "king"), hand("baron"), hand("priest")]
    match = at("bga", seats, "1:guard.2.priest")
    assert match.public()[0] == events.GuardMissed(1, Card.GUARD, 2, Card.PRIEST)
    assert match.state.alive == (1, 2, 3)
    match = at("bga", seats, "1:guard.2.baron")
    assert match.public()[:2] == [
        events.GuardHit(1, Card.GUARD, 2, Card.BARON),
        events.WentOutWith(2, (Card.BARON,)),
    ]
    assert match.state.alive == (1, 3)


def test_ll_6_2_priest_tells_the_actor_alone() -> None:
    match = at("bga", [hand("priest", "king"), hand("baron"), hand("guard")], "1:priest.2")
    assert match.private(1) == [events.HandLearnt(2, Card.BARON)]
    assert match.private(3) == []
    assert match.public()[0] == events.HandLookedAt(1, Card.PRIEST, 2)


def test_ll_6_3_baron_puts_the_lower_card_out() -> None:
    """T09: the actor can lose; the winner's card stays secret."""
    match = at("bga", [hand("baron", "guard"), hand("king"), hand("priest")], "1:baron.2")
    assert match.public()[:2] == [
        events.HandsCompared(1, Card.BARON, 2, 1),
        events.WentOutWith(1, (Card.GUARD,)),
    ]
    assert match.private(1) == [events.HandLearnt(2, Card.KING)]
    assert match.private(2)[0] == events.HandLearnt(1, Card.GUARD)
    assert Card.KING not in match.told("group")
    assert match.state.turn == 2


def test_ll_6_3_baron_with_equal_cards() -> None:
    match = at("bga", [hand("baron", "guard"), hand("guard"), hand("priest")], "1:baron.2")
    assert match.public()[0] == events.HandsTied(1, Card.BARON, 2)
    assert match.state.alive == (1, 2, 3)
    assert match.private(1) == [events.HandLearnt(2, Card.GUARD)]


def test_ll_6_4_protection_lasts_until_the_own_next_turn() -> None:
    """T12: through the others' turns, and it ends before the draw."""
    seats = [hand("handmaid", "king"), hand("baron"), hand("priest")]
    match = at("bga", seats, "1:handmaid", draws=["guard", "guard", "guard"])
    assert 1 in match.state.shielded
    assert not {code for code in match.legal(2) if ".1" in code}
    match.play("2:guard.3.king", "3:guard.2.king")
    assert not match.state.shielded
    ended = match.public().index(events.ProtectionEnded(1))
    assert isinstance(match.public()[ended + 1], events.TurnBegan)


def test_ll_6_4_a_handmaid_thrown_away_protects_nobody() -> None:
    match = at("bga", [hand("prince", "king"), hand("handmaid"), hand("priest")], "1:prince.2")
    assert match.state.shielded == ()


def test_ll_6_5_prince_throws_a_hand_away() -> None:
    seats = [hand("prince", "guard"), hand("countess"), hand("priest")]
    match = at("bga", seats, "1:prince.2", draws=["princess"])
    assert match.state.discards[1] == (Card.COUNTESS,)
    assert match.state.hands[1][0] is Card.PRINCESS
    assert match.private(2)[0] == events.Drew(Card.PRINCESS)
    assert match.public()[:2] == [
        events.HandThrownAway(1, Card.PRINCE, 2, Card.COUNTESS),
        events.DrewAnew(2, 11),
    ]


def test_ll_6_5_prince_takes_the_set_aside_card() -> None:
    """T21: also when it is the own hand, and never a card that lies face up."""
    seats = [
        hand("prince", "guard", discards=["guard", "baron", "guard", "prince"]),
        hand("priest", discards=["guard", "guard", "handmaid", "handmaid", "countess"]),
    ]
    match = at("aeg", seats, aside="king", faceup=["baron", "princess", "priest"])
    match.play("1:prince.1")
    assert events.TookTheAside(1) in match.public()
    assert match.private(1)[0] == events.Drew(Card.KING)
    assert match.state.last == (1,)


def test_ll_6_5_princess_thrown_away_draws_nothing() -> None:
    match = at("bga", [hand("prince", "guard"), hand("princess"), hand("priest")], "1:prince.2")
    assert match.public()[:2] == [
        events.HandThrownAway(1, Card.PRINCE, 2, Card.PRINCESS),
        events.WentOut(2),
    ]
    assert not any(isinstance(note, events.DrewAnew) for note in match.public())


def test_ll_6_5_a_position_without_a_set_aside_card_goes_on() -> None:
    seats = [
        hand("prince", "king", discards=["guard", "baron", "handmaid", "countess"]),
        hand("priest", discards=["guard", "priest", "handmaid"]),
        out("guard", "guard", "guard", "baron", "prince", "princess"),
    ]
    match = at("bga", seats, "1:prince.2")
    assert events.NothingLeftToDraw(2) in match.public()
    assert match.state.last == (1,)


def test_ll_6_6_king_swaps_in_secret() -> None:
    """T24: both learn their new card, the group none."""
    match = at("bga", [hand("king", "guard"), hand("princess"), hand("priest")], "1:king.2")
    assert match.state.hands[0] == (Card.PRINCESS,)
    assert match.state.hands[1][0] is Card.GUARD
    assert match.private(1) == [events.GotBySwap(2, Card.PRINCESS, Card.GUARD)]
    assert match.private(2)[0] == events.GotBySwap(1, Card.GUARD, Card.PRINCESS)
    assert match.told("group") == {"king"}


@pytest.mark.parametrize(
    ("preset", "switches", "other", "free"),
    [
        ("bga", {}, "prince", False),
        ("bga", {}, "king", False),
        ("bga", {}, "princess", False),
        ("bga", {}, "handmaid", True),
        ("aeg", {}, "prince", False),
        ("aeg", {}, "king", False),
        ("aeg", {}, "princess", True),  # T27
        ("z19", {}, "princess", True),
        ("z19", {}, "king", False),
        ("z19", {}, "chancellor", True),
        ("z19", {"countess": "sum12"}, "handmaid", False),
        ("z19", {"countess": "sum12"}, "baron", True),
        ("jp", {"countess": "sum12"}, "princess", False),
    ],
)
def test_ll_6_7_countess(preset: str, switches: dict[str, str], other: str, free: bool) -> None:
    seats = [hand("countess", other), hand("guard"), hand("priest")]
    match = at(preset, seats, switches=switches)
    assert ({code.split(".")[0] for code in match.legal(1)} == {"countess"}) is not free
    assert "countess" in match.legal(1)
    if not free:
        reason = match.refused(f"1:{other}")
        assert reason == refusals.CountessForced(Card.COUNTESS)


def test_ll_6_7_nothing_is_checked_after_a_swap() -> None:
    seats = [hand("king", "priest"), hand("countess"), hand("guard")]
    match = at("bga", seats, "1:king.2", draws=["prince"])
    assert match.state.hands[0] == (Card.COUNTESS,)
    assert "prince.1" in match.legal(2)


def test_ll_6_7_jp_minister_busts_on_the_draw() -> None:
    seats = [hand("handmaid", "guard"), hand("minister"), hand("priest")]
    match = at("jp", seats, "1:handmaid", draws=["princess", "guard"])
    assert match.state.alive == (1, 3)
    assert match.state.discards[1] == (Card.MINISTER, Card.PRINCESS)
    assert match.state.turn == 3
    bust = events.MinisterBusted(2, Card.MINISTER, (Card.MINISTER, Card.PRINCESS))
    assert bust in match.public()
    assert match.private(2) == []


def test_ll_6_7_jp_minister_with_low_cards_is_free() -> None:
    """T42: with 1 to 4 the Minister may be kept or played."""
    for low in ("guard", "priest", "baron", "handmaid"):
        match = at("jp", [hand("minister", low), hand("king"), hand("guard")])
        words = {code.split(".")[0] for code in match.legal(1)}
        assert words == {"minister", low}


def test_ll_6_8_princess_played_is_out() -> None:
    match = at("bga", [hand("princess", "guard"), hand("king"), hand("priest")], "1:princess")
    assert match.state.alive == (2, 3)
    assert match.state.discards[0] == (Card.PRINCESS, Card.GUARD)
    assert match.public()[:2] == [
        events.Played(1, Card.PRINCESS),
        events.WentOutWith(1, (Card.GUARD,)),
    ]


def test_ll_6_9_spy_pays_the_only_one_left_with_it() -> None:
    seats = [hand("guard", "king", discards=["spy", "spy"]), hand("baron"), out()]
    match = at("z19", seats, "1:guard.2.baron")
    assert match.state.tokens == (2, 0, 0)
    assert events.SpyCounted(1, Card.SPY, 1) in match.public()


def test_ll_6_10_chancellor() -> None:
    """T45: two cards are drawn, one of three is kept, the last named is the very bottom."""
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["princess", "baron"])
    assert match.state.phase == "keep"
    assert match.private(1) == [events.DrewSeveral((Card.PRINCESS, Card.BARON))]
    assert len(match.legal(1)) == 6
    before = len(match.state.deck)
    match.play("1:keep.baron.princess.guard")
    # the next seat has drawn one card
    assert len(match.state.deck) == before + 1
    assert match.state.deck[-2:] == (Card.PRINCESS, Card.GUARD)
    assert match.state.hands[0] == (Card.BARON,)
    assert match.public()[:2] == [
        events.ChancellorDrew(1, Card.CHANCELLOR, 2),
        events.ChancellorReturned(1, 2),
    ]
    assert match.private(1)[1] == events.KeptOneOfThree(Card.BARON, Card.PRINCESS, Card.GUARD)


def test_ll_6_10_equal_cards_make_one_entry() -> None:
    seats = [hand("chancellor", "guard"), hand("king"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["guard", "guard"])
    assert match.legal(1) == {"keep.guard.guard.guard"}


def test_ll_6_10_the_countess_forces_nothing_in_the_choice() -> None:
    seats = [hand("chancellor", "countess"), hand("guard"), hand("priest")]
    match = at("z19", seats, "1:chancellor", draws=["king", "guard"])
    assert "keep.king.guard.countess" in match.legal(1)


def test_ll_7_1_elimination() -> None:
    seats = [
        hand("guard", "prince"),
        hand("king", discards=["guard", "baron"]),
        hand("priest"),
    ]
    match = at("bga", seats, "1:guard.2.king", draws=["guard"])
    assert match.state.discards[1] == (Card.GUARD, Card.BARON, Card.KING)
    assert match.state.hands[1] == ()
    assert match.state.turn == 3
    assert not {code for code in match.legal(3) if ".2" in code}


def test_ll_7_2_somebody_is_always_left() -> None:
    for seed in range(10):
        last = 0
        for state, _ in random_match("jp", 4, bytes([seed])):
            assert state.alive
            if state.round == last:
                assert len(state.alive) >= 1 if state.phase == "over" else len(state.alive) >= 2
            last = state.round


def test_ll_7_3_who_is_out_sees_what_the_group_sees() -> None:
    seats = [hand("priest", "guard"), hand("king"), hand("baron")]
    match = at("bga", seats, "1:priest.2", draws=["guard", "guard"])
    assert GAME.view(match.state, 1).seen
    match.play("2:guard.3.princess", "3:guard.1.priest")
    match = at("bga", seats, "1:priest.2", draws=["baron"])
    match.play("2:baron.1")
    assert match.state.alive == (2, 3)
    mine, everybodys = GAME.view(match.state, 1), GAME.view(match.state, None)
    assert (mine.hand, mine.seen, mine.under) == ((), (), ())
    assert GAME.scene(mine).lines[:-1] == GAME.scene(everybodys).lines
