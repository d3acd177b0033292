"""How a running game goes on: moves, what they make of the question, computers that ride along."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.kernel import proof
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import AnyGame, Telling
from core.kernel.minds import beside
from core.kernel.notation import Move
from core.kernel.text import Public, announce
from core.table.dealing import kind_played
from core.table.oracle import FAIR, Oracle
from core.table.sayings import FellAsleep, NoObjection, TimedOut
from core.table.table import Chair, Finished, Playing, Table, Tale, chair_of

replace = msgspec.structs.replace

MOST_RIDES = 50  # moves of computers inside one input; the rest waits for the next tick


def settle(table: Playing, game: AnyGame) -> Playing | Finished:
    """The table itself, or what it becomes when the game is over."""
    asked = game.ask(table.state)
    if isinstance(asked, Ask):
        return table
    return Finished(
        table.deal,
        table.host,
        table.chairs,
        table.state,
        table.question + 1,
        table.moves,
        table.by,
        table.link,
        tuple(sorted(asked.winners)),
    )


def opened(table: Playing, game: AnyGame) -> Playing:
    """The game has just begun: its first question is open for all whom it awaits."""
    asked = game.ask(table.state)
    return replace(table, opened_for=len(asked.seats) if isinstance(asked, Ask) else 0)


def people_awaited(table: Playing, game: AnyGame) -> tuple[int, ...]:
    """The seats of people who are expected to answer now, in seat order. Where a window does not
    wait for somebody, it waits for those with an order as for anybody else: were it to close at
    once, everybody would know of the order."""
    asked = game.ask(table.state)
    if isinstance(asked, Over):
        return ()
    passed = waiving(table, asked)
    return tuple(
        seat
        for seat in sorted(asked.seats - passed)
        if table.chairs[seat - 1].decides and (passed or ordered(table, game, seat) is None)
    )


def silent_in(table: Playing, game: AnyGame) -> tuple[int, ...]:
    """The seats whose time is over, if it is. In a window those with an order count as well:
    nobody may see that they have one."""
    asked = game.ask(table.state)
    awaited = people_awaited(table, game)
    if not awaited or isinstance(asked, Over) or not asked.window:
        return awaited
    others = asked.seats - waiving(table, asked)
    return tuple(seat for seat in sorted(others) if table.chairs[seat - 1].decides)


def waiving(table: Playing, asked: Ask) -> frozenset[int]:
    """The seats for which the open window does not wait: it was opened for several, and their
    people have let such windows pass before. It is public which; what they hold plays no part.
    Whoever it is aimed at is always waited for."""
    if not asked.window or table.opened_for < 2:
        return frozenset()
    others = asked.seats - asked.aimed
    return frozenset(seat for seat in others if table.chairs[seat - 1].waives)


def waives(table: Table, user: str) -> bool:
    """Whether windows for several wait no more for somebody who plays at a table."""
    index = chair_of(table.chairs, user)
    return isinstance(table, Playing) and index is not None and table.chairs[index].waives


def called(table: Playing, game: AnyGame) -> frozenset[int]:
    """The seats that the open question calls: whom it asks alone, in a window too, and of a window
    that was opened for several those at whom it is aimed. Everybody else sees it on the board."""
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    if asked.window and table.opened_for != 1:
        return asked.aimed
    return asked.seats if len(asked.seats) == 1 else frozenset()


def let_pass(asked: Ask, silent: tuple[int, ...]) -> Public:
    """What is told when the time of a question is over. Who says nothing in a window has no
    objection: that is an answer like another, not a fault."""
    return NoObjection(silent) if asked.window else TimedOut(silent)


def asks_alone(table: Playing, asked: Ask) -> bool:
    """The open question was put to one seat alone. A window that was opened for several is not,
    however few have still to answer."""
    if table.opened_for:
        return table.opened_for == 1
    return len(asked.seats) == 1 and not asked.window


def ordered(table: Playing, game: AnyGame, seat: int) -> Move | None:
    """What the standing order of a seat answers now, if it has one that does."""
    order = table.chairs[seat - 1].order
    if not order or game.orders is None:
        return None
    answer: Move | None = game.orders.answer(table.state, seat, order)
    return answer


def ride(table: Table, game: AnyGame, most: int = MOST_RIDES, oracle: Oracle = FAIR) -> Tale[Table]:
    """Let the computers answer while nobody else is awaited, `most` moves at the most; not one
    that thinks beside: its answer is an input of its own.

    A table whose people have all fallen silent sleeps instead; when every person is out of
    the game for good it is played to its end.
    """
    for _ in range(most):
        if not computers_due(table, game) or thinker(table, game):
            return table
        assert isinstance(table, Playing)
        if _falls_asleep(table, game):
            yield announce(FellAsleep())
            return replace(table, asleep=True)
        asked = game.ask(table.state)
        assert isinstance(asked, Ask), "a table that plays asks something"
        seat, passed = min(asked.seats), waiving(table, asked)
        if seat in passed and table.passed != table.question:
            table = replace(table, passed=table.question)
            yield announce(let_pass(asked, tuple(sorted(passed))))
        table = yield from answer_for(table, game, seat, kind_at(table, game, seat), oracle)
    return table


def computers_due(table: Table, game: AnyGame) -> bool:
    """No person is waited for: what goes on needs nobody's press."""
    return isinstance(table, Playing) and not table.asleep and not people_awaited(table, game)


