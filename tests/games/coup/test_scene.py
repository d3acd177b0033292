"""The board, the hand card, buttons, letters and hints of Coup."""

from __future__ import annotations

import pytest

from core.games.coup import COUP, board_words, manual_words, own_prompts, prompts
from core.games.coup.names import Deed, Guise, Role
from core.kernel.asks import Ask, Row
from core.kernel.notation import menu
from core.kernel.text import Message
from tests.games.coup.play import Told, seat, table

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")


def board(game: Told) -> tuple[Message, ...]:
    return tuple(COUP.scene(COUP.view(game.state, None)).lines)


def card(game: Told, number: int) -> tuple[Message, ...]:
    return tuple(COUP.scene(COUP.view(game.state, number)).lines)


def test_board_before_an_action() -> None:
    game = table(A, seat(5, "assassin", "contessa"), seat(0, "", "captain ambassador"))
    assert board(game) == (
        board_words.TurnLine(1),
        board_words.AwaitedLine((1,)),
        board_words.SeatLine(1, 2, 2),
        board_words.SeatLineLost(2, 5, 1, (Role.CONTESSA,)),
        board_words.SeatOut(3, (Role.CAPTAIN, Role.AMBASSADOR)),
        board_words.DeckLine(9),
    )


def test_bug_14_the_board_says_what_is_being_decided() -> None:
    game = table(KILLER, B, seat(2, "captain", "ambassador"))
    game.do("1:assassinate.2")
    assert board(game)[:5] == (
        board_words.TurnLine(1),
        board_words.ClaimAtLine(Deed.ASSASSINATE, Role.ASSASSIN, 2),
        board_words.AwaitedLine((2, 3)),
        board_words.MayBlockLater(2),
        board_words.MayBeCountered(),
    )
    assert board_words.SeatLineClaims(1, 0, 2, (Role.ASSASSIN,)) in board(game)
    game.do("2:block.contessa")
    assert board(game)[2:5] == (
        board_words.BlockLine(2, Role.CONTESSA),
        board_words.AwaitedLine((1, 3)),
        board_words.BlockMayFall(Deed.ASSASSINATE),
    )


def test_what_can_follow_in_the_other_states() -> None:
    game = table(A, B, C)
    game.do("1:aid")
    assert board_words.DeedLine(Deed.AID) in board(game)
    assert board_words.MayBeCountered() in board(game)
    game.do("2:block.duke", "3:challenge")
    assert board_words.HappensNext(Deed.AID) in board(game)

    game = table(seat(7, "duke captain"), B, C)
    game.do("1:coup.3")
    assert board_words.DeedAtLine(Deed.COUP, 3) in board(game)

    game = table(A, B, C)
    game.do("1:tax")
    assert board_words.ClaimLine(Deed.TAX, Role.DUKE) in board(game)
    assert board_words.MayBeCountered() not in board(game)
    game.do("2:challenge")
    assert board_words.HappensNext(Deed.TAX) in board(game)

    game = table(KILLER, B, C, response_timing="sequential")
    game.do("1:assassinate.2")
    assert board_words.MayBlockNext(2) in board(game)
    game.do("2:allow", "3:challenge")
    assert board_words.MayBlockNext(2) in board(game)
    game.do("3:lose.captain")
    assert board_words.MayBeCountered() in board(game)

    strict = table(KILLER, B, C, block_after_failed_challenge=False)
    strict.do("1:assassinate.2")
    assert board_words.MayBlockLater(2) not in board(strict)
    strict.do("3:challenge")
    assert board_words.HappensNext(Deed.ASSASSINATE) in board(strict)

    choice = table(KILLER, B, C, prove="choice")
    choice.do("1:assassinate.2", "3:challenge")
    assert board_words.MayBlockLater(2) in board(choice)
    choice = table(KILLER, B, C, prove="choice")
    choice.do("1:assassinate.2", "2:block.contessa", "1:challenge")
    assert board_words.BlockMayFall(Deed.ASSASSINATE) in board(choice)
    choice.do("1:leave")
    assert board_words.BlockMayFall(Deed.ASSASSINATE) not in board(choice)


def test_lost_cards_and_claims_together() -> None:
    game = table(seat(2, "duke", "captain"), B, C)
    game.do("1:tax")
    line = board_words.SeatLineBoth(1, 2, 1, (Role.CAPTAIN,), (Role.DUKE,))
    assert line in board(game)


