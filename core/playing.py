"""While a game runs: answers, deadlines, absence, leaving, and computers that ride along."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.dice import Dice, bot_dice
from core.game import AnyGame, Ask, Over, Telling
from core.notation import Move, find
from core.sayings import (
    AlreadyRunning,
    CameBack,
    FellAsleep,
    HandedOver,
    HostChanged,
    HostOnly,
    Left,
    NoOrder,
    NotSeated,
    PlaysByLetters,
    Stale,
    TimedOut,
    TooLate,
    WarnedOfAbsence,
    WentAway,
)
from core.sayings import (
    Closed as ClosedNote,
)
from core.table import (
    Answer,
    Chair,
    Close,
    Closed,
    Finished,
    GiveOrder,
    HandOver,
    Playing,
    Refused,
    Rise,
    Sleep,
    Table,
    TakeBack,
    Tale,
    Tick,
    UseLetters,
    chair_of,
    put,
)
from core.text import announce

replace = msgspec.structs.replace

MOST_RIDES = 50  # moves of computers inside one input; the rest waits for the next tick


def step(table: Playing, command: object, game: AnyGame) -> Tale[Table]:
    """Carry out a command in a running game."""
    match command:
        case Answer(user, question, move):
            return (yield from _answer(table, game, user, question, move))
        case Tick(question):
            return (yield from _tick(table, game, question))
        case Rise(user):
            return (yield from _leave(table, game, user))
        case HandOver(user):
            index, chair = _sitting(table, user)
            if chair.bot is not None:
                return table
            yield announce(HandedOver(index + 1))
            replaced = replace(chair, bot=_best(game), away=False, silent=0)
            return replace(_with_chair(table, index, replaced), asleep=False)
        case TakeBack(user):
            index, chair = _sitting(table, user)
            return (yield from _come_back(table, index))
        case UseLetters(user, on):
            index, chair = _sitting(table, user)
            if on and not chair.letters:
                yield announce(PlaysByLetters(index + 1))
            return _with_chair(table, index, replace(chair, letters=on))
        case Sleep():
            return replace(table, asleep=True)
        case GiveOrder(user, order):
            return _order(table, game, user, order)
        case Close(user):
            return (yield from _close(table, user))
        case _:
            raise Refused(AlreadyRunning())


def settle(table: Playing, game: AnyGame) -> Playing | Finished:
    """The table itself, or what it becomes when the game is over."""
    asked = game.ask(table.state)
    if isinstance(asked, Ask):
        return table
    return Finished(
        id=table.id,
        game=table.game,
        host=table.host,
        secret=table.secret,
        chairs=table.chairs,
        preset=table.preset,
        preset_chosen=table.preset_chosen,
        switches=table.switches,
        pace=table.pace,
        cuts=table.cuts,
        joined=table.joined,
        seed=table.seed,
        options=table.options,
        state=table.state,
        winners=tuple(sorted(asked.winners)),
        question=table.question + 1,
        moves=table.moves,
        last_winner=table.last_winner,
    )


def people_awaited(table: Playing, game: AnyGame) -> tuple[int, ...]:
    """The seats of people who are expected to answer now, in seat order."""
    asked = game.ask(table.state)
    if isinstance(asked, Over):
        return ()
    return tuple(
        seat
        for seat in sorted(asked.seats)
        if table.chairs[seat - 1].decides and ordered(table, game, seat) is None
    )


def ordered(table: Playing, game: AnyGame, seat: int) -> Move | None:
    """What the standing order of a seat answers now, if it has one that does."""
    order = table.chairs[seat - 1].order
    if not order or game.orders is None:
        return None
    answer: Move | None = game.orders.answer(table.state, seat, order)
    return answer


def ride(table: Table, game: AnyGame, most: int = MOST_RIDES) -> Tale[Table]:
    """Let the computers answer while nobody else is awaited, `most` moves at the most.

    A table whose people have all fallen silent sleeps instead; when every person is out of
    the game for good it is played to its end.
    """
    for _ in range(most):
        if not isinstance(table, Playing) or table.asleep or people_awaited(table, game):
            return table
        if not any(chair.present for chair in table.chairs) and _somebody_could_act(table, game):
            yield announce(FellAsleep())
            return replace(table, asleep=True)
        asked = game.ask(table.state)
        assert isinstance(asked, Ask), "a table that plays asks something"
        table = yield from _move_for(table, game, min(asked.seats))
    return table


def computers_due(table: Table, game: AnyGame) -> bool:
    """Only computers are awaited: their moves need no person's press."""
    return isinstance(table, Playing) and not table.asleep and not people_awaited(table, game)


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
) -> Tale[Playing]:
    """Let the game go on by `tell`, and keep count of draws, question and record."""
    before = game.ask(table.state)
    stream = Dice(table.seed_bytes, table.drawn)
    state = yield from tell(stream)
    return replace(
        table,
        chairs=tuple(
            replace(chair, order="") if _lapsed(game, state, seat, chair) else chair
            for seat, chair in enumerate(table.chairs, 1)
        ),
        state=state,
        drawn=stream.drawn,
        question=next_question(before, game.ask(state), gone, table.question),
        moves=(*table.moves, line),
    )


def _lapsed(game: AnyGame, state: object, seat: int, chair: Chair) -> bool:
    """A standing order has run out."""
    return (
        bool(chair.order)
        and game.orders is not None
        and game.orders.lapses(state, seat, chair.order)
    )


