"""What readers see: boards, hand cards, panels, rules, and the data of the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from core.desk.acts import Act
from core.desk.board import (
    Absent,
    Asleep,
    LettersExplained,
    NobodyWon,
    TableClosed,
    WhoWon,
    board_of,
)
from core.desk.fairness import end_mark
from core.desk.hand import ComputerPlays, LetterMeans, OrderStands, YouAreAsked, YouSit, hand_of
from core.desk.lobby_board import (
    BotSits,
    EditionChosen,
    EditionFollows,
    HostSits,
    KnocksHere,
    PersonSits,
    WasCutTimes,
)
from core.desk.lobby_fit import CanStart, NeedsMore, TooMany
from core.desk.lobby_panels import AsInTheEdition, OfTwo, SwitchSet
from core.desk.manual import (
    help_sheet,
    rules_sheet,
    sure_sheet,
    tour_sheet,
)
from core.desk.presses import Play, Press, datum, read_datum
from core.desk.sheets import AnySheet, Board, Hand, Labelled
from core.kernel.asks import Section
from core.kernel.text import Message
from core.table.commands import (
    Choose,
    Close,
    CutDeck,
    GiveOrder,
    HandOver,
    Knock,
    Rise,
    Start,
    UseLetters,
)
from core.table.sayings import BotName
from core.table.table import Chair, Closed, Deal, Lobby
from tests.kernel.hall import GAMES, Hall
from tests.police.toy import Edition, Label, Options, Toy, WhichHat


def verbs(sheet: AnySheet) -> list[str]:
    """What the buttons of a sheet do."""
    presses = [read_datum(button.data) for row in sheet.buttons for button in row]
    return [press.code for press in presses if press is not None]


def label(sheet: AnySheet, verb: str) -> Message:
    """The label of the button that does something."""
    for row in sheet.buttons:
        for button in row:
            press = read_datum(button.data)
            if press is not None and press.code == verb:
                return button.label
    raise AssertionError(verb)


def board(hall: Hall, by_letters: bool | None = None) -> Board:
    return board_of(hall.table, GAMES, by_letters)


# Data of buttons


def test_a_datum_is_read_as_it_was_written() -> None:
    for question in (0, 1, 35, 36, 1295, 1296, 36**6 - 1):
        data = datum("k7mq2xw9", question, "m:guard.2.king")
        move = Play("guard.2.king")
        assert read_datum(data) == Press("k7mq2xw9", question, move, "m:guard.2.king")
        assert datum("k7mq2xw9", question, move) == data
    assert datum("t", 36, "x") == "t:10:x"


@pytest.mark.parametrize(
    "data", ["", "t", "t:1", "t:1:", ":1:x", "t::x", "t:-1:x", "t:1 :x", "t:A:x", "t:1234567:x"]
)
def test_foreign_data_are_none_of_ours(data: str) -> None:
    assert read_datum(data) is None


# The lobby


def test_the_lobby_shows_who_sits(hall: Hall) -> None:
    hall.open("b", bots=1)
    lines = board(hall).lines
    assert HostSits(1, "Ann") in lines
    assert PersonSits(2, "Ben") in lines
    assert BotSits(3, BotName.FUMI) in lines


def test_the_lobby_shows_the_edition_and_whether_it_follows(hall: Hall) -> None:
    hall.open("b")
    assert EditionFollows(Edition("small")) in board(hall).lines
    hall.do(Choose("a", "preset", "big"))
    assert EditionChosen(Edition("big")) in board(hall).lines


def test_the_lobby_shows_what_was_set(hall: Hall) -> None:
    hall.open("b", preset="big")
    hall.do(Choose("a", "turns", "6"))
    assert SwitchSet(Label("turns"), Edition("6")) in board(hall).lines


def test_the_lobby_tells_how_often_it_was_cut(hall: Hall) -> None:
    hall.open()
    hall.age()
    hall.do(CutDeck("a", text="x"))
    hall.do(CutDeck("a", text="y"))
    assert WasCutTimes(2) in board(hall).lines


def test_the_lobby_tells_what_is_missing(hall: Hall) -> None:
    hall.open(preset="small")
    assert board(hall).asked == (NeedsMore(1),)
    hall.do(Choose("a", "preset", ""))
    hall.open_more("b")
    assert board(hall).asked == (CanStart(),)
    hall.open_more("c", "d")
    hall.do(Choose("a", "preset", "small"))
    assert board(hall).asked == (TooMany(3),)


def test_the_front_of_the_lobby(hall: Hall) -> None:
    hall.open()
    found = verbs(board(hall))
    assert Act.REMOVE_BOT.value not in found
    for act in (
        Act.START,
        Act.JOIN,
        Act.LEAVE,
        Act.ADD_BOT,
        Act.GAME,
        Act.CUT,
        Act.PROOF,
        Act.CLOSE,
    ):
        assert act.value in found


def test_a_full_lobby_offers_no_more_computers(hall: Hall) -> None:
    hall.open(game="love-letter", bots=5)
    found = verbs(board(hall))
    assert Act.ADD_BOT.value not in found
    assert Act.REMOVE_BOT.value in found


def test_a_house_with_one_game_has_none_to_choose(hall: Hall) -> None:
    hall.open()
    assert Act.GAME.value not in verbs(board_of(hall.table, {"toy": GAMES["toy"]}))


def test_a_panel_marks_what_is_chosen(hall: Hall) -> None:
    hall.open("b")
    hall.do(Choose("a", "panel", "game"))
    assert isinstance(label(board(hall), "set.game.toy"), OfTwo)
    assert not isinstance(label(board(hall), "set.game.love-letter"), OfTwo)
    hall.do(Choose("a", "panel", "preset"))
    assert isinstance(label(board(hall), "set.preset."), OfTwo)
    hall.do(Choose("a", "preset", "pair"))
    hall.do(Choose("a", "panel", "preset"))
    assert isinstance(label(board(hall), "set.preset.pair"), OfTwo)
    assert label(board(hall), "set.preset.") == Labelled(Act.FOLLOW_NUMBER)
    hall.do(Choose("a", "panel", "pace"))
    assert isinstance(label(board(hall), "set.pace.quick"), OfTwo)
    assert verbs(board(hall))[-1] == Act.BACK.value


def test_a_press_on_a_switch_sets_the_next_value(hall: Hall) -> None:
    hall.open("b", preset="big")
    hall.do(Choose("a", "turns", "6"))
    hall.do(Choose("a", "panel", "switches"))
    assert label(board(hall), "set.turns.40") == SwitchSet(Label("turns"), Edition("6"))
    hall.do(Choose("a", "turns", "40"))
    assert label(board(hall), "set.turns.") == SwitchSet(Label("turns"), Edition("40"))


def test_after_the_last_choice_a_switch_is_again_as_in_the_edition(hall: Hall) -> None:
    hall.open("b", preset="big")
    hall.do(Choose("a", "panel", "switches"))
    hall.do(Choose("a", "turns", "40"))
    hall.do(Choose("a", "turns", ""))
    assert hall.lobby.switches == {}
    assert label(board(hall), "set.turns.1") == SwitchSet(Label("turns"), AsInTheEdition())


def test_a_value_that_is_no_choice_is_shown_as_that_of_the_edition(hall: Hall) -> None:
    """Twelve turns is what the edition brings along; the switch offers others."""
    hall.open("b", preset="big")
    hall.do(Choose("a", "panel", "switches"))
    assert label(board(hall), "set.turns.1") == SwitchSet(Label("turns"), AsInTheEdition())


def test_every_button_of_every_panel_is_understood(hall: Hall) -> None:
    hall.open("b", preset="big")
    for panel in ("", "game", "preset", "pace", "switches"):
        hall.do(Choose("a", "panel", panel))
        for verb in verbs(board(hall)):
            if verb.startswith("set."):
                _, what, value = verb.split(".", 2)
                hall.do(Choose("a", what, value))
                hall.do(Choose("a", "game", "toy"))
                hall.do(Choose("a", "preset", "big"))


def test_a_room_that_knocks_is_shown_with_the_host_s_answers(hall: Hall) -> None:
    hall.open("b")
    hall.do(Knock("b", 7, "Else"))
    sheet = board(hall)
    assert KnocksHere("Else") in sheet.lines
    assert verbs(sheet)[-2:] == [f"{Act.LET_IN.value}7", f"{Act.TURN_AWAY.value}7"]


# The board of a running game


def test_a_public_choice_has_its_buttons_on_the_board(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    found = verbs(board(hall))
    others = [s for s in (1, 2, 3) if s != seat]
    moves = [f"m:hit.{s}" for s in others] + ["m:think", "m:rest", "m:rest.long"]
    assert found[:5] == moves
    assert board(hall).awaited == (seat,)
    hall.answer(seat, f"hit.{others[0]}")
    assert verbs(board(hall))[:2] == ["m:allow", "m:object"]
    assert board(hall).awaited == tuple(others)


def secretly(hall: Hall) -> int:
    """A seat has to choose a hat to lose."""
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    hall.answer(3 - seat, "allow")
    return 3 - seat


def test_a_secret_choice_has_none_unless_by_letters(hall: Hall) -> None:
    seat = secretly(hall)
    assert board(hall).asked == (WhichHat(seat),)
    assert not any(verb.startswith(("m:", "?:", "~")) for verb in verbs(board(hall)))
    sheet = board(hall, by_letters=True)
    assert LettersExplained() in sheet.asked
    assert [verb[:3] for verb in verbs(sheet)[:2]] == ["~1.", "~1."]


def test_letters_stand_on_the_board_for_whoever_chose_them(hall: Hall) -> None:
    seat = secretly(hall)
    hall.do(UseLetters(hall.user(seat), True))
    assert LettersExplained() in board(hall).asked


def test_the_board_names_whom_a_computer_plays_for(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    sheet = board(hall)
    assert Absent((hall.seat("b"),)) in sheet.asked
    assert Act.TAKE_BACK.value in verbs(sheet)


def test_a_sleeping_board_says_so(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    hall.late()
    hall.late()
    sheet = board(hall)
    assert Asleep() in sheet.asked
    assert Act.TAKE_BACK.value in verbs(sheet)


def test_the_end_is_shown_with_its_winners(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    sheet = board(hall)
    assert sheet.lines[-2:] == (*end_mark(hall.finished), WhoWon((1, 2)))
    acts = (Act.REMATCH, Act.NEXT_GAME, Act.PANELS, Act.PROOF, Act.RECORD, Act.RULES)
    assert verbs(sheet) == [act.value for act in acts]
    nobody = msgspec.structs.replace(hall.finished, winners=())
    assert board_of(nobody, GAMES).lines[-1] == NobodyWon()


def test_a_closed_table_is_shown_as_that(hall: Hall) -> None:
    hall.open()
    hall.do(Close("a"))
    sheet = board(hall)
    assert sheet.lines == (TableClosed(),)
    assert sheet.buttons == ()


# The hand card


def hand(hall: Hall, user: str, *said: str) -> Hand:
    return hand_of(hall.table, GAMES, user, said)


def test_in_a_lobby_one_reads_that_one_sits(hall: Hall) -> None:
    hall.open()
    assert hand(hall, "a").lines == (YouSit(),)
    hall.do(Close("a"))
    assert hand(hall, "a").lines == ()


def test_whoever_is_asked_has_the_moves(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    sheet = hand(hall, hall.user(seat))
    assert YouAreAsked() in sheet.asked
    # What is a move and begins another one has a button for each.
    assert verbs(sheet)[:4] == ["?:hit", "m:think", "m:rest", "?:rest"]
    assert len(sheet.faces) == 2
    other = hand(hall, hall.user(3 - seat))
    assert YouAreAsked() not in other.asked
    assert not any(verb.startswith(("m:", "?:")) for verb in verbs(other))


def test_a_choice_goes_word_by_word_and_back(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    user = hall.user(seat)
    targets = [f"m:hit.{s}" for s in (1, 2, 3) if s != seat]
    assert verbs(hand(hall, user, "hit"))[:3] == [*targets, "?:"]
    assert verbs(hand(hall, user, "rest"))[:2] == ["m:rest.long", "?:"]


def test_by_letters_the_hand_card_tells_what_they_mean(hall: Hall) -> None:
    seat = secretly(hall)
    user = hall.user(seat)
    hall.do(UseLetters(user, True))
    sheet = hand(hall, user)
    means = [line for line in sheet.asked if isinstance(line, LetterMeans)]
    assert len(means) == 2
    assert sheet.letters == GAMES["toy"].hidden(hall.playing.state, seat).version
    assert not any(verb.startswith("m:") for verb in verbs(sheet))
    assert Act.LETTERS_OFF.value in verbs(sheet)


def test_by_buttons_the_hand_is_that_of_somebody_who_chooses_without_letters(hall: Hall) -> None:
    user = hall.user(secretly(hall))
    free = hand(hall, user)
    hall.do(UseLetters(user, True))
    assert hand_of(hall.table, GAMES, user, by_buttons=True).choice == free.choice != ()


def test_a_public_choice_needs_no_letters(hall: Hall) -> None:
    hall.start("b", preset="big")
    user = hall.user(hall.asked[0])
    hall.do(UseLetters(user, True))
    sheet = hand(hall, user)
    assert sheet.letters == -1
    assert not any(isinstance(line, LetterMeans) for line in sheet.asked)


def test_a_seat_that_a_computer_plays_can_be_taken_back(hall: Hall) -> None:
    hall.start("b", preset="big")
    user = hall.user(3 - hall.asked[0])
    hall.do(HandOver(user))
    sheet = hand(hall, user)
    assert ComputerPlays() in sheet.asked
    assert Act.TAKE_BACK.value in verbs(sheet)
    assert Act.HAND_OVER.value not in verbs(sheet)


def test_whoever_left_has_nothing_to_press(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    hall.do(Rise("b"))
    found = verbs(hand(hall, "b"))
    assert Act.LEAVE.value not in found
    assert Act.HAND_OVER.value not in found


def test_whoever_never_sat_sees_what_the_group_sees(hall: Hall) -> None:
    hall.start("b", preset="big")
    sheet = hand(hall, "x")
    assert sheet.lines == board(hall).lines
    assert sheet.faces == ()


def test_the_hand_card_after_the_end(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    sheet = hand(hall, "a")
    assert sheet.buttons == ()
    assert sheet.question == hall.finished.question


def test_orders_are_offered_and_taken_back(hall: Hall) -> None:
    hall.start("b", preset="big")
    user = hall.user(3 - hall.asked[0])
    assert "order.allow" in verbs(hand(hall, user))
    hall.do(GiveOrder(user, "allow"))
    sheet = hand(hall, user)
    assert OrderStands(Label("allow")) in sheet.asked
    assert Act.NO_ORDER.value in verbs(sheet)
    assert "order.allow" not in verbs(sheet)


# Rules, help, seal


def test_rules_are_read_part_by_part_in_every_state(hall: Hall) -> None:
    hall.open("b")
    first, last = rules_sheet(hall.table, GAMES), rules_sheet(hall.table, GAMES, 99)
    assert first.lines[0] == Label("hit")
    assert last.lines[0] == Label("think")
    assert verbs(first) == ["rules.0", "rules.1", "rules.2", "options"]
    hall.do(Start("a"))
    assert rules_sheet(hall.table, GAMES) == first
    hall.do(Close("a"))
    assert rules_sheet(hall.table, GAMES) == first


def test_help_names_every_card(hall: Hall) -> None:
    hall.open("b")
    assert help_sheet(hall.table, GAMES).lines == (Label("red"), Label("blue"), Label("gold"))


def test_what_cannot_be_taken_back_is_asked_once_more(hall: Hall) -> None:
    hall.start("b")
    assert verbs(sure_sheet(hall.table, Act.LEAVE)) == [Act.SURE_LEAVE.value, Act.NO.value]
    assert verbs(sure_sheet(hall.table, Act.CLOSE)) == [Act.SURE_CLOSE.value, Act.NO.value]


def test_a_lobby_of_nobody_can_be_drawn() -> None:
    lobby = Lobby(Deal("t", "toy", "00"), "a", (Chair("Ann", user="a"),))
    assert board_of(lobby, GAMES).question == 0
    assert rules_sheet(Closed("t", "toy", lobby.chairs), GAMES).lines


def test_a_game_with_one_edition_has_none_to_choose(hall: Hall) -> None:
    class Plain(Toy):
        """One edition."""

        presets = MappingProxyType({"small": GAMES["toy"].presets["small"]})

    plain: Any = Plain()
    hall.open("b")
    sheet = board_of(hall.table, {**GAMES, "toy": plain})
    assert not any(isinstance(line, EditionFollows) for line in sheet.lines)
    assert Act.EDITION.value not in verbs(sheet)


def test_digits_and_seats_stand_on_a_board_of_letters(hall: Hall) -> None:
    hall.start("b", game="love-letter")
    found = verbs(board(hall, by_letters=True))
    assert [verb for verb in found if verb.startswith("~1.")] == ["~1.1", "~1.2"]
    assert "~2.3" in found


def test_a_game_without_a_tour_shows_its_rules(hall: Hall) -> None:
    hall.open("b")
    assert tour_sheet(hall.table, GAMES) == rules_sheet(hall.table, GAMES)


def test_a_tour_is_walked_step_by_step(hall: Hall) -> None:
    class Guided(Toy):
        """Two steps."""

        def tour(self, options: Options) -> Sequence[Section]:
            return [Section(Label(word), (Label(word),)) for word in ("see", "play")]

    guided: Any = Guided()
    games = {**GAMES, "toy": guided}
    hall.open("b")
    assert verbs(rules_sheet(hall.table, games))[-1] == f"{Act.TOUR.value}.0"
    first, last = tour_sheet(hall.table, games), tour_sheet(hall.table, games, 99)
    assert (first.title, verbs(first)) == (Label("see"), [f"{Act.TOUR.value}.1", Act.RULES.value])
    assert (last.title, verbs(last)) == (Label("play"), [Act.RULES.value])


def test_a_switch_with_every_value_among_its_choices_goes_round(hall: Hall) -> None:
    hall.open("b", game="love-letter", preset="bga")
    hall.do(Choose("a", "panel", "switches"))
    assert "set.tie.none" in verbs(board(hall))
    hall.do(Choose("a", "tie", "none"))
    assert "set.tie.discard_sum" in verbs(board(hall))
