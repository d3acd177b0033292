"""The tables of a host, for whoever runs it: which are open, and how one of them stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adapters.holding import looked_at
from adapters.names import context_of
from adapters.settings import Settings
from adapters.status_texts import TITLES
from adapters.steering import house_on
from adapters.tables_texts import (
    AsideLine,
    ClosesAt,
    HiddenOf,
    Indented,
    InRoom,
    LastMoves,
    NoSuchTable,
    NoTables,
    NotReadable,
    SeatAs,
    SeatOf,
    SeatState,
    SecretsFollow,
    TableLine,
    TableState,
    WaitsFor,
    WaitsUntil,
)
from adapters.trouble import Trouble
from core.desk.board import board_of
from core.desk.hand import secrets_of
from core.desk.reading import Reading
from core.house.house import House
from core.house.mending import ASIDE, read_damage
from core.kernel.text import Message, Public
from core.table.course import people_awaited
from core.table.places import Room
from core.table.sayings import BotName
from core.table.table import Chair, Closed, Drawing, Finished, Lobby, Playing
from locales import tongue
from locales.tongue import Context

MOVES_SHOWN = 12


def tell_tables(settings: Settings, as_json: bool = False) -> None:
    """Print all open tables, the oldest first, and those that were set aside. Raises `Trouble`."""
    with looked_at(settings) as store:
        house = house_on(store)
        found = [(house.read(table), since) for table, since in store.opened_since()]
        open_now = [(read, since) for read, since in found if read is not None]
        kept = store.kept_like(ASIDE)
    damages = [damage for _, text in kept if (damage := read_damage(text)) is not None]
    if as_json:
        data = [_as_data(house, read, since) for read, since in open_now]
        aside = [msgspec.to_builtins(damage) for damage in damages]
        _out(msgspec.json.encode({"tables": data, "aside": aside}).decode())
        return
    language, context = settings.language, Context(zone=settings.time_zone)
    for read, since in open_now:
        for line in _lines(house, read, since):
            _out(tongue.say(line, language, context))
    for damage in damages:
        repair = f"fumibako repair {damage.table}"
        _out(tongue.say(AsideLine(damage.table, int(damage.at), repair), language, context))
    if not open_now:
        _out(tongue.say(NoTables(), language, context))


def tell_table(settings: Settings, table: str, *, hidden: bool = False) -> None:
    """Print how a table stands, and what its group was told last; `hidden`: its hidden cards too.
    Raises `Trouble`."""
    with looked_at(settings) as store:
        house = house_on(store)
        read, since = house.read(table), dict(store.opened_since()).get(table)
        known = store.read(lambda reads: reads.row(table))
        told = store.told(table, MOVES_SHOWN)
    if known is None:
        raise Trouble(NoSuchTable(table, "fumibako tables"))
    if read is None:
        raise Trouble(NotReadable(table, f"fumibako repair {table}"))
    language = settings.language
    plain = Context(zone=settings.time_zone)
    own = msgspec.structs.replace(context_of(read, language), zone=settings.time_zone)
    for line in _lines(house, read, since or known.asked_at):
        _out(tongue.say(line, language, plain))
    for line in _seats(read, language):
        _out(tongue.say(line, language, plain))
    if not isinstance(read.table, Lobby):
        for message in board_of(read.table, house.games).lines:
            _out(tongue.say(Indented(message), language, own))
    if told:
        _out(tongue.say(LastMoves(), language, plain))
    for each in told:
        _out(tongue.say(Indented(each.note.message), language, own))
    if hidden:
        _tell_hidden(house, read, language, own)


def _tell_hidden(house: House, read: Reading, language: str, own: Context) -> None:
    print(tongue.say(SecretsFollow(), language, own), file=sys.stderr, flush=True)
    for seat, messages in secrets_of(read.table, house.games).items():
        name = _name(read.table.chairs[seat - 1], language)
        lines: list[Message] = [HiddenOf(seat, name), *(Indented(each) for each in messages)]
        for line in lines:
            _out(tongue.say(line, language, own))


def _lines(house: House, read: Reading, since: float) -> Iterator[Public]:
    table = read.table
    people = sum(chair.user is not None and not chair.left for chair in table.chairs)
    computers = sum(chair.user is None for chair in table.chairs)
    yield TableLine(
        read.id,
        house.games[table.game].title,
        _state(read),
        people,
        computers,
        tuple(_room(room) for room in read.rooms),
        int(since),
    )
    awaited, until = _awaited(house, read), read.row.due
    if isinstance(table, Lobby) and until is not None:
        yield ClosesAt(int(until))
    if awaited:
        names = tuple(chair.name for chair in awaited)
        yield WaitsUntil(names, int(until)) if until is not None else WaitsFor(names)


def _seats(read: Reading, language: str) -> Iterator[Public]:
    for number, chair in enumerate(read.table.chairs, 1):
        state = _played_by(chair)
        name = _name(chair, language)
        yield SeatOf(number, name) if state is None else SeatAs(number, name, state)


def _played_by(chair: Chair) -> SeatState | None:
    if chair.user is None:
        return SeatState.COMPUTER
    if chair.left:
        return SeatState.LEFT
    if chair.bot is not None:
        return SeatState.FOR_PERSON
    return SeatState.AWAY if chair.away else None


def _name(chair: Chair, language: str) -> str:
    return tongue.word(BotName(chair.name), language) if chair.user is None else chair.name


def _state(read: Reading) -> TableState:
    match read.table:
        case Lobby():
            return TableState.LOBBY
        case Drawing():
            return TableState.DRAWING
        case Finished():
            return TableState.FINISHED
        case Closed():
            return TableState.CLOSED
        case Playing(asleep=asleep):
            return TableState.ASLEEP if asleep else TableState.PLAYING


def _awaited(house: House, read: Reading) -> Sequence[Chair]:
    """Whose answer is waited for."""
    table = read.table
    if not isinstance(table, Playing) or table.asleep:
        return ()
    seats = people_awaited(table, house.games[table.game])
    return [table.chairs[seat - 1] for seat in seats]


def _room(room: Room) -> InRoom:
    return InRoom(TITLES.get(room.platform, room.platform), room.title or room.chat)


def _as_data(house: House, read: Reading, since: float) -> dict[str, Any]:
    """A table for programs. Times are seconds since 1970."""
    awaited = _awaited(house, read)
    return {
        "id": read.id,
        "game": read.table.game,
        "state": _state(read).value,
        "rooms": [
            {"platform": room.platform, "title": room.title, "language": room.language}
            for room in read.rooms
        ],
        "people": [
            chair.name for chair in read.table.chairs if chair.user is not None and not chair.left
        ],
        "computers": sum(chair.user is None for chair in read.table.chairs),
        "since": since,
        "awaited": [chair.name for chair in awaited],
        "until": read.row.due if awaited or isinstance(read.table, Lobby) else None,
    }


def _out(line: str) -> None:
    print(line, flush=True)
