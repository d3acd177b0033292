"""Moves that lose at once are asked for once more, where nobody else sees the question."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.letters import meaning
from core.desk.sheets import AnySheet, Hand
from core.desk.slips import Meant, PressAgain, slips
from core.games import GAMES
from core.games.coup import COUP
from core.games.coup.model import Action, Answering, Proving, Window
from core.games.coup.names import Deed, Role
from core.games.coup.rash import AllowingIsEnd, AllowingMayBeEnd, ShowingIsLoss
from core.games.love_letter import LOVE_LETTER
from core.games.love_letter.events import WentOut, WentOutWith
from core.games.love_letter.model import PRESETS, Seen
from core.games.love_letter.names import Card
from core.games.love_letter.rash import ComparingIsOut, DiscardingIsOut, PlayingIsOut
from core.house.clock import letters_shown
from core.house.drafts import PressInput
from core.house.house import Result
from core.kernel.dice import Dice
from core.kernel.text import Announce
from core.table.commands import Answer, UseLetters
from tests.kernel.hall import AT
from tests.kernel.test_choosing import Desk
from tests.police.walk import run

replace = msgspec.structs.replace


def verbs(sheet: AnySheet) -> list[str]:
    """The verbs of the buttons that choose a move."""
    found = [button.data.split(":", 2)[2] for row in sheet.buttons for button in row]
    return [verb for verb in found if verb.startswith(("m:", "?:"))]


def holding(desk: Desk, *cards: Card, **more: Any) -> int:
    """Whoever is asked holds these cards; tells the seat."""
    state = desk.table.state
    hands = list(state.hands)
    hands[state.turn - 1] = cards
    desk.put(replace(desk.table, state=replace(state, hands=tuple(hands), **more)))
    return int(state.turn)


def sheet(desk: Desk, *said: str) -> Hand:
    return hand_of(desk.table, desk.house.games, desk.user, said)


# On the private card


def test_the_princess_has_one_more_level() -> None:
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    assert verbs(sheet(desk)) == ["?:princess", "m:handmaid"]
    asked = sheet(desk, "princess")
    assert PlayingIsOut(Card.PRINCESS) in asked.asked
    assert verbs(asked) == ["m:princess", "?:"]
    assert asked.buttons[0][0].label == Meant()
    assert asked.lines == sheet(desk).lines


def test_a_button_of_an_older_release_still_plays() -> None:
    desk = Desk("love-letter")
    seat = holding(desk, Card.PRINCESS, Card.HANDMAID)
    desk.tell(Answer(desk.user, desk.table.question, "princess"))
    assert desk.table.moves[-1] == f"{seat}:princess"


def test_whoever_plays_by_letters_is_asked_in_private_too() -> None:
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    desk.tell(UseLetters(desk.user, True))
    assert verbs(sheet(desk)) == []
    assert verbs(sheet(desk, "princess")) == ["m:princess", "?:"]


@pytest.mark.parametrize("said", [("nonsense",), ("handmaid",), ("princess", "2"), ("", "")])
def test_what_begins_no_move_is_the_first_level(said: tuple[str, ...]) -> None:
    for game in GAMES:
        desk = Desk(game.name)
        assert sheet(desk, *said) == sheet(desk)
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    assert sheet(desk, *said) == sheet(desk)


def test_the_group_sees_the_same_board() -> None:
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    risky = board_of(desk.table, desk.house.games)
    holding(desk, Card.PRIEST, Card.HANDMAID)
    assert board_of(desk.table, desk.house.games) == risky


# Love Letter


@pytest.mark.parametrize("preset", PRESETS)
def test_love_letter_asks_in_every_edition(preset: str) -> None:
    state, _ = run(LOVE_LETTER.setup(3, PRESETS[preset], Dice(b"x")))
    seat = state.turn
    other, third = [each for each in (1, 2, 3) if each != seat]

    def asked(*hand: Card, **more: Any) -> dict[str, Any]:
        hands = tuple(hand if each == seat else (Card.GUARD,) for each in (1, 2, 3))
        now = replace(state, hands=hands, **more)
        moves = LOVE_LETTER.moves(now, seat)
        return dict(slips(LOVE_LETTER, LOVE_LETTER.view(now, seat), moves))

    assert asked(Card.PRINCESS, Card.GUARD) == {"princess": PlayingIsOut(Card.PRINCESS)}
    assert asked(Card.PRINCE, Card.PRINCESS) == {
        "princess": PlayingIsOut(Card.PRINCESS),
        f"prince.{seat}": DiscardingIsOut(Card.PRINCE, Card.PRINCESS),
    }
    assert asked(Card.PRINCE, Card.GUARD) == {}
    known = (Seen(seat, other, 0, Card.KING),)
    assert asked(Card.BARON, Card.PRIEST) == {}
    assert asked(Card.BARON, Card.PRIEST, seen=known) == {
        f"baron.{other}": ComparingIsOut(other, Card.KING, Card.PRIEST, Card.BARON)
    }
    assert asked(Card.BARON, Card.KING, seen=known) == {}, "a tie"
    assert asked(Card.PRIEST, Card.BARON, seen=known, shielded=(other,)) == {}
    theirs = (Seen(third, other, 0, Card.KING),)
    assert asked(Card.BARON, Card.PRIEST, seen=theirs) == {}, "what others know"


def test_where_everything_loses_nothing_is_asked() -> None:
    desk = Desk("love-letter")
    seat = desk.table.state.turn
    others = tuple(each for each in (1, 2, 3) if each != seat)
    holding(desk, Card.PRINCE, Card.PRINCESS, shielded=others)
    assert [move.code for move in LOVE_LETTER.moves(desk.table.state, seat)] == [
        f"prince.{seat}",
        "princess",
    ]
    assert verbs(sheet(desk)) == ["?:prince", "m:princess"]
    assert verbs(sheet(desk, "prince")) == [f"m:prince.{seat}", "?:"]


# Coup


def coup(step: Any, hand: tuple[Role, ...], act: Action, seat: int) -> dict[str, Any]:
    state, _ = run(COUP.setup(3, COUP.presets["bga_live"], Dice(b"x")))
    players = tuple(
        replace(player, hidden=hand if each == seat else player.hidden)
        for each, player in enumerate(state.players, 1)
    )
    now = replace(state, players=players, step=step, act=act, turn=3)
    return dict(slips(COUP, COUP.view(now, seat), COUP.moves(now, seat)))


def test_coup_asks_before_a_claim_is_given_up_that_is_true() -> None:
    step, act = Proving(3, Role.DUKE, 1), Action(Deed.TAX)
    assert coup(step, (Role.DUKE, Role.CAPTAIN), act, 3) == {
        "show.captain": ShowingIsLoss(Role.DUKE, Role.CAPTAIN)
    }
    assert coup(step, (Role.CONTESSA, Role.CAPTAIN), act, 3) == {}
    assert coup(step, (Role.DUKE, Role.DUKE), act, 3) == {}


@pytest.mark.parametrize("window", Window)
def test_coup_asks_before_the_last_influence_is_given_away(window: Window) -> None:
    killing = Action(Deed.ASSASSINATE, 1, *((1, Role.CONTESSA) if window is Window.COUNTER else ()))
    last, two = (Role.DUKE,), (Role.DUKE, Role.CAPTAIN)
    alone, both = Answering(window, frozenset({1})), Answering(window, frozenset({1, 2}))
    if window in (Window.CHALLENGE, Window.COUNTER):  # a block is still to come, or has come
        assert coup(alone, last, killing, 1) == {}
        return
    assert coup(alone, last, killing, 1) == {"allow": AllowingIsEnd()}
    assert coup(both, last, killing, 1) == {"allow": AllowingMayBeEnd()}
    assert coup(both, last, killing, 2) == {}, "it is another's life"
    assert coup(alone, two, killing, 1) == {}
    assert coup(alone, last, Action(Deed.STEAL, 1), 1) == {}


# By letters on a group's board


def letter(desk: Desk, card: Card, *, alone: bool, after: float = 0.0) -> Result:
    """Whoever is asked presses the letter of a card."""
    table, seat = desk.table, desk.table.state.turn
    hidden = LOVE_LETTER.hidden(table.state, seat)
    letters_shown(desk.house, desk.id, desk.user, hidden.version)
    meant = meaning(table.secret, seat, hidden)
    mark = next(mark for mark, word in meant.items() if word == card)
    return desk.house.press(
        PressInput(desk.user, desk.id, table.question, "0", mark, AT + after, alone=alone)
    )


def outbox(desk: Desk) -> Any:
    """What is on its way to anybody."""
    return [desk.store.claim(AT + 100, 1.0, 50), desk.house.read(desk.id)]


def test_the_first_press_asks_and_the_second_plays() -> None:
    desk = Desk("love-letter")
    seat = holding(desk, Card.PRINCESS, Card.HANDMAID)
    outbox(desk)
    before = desk.house.read(desk.id)
    asked = letter(desk, Card.PRINCESS, alone=True)
    assert asked == Result(table=desk.id, asked=PressAgain(PlayingIsOut(Card.PRINCESS)))
    assert desk.house.read(desk.id) == before, "nobody else sees anything of it"
    assert desk.store.claim(AT + 50, 1.0, 50) == []
    played = letter(desk, Card.PRINCESS, alone=True, after=59)
    assert played.asked is None and played.refused is None
    assert f"{seat}:princess" in desk.table.moves


def test_asking_looks_like_half_a_draft() -> None:
    """The group is told as much after a letter that asks as after one that says half a move."""
    told = []
    for hand, pressed in (
        ((Card.PRINCESS, Card.HANDMAID), Card.PRINCESS),
        ((Card.GUARD, Card.HANDMAID), Card.GUARD),
    ):
        desk = Desk("love-letter")
        holding(desk, *hand)
        outbox(desk)
        result = letter(desk, pressed, alone=True)
        assert result.refused is None and result.notes == ()
        told.append((desk.store.claim(AT + 50, 1.0, 50), board_of(desk.table, desk.house.games)))
    assert told[0] == told[1]


def test_the_question_is_forgotten_after_a_minute() -> None:
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    for after in (0, 61, 122):
        assert letter(desk, Card.PRINCESS, alone=True, after=after).asked is not None
    assert letter(desk, Card.PRINCESS, alone=True, after=121).asked is not None, "a clock set back"
    assert letter(desk, Card.PRINCESS, alone=True, after=130).asked is None


def test_another_press_takes_the_question_back() -> None:
    desk = Desk("love-letter")
    seat = holding(desk, Card.PRINCESS, Card.GUARD)
    assert letter(desk, Card.PRINCESS, alone=True).asked is not None
    assert letter(desk, Card.GUARD, alone=True, after=1).asked is None
    assert letter(desk, Card.PRINCESS, alone=True, after=2).asked is not None
    assert letter(desk, Card.PRINCESS, alone=True, after=3).asked is None
    assert f"{seat}:princess" in desk.table.moves


def test_where_the_group_would_see_it_nothing_is_asked() -> None:
    desk = Desk("love-letter")
    seat = holding(desk, Card.PRINCESS, Card.HANDMAID)
    assert letter(desk, Card.PRINCESS, alone=False).asked is None
    assert f"{seat}:princess" in desk.table.moves


def test_a_question_is_none_of_the_next_turn() -> None:
    desk = Desk("love-letter")
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    first = desk.user
    assert letter(desk, Card.PRINCESS, alone=True).asked is not None
    desk.tell(Answer(first, desk.table.question, "handmaid"))
    for _ in range(20):
        if desk.user == first:
            break
        codes = [move.code for move in LOVE_LETTER.moves(desk.table.state, desk.table.state.turn)]
        desk.tell(Answer(desk.user, desk.table.question, codes[0]))
    assert desk.user == first
    holding(desk, Card.PRINCESS, Card.HANDMAID)
    assert letter(desk, Card.PRINCESS, alone=True, after=1).asked is not None


# In all worlds


@pytest.mark.parametrize("game", [LOVE_LETTER, COUP], ids=lambda game: game.name)
def test_the_question_tells_the_truth(game: Any) -> None:
    """Whatever the others hold: who does it all the same has lost at once."""
    found = 0
    for number in range(60):
        dice = Dice(b"truth%d" % number)
        presets = tuple(game.presets)
        options = game.presets[presets[number % len(presets)]]
        state, _ = run(game.setup(game.seats(options)[0], options, dice))
        for _ in range(80):
            seats = sorted(getattr(game.ask(state), "seats", ()))
            if not seats:
                break
            seat = dice.choose(seats)
            moves = game.moves(state, seat)
            for code, question in slips(game, game.view(state, seat), moves).items():
                if isinstance(question, AllowingMayBeEnd):
                    continue
                found += 1
                move = next(move for move in moves if move.code == code)
                for _ in range(3):
                    world = game.imagine(state, seat, dice)
                    after, told = run(game.play(world, seat, move, dice))
                    assert lost(game, world, after, seat, told), (code, question)
            state, _ = run(game.play(state, seat, dice.choose(moves), dice))
    assert found > 10


def lost(game: Any, before: Any, after: Any, seat: int, told: Any) -> bool:
    if game is COUP:
        return len(after.players[seat - 1].hidden) < len(before.players[seat - 1].hidden)
    messages = [note.message for note in told if isinstance(note, Announce)]
    out = [each for each in messages if isinstance(each, WentOut | WentOutWith)]
    return out[0].seat == seat
