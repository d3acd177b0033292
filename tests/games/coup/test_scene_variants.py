"""What the board, the hand card and the buttons of Coup show of the two variants."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, board_words, events, manual_words, own_prompts, prompts
from core.games.coup.drawn_words import MarkClaims, MarkCoins
from core.games.coup.names import Deed, Faction, Role
from core.kernel.asks import Ask, Row
from core.kernel.drawn import Badge
from core.kernel.text import Message
from tests.games.coup.play import Told, seat, table

INQUISITOR = seat(2, "inquisitor captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain duke")
D = seat(2, "duke contessa")

MONARCHIST, POPULIST = board_words.Monarchist(), board_words.Populist()


def examined(**switches: Any) -> Told:
    return table(INQUISITOR, B, C, inquisitor=True, **switches)


def sided(*rows: dict[str, Any], **switches: Any) -> Told:
    return table(*rows, factions=True, **switches)


def embezzled(hand: str = "assassin captain", **switches: Any) -> Told:
    game = sided(seat(3, hand), B, C, **switches)
    game.do("1:convert.2", "2:income", "3:convert.2", "1:embezzle")
    return game


def board(game: Told) -> tuple[Message, ...]:
    return COUP.scene(COUP.view(game.state, None)).lines


def card(game: Told, number: int) -> tuple[Message, ...]:
    return COUP.scene(COUP.view(game.state, number)).lines


def prompt(game: Told) -> Message:
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    return asked.prompt


def label(game: Told, number: int, said: str, word: str) -> Message:
    return COUP.label(COUP.view(game.state, number), said.split(), word)


# Factions


def test_each_seat_has_its_side_by_word_and_sign() -> None:
    game = sided(seat(5, "assassin captain"), seat(1, "duke", "contessa"), C, D)
    lines = board(game)
    purse, lost = board_words.Purse(5, 2), board_words.PurseLost(1, 1, (Role.CONTESSA,))
    assert board_words.SeatLineSided(1, MONARCHIST, purse) in lines
    assert board_words.SeatLineSided(2, POPULIST, lost) in lines
    assert lines[-2:] == (board_words.DeckLine(7), board_words.ReserveLine(0))
    badges = [place.badges for place in COUP.stage(COUP.view(game.state, None)).places]
    assert badges[0] == (
        Badge("side", MONARCHIST, code="monarchist"),
        Badge("coins", MarkCoins(5), 5, symbol="🪙"),
    )
    assert badges[1][0] == Badge("side", POPULIST, code="populist")
    signs = {kind.text.partition(" ")[0] for kind in board_words.SIDE_MARKS.values()}
    assert len(signs) == len(Faction)


def test_claims_beside_a_side() -> None:
    game = sided(seat(2, "duke", "contessa"), B, C)
    game.do("1:tax")
    both = board_words.PurseBoth(2, 1, (Role.CONTESSA,), (Role.DUKE,))
    assert board_words.SeatLineSided(1, MONARCHIST, both) in board(game)
    game.do("2:allow", "3:allow", "2:aid", "1:block.duke")
    game.do("2:allow", "3:allow", "3:tax")
    claims = board_words.PurseClaims(2, 2, (Role.DUKE,))
    assert board_words.SeatLineSided(3, MONARCHIST, claims) in board(game)


def test_whoever_is_out_has_no_side_any_more() -> None:
    game = sided(seat(2, "duke captain"), B, C, seat(0, "", "contessa ambassador"))
    assert board_words.SeatOut(4, (Role.CONTESSA, Role.AMBASSADOR)) in board(game)
    out = COUP.stage(COUP.view(game.state, None)).places[3]
    assert [badge.kind for badge in out.badges] == ["out"]


def test_whom_the_seat_on_turn_may_attack() -> None:
    game = sided(seat(3, "assassin captain"), B, C, D)
    assert board(game)[:2] == (board_words.TurnLine(1), board_words.MayAttack(1, (2, 4)))
    drawn = COUP.stage(COUP.view(game.state, None))
    assert drawn.lines == (board_words.MayAttack(1, (2, 4)),)
    assert [(pile.kind, pile.count) for pile in drawn.piles] == [
        ("deck", 7),
        ("treasury", 0),
        ("almshouse", 0),
    ]
    sides = events.Sides(Faction.MONARCHIST, (1, 3), Faction.POPULIST, (2, 4))
    assert card(game, 1)[-2:] == (sides, board_words.YouMayAttack((2, 4)))
    assert card(game, 2)[-2:] == (sides, board_words.YouMayAttack((1, 3)))
    game.do("1:steal.2")
    assert not any(isinstance(line, board_words.MayAttack) for line in board(game))


def test_with_one_faction_the_board_says_so() -> None:
    game = sided(seat(3, "assassin captain"), B, C)
    game.do("1:convert.2")
    one = board_words.OneFaction(MONARCHIST)
    assert board(game)[:2] == (board_words.TurnLine(2), one)
    assert one in card(game, 1)
    assert not any(isinstance(line, events.Sides) for line in card(game, 1))


def test_a_finished_game_with_factions_tells_the_winner() -> None:
    game = sided(seat(7, "assassin captain"), seat(2, "duke", "contessa"), C)
    game.do("3:leave", "1:coup.2")
    assert board(game)[0] == board_words.WinnerHandLine(1, (Role.ASSASSIN, Role.CAPTAIN))
    assert COUP.stage(COUP.view(game.state, None)).lines == ()


def test_without_factions_nothing_is_said_of_them() -> None:
    game = examined()
    assert board_words.SeatLine(1, 2, 2) in board(game)
    assert board(game)[-1] == board_words.DeckLine(9)


# Embezzle


@pytest.mark.parametrize("timing", ["combined", "sequential"])
def test_an_embezzle_names_no_character_to_hold(timing: str) -> None:
    game = embezzled(response_timing=timing)
    assert prompt(game) == prompts.DenialAnswer(1, Role.DUKE, Deed.EMBEZZLE, 4)
    assert board(game)[1] == board_words.DenialLine(Deed.EMBEZZLE, Role.DUKE)
    claims = board_words.PurseClaims(1, 2, (board_words.NoRole(Role.DUKE),))
    assert board_words.SeatLineSided(1, MONARCHIST, claims) in board(game)
    place = COUP.stage(COUP.view(game.state, None)).places[0]
    claimed = MarkClaims((board_words.NoRole(Role.DUKE),))
    assert Badge("claims", claimed) in place.badges
    following = (board_words.MayBeCountered, board_words.MayBlockNext, board_words.MayBlockLater)
    assert not any(isinstance(line, following) for line in board(game))


def test_with_the_diplomat_it_is_he_who_is_denied() -> None:
    game = sided(seat(2, "assassin captain"), seat(2, "assassin contessa"),
                 seat(2, "captain diplomat"), diplomat=True)  # fmt: skip
    game.do("1:convert", "2:embezzle")
    assert prompt(game) == prompts.DenialAnswer(2, Role.DIPLOMAT, Deed.EMBEZZLE, 1)
    assert board_words.DenialLine(Deed.EMBEZZLE, Role.DIPLOMAT) in board(game)


@pytest.mark.parametrize("hand", ["assassin captain", "duke captain"])
def test_what_a_doubted_embezzler_is_asked(hand: str) -> None:
    game = embezzled(hand, embezzle_bluff="concede", prove="choice")
    game.do("2:challenge")
    assert prompt(game) == prompts.DenialProofWanted(1, Role.DUKE, 2)
    assert board_words.DenialMayHold(2, Deed.EMBEZZLE) in board(game)
    assert COUP.rows(COUP.view(game.state, None)) == (Row("letters", 1),)
    honest = "duke" not in hand
    first, second = hand.split()
    words = (first, second, "all" if honest else first)
    assert COUP.hidden(game.state, 1).words == words
    assert label(game, 1, "lose", second) == board_words.ConcedeAs(Role(second))
    assert label(game, 1, "show", "all") == board_words.AllLabel()
    assert label(game, 1, "", "show") == board_words.AllLabel()
    assert label(game, 1, "", "lose") == board_words.ConcedeLabel()
    view = COUP.view(game.state, 1)
    assert COUP.hint(view, ("lose",)) == board_words.AskConceded()
    assert COUP.hint(view, ()) == own_prompts.YourDenialIsDoubted(2, Role.DUKE)
    assert COUP.hint(COUP.view(game.state, 2), ()) == prompt(game)


def test_what_follows_a_wrong_challenge_of_an_embezzle() -> None:
    game = embezzled()
    game.do("2:challenge")
    assert board_words.HappensNext(Deed.EMBEZZLE) in board(game)
    told = [note.message for note in game.notes]
    assert events.DenialChallenged(2, 1, Role.DUKE) in told
    assert events.ShowedAll(1, (Role.ASSASSIN, Role.CAPTAIN), Role.DUKE) in told


# Inquisitor


@pytest.mark.parametrize("timing", ["combined", "sequential"])
@pytest.mark.parametrize("blockable", [True, False])
def test_the_windows_of_an_examine(timing: str, blockable: bool) -> None:
    game = examined(response_timing=timing, contessa_blocks_examine=blockable)
    game.do("1:examine.2")
    assert board(game)[1] == board_words.ClaimAtLine(Deed.EXAMINE, Role.INQUISITOR, 2)
    plain = prompts.AimedAnswer(1, Deed.EXAMINE, Role.INQUISITOR, 2)
    wide = prompts.AimedAnswerOrBlock(1, Deed.EXAMINE, Role.INQUISITOR, 2, Role.CONTESSA)
    combined = timing == "combined"
    assert prompt(game) == (wide if combined and blockable else plain)
    later, following = board_words.MayBlockLater(2), board_words.MayBlockNext(2)
    assert (later in board(game)) == (combined and blockable)
    assert (following in board(game)) == (not combined and blockable)
    assert (board_words.MayBeCountered() in board(game)) == (combined and blockable)
    game.do("3:allow", "2:allow")
    if not combined and blockable:
        assert prompt(game) == prompts.BlockWanted(2, Deed.EXAMINE, 1, Role.CONTESSA)
        assert label(game, 2, "", "block") == board_words.BlockAsLabel(Role.CONTESSA)
        game.do("2:allow")
    assert prompt(game) == prompts.RevealWanted(2, 1)
    assert board_words.SeenAlone(1) in board(game)
    assert label(game, 2, "", "choose") == board_words.ChooseLabel()
    assert COUP.hint(COUP.view(game.state, 2), ("choose",)) == board_words.AskShown()


@pytest.mark.parametrize("blockable", [True, False])
def test_after_a_wrong_challenge_of_an_examine(blockable: bool) -> None:
    game = examined(contessa_blocks_examine=blockable)
    game.do("1:examine.2", "3:challenge")
    follows = board_words.MayBlockNext(2) if blockable else board_words.HappensNext(Deed.EXAMINE)
    assert follows in board(game)
    game.do("3:lose.captain")
    chance = prompts.SecondChance(1, 2, Deed.EXAMINE, Role.CONTESSA)
    assert prompt(game) == (chance if blockable else prompts.RevealWanted(2, 1))


def test_a_block_of_an_examine_may_fall() -> None:
    game = examined()
    game.do("1:examine.2", "2:block.contessa")
    assert prompt(game) == prompts.BlockAnswer(2, Deed.EXAMINE, 1, Role.CONTESSA)
    assert board_words.BlockMayFall(Deed.EXAMINE) in board(game)


def shown() -> Told:
    game = examined()
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin")
    return game


def test_the_examined_card_stands_first_before_the_actor_and_nobody_else() -> None:
    game = shown()
    told = board_words.ExaminedLine(2, Role.ASSASSIN)
    assert card(game, 1)[0] == told
    assert COUP.brief(COUP.view(game.state, 1))[0] == told
    assert not any(isinstance(line, board_words.SawLine) for line in card(game, 1))
    assert prompt(game) == prompts.VerdictWanted(1, 2)
    assert label(game, 1, "", "return") == board_words.ReturnLabel()
    assert label(game, 1, "", "force") == board_words.ForceLabel()
    for number in (2, 3):
        assert told not in card(game, number)
        assert told not in COUP.brief(COUP.view(game.state, number))
    seen = board_words.SeenLine(1, Role.ASSASSIN)
    assert COUP.brief(COUP.view(game.state, 2))[1:] == (seen,)
    assert len(COUP.brief(COUP.view(game.state, 3))) == 1
    assert board_words.SeenLine(1, Role.ASSASSIN) in card(game, 2)
    assert not any(isinstance(line, board_words.SeenLine) for line in card(game, 3))
    assert COUP.brief(COUP.view(game.state, None)) == ()


def test_a_card_that_was_returned_is_remembered_by_both() -> None:
    game = shown()
    game.do("1:return")
    assert board_words.SawLine(2, Role.ASSASSIN) in card(game, 1)
    assert board_words.SeenLine(1, Role.ASSASSIN) in card(game, 2)
    assert not any(isinstance(line, board_words.SawLine) for line in card(game, 3))
    codes = {
        reader: [face.code for face in COUP.stage(COUP.view(game.state, reader)).places[1].known]
        for reader in (None, 1, 2, 3)
    }
    assert codes == {None: [], 1: ["assassin"], 2: [], 3: []}


def test_after_a_forced_exchange_nothing_is_remembered() -> None:
    game = shown()
    game.do("1:force")
    seen = (board_words.SawLine, board_words.SeenLine)
    assert not any(isinstance(line, seen) for number in (1, 2, 3) for line in card(game, number))


def test_an_inquisitor_keeps_of_three() -> None:
    game = examined()
    game.do("1:exchange", "2:allow", "3:allow")
    assert prompt(game) == prompts.KeepAsInquisitor(1, 2)


def test_the_contessa_tells_that_she_blocks_examine() -> None:
    cases: tuple[tuple[dict[str, Any], Message], ...] = (
        ({"inquisitor": True}, manual_words.ContessaHelpExamine()),
        ({"inquisitor": True, "contessa_blocks_examine": False}, manual_words.ContessaHelp()),
        ({}, manual_words.ContessaHelp()),
    )
    for switches, helps in cases:
        game = table(seat(2, "contessa duke"), seat(2, "duke captain"), **switches)
        assert board_words.HandLine(Role.CONTESSA, helps) in card(game, 1)
        face = COUP.hand(COUP.view(game.state, 1))[0]
        assert face.text == helps


# Buttons


def test_conversions_have_a_button_each() -> None:
    game = sided(seat(2, "assassin captain"), B, C)
    assert label(game, 1, "", "convert") == board_words.ConvertOther(2)
    assert label(game, 1, "convert", "") == board_words.ConvertOwn(1)
    assert label(game, 1, "convert", "2") == board_words.ConvertSeat(2, MONARCHIST)
    assert COUP.hint(COUP.view(game.state, 1), ("convert",)) == board_words.AskFaction()
    whole = COUP.label(COUP.view(game.state, None), ("convert", "3"), "")
    assert whole == board_words.ConvertThem(3, 2)
    poor = sided(seat(1, "assassin captain"), B, C)
    assert label(poor, 1, "", "convert") == board_words.ConvertOwn(1)
    assert label(game, 1, "", "embezzle") == board_words.DeedLabel(Deed.EMBEZZLE)


def test_an_examine_bears_its_character_on_its_button() -> None:
    game = examined()
    found = label(game, 1, "", "examine")
    assert isinstance(found, board_words.DeedLabelRole)
    assert found.action is Deed.EXAMINE
    assert COUP.hint(COUP.view(game.state, 1), ("examine",)) == board_words.AskTarget(Deed.EXAMINE)


def test_a_card_that_was_seen_lies_open_to_whoever_saw_it() -> None:
    """Beside the hand, in the shortest words, and on the drawn table; to nobody else."""
    game = examined()
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin", "1:return")
    saw = board_words.SawLine(2, Role.ASSASSIN)
    for reader in (None, 1, 2, 3):
        view = COUP.view(game.state, reader)
        place = COUP.stage(view).places[1]
        assert (saw in COUP.brief(view)) is (reader == 1)
        assert place.hand == 2 and not place.cards
        assert [face.code for face in place.known] == (["assassin"] if reader == 1 else [])


SHOWN = seat(3, "assassin captain")


def sunk_lines(game: Told, number: int) -> list[tuple[Role, ...]]:
    """What a hand card says of the cards that its owner has put back."""
    lines = COUP.scene(COUP.view(game.state, number)).own
    return [line.cards for line in lines if isinstance(line, board_words.SunkLine)]


@pytest.mark.parametrize(
    ("draws", "known"),
    [
        ("contessa assassin", [(Role.CAPTAIN,)]),
        ("assassin contessa", [(Role.CAPTAIN,)]),
        ("contessa ambassador", [(Role.ASSASSIN, Role.CAPTAIN)]),
    ],
)
def test_of_a_whole_hand_only_what_was_not_drawn_again_lies_in_the_deck(
    draws: str, known: list[tuple[Role, ...]]
) -> None:
    rows = (SHOWN, seat(2, "duke contessa"), seat(2, "duke captain"))
    game = table(*rows, draws=draws, factions=True, reserve=2)
    game.do("1:embezzle", "2:challenge", "2:lose.duke")
    assert sunk_lines(game, 1) == known


@pytest.mark.parametrize(
    ("redraw", "known"), [("draw_first", [(Role.ASSASSIN,)]), ("shuffle_first", [])]
)
def test_a_forced_card_that_comes_again_is_another_one_only_where_it_was_drawn_first(
    redraw: str, known: list[tuple[Role, ...]]
) -> None:
    rows = (seat(2, "inquisitor duke"), seat(2, "assassin contessa"), seat(2, "duke captain"))
    game = table(*rows, draws="assassin", inquisitor=True, examine_redraw=redraw)
    game.do("1:examine.2", "2:allow", "3:allow", "2:choose.assassin", "1:force")
    assert sunk_lines(game, 2) == known


def test_nobody_promises_a_loss_of_a_challenger_who_has_left() -> None:
    rows = (SHOWN, seat(2, "duke contessa"), seat(2, "duke captain"), seat(2, "contessa captain"))
    switches: dict[str, Any] = {"embezzle_bluff": "concede", "prove": "choice", "reserve": 2}
    game = table(*rows, factions=True, **switches)
    game.do("1:embezzle", "2:challenge")
    lines = COUP.scene(COUP.view(game.state, None)).common
    assert any(isinstance(line, board_words.DenialMayHold) for line in lines)
    game.do("2:leave")
    lines = COUP.scene(COUP.view(game.state, None)).common
    assert not any(isinstance(line, board_words.DenialMayHold) for line in lines)
