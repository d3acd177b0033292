"""Legal and wrong choices (LL-5)."""

from __future__ import annotations

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter import refusals as no
from core.games.love_letter.names import Card
from core.kernel.text import Public, Secret
from tests.games.love_letter.running import Match, at, hand, out

NAMES = ("priest", "baron", "handmaid", "prince", "king", "countess", "princess")


def shielded(card: str, *discards: str) -> dict[str, object]:
    return hand(card, discards=["handmaid", *discards], protected=True)


def open_table(*cards: str) -> Match:
    return at("bga", [hand(*cards), hand("baron"), hand("priest")])


def test_ll_5_1_any_card_of_the_hand() -> None:
    assert open_table("handmaid", "countess").legal(1) == {"handmaid", "countess"}
    assert open_table("handmaid", "handmaid").legal(1) == {"handmaid"}


def test_ll_5_2_targets_are_the_free_others() -> None:
    match = at("bga", [hand("priest", "king"), shielded("baron"), hand("guard")])
    assert match.legal(1) == {"priest.3", "king.3"}


def test_ll_5_2_without_a_free_other_the_card_is_wasted() -> None:
    """T15: Priest, Baron and King are played without a target when all are protected."""
    for card in ("priest", "baron", "king"):
        match = at("bga", [hand(card, "guard"), shielded("baron"), shielded("priest")])
        assert match.legal(1) == {card, "guard"}
        hands = match.state.hands
        match.play(f"1:{card}")
        assert match.state.hands[2] == hands[2]
        assert match.state.alive == (1, 2, 3)


def test_ll_5_2_prince_must_hit_oneself() -> None:
    """T18: with all others protected the own hand goes, whatever it is."""
    match = at("bga", [hand("prince", "guard"), shielded("baron"), shielded("priest")])
    assert {code for code in match.legal(1) if code.startswith("prince")} == {"prince.1"}


def test_ll_5_3_fizzle_lets_protected_players_be_chosen() -> None:
    """T36: the Wizard is never forced to hit oneself."""
    match = at("jp", [hand("prince", "guard"), shielded("baron"), shielded("priest")])
    assert match.legal(1) == {"prince.1", "prince.2", "prince.3", "guard.2", "guard.3"}
    match.play("1:prince.2")
    assert match.state.discards[1] == ("handmaid",)
    assert match.state.alive == (1, 2, 3)


def test_ll_5_4_a_guard_names_any_rank_but_its_own() -> None:
    """T48: also the 0 and the 9 of the deck of 21, and no card of another deck."""
    names = {code.split(".")[2] for code in open_table("guard", "princess").legal(1) if "." in code}
    assert names == set(NAMES)
    match = at("z19", [hand("guard", "guard"), hand("king"), hand("guard")])
    names = {code.split(".")[2] for code in match.legal(1)}
    assert names == {*NAMES, "spy", "chancellor"}


def reason(match: Match, line: str) -> type:
    found = match.refused(line)
    assert isinstance(found, Public | Secret)
    return type(found)


def test_ll_5_5_who_may_not_act() -> None:
    """T57, T59: those who left, who are out, who are not on turn."""
    seats = [hand("guard", "king"), hand("baron"), out("priest"), {**out(), "left": True}]
    match = at("bga", seats)
    assert reason(match, "4:guard.2.king") is no.YouHaveLeft
    assert reason(match, "3:guard.2.king") is no.YouAreOut
    assert match.refused("2:baron.1") == no.NotYourTurn(1)
    match = at("bga", seats, "1:guard.2.baron", switches={"target": 1})
    assert reason(match, "2:baron.1") is no.RoundIsOver


def test_ll_5_5_the_card() -> None:
    match = open_table("prince", "guard")
    assert reason(match, "1:") is no.NoSuchCard
    assert reason(match, "1:joker") is no.NoSuchCard
    assert reason(match, "1:spy") is no.NoSuchCard
    assert match.refused("1:king.2") == no.CardNotInHand(Card.KING)
    match = open_table("king", "countess")
    assert match.refused("1:king.2") == no.CountessForced(Card.COUNTESS)
    assert reason(match, "1:countess.2") is no.TargetNotAllowed


def test_ll_5_5_the_target() -> None:
    seats = [hand("prince", "guard"), shielded("baron"), hand("priest"), out()]
    match = at("bga", seats)
    assert reason(match, "1:prince") is no.TargetRequired
    assert reason(match, "1:guard") is no.TargetRequired
    assert reason(match, "1:prince.9") is no.TargetUnknown
    assert reason(match, "1:prince.x") is no.TargetUnknown
    assert reason(match, "1:guard.1.king") is no.TargetSelf
    assert match.refused("1:guard.4.king") == no.TargetOut(4)
    assert match.refused("1:guard.2.king") == no.TargetProtected(2)
    assert match.refused("1:prince.2") == no.TargetProtected(2)
    match = at("bga", [hand("prince", "guard"), shielded("baron"), out()])
    assert reason(match, "1:guard.2.king") is no.NoLegalTarget
    assert reason(match, "1:prince.2") is no.TargetMustBeSelf
    assert reason(match, "1:prince") is no.TargetRequired


def test_ll_5_5_the_name() -> None:
    match = open_table("guard", "priest")
    assert match.refused("1:guard.2") == no.NameRequired(2)
    assert match.refused("1:guard.2.guard") == no.NameGuard(Card.GUARD)
    assert reason(match, "1:guard.2.joker") is no.NameUnknown
    assert reason(match, "1:guard.2.spy") is no.NameUnknown
    assert reason(match, "1:guard.2.king.king") is no.NameNotAsked
    assert reason(match, "1:priest.2.king") is no.NameNotAsked
    match = at("jp", [hand("guard", "king"), shielded("baron"), hand("priest")])
    assert reason(match, "1:guard.2.king") is no.NameNotAsked


def test_ll_5_5_while_the_chancellor_chooses() -> None:
    match = at("z19", [hand("chancellor", "guard"), hand("king"), hand("priest")], "1:chancellor")
    assert reason(match, "1:guard.2.king") is no.KeepFirst
    assert reason(match, "1:keep.guard") is no.KeepAllNamed
    assert reason(match, "2:king.1") is no.NotYourTurn


def test_ll_5_5_what_depends_on_the_hand_is_secret() -> None:
    for match, line in (
        (open_table("prince", "guard"), "1:king.2"),
        (open_table("king", "countess"), "1:king.2"),
    ):
        assert isinstance(match.refused(line), Secret)


def test_ll_5_6_every_question_names_its_seat() -> None:
    """T54: the house numbers questions; the game gives each its own prompt."""
    match = open_table("handmaid", "guard")
    first = GAME.ask(match.state)
    match.play("1:handmaid")
    assert GAME.ask(match.state) != first
