"""When a group is replied to, with what, and when its board still serves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adapters.letter import BoardShown, HandShown, PersonLetter, RoomLetter, Told
from adapters.line import compose, lobby_face
from adapters.line.decide import (
    CALM,
    TOGETHER,
    UNTIL_SOMETHING_NEW,
    Chat,
    GroupPlan,
    Made,
    group_plan,
    private_reply,
)
from adapters.line.flex import Look
from adapters.line.stamps import stored
from adapters.line.texts import (
    BackToTheGroup,
    GoesOnWith,
    LimitsAtOnce,
    LookOnce,
    NotYourTurnYet,
    PressesAreSilent,
    ReadyNow,
    WaitsFor,
    WasRefused,
)
from core.desk.acts import Act
from core.desk.presses import Key, Order
from core.desk.sheets import Board, Button, Hand, LabelledWord, Sitter, act_button
from core.kernel.text import Message, Public
from core.table.places import Room, Showing
from core.table.sayings import Joined, NoOrder, StillWaiting
from locales.tongue import Context
from tests.adapters.line.fake import actions

replace = msgspec.structs.replace

ROOM = Room(1, "line", "C1", "en")
BUBBLE = {"type": "flex"}
BOARD = Board(
    "t",
    "playing",
    LabelledWord("Hats"),
    LabelledWord("Hats"),
    choice=((Button(LabelledWord("A"), "t", 3, Key("1", "A")),),),
    foot=tuple(act_button("t", 3, act) for act in (Act.HAND, Act.STATUS, Act.RULES)),
    question=3,
    awaited=(1,),
    asks=(1,),
    sitters=(Sitter("Ann", "line:U1", decides=True), Sitter("Bob", "line:U2", decides=True)),
)
KEYPAD = tuple(Button(LabelledWord(n), "t", 3, Order(f"limit.{n}")) for n in ("0", "1"))
KEYED = replace(BOARD, keypad=KEYPAD, topic="limit.0.x.0")


def told(number: int, message: Message) -> Told[Any]:
    return Told(number, "t", message, Context())


def shown(board: Board = BOARD, before: Board | None = None, **more: Any) -> BoardShown:
    """A board to show, where `before` was shown last."""
    made = BoardShown(Showing("t"), board, Context(), rooms=(ROOM,), **more)
    if before is not None:
        showing = stored(replace(made, board=before), "en", BUBBLE)
        made = replace(made, showing=showing)
    return made


def plan(each: BoardShown, *lines: Public, chat: Chat | None = None) -> GroupPlan:
    news = tuple(told(i, line) for i, line in enumerate(lines))
    letter = RoomLetter("room:1", "en", news, (each,), ROOM)
    return group_plan(letter, [Made(each, BUBBLE, BUBBLE)], chat or Chat(100.0))


# A group


def test_a_new_question_is_replied_with_the_board() -> None:
    decided = plan(shown(), chat=Chat(100.0, here=frozenset({"line:U1"})))
    assert decided.reply is not None
    mention, board = decided.reply.messages
    assert mention["substitution"]["m0"]["mentionee"]["userId"] == "U1"
    assert board is BUBBLE
    assert decided.reply.loud and decided.reply.board
    (showing,) = decided.reply.cards
    assert showing.hash.startswith("3|en|") and not showing.outdated


def test_without_anything_new_nothing_is_said() -> None:
    decided = plan(shown(before=BOARD))
    assert (decided.reply, decided.wait, decided.unread) == (None, UNTIL_SOMETHING_NEW, False)
    stale = plan(shown(before=BOARD), StillWaiting((1,)))
    assert stale.reply is None


def test_news_of_an_old_question_call_nobody() -> None:
    decided = plan(shown(before=BOARD), Joined("Ann"), chat=Chat(1.0, here=frozenset({"line:U1"})))
    assert decided.reply is not None
    assert decided.reply.messages == (BUBBLE,), "the board tells what is new"
    assert not decided.reply.loud


def test_a_board_that_was_asked_for_is_shown_again() -> None:
    decided = plan(shown(before=BOARD), chat=Chat(100.0, wanted=frozenset({"t"})))
    assert decided.reply is not None and decided.reply.messages == (BUBBLE,)


def test_only_whoever_is_asked_alone_and_is_here_is_called() -> None:
    both = replace(BOARD, asks=(1, 2), awaited=(1, 2))
    for board, here in ((both, {"line:U1", "line:U2"}), (BOARD, {"line:U2"}), (BOARD, set[str]())):
        decided = plan(shown(board), chat=Chat(100.0, here=frozenset(here)))
        assert decided.reply is not None and decided.reply.messages == (BUBBLE,)


def test_a_closed_table_is_settled_without_a_word() -> None:
    decided = plan(shown(Board("t", "closed", BOARD.game, BOARD.title)))
    assert decided.reply is None
    assert [showing.outdated for showing in decided.showings] == [False]


# A keypad for all


def test_presses_on_a_keypad_wait_for_a_moment() -> None:
    chat = Chat(100.0, pressed_at=99.0)
    decided = plan(shown(replace(KEYED, question=4), KEYED), Joined("Ann"), chat=chat)
    assert decided.reply is None
    assert decided.wait == 99.0 + CALM - 100.0
    assert decided.held == ((("t", 4),), 100.0)
    assert decided.quiet and decided.unread


def test_others_who_go_on_pressing_do_not_put_it_off_for_ever() -> None:
    held = ((("t", 4),), 100.0 - TOGETHER)
    decided = plan(
        shown(replace(KEYED, question=4), KEYED),
        chat=Chat(100.0, here=frozenset({"line:U1"}), pressed_at=99.0, held=held),
    )
    assert decided.reply is not None
    assert [message["type"] for message in decided.reply.messages] == ["textV2"]
    assert not decided.reply.board  # the old one still serves


def test_a_board_that_serves_and_calls_nobody_rests() -> None:
    decided = plan(shown(KEYED, KEYED))
    assert (decided.reply, decided.wait, decided.unread) == (None, UNTIL_SOMETHING_NEW, False)


def test_whoever_has_acted_or_ordered_needs_a_new_board() -> None:
    later = replace(KEYED, question=4)
    for each in (
        shown(replace(later, acted=(2, 1)), KEYED),
        shown(later, KEYED, ordered=frozenset({1})),
    ):
        decided = plan(each)
        assert decided.reply is not None and decided.reply.board
    assert plan(shown(replace(later, topic="limit.1.x.0"), KEYED)).reply is not None


# A chat of two


def test_a_private_reply_carries_what_was_told_and_what_was_asked_for() -> None:
    hand = Hand("t", "playing", BOARD.game, BOARD.title, seat=1)
    hands = [(HandShown(Showing("t"), hand, Context()), BUBBLE)]
    lines = (told(1, Joined("Ann")), told(2, StillWaiting((1,))))
    letter = PersonLetter("person:1", "en", lines, (hands[0][0],), "line:U1")
    reply = private_reply(letter, hands, frozenset())
    assert [message["text"] for message in reply.messages] == ["Ann joins."]
    assert reply.cards == ()
    reply = private_reply(letter, hands, frozenset({"t"}))
    assert reply.messages[1:] == (BUBBLE,)
    seen = replace(hands[0][0], showing=reply.cards[0])
    again = [(seen, BUBBLE)]
    assert private_reply(letter, again, frozenset(), frozenset({"t"})).cards == ()
    assert private_reply(letter, again, frozenset({"t"})).cards != ()
    other = [(replace(seen, hand=replace(hand, own=(Joined("Ben"),))), BUBBLE)]
    assert private_reply(letter, other, frozenset()).cards == ()
    assert private_reply(letter, other, frozenset(), frozenset({"t"})).messages[1:] == (BUBBLE,)
    reply = private_reply(letter, again, frozenset(), why=NoOrder())
    assert "Your last try" in reply.messages[0]["text"]
    reply = private_reply(letter, again, frozenset({"t"}), why=NoOrder())
    assert "Your last try" not in reply.messages[0]["text"], "it stands on the hand"


# What stands on boards and hands


def test_a_board_for_line() -> None:
    board = compose.adapted(BOARD, clock=True)
    assert [button.verb for button in board.foot] == [
        *(Act.HAND, Act.STATUS, Act.HELP, Act.RULES, Act.NEXT)
    ]
    assert board.choice == BOARD.choice
    for sleeping in (replace(BOARD, asleep=True), BOARD):
        assert Act.NEXT not in [b.verb for b in compose.adapted(sleeping, clock=False).foot]
    keyed = compose.adapted(KEYED, clock=False)
    assert keyed.choice == (KEYPAD[:1], KEYPAD[1:])


def test_the_small_print_of_a_board() -> None:
    def notes(board: Board, typed: bool = False, **more: Any) -> list[type]:
        return [type(each) for each in compose.notes(shown(board, **more), typed=typed)]

    assert notes(BOARD) == [PressesAreSilent]
    assert notes(BOARD, typed=True) == notes(replace(BOARD, acted=(1,))) == []
    assert [type(each) for each in compose.notes(shown(BOARD), typed=False, small=True)] == []
    assert notes(replace(BOARD, window=True), typed=True, due=9.0, limit=30) == [WaitsFor]
    assert notes(KEYED, typed=True) == [LimitsAtOnce]
    elsewhere = replace(shown(due=9.0), rooms=(ROOM, Room(2, "telegram", "1", "en")))
    assert [type(each) for each in compose.notes(elsewhere, typed=True)] == [GoesOnWith]
    assert notes(replace(BOARD, phase="finished")) == []


@pytest.mark.parametrize(("met", "asks"), [((), True), (("Ann",), True), (("Ann", "Ben"), False)])
def test_a_lobby_asks_to_try_the_hand_while_somebody_has_not(
    met: tuple[str, ...], asks: bool
) -> None:
    look = Look("en", Context(names=("Ann", "Ben")), hand="https://line.me/R/")
    people = (Sitter("Ann", "line:1"), Sitter("Ben", "line:2"), Sitter("Fumi", computer=True))
    lobby = replace(BOARD, phase="lobby", foot=(), sitters=people[:2])
    made = lobby_face.board(compose.adapted(lobby, clock=False), look, met)
    told = [part.get("text") for part in made["contents"]["body"]["contents"]]
    assert (look.say(LookOnce()) in told) is asks
    ways = [each["uri"] for each in actions(made) if each["type"] == "uri"]
    assert ways == ([look.hand] if asks else [])


def test_the_small_print_of_a_hand() -> None:
    hand = Hand("t", "playing", BOARD.game, BOARD.title, seat=1, decides=True, awaited=(1,))
    assert compose.notes_of_hand(hand, None) == ()
    assert compose.notes_of_hand(replace(hand, letters=2), None) == (BackToTheGroup(),)
    assert compose.notes_of_hand(replace(hand, awaited=(2,)), None) == (NotYourTurnYet(),)
    assert compose.notes_of_hand(replace(hand, left=True, awaited=(2,)), None) == ()
    lobby = replace(hand, phase="lobby")
    assert compose.notes_of_hand(lobby, NoOrder()) == (WasRefused(NoOrder()), ReadyNow())