def _order(table: Playing, game: AnyGame, user: str, said: str) -> Playing:
    """Keep or take back a standing order; only its owner ever learns of it."""
    index, chair = _sitting(table, user)
    if not said:
        return _with_chair(table, index, replace(chair, order=""))
    order = game.orders.read(table.state, index + 1, said) if game.orders is not None else None
    if order is None:
        raise Refused(NoOrder())
    return _with_chair(table, index, replace(chair, order=order))


def _sitting(table: Playing, user: str) -> tuple[int, Chair]:
    index = chair_of(table.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    return index, table.chairs[index]


def _with_chair(table: Playing, index: int, chair: Chair) -> Playing:
    return replace(table, chairs=put(table.chairs, index, chair))


def _best(game: AnyGame) -> str:
    return tuple(game.bots)[-1]


def _somebody_could_act(table: Playing, game: AnyGame) -> bool:
    """Some person could still be asked something, were they here."""
    return any(
        table.chairs[seat - 1].user is not None and not table.chairs[seat - 1].left
        for seat in game.active(table.state)
    )


def _come_back(table: Playing, index: int) -> Tale[Playing]:
    """The owner of a seat acts again: computers step aside, silences are forgotten."""
    chair = table.chairs[index]
    if chair.away or chair.bot is not None:
        yield announce(CameBack(index + 1))
    back = replace(chair, away=False, bot=None, silent=0)
    return replace(_with_chair(table, index, back), asleep=False)


def _answer(table: Playing, game: AnyGame, user: str, question: int, code: str) -> Tale[Table]:
    index, _ = _sitting(table, user)
    seat = index + 1
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    if question != table.question:
        raise Refused(TooLate() if question < table.question else Stale())
    if seat not in asked.seats:
        raise Refused(game.why_not(table.state, seat, code))
    move = find(game.moves(table.state, seat), game.spelled(code))
    if move is None:
        raise Refused(game.why_not(table.state, seat, code))
    table = yield from _come_back(table, index)
    line = f"{seat}:{move.code}"
    state = table.state
    table = yield from apply(
        table, game, frozenset({seat}), line, lambda d: game.play(state, seat, move, d)
    )
    return settle(table, game)


def _move_for(table: Playing, game: AnyGame, seat: int) -> Tale[Table]:
    """A standing order, the computer, or the idle player of somebody absent answers."""
    chair = table.chairs[seat - 1]
    move = ordered(table, game, seat) if chair.decides else None
    if move is not None:
        return (yield from _carry_out(table, game, seat, move))
    kind = chair.bot or "idle"
    if chair.left or kind not in game.bots:  # the computer was seated for another game
        kind = "idle"
    return (yield from _default(table, game, seat, kind))


def _default(table: Playing, game: AnyGame, seat: int, kind: str) -> Tale[Table]:
    chance = bot_dice(table.seed_bytes, table.question, seat)
    view, moves = game.view(table.state, seat), game.moves(table.state, seat)
    return (yield from _carry_out(table, game, seat, game.bots[kind](view, moves, chance)))


def _carry_out(table: Playing, game: AnyGame, seat: int, move: Move) -> Tale[Table]:
    state = table.state
    line = f"{seat}:{move.code}"
    table = yield from apply(
        table, game, frozenset({seat}), line, lambda d: game.play(state, seat, move, d)
    )
    return settle(table, game)


def _tick(table: Playing, game: AnyGame, question: int) -> Tale[Table]:
    """The deadline of a question: the default answers of all people still awaited.

    Two silences in a row to questions that await one seat alone make its owner absent.
    """
    if question != table.question:
        raise Refused(TooLate())
    silent = people_awaited(table, game)
    if not silent:
        return table
    asked = game.ask(table.state)
    assert isinstance(asked, Ask)
    yield announce(TimedOut(silent))
    if len(asked.seats) == 1:
        table = yield from _count_silence(table, silent[0] - 1)
    result: Table = table
    for seat in silent:
        if not isinstance(result, Playing) or result.question != question:
            break
        result = yield from _default(result, game, seat, "idle")
    return result


def _count_silence(table: Playing, index: int) -> Tale[Playing]:
    chair = table.chairs[index]
    if chair.silent == 0:
        yield announce(WarnedOfAbsence(index + 1))
        return _with_chair(table, index, replace(chair, silent=1))
    yield announce(WentAway(index + 1))
    return _with_chair(table, index, replace(chair, silent=0, away=True))


def _leave(table: Playing, game: AnyGame, user: str) -> Tale[Table]:
    index, chair = _sitting(table, user)
    seat = index + 1
    yield announce(Left(seat))
    gone = replace(chair, left=True, away=False, bot=None, silent=0, letters=False, order="")
    table = _with_chair(table, index, gone)
    if seat in game.active(table.state):
        state = table.state
        table = yield from apply(
            table, game, frozenset({seat}), f"{seat}:leave", lambda d: game.leave(state, seat, d)
        )
    result = settle(table, game)
    if not isinstance(result, Playing):
        return result
    people = [other for other in result.chairs if other.user is not None and not other.left]
    if not people:
        return Closed(result.id, result.game, result.chairs)
    if result.host == user:
        heir = next((other for other in people if other.present), people[0])
        yield announce(HostChanged(heir.name))
        result = replace(result, host=str(heir.user))
    return result


def _close(table: Playing, user: str) -> Tale[Closed]:
    _, chair = _sitting(table, user)
    if user != table.host:
        host = next(other for other in table.chairs if other.user == table.host)
        raise Refused(HostOnly(host.name))
    yield announce(ClosedNote(chair.name))
    return Closed(table.id, table.game, table.chairs)
