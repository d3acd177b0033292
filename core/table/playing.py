"""One command at one table; while a game runs: answers, deadlines, absence, orders and leaving."""

from __future__ import annotations

from typing import assert_never

import msgspec

from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.minds import stand_in
from core.kernel.notation import find
from core.kernel.text import announce
from core.table import course, dealing, levels, lobby, presence
from core.table.commands import (
    AddRoom,
    Answer,
    Close,
    Command,
    Draw,
    GiveOrder,
    HandOver,
    Rename,
    Rise,
    SeatBot,
    Sit,
    Sleep,
    Start,
    Stop,
    TakeBack,
    TakeTime,
    Thought,
    Tick,
    UseLetters,
)
from core.table.course import (
    answer_for,
    apply,
    asks_alone,
    by_computer,
    carry_out,
    kind_at,
    let_pass,
    people_awaited,
    settle,
    silent_in,
    thinker,
)
from core.table.failures import AgainstRules, Late, Refused
from core.table.oracle import FAIR, Oracle
from core.table.proof_sayings import StillDrawing
from core.table.sayings import (
    AlreadyOver,
    AlreadyRunning,
    CameBack,
    HandedOver,
    HostChanged,
    HostOnly,
    Left,
    LobbyExpired,
    NoOrder,
    NotRunning,
    NotSeated,
    PlaysByLetters,
    Stale,
    Stopped,
    TooLate,
    WarnedOfAbsence,
    WentAway,
    WentBack,
)
from core.table.sayings import (
    Closed as ClosedNote,
)
from core.table.seating import renamed, with_time
from core.table.table import (
    Chair,
    Closed,
    Drawing,
    Finished,
    Games,
    Lobby,
    Playing,
    Table,
    Tale,
    chair_of,
    closed,
    put,
)

replace = msgspec.structs.replace

_WHILE_PLAYING = Draw | Answer | Thought | HandOver | TakeBack | GiveOrder | Sleep


def step(table: Table, command: Command, games: Games, oracle: Oracle = FAIR) -> Tale[Table]:
    """Tell what the command does and return the table after it. Raises `Refused`."""
    if isinstance(command, Rename) and isinstance(table, Lobby | Drawing | Playing):
        return renamed(table, command.user, command.name)
    if isinstance(command, TakeTime) and isinstance(table, Lobby | Drawing | Playing):
        return with_time(table, command.user, on=command.on)
    if isinstance(command, AddRoom) and isinstance(table, Lobby | Drawing | Playing):
        return table  # where it is played is the house's affair
    if isinstance(command, Stop) and isinstance(table, Lobby | Drawing | Playing):
        yield announce(WentBack(command.copied) if command.copied else Stopped())
        return closed(table)
    match table:
        case Lobby():
            if isinstance(command, Tick):
                yield announce(LobbyExpired())
                return closed(table)
            if isinstance(command, _WHILE_PLAYING):
                raise Refused(NotRunning())
            after = yield from lobby.step(table, command, games)
            return _begun(after, games) if isinstance(after, Playing) else after
        case Drawing():
            return _begun((yield from _drawn(table, command, games[table.game])), games)
        case Playing():
            return (yield from _step(table, command, games[table.game], oracle))
        case Finished() | Closed():
            raise Late(AlreadyOver())
        case _:
            assert_never(table)


def advance(
    table: Table, command: Command, games: Games, rides: int, oracle: Oracle = FAIR
) -> Tale[Table]:
    """The same, and then the computers answer, at most `rides` moves."""
    table = yield from step(table, command, games, oracle)
    if isinstance(command, Rename | TakeTime) or not isinstance(table, Playing):
        return table  # no rule knows of names, nor of wishes
    return (yield from course.ride(table, games[table.game], rides, oracle))


def _begun(table: Playing, games: Games) -> Table:
    """The game that was dealt just now, its first question open."""
    game = games[table.game]
    return course.settle(course.opened(table, game), game)