@pytest.mark.parametrize("shown", [True, False])
def test_board_of_a_finished_game(shown: bool) -> None:
    game = table(seat(7, "duke captain"), seat(3, "assassin", "duke"), reveal_winner_hand=shown)
    game.do("1:coup.2")
    winner = board_words.WinnerHandLine(1, (Role.DUKE, Role.CAPTAIN))
    assert (winner in board(game)) is shown
    assert board(game)[-1] == board_words.DeckLine(11)
    assert card(game, 2) == (board_words.OutLine(),)
    assert COUP.stage(COUP.view(game.state, None)).lines == ()


def test_drawn_hand_in_an_exchange() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    codes = [face.code for face in COUP.hand(COUP.view(game.state, 1))]
    assert codes == ["ambassador", "contessa", "duke", "captain"]
    assert len(COUP.hand(COUP.view(game.state, 2))) == 2


def test_hand_card() -> None:
    game = table(seat(4, "duke", "captain"), B, C)
    assert card(game, 1) == (
        board_words.HandLine(Role.DUKE, manual_words.DukeHelp()),
        board_words.CoinsLine(4),
        board_words.LostLine((Role.CAPTAIN,)),
    )
    assert COUP.brief(COUP.view(game.state, 1)) == (board_words.BriefHand((Role.DUKE,), 4),)
    assert COUP.brief(COUP.view(game.state, None)) == ()
    out = table(A, B, seat(0, "", "captain ambassador"))
    assert COUP.brief(COUP.view(out.state, 3)) == ()


def test_hand_card_in_an_exchange_and_after() -> None:
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    assert card(game, 1)[2:4] == (
        board_words.DrawnLine(Role.DUKE, manual_words.DukeHelp()),
        board_words.DrawnLine(Role.CAPTAIN, manual_words.CaptainHelp()),
    )
    (short,) = COUP.brief(COUP.view(game.state, 1))
    assert short == board_words.BriefHand(
        (Role.AMBASSADOR, Role.CONTESSA, Role.DUKE, Role.CAPTAIN), 2
    )
    game.do("1:keep.contessa.duke")
    assert card(game, 1)[-1] == board_words.SunkLine((Role.AMBASSADOR, Role.CAPTAIN))
    assert all(not isinstance(line, board_words.SunkLine) for line in card(game, 2))
    game.do("2:exchange", "1:allow", "3:allow")
    assert all(not isinstance(line, board_words.SunkLine) for line in card(game, 1))


def test_hand_card_after_a_proof() -> None:
    game = table(A, B, C, draws="ambassador")
    game.do("1:tax", "3:challenge")
    assert card(game, 1)[-1] == board_words.SunkLine((Role.DUKE,))
    same = table(A, B, C, draws="duke")
    same.do("1:tax", "3:challenge")
    assert all(not isinstance(line, board_words.SunkLine) for line in card(same, 1))


def test_letters() -> None:
    game = table(seat(7, "duke captain"), B, C)
    group = COUP.view(game.state, None)
    assert COUP.rows(group) == ()
    assert COUP.hidden(game.state, 1).words == ("duke", "captain")
    game.do("1:coup.2")
    assert COUP.rows(COUP.view(game.state, None)) == (Row("letters", 1),)
    assert COUP.hidden(game.state, 2).version == 1
    game.do("2:lose.assassin")
    assert COUP.hidden(game.state, 2).version == 2

    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge")
    assert COUP.rows(COUP.view(game.state, None)) == (Row("letters", 1),)

    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    assert COUP.rows(COUP.view(game.state, None)) == (Row("letters", 1), Row("letters", 2))
    mine = COUP.hidden(game.state, 1)
    assert mine.words == ("ambassador", "contessa", "duke", "captain")
    assert (mine.version, mine.span) == (2, 4)
    one = table(seat(2, "ambassador", "contessa"), B, C)
    one.do("1:exchange", "2:allow", "3:allow")
    assert COUP.rows(COUP.view(one.state, None)) == (Row("letters", 1),)


def labels(game: Told, number: int, *said: str) -> list[Message]:
    view = COUP.view(game.state, number)
    words = menu([move.code for move in COUP.moves(game.state, number)], said)
    return [COUP.label(view, said, word) for word in words]