def thinker(table: Table, game: AnyGame) -> int:
    """The seat whose computer thinks beside and is the next to answer; 0 if there is none."""
    if not computers_due(table, game):
        return 0
    assert isinstance(table, Playing)
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    seat = min(asked.seats)
    thinks = beside(kind_at(table, game, seat)) and not _falls_asleep(table, game)
    return seat if thinks else 0


def kind_at(table: Playing, game: AnyGame, seat: int) -> str:
    """The kind of computer that answers for a seat, where no person and no order does."""
    return kind_played(table.chairs[seat - 1], game)


def next_question(before: Ask | Over, after: Ask | Over, gone: frozenset[int], old: int) -> int:
    """The number of the question after a step.

    It stays only if the prompt is equal and the awaited seats are the old ones without
    `gone` (who just answered or left), and not empty.
    """
    same = (
        isinstance(before, Ask)
        and isinstance(after, Ask)
        and before.prompt == after.prompt
        and after.seats == before.seats - gone
        and bool(after.seats)
    )
    return old if same else old + 1


def apply(
    table: Playing,
    game: AnyGame,
    gone: frozenset[int],
    line: str,
    tell: Callable[[Dice], Telling[object]],
    oracle: Oracle,
    by: str = "",
) -> Tale[Playing]:
    """Let the game go on by `tell`, and keep count of draws, question and record. `by` is the
    kind of computer player that made the move, if the person of the seat did not."""
    before = game.ask(table.state)
    stream = oracle.dice(table)
    state = yield from tell(stream)
    after = game.ask(state)
    question = next_question(before, after, gone, table.question)
    opened_for = table.opened_for
    if question != table.question:
        opened_for = len(after.seats) if isinstance(after, Ask) else 0
    if table.deal.proof == proof.PROTOCOL:
        link = proof.next_link(table.link, line, by)
        table = replace(table, by=(*table.by, by), link=link)
    return replace(
        table,
        chairs=tuple(
            replace(chair, order="") if _lapsed(game, state, seat, chair) else chair
            for seat, chair in enumerate(table.chairs, 1)
        ),
        state=state,
        drawn=stream.drawn,
        question=question,
        moves=(*table.moves, line),
        opened_for=opened_for,
    )


def _lapsed(game: AnyGame, state: object, seat: int, chair: Chair) -> bool:
    """A standing order has run out."""
    return (
        bool(chair.order)
        and game.orders is not None
        and game.orders.lapses(state, seat, chair.order)
    )


def _falls_asleep(table: Playing, game: AnyGame) -> bool:
    """Nobody is present at a table at which somebody could still be asked."""
    return not any(chair.present for chair in table.chairs) and _somebody_could_act(table, game)


def _somebody_could_act(table: Playing, game: AnyGame) -> bool:
    """Some person could still be asked something, were they here."""
    return any(
        table.chairs[seat - 1].user is not None and not table.chairs[seat - 1].left
        for seat in game.active(table.state)
    )


def answer_for(table: Playing, game: AnyGame, seat: int, kind: str, oracle: Oracle) -> Tale[Table]:
    """A standing order answers for a seat, else a computer player of that kind."""
    move = ordered(table, game, seat) if table.chairs[seat - 1].decides else None
    if move is not None:
        return (yield from carry_out(table, game, seat, move, oracle))
    return (yield from default_answer(table, game, seat, kind, oracle))


def default_answer(
    table: Playing, game: AnyGame, seat: int, kind: str, oracle: Oracle
) -> Tale[Table]:
    """A computer player of that kind answers for a seat."""
    move = oracle.answer(table, game, seat, kind)
    return (yield from carry_out(table, game, seat, move, oracle, by_computer(table, game, kind)))


def by_computer(table: Playing, game: AnyGame, kind: str) -> str:
    """Who made a move, where a computer player of that kind did: with the version of the minds,
    if it is no longer that of the deal."""
    return kind if game.mind == table.deal.mind else f"{kind}/{game.mind}"


def carry_out(
    table: Playing, game: AnyGame, seat: int, move: Move, oracle: Oracle, by: str = ""
) -> Tale[Table]:
    """A seat makes a legal move; the game goes on to the next question or ends. `by` as for
    `apply`."""
    state = table.state
    line = f"{seat}:{move.code}"
    table = yield from apply(
        table, game, frozenset({seat}), line, lambda d: game.play(state, seat, move, d), oracle, by
    )
    return settle(table, game)