def _drawn(table: Drawing, command: Command, game: AnyGame) -> Tale[Playing]:
    """While a deal waits for its round, that comes or the time for it ends; nothing else that
    people do counts. Raises `Refused`."""
    match command:
        case Draw():
            return (yield from dealing.draw(table, game, command))
        case Tick():
            return (yield from dealing.draw_without(table, game))
        case _:
            raise Refused(StillDrawing())


def completed(command: Command, table: Table, games: Games, room: int) -> Command:
    """The command with all that the house knows of it: the room it came from, and who is meant
    where nobody is named. It makes the same table whenever it is carried out again."""
    match command:
        case Sit():
            return replace(command, room=room)
        case Start(waits=False) if isinstance(table, Lobby):
            return replace(command, without=presence.quiet(table, command.user))
        case SeatBot() if not command.bot and isinstance(table, Lobby):
            return replace(command, bot=levels.next_kind(table, games[table.game]))
        case Tick():
            return replace(command, waives=True)
        case HandOver() if not command.bot and not isinstance(table, Closed):
            return replace(command, bot=games[table.game].default_bot)
        case _:
            return command


def _step(table: Playing, command: object, game: AnyGame, oracle: Oracle) -> Tale[Table]:
    """Carry out a command in a running game."""
    match command:
        case Answer():
            return (yield from _answer(table, game, command, oracle))
        case Tick():
            return (yield from _tick(table, game, command, oracle))
        case Thought():
            return (yield from _thought(table, game, command, oracle))
        case Rise(user):
            return (yield from _leave(table, game, user, oracle))
        case HandOver(user, bot):
            index, chair = _sitting(table, user)
            if chair.bot is not None:
                return table
            yield announce(HandedOver(index + 1))
            replaced = replace(chair, bot=bot or game.default_bot, away=False, silent=0, waived=0)
            return replace(_with_chair(table, index, replaced), asleep=False)
        case TakeBack(user):
            index, chair = _sitting(table, user)
            return (yield from _come_back(table, index))
        case UseLetters(user, on):
            index, chair = _sitting(table, user)
            if on and not chair.letters:
                yield announce(PlaysByLetters(index + 1))
            return _with_chair(table, index, replace(chair, letters=on))
        case Sleep(on):
            return replace(table, asleep=on)
        case GiveOrder(user, order):
            return (yield from _order(table, game, user, order))
        case Close(user):
            return (yield from _close(table, user))
        case _:
            raise Refused(AlreadyRunning())


def _order(table: Playing, game: AnyGame, user: str, said: str) -> Tale[Playing]:
    """Keep or take back a standing order; only its owner ever learns of it. Whoever was away is
    back by giving one."""
    index, chair = _sitting(table, user)
    if not said:
        return _with_chair(table, index, replace(chair, order="", waived=0))
    order = game.orders.read(table.state, index + 1, said) if game.orders is not None else None
    if order is None:
        raise AgainstRules(NoOrder())
    if chair.away:
        table = yield from _come_back(table, index)
    return _with_chair(table, index, replace(table.chairs[index], order=order, waived=0))


