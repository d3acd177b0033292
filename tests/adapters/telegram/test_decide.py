"""When a board is edited, posted anew, or left alone; when a hand rings."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from adapters.letter import BoardShown, HandShown, PersonLetter, RoomLetter, Told
from adapters.telegram.decide import (
    LULL,
    RUN_AWAY,
    SELDOM,
    BoardPlan,
    Known,
    Way,
    board_plan,
    called,
    new_board,
    shows_now,
)
from adapters.telegram.decide_hand import (
    MOST_AT_ONCE,
    MOST_WHISPERS,
    HandPlan,
    hand_plan,
    whispered,
)
from adapters.telegram.posted import Posted
from adapters.telegram.story import LONG
from core.desk.acts import Act
from core.desk.calls import Calls
from core.desk.sheets import Board, Hand, LabelledWord, Sitter, act_button
from core.kernel.drawn import Face, Moment, Place, Stage
from core.kernel.text import Message, Public
from core.table.places import Individual, Room, Showing, Wishes
from core.table.sayings import HalfTime, Joined, Started, StillWaiting
from locales.tongue import Context

replace = msgspec.structs.replace

CHAT = -1001
ROOM = Room(1, "telegram", str(CHAT), "en")
HERE = Sitter("Ann", "telegram:1", decides=True, letters=True)
AWAY = Sitter("Bob", "telegram:2", decides=True)
BOARD = Board(
    "t",
    "playing",
    LabelledWord("Hats"),
    LabelledWord("Hats"),
    lines=(LabelledWord("a line"),),
    foot=(act_button("t", 3, Act.HAND),),
    question=3,
    round=1,
    awaited=(1,),
    asks=(1,),
    called=(1,),
    sitters=(HERE, AWAY),
)
BEFORE = Posted(CHAT, 7, at=0.0, kind="playing", question=3, round=1, buttons=True, shown=3)
KNOWN = Known(CHAT, 1000.0)


def told(number: int, message: Message, table: str = "t") -> Told[Any]:
    return Told(number, table, message, Context())


def plan(
    before: Posted = BEFORE,
    known: Known = KNOWN,
    lines: tuple[Told[Public], ...] = (),
    hash: str = "",
    **changed: Any,
) -> BoardPlan:
    shown = BoardShown(Showing("t", "", hash), replace(BOARD, **changed), Context())
    return board_plan(RoomLetter("room:1", "en", lines, (shown,), ROOM), shown, before, known)


# Boards


def test_a_board_that_shows_it_all_is_kept_and_another_one_is_edited() -> None:
    first = plan()
    assert first.way is Way.EDIT
    assert plan(hash=first.page.hash).way is Way.KEEP
    assert plan(hash=first.page.hash, lines=(told(1, Joined("Ann")),)).way is Way.EDIT


@pytest.mark.parametrize(
    ("before", "known", "changed"),
    [
        (Posted(), KNOWN, {}),
        (replace(BEFORE, chat=-1002), KNOWN, {}),
        (replace(BEFORE, kind="lobby"), KNOWN, {}),
        (BEFORE, replace(KNOWN, anew=True), {}),
        (BEFORE, replace(KNOWN, passed=RUN_AWAY), {}),
        (BEFORE, KNOWN, {"question": 4}),
        (BEFORE, KNOWN, {"round": 2}),
    ],
)
def test_what_people_must_notice_is_posted_anew(
    before: Posted, known: Known, changed: dict[str, Any]
) -> None:
    assert plan(before, known, **changed).way is Way.POST


@pytest.mark.parametrize(
    ("before", "known", "changed"),
    [
        (BEFORE, replace(KNOWN, passed=RUN_AWAY - 1), {}),
        (replace(BEFORE, at=1000.0 - SELDOM + 1), replace(KNOWN, passed=RUN_AWAY), {}),
        (BEFORE, replace(KNOWN, passed=RUN_AWAY), {"phase": "closed"}),
        (BEFORE, KNOWN, {"question": 4, "asleep": True}),
        (BEFORE, KNOWN, {"question": 4, "sitters": (AWAY, AWAY)}),
        (BEFORE, KNOWN, {"question": 4, "called": ()}),
    ],
)
def test_what_can_be_overlooked_is_edited(
    before: Posted, known: Known, changed: dict[str, Any]
) -> None:
    assert plan(before, known, **changed).way is Way.EDIT


def test_that_one_of_several_has_answered_can_wait_for_a_moment() -> None:
    before = replace(BEFORE, waiting=3, edited=998.0)
    waiting = plan(before, awaited=(1, 2))
    assert (waiting.way, waiting.wait) == (Way.WAIT, LULL - 2.0)
    assert plan(replace(before, edited=1000.0 - LULL), awaited=(1, 2)).way is Way.EDIT
    assert plan(before, awaited=(1, 2), lines=(told(1, Joined("Ann")),)).way is Way.EDIT
    assert plan(before, awaited=()).way is Way.EDIT
    assert plan(replace(before, shown=2), awaited=(1, 2)).way is Way.EDIT


# A chapter begins where a card is lost


class _Chat:
    """A group whose board is told of one thing after another, in a game without rounds."""

    def __init__(self) -> None:
        self.log: list[Told[Public]] = []
        self.before = Posted()
        self.now = 1000.0

    def hears(
        self, *words: str, lost: int = 0, passed: int = 0, after: float = 1.0, **changed: Any
    ) -> BoardPlan:
        """What becomes of the board `after` seconds; `lost` cards lie open by now."""
        self.now += after
        news = [told(len(self.log) + i, LabelledWord(word)) for i, word in enumerate(words, 1)]
        self.log += news
        cards = (Face("hat", LabelledWord("hat"), turned=True),) * lost
        stage = Stage(turn=1, places=(Place(1, cards=cards),))
        board = replace(BOARD, round=0, stage=stage, called=(), **changed)
        shown = BoardShown(Showing("t"), board, Context(), told=tuple(self.log))
        letter = RoomLetter("room:1", "en", tuple(news), (shown,), ROOM)
        known = Known(CHAT, self.now, passed)
        decided = board_plan(letter, shown, self.before, known)
        message = self.before
        if decided.way is Way.POST:
            message = new_board(shown, CHAT, self.before.message + 1, self.now)
        self.before = shows_now(decided, shown, message, self.now)
        return decided


def says(decided: BoardPlan) -> list[str]:
    return [cast(LabelledWord, line.message).mark for line in decided.told.lines]


def test_a_card_is_lost_on_the_message_that_tells_how_and_the_next_one_begins_with_it() -> None:
    chat = _Chat()
    assert chat.hears("claim", "doubt").way is Way.POST
    lost = chat.hears("loss", "turn", lost=1)
    assert (lost.way, says(lost)) == (Way.EDIT, ["claim", "doubt", "loss", "turn"])
    later = chat.hears("income", lost=1)
    assert (later.way, says(later)) == (Way.EDIT, ["claim", "doubt", "loss", "turn", "income"])
    claim = chat.hears("claim again", lost=1, window=True, asks=(1, 2))
    assert (claim.way, claim.quiet) == (Way.POST, False)
    assert says(claim) == ["loss", "turn", "income", "claim again"]
    assert says(chat.hears("answer", lost=1))[0] == "loss"
    assert says(chat.hears("loss again", lost=2))[0] == "loss"


def test_where_somebody_wrote_or_the_message_is_long_a_loss_has_its_own() -> None:
    chat = _Chat()
    chat.hears("claim")
    lost = chat.hears("loss", lost=1, passed=1)
    assert (lost.way, lost.quiet, says(lost)) == (Way.POST, True, ["loss"])
    chat.hears(*(f"line {i}" for i in range(LONG)), lost=1)
    assert chat.hears("loss again", lost=2).way is Way.POST


def test_an_old_board_is_not_believed_to_be_the_last_message() -> None:
    """Nothing tells of what people have written to one another below it."""
    chat = _Chat()
    chat.hears("claim")
    assert chat.hears("loss", lost=1, after=SELDOM - 1).way is Way.EDIT
    old = chat.hears("loss again", lost=2)
    assert (old.way, old.quiet) == (Way.POST, True)


@pytest.mark.parametrize("aimed", [True, False])
@pytest.mark.parametrize("letters", [True, False])
@pytest.mark.parametrize("calls", list(Calls))
def test_whoever_is_asked_alone_about_a_claim_gets_a_message(
    calls: Calls, letters: bool, aimed: bool
) -> None:
    """Two are left. A card comes to whoever has one, else something new stands in the group."""
    wishes = Wishes(calls=calls.value)
    who = Sitter("Bob", "telegram:2", decides=True, letters=letters)
    board = replace(BOARD, window=True, asks=(2,), called=(2,), awaited=(2,), sitters=(HERE, who))
    shown = BoardShown(Showing("t"), board, Context(), wishes={2: wishes})
    before = replace(BEFORE, question=2, shown=2)
    letter = RoomLetter("room:1", "en", (), (shown,), ROOM)
    in_group = board_plan(letter, shown, before, KNOWN)
    if letters:
        rings = calls in (Calls.USUAL, Calls.ALL)
        assert (in_group.way, in_group.quiet) == (Way.POST, not rings)
        posted = new_board(shown, CHAT, 8, KNOWN.now)
        after = shows_now(in_group, shown, posted, KNOWN.now)
        assert board_plan(letter, shown, after, KNOWN).way is Way.EDIT, "once"
    else:
        person = Individual("telegram:2", "Bob", "en", wishes=wishes)
        hand = HandShown(Showing("t"), replace(HAND, window=True), Context())
        card = hand_plan(
            PersonLetter("person:1", "en", (), (hand,), "telegram:1", person),
            hand,
            replace(CARD, question=2),
        )
        assert in_group.way is Way.EDIT
        assert (card.way, card.quiet) == (Way.POST, calls in (Calls.TURNS, Calls.NONE))


def test_who_is_called() -> None:
    def calls(before: Posted, *lines: Message, **changed: Any) -> frozenset[int]:
        shown = BoardShown(Showing("t"), replace(BOARD, **changed), Context())
        told_here = tuple(told(i, each) for i, each in enumerate(lines))
        return called(RoomLetter("room:1", "en", told_here, (shown,), ROOM), shown, before)

    new = replace(BEFORE, question=2)
    assert calls(BEFORE) == frozenset()
    assert calls(new) == frozenset((1,))
    assert calls(new, called=()) == frozenset()
    assert calls(BEFORE, StillWaiting((1, 2))) == frozenset((1,))
    assert calls(BEFORE, StillWaiting((2,))) == frozenset()
    both = (HERE, replace(AWAY, letters=True))
    assert calls(new, sitters=both, round=2) == frozenset((1, 2))


def test_what_is_remembered_of_a_board() -> None:
    decided = plan(Posted())
    shown = BoardShown(Showing("t"), BOARD, Context(), told=(told(9, Started((1, 2))),))
    after = shows_now(decided, shown, new_board(shown, CHAT, 8, 5.0), 6.0)
    assert (after.chat, after.message, after.at, after.kind) == (CHAT, 8, 5.0, "playing")
    assert (after.question, after.shown, after.round) == (3, 3, 1)
    assert (after.upto, after.waiting, after.buttons, after.edited) == (9, 1, True, 6.0)


# Hands


HAND = Hand(
    "t",
    "playing",
    LabelledWord("Hats"),
    LabelledWord("Hats"),
    seat=1,
    common=(LabelledWord("the table"),),
    own=(LabelledWord("a hat"),),
    question=3,
    awaited=(1,),
    decides=True,
    called=True,
)
CARD = Posted(1, 5, kind="playing", question=3, upto=4, buttons=True)


def held(
    before: Posted = CARD,
    *lines: Message,
    hash: str = "",
    anew: bool = False,
    past: tuple[Told[Public], ...] = (),
    **changed: Any,
) -> HandPlan:
    shown = HandShown(Showing("t", "", hash), replace(HAND, **changed), Context(), told=past)
    whispers = tuple(told(i, each) for i, each in enumerate(lines))
    letter = PersonLetter("person:1", "en", whispers, (shown,), "telegram:1")
    return hand_plan(letter, shown, before, anew=anew)


def test_a_new_question_rings_and_everything_else_is_quiet() -> None:
    new = replace(CARD, question=2)
    assert held(new).way is Way.POST
    assert held(Posted()).way is Way.POST
    assert held(anew=True).way is Way.POST
    assert held(CARD, HalfTime()).way is Way.POST
    for quiet in (held(), held(new, called=False), held(new, decides=False), held(new, seat=2)):
        assert quiet.way is Way.EDIT
    assert held(CARD, HalfTime(), called=False).way is Way.EDIT


def test_a_hand_that_shows_it_all_is_kept() -> None:
    assert held(hash=held().content).way is Way.KEEP
    # that others have answered meanwhile is no reason to change the card of whoever is asked
    assert held(hash=held().content, common=(LabelledWord("another"),)).way is Way.KEEP
    assert held(hash=held().content, own=(LabelledWord("two hats"),)).way is Way.EDIT
    # nor is the number of the question one for whoever is not
    other = held(seat=2, foot=(act_button("t", 3, Act.HELP),))
    assert held(hash=other.content, seat=2, foot=(act_button("t", 9, Act.HELP),)).way is Way.KEEP
    assert held(hash=other.content, seat=2, foot=(act_button("t", 9, Act.RULES),)).way is Way.EDIT


def test_a_turn_tells_what_has_happened_since_the_last_one() -> None:
    past = (told(4, Joined("Old")), told(5, Joined("New")), told(6, Joined("Newer")))
    turn = held(replace(CARD, question=2), past=past)
    assert "New joins" in turn.page.text and "Old" not in turn.page.text
    assert (turn.after.since, turn.after.upto, turn.after.question) == (4, 6, 3)
    assert turn.page.text.index("Newer joins") < turn.page.text.index("New joins")
    first = held(Posted(), past=(told(1, Joined("Ann")), told(2, Started((1, 2)))))
    assert "Ann" not in first.page.text
    other = held(seat=2, past=past)
    assert "New" not in other.page.text
    assert (other.after.upto, other.after.buttons) == (4, False)


def test_a_card_keeps_a_few_whispers_until_the_next_turn() -> None:
    before = replace(CARD, whispers=tuple(f"old {i}" for i in range(MOST_WHISPERS)))
    kept = held(before, Joined("Ann")).after.whispers
    assert len(kept) == MOST_WHISPERS
    assert kept[0] == "old 1" and "Ann" in kept[-1]
    assert held(replace(before, question=2), Joined("Ann")).after.whispers == kept[-1:]
    many = [told(i, Joined(f"P{i}")) for i in range(MOST_AT_ONCE + 2)]
    assert len(whispered("en", many)) == MOST_AT_ONCE + 1


def test_without_a_seat_or_a_game_only_the_lines_are_told() -> None:
    for plan in (held(phase="lobby"), held(seat=0), held(left=True)):
        assert plan.way is Way.TELL
    assert held(phase="finished").way is Way.END
    assert held(phase="finished").page.keyboard is None
    assert held(phase="finished").after.kind == "finished"
    told_before = replace(CARD, whispers=("Ben has the King.",))
    assert held(told_before, phase="finished").after.whispers == (), "it bears names"
    assert held(Posted(), phase="closed").way is Way.TELL
    assert held(replace(CARD, kind="finished"), phase="closed").way is Way.TELL


def test_what_was_whispered_in_a_round_ends_with_it() -> None:
    deal, look = Moment("deal", quiet=True), Moment("reveal")

    def whispered_on(before: Posted, *lines: tuple[str, Moment | None], **changed: Any) -> str:
        shown = HandShown(Showing("t"), replace(HAND, **changed), Context())
        notes = tuple(
            Told(i, "t", LabelledWord(word), Context(), moment)
            for i, (word, moment) in enumerate(lines)
        )
        letter = PersonLetter("person:1", "en", notes, (shown,), "telegram:1")
        return hand_plan(letter, shown, before).page.text

    before = replace(CARD, whispers=("old news",), round=1, buttons=False)
    other: dict[str, Any] = {"seat": 2, "round": 1}
    assert "old news" in whispered_on(before, **other)
    assert "seen" in whispered_on(before, ("seen", look), **other)
    assert "dealt" not in whispered_on(before, ("dealt", deal), **other), "the hand shows it"
    later = other | {"round": 2}
    assert "old news" not in whispered_on(before, **later)
    assert "seen" not in whispered_on(before, ("seen", look), ("dealt", deal), **later)
    assert "after" in whispered_on(before, ("dealt", deal), ("after", look), **later)
    assert "seen" not in whispered_on(before, ("seen", look), **later)
    assert "the host" in whispered_on(before, ("the host", None), **later)