def test_labels_of_actions() -> None:
    game = table(seat(7, "duke captain"), B, seat(3, "captain ambassador"))
    assert labels(game, 1) == [
        board_words.DeedLabel(Deed.INCOME),
        board_words.DeedLabel(Deed.AID),
        board_words.DeedLabelCost(Deed.COUP, 7),
        board_words.DeedLabelRole(Deed.TAX, Guise.DUKE),
        board_words.DeedLabelRole(Deed.STEAL, Guise.CAPTAIN),
        board_words.DeedLabelRole(Deed.EXCHANGE, Guise.AMBASSADOR),
        board_words.DeedLabelBoth(Deed.ASSASSINATE, Guise.ASSASSIN, 3),
    ]
    assert labels(game, 1, "steal") == [board_words.SeatLabel(2, 2), board_words.SeatLabel(3, 3)]
    view = COUP.view(game.state, 1)
    assert COUP.hint(view, ()) == board_words.AskAction()
    assert COUP.hint(COUP.view(game.state, 2), ()) == prompts.ActionWanted(1)
    assert COUP.hint(view, ("steal",)) == board_words.AskTarget(Deed.STEAL)
    assert COUP.hint(view, ("cooperate",)) == board_words.AskPartner(Deed.COOPERATE)


def test_labels_of_answers() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    assert labels(game, 2) == [
        board_words.AllowLabel(),
        board_words.ChallengeLabel(),
        board_words.BlockAsLabel(Role.CONTESSA),
    ]
    assert labels(game, 2, "block") == [board_words.RoleLabel(Role.CONTESSA)]
    asked = COUP.ask(game.state)
    assert isinstance(asked, Ask)
    aimed = own_prompts.AimedAtYouOrBlock(1, Deed.ASSASSINATE, Role.ASSASSIN, Role.CONTESSA)
    assert COUP.hint(COUP.view(game.state, 2), ()) == aimed
    assert COUP.hint(COUP.view(game.state, 3), ()) == asked.prompt
    assert COUP.hint(COUP.view(game.state, 2), ("block",)) == board_words.AskBlock()
    game = table(A, B, C)
    game.do("1:steal.2")
    assert labels(game, 2)[-1] == board_words.BlockLabel()
    assert labels(game, 2, "block") == [
        board_words.RoleLabel(Role.CAPTAIN),
        board_words.RoleLabel(Role.AMBASSADOR),
    ]


def test_n3_buttons_do_not_depend_on_the_hand() -> None:
    shown = []
    for target in ("contessa captain", "ambassador captain"):
        game = table(KILLER, seat(2, target), seat(2, "duke ambassador"))
        game.do("1:assassinate.2")
        shown.append(labels(game, 2))
    assert shown[0] == shown[1]


def test_labels_of_cards() -> None:
    game = table(seat(7, "duke captain"), B, C)
    game.do("1:coup.2")
    view = COUP.view(game.state, 2)
    assert labels(game, 2) == [board_words.LoseLabel()]
    assert labels(game, 2, "lose") == [
        board_words.RoleLabel(Role.ASSASSIN),
        board_words.RoleLabel(Role.CONTESSA),
    ]
    assert COUP.hint(view, ()) == own_prompts.YouLoseByDeed(Deed.COUP, 1)
    assert COUP.hint(view, ("lose",)) == board_words.AskLoss()
    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge")
    view = COUP.view(game.state, 1)
    assert labels(game, 1) == [board_words.ShowLabel()]
    assert COUP.hint(view, ()) == own_prompts.YourProofWanted(2, Role.DUKE)
    assert COUP.hint(view, ("show",)) == board_words.AskProof()
    game = table(seat(2, "ambassador contessa"), B, C, draws="duke captain")
    game.do("1:exchange", "2:allow", "3:allow")
    view = COUP.view(game.state, 1)
    assert labels(game, 1) == [board_words.KeepLabel()]
    assert COUP.hint(view, ()) == own_prompts.YouKeep(2)
    assert COUP.hint(view, ("keep",)) == board_words.AskKeep()
    assert COUP.hint(view, ("keep", "duke")) == board_words.AskKeepSecond()


def test_labels_need_no_open_action() -> None:
    game = table(seat(7, "duke captain"), seat(3, "assassin", "duke"))
    game.do("1:coup.2")
    assert COUP.label(COUP.view(game.state, 1), (), "block") == board_words.BlockLabel()
    assert COUP.rows(COUP.view(game.state, None)) == ()


def test_who_is_awaited_in_a_view() -> None:
    game = table(A, B, C, prove="choice")
    game.do("1:tax", "2:challenge")
    assert board_words.AwaitedLine((1,)) in board(game)
