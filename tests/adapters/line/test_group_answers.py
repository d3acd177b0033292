"""What a group on LINE may see of an answer: decided without a house, without a clock."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.heard import RecordAfterTheGame, RecordForThose, Reply
from adapters.line.doing import Do, Explain, Mark, Say, Show
from adapters.line.flex import Look, mark_of
from adapters.line.group_answers import Seen, in_group
from core.desk.acts import Act
from core.desk.manual import SureToLeave
from core.desk.presses import Play, Verb
from core.desk.sheets import Button, Hand, Labelled, Sheet
from core.house.house import Result
from core.kernel.text import announce
from core.table.sayings import NotAwaited, NotNow, NotSeated, TooLate, WasCut
from locales.tongue import Context

LANE, TABLE, USER = "room:1", "abcd2345", "line:U1"
NEWS = Result(TABLE, notes=(announce(WasCut("Aki", "x")),))
SURE = Sheet(SureToLeave(), buttons=((Button(Labelled(Act.NO), TABLE, 0, Act.NO),),))
OWN_HAND = Hand(TABLE, "playing", SureToLeave(), SureToLeave(), letters=3)


def decide(reply: Reply, asked: Verb | None = None, **more: Any) -> list[Do]:
    games = more.pop("games", {})
    seen = Seen(Look("en", Context()), LANE, USER, "Aki", games, **more)
    return list(in_group(reply, asked, seen))


def said(dos: list[Do]) -> list[Say]:
    return [do for do in dos if isinstance(do, Say)]


def test_a_reason_is_for_its_owner_alone() -> None:
    assert decide(Reply(NotAwaited())) == [Explain(USER, NotAwaited())]
    assert decide(Reply(NotSeated(), table=TABLE)) == [Explain(USER, NotSeated())]


def test_why_a_typed_move_is_refused_is_said_aloud_and_what_is_secret_to_its_owner() -> None:
    """A word stands there for all to read, and so may its answer; a press is silent."""
    why, result = WasCut("Aki", "x"), Result(TABLE, by_rules=True)
    refused = Reply(why, table=TABLE, result=result)
    assert len(said(decide(refused))) == len(decide(refused)) == 1
    assert decide(refused, Play("x")) == [Explain(USER, why)]
    hidden = Reply(NotNow(), table=TABLE, result=result, aside=NotAwaited())
    told = decide(hidden)
    assert len(said(told)) == 1 and told[1:] == [Explain(USER, NotAwaited())]
    secret = Reply(NotAwaited(), table=TABLE, result=result)
    assert decide(secret) == [Explain(USER, NotAwaited())]


def test_what_holds_nothing_of_a_hand_is_said_aloud() -> None:
    dos = decide(Reply(RecordAfterTheGame(), table=TABLE))
    assert len(said(dos)) == len(dos) == 1


@pytest.mark.parametrize("silent", [True, False])
def test_who_comes_too_late_gets_the_board_of_now_but_not_twice(silent: bool) -> None:
    dos = decide(Reply(TooLate(), table=TABLE), Play("x"), silent=silent)
    assert (Show(LANE, TABLE) in dos) is silent
    assert Explain(USER, TooLate()) in dos


def test_news_must_be_told_by_the_next_reply() -> None:
    assert decide(Reply(table=TABLE, result=NEWS), Play("x")) == [Mark.EXPECTED]
    assert decide(Reply(table=TABLE, result=NEWS), Act.NEXT) == [Mark.EXPECTED, Show(LANE, TABLE)]
    assert decide(Reply(table=TABLE, result=Result(TABLE)), Act.NEXT) == []


def test_the_status_is_the_log_and_the_board_again() -> None:
    reply = Reply(sheet=Sheet(SureToLeave()), table=TABLE)
    assert decide(reply, Act.STATUS) == [Show(LANE, TABLE)]
    dos = decide(reply, Act.STATUS, log="Aki cuts.")
    assert "Aki cuts." in str(said(dos)[0].message) and dos[1] == Show(LANE, TABLE)


def test_a_hand_never_stands_in_a_group() -> None:
    assert decide(Reply(sheet=OWN_HAND, table=TABLE), Act.HAND) == []


def test_the_question_whether_it_is_meant_counts_for_its_owner_alone() -> None:
    (own,) = said(decide(Reply(sheet=SURE, table=TABLE), Act.LEAVE))
    assert f"{TABLE}:0:no|{mark_of(USER)}" in str(own.message)
    (other,) = said(decide(Reply(sheet=SURE, table=TABLE), Act.RULES))
    assert mark_of(USER) not in str(other.message)


def test_a_group_is_told_where_a_record_goes_and_never_gets_one() -> None:
    assert not decide(Reply(file=("x.json", b'{"a": 1}'), table=TABLE), Act.RECORD)
    (told,) = said(decide(Reply(RecordForThose(), table=TABLE), Act.RECORD))
    assert "in private" in str(told)