def _sitting(table: Playing, user: str) -> tuple[int, Chair]:
    index = chair_of(table.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    return index, table.chairs[index]


def _with_chair(table: Playing, index: int, chair: Chair) -> Playing:
    return replace(table, chairs=put(table.chairs, index, chair))


def _come_back(table: Playing, index: int) -> Tale[Playing]:
    """The owner of a seat acts again: computers step aside, silences are forgotten, windows wait
    for them again."""
    chair = table.chairs[index]
    if chair.away or chair.bot is not None:
        yield announce(CameBack(index + 1))
    back = replace(chair, away=False, bot=None, silent=0, waived=0)
    return replace(_with_chair(table, index, back), asleep=False)


def _answer(table: Playing, game: AnyGame, answer: Answer, oracle: Oracle) -> Tale[Table]:
    index, _ = _sitting(table, answer.user)
    seat, code = index + 1, answer.move
    asked = game.ask(table.state)
    assert isinstance(asked, Ask), "a table that plays asks something"
    if answer.question != table.question:
        raise Late(TooLate() if answer.question < table.question else Stale())
    if seat not in asked.seats:
        raise AgainstRules(game.why_not(table.state, seat, code))
    move = find(game.moves(table.state, seat), game.spelled(code))
    if move is None:
        raise AgainstRules(game.why_not(table.state, seat, code))
    table = yield from _come_back(table, index)
    return (yield from carry_out(table, game, seat, move, oracle))


def _thought(table: Playing, game: AnyGame, thought: Thought, oracle: Oracle) -> Tale[Table]:
    """A computer that thinks beside answers: now, or never. What was thought over while the
    table stood otherwise is worth nothing, for nobody could come to it again."""
    seat = thought.seat
    if (thought.question, thought.made) != (table.question, len(table.moves)):
        raise Late(TooLate())
    if seat != thinker(table, game):
        raise Late(TooLate())
    kind = kind_at(table, game, seat)
    move = find(game.moves(table.state, seat), thought.move)
    if move is None or thought.kind not in (kind, stand_in(kind)):
        raise AgainstRules(game.why_not(table.state, seat, thought.move))
    by = by_computer(table, game, thought.kind)
    return (yield from carry_out(table, game, seat, move, oracle, by))


def _tick(table: Playing, game: AnyGame, tick: Tick, oracle: Oracle) -> Tale[Table]:
    """The deadline of a question: the default answers of all people still awaited.

    Two silences in a row to questions that await one seat alone make its owner absent.
    """
    question = tick.question
    if question != table.question:
        raise Late(TooLate())
    silent = silent_in(table, game) if tick.waives else people_awaited(table, game)
    if not silent:
        return table
    asked = game.ask(table.state)
    assert isinstance(asked, Ask)
    yield announce(let_pass(asked, silent))
    if not tick.excused and asks_alone(table, asked):
        table = yield from _count_silence(table, silent[0] - 1)
    elif not tick.excused and tick.waives and asked.window:
        table = _count_waived(table, asked, silent)
    result: Table = table
    for seat in silent:
        if not isinstance(result, Playing) or result.question != question:
            break
        result = yield from answer_for(result, game, seat, "idle", oracle)
    return result


def _count_silence(table: Playing, index: int) -> Tale[Playing]:
    chair = table.chairs[index]
    if chair.silent == 0:
        yield announce(WarnedOfAbsence(index + 1))
        return _with_chair(table, index, replace(chair, silent=1))
    yield announce(WentAway(index + 1))
    return _with_chair(table, index, replace(chair, silent=0, away=True))


def _count_waived(table: Playing, asked: Ask, silent: tuple[int, ...]) -> Playing:
    """Who had nothing to say in a window for several; never at whom it was aimed."""
    for seat in silent:
        chair = table.chairs[seat - 1]
        if seat not in asked.aimed:
            table = _with_chair(table, seat - 1, replace(chair, waived=chair.waived + 1))
    return table


def _leave(table: Playing, game: AnyGame, user: str, oracle: Oracle) -> Tale[Table]:
    index, chair = _sitting(table, user)
    seat = index + 1
    yield announce(Left(seat))
    gone = replace(chair, left=True, away=False, bot=None, silent=0, letters=False, order="")
    table = _with_chair(table, index, gone)
    if seat in game.active(table.state):
        state = table.state
        line = f"{seat}:leave"
        table = yield from apply(
            table, game, frozenset({seat}), line, lambda d: game.leave(state, seat, d), oracle
        )
    result = settle(table, game)
    if not isinstance(result, Playing):
        return result
    people = [other for other in result.chairs if other.user is not None and not other.left]
    if not people:
        return closed(result)
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
    return closed(table)
