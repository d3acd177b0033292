"""Records: the start and the moves of one game as plain JSON data, read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from core.kernel.dice import Dice, seal
from core.kernel.game import AnyGame
from core.kernel.proof import PROTOCOL
from core.records.expected import Expect, read_expect
from core.records.faults import (
    Form,
    NoDraws,
    NoSuchSeat,
    NotAMove,
    OneStart,
    RecordError,
    UnknownEntry,
    UnknownFormat,
    UnknownGame,
    UnknownOption,
    UnknownPreset,
    WrongForm,
    WrongSeats,
    WrongValue,
)
from core.records.forms import (
    a_flag,
    a_seat,
    a_text,
    an_object,
    as_json,
    each,
    hexadecimal,
    needed,
    texts,
)
from core.records.proven import Proof, read_proof, written
from core.table.editions import options_of
from core.table.seating import seated
from core.table.table import Closed, Deal, Finished, Games, SaidCut, Table, Value, spell

FORMAT = 2
OLDEST = 1
_LINE = re.compile(r"(-?[0-9]+):(.*)", re.DOTALL)


class RecordLine(msgspec.Struct, frozen=True):
    """One entry of `moves`. `seat` is 0 where it names none; `refused` means a `!` in front."""

    text: str
    seat: int
    code: str
    refused: bool = False


class Start(msgspec.Struct, frozen=True):
    """How the game begins: by a seed (hex), by shuffled decks, or in a position.

    `first` names the seats that begin round 1, 2, …, where it is not left to the rules;
    `first_listed` tells whether it is written as a list.
    """

    seed: str | None = None
    decks: tuple[tuple[str, ...], ...] | None = None
    first: tuple[int | None, ...] = ()
    first_listed: bool = False
    position: Mapping[str, Any] | None = None


class Record(msgspec.Struct, frozen=True):
    """One game: its start and every move. What follows `expect` is that of a real game: with
    version 1 `cuts` and `joined`, with version 2 `proof`. `closed`: it was given up."""

    game: str
    preset: str
    switches: dict[str, Value]
    options: Any
    seats: tuple[str, ...]
    start: Start
    moves: tuple[RecordLine, ...] = ()
    draws: tuple[str, ...] = ()
    expect: Expect = Expect()
    secret: str | None = None
    seal: str | None = None
    cuts: tuple[SaidCut, ...] | None = None
    joined: tuple[str, ...] | None = None
    last_winner: int | None = None
    rooms: tuple[int, ...] = ()
    version: int = OLDEST
    proof: Proof | None = None
    closed: bool = False


# ------------------------------------------------------------------ written


def has_record(table: Table) -> TypeGuard[Finished | Closed]:
    """Whether there is a record of a table: it is over, and what it was dealt by is known (of
    tables that an older release opened or closed, only of a game that was played to its end)."""
    if isinstance(table, Finished):
        return True
    return isinstance(table, Closed) and table.deal is not None and table.deal.proof == PROTOCOL


def record_of(table: Finished | Closed, games: Games) -> dict[str, Any]:
    """The record of a game that is over, with the secret behind its seal, by the rules by which
    it was dealt. There must be one (`has_record`)."""
    deal = table.deal
    assert deal is not None, "it has a record"
    if deal.proof == PROTOCOL:
        return _record_2(table, deal, games)
    return _record_1(table, deal, games)


def _record_1(table: Finished | Closed, deal: Deal, games: Games) -> dict[str, Any]:
    known: dict[str, Any] = {}
    if deal.last_winner is not None:
        known["last_winner"] = deal.last_winner
    if deal.rooms:
        known["rooms"] = list(deal.rooms)
    return {
        "record": OLDEST,
        "game": deal.game,
        "options": _options_of(deal, games),
        "seats": [chair.name for chair in table.chairs],
        "start": {"seed": deal.seed},
        "moves": list(table.moves),
        "secret": deal.secret,
        "seal": seal(bytes.fromhex(deal.secret)),
        "cuts": [{"name": cut.name, "text": cut.text} for cut in deal.cuts],
        "joined": list(deal.joined),
        **known,
    }


def _record_2(table: Finished | Closed, deal: Deal, games: Games) -> dict[str, Any]:
    given_up: dict[str, Any] = {"closed": True} if isinstance(table, Closed) else {}
    secret = {"secret": deal.secret, "seal": seal(bytes.fromhex(deal.secret))}
    head = {"record": FORMAT, "game": deal.game}
    if not deal.seed:  # it was closed before anything was dealt
        return {**head, **secret, **given_up}
    places = seated(
        tuple(range(1, len(deal.people) + 1)), Dice(bytes.fromhex(deal.seed)), deal.rooms
    )
    rooms = {"rooms": list(deal.rooms)} if deal.rooms else {}
    return {
        **head,
        "options": _options_of(deal, games),
        "seats": [deal.people[place - 1].name for place in places],
        "start": {"seed": deal.seed},
        "moves": list(table.moves),
        **secret,
        **written(table, tuple(places.index(place) + 1 for place in sorted(places))),
        **rooms,
        **given_up,
    }


def _options_of(deal: Deal, games: Games) -> dict[str, Value]:
    """The preset, and the switches that differ from it."""
    base = games[deal.game].presets[deal.preset]
    switches = {
        name: value
        for name, value in deal.switches.items()
        if spell(getattr(base, name)) != spell(value)
    }
    return {"preset": deal.preset, **switches}


# ------------------------------------------------------------------ read


def read(data: Any, games: Games) -> Record:
    """The record in plain JSON data. Raises `RecordError`."""
    found = an_object(data, "record")
    version = needed(found, "record")
    if isinstance(version, bool) or version not in (OLDEST, FORMAT):
        raise RecordError("record", UnknownFormat(FORMAT))
    name = a_text(needed(found, "game"), "game")
    if name not in games:
        raise RecordError("game", UnknownGame(name))
    game = games[name]
    secret, sealed = (hexadecimal(found[k], k) if k in found else None for k in ("secret", "seal"))
    closed = a_flag(found.get("closed", False), "closed") if version == FORMAT else False
    preset, switches, options = _options(found.get("options", {}), game)
    if closed and "start" not in found:
        return Record(
            name,
            preset,
            switches,
            options,
            (),
            Start(),
            secret=secret,
            seal=sealed,
            version=version,
            closed=True,
        )
    seats = texts(needed(found, "seats"), "seats")
    fit = game.seats(options)
    if len(seats) not in fit:
        place = _needs_more(game, preset, switches, len(seats)) or "seats"
        raise RecordError(place, WrongSeats(fit.start, fit.stop - 1, len(seats)))
    start = _start(needed(found, "start"), len(seats))
    draws = texts(found.get("draws", []), "draws")
    if draws and start.seed is not None:
        raise RecordError("draws", NoDraws())
    record = Record(
        game=name,
        preset=preset,
        switches=switches,
        options=options,
        seats=seats,
        start=start,
        moves=tuple(_line(t, p, len(seats)) for p, t in each(found.get("moves", []), "moves")),
        draws=draws,
        expect=read_expect(found.get("expect", {}), len(seats)),
        secret=secret,
        seal=sealed,
        rooms=read_rooms(found["rooms"], len(seats)) if "rooms" in found else (),
        version=version,
        closed=closed,
    )
    if version == FORMAT:
        proof = read_proof(found, len(seats), len(record.moves))
        won = proof.last_winner if proof is not None else None
        return msgspec.structs.replace(record, proof=proof, last_winner=won)
    return msgspec.structs.replace(
        record,
        cuts=_cuts(found["cuts"]) if "cuts" in found else None,
        joined=texts(found["joined"], "joined") if "joined" in found else None,
        last_winner=_last_winner(found.get("last_winner"), len(seats)),
    )


def _needs_more(game: AnyGame, preset: str, switches: dict[str, Value], seats: int) -> str:
    """The switch for which there are too few seats, as a place; empty if that is not why."""
    for name in switches:
        others = {other: value for other, value in switches.items() if other != name}
        least = game.seats(options_of(preset, others, game)).start
        if least <= seats < game.seats(options_of(preset, switches, game)).start:
            return f"options.{name}"
    return ""


def _last_winner(value: Any, seats: int) -> int | None:
    """The seat that won the game before: it begins where the options say so."""
    return None if value is None else a_seat(value, "last_winner", seats)


def wanted_error(data: Any) -> str | None:
    """The place of the fault that a test file expects of itself, if it expects one."""
    expect = data.get("expect") if isinstance(data, dict) else None
    wanted = expect.get("error") if isinstance(expect, dict) else None
    return wanted if isinstance(wanted, str) else None


def is_at(place: str, wanted: str) -> bool:
    """Whether a place is the wanted one or lies within it."""
    return place == wanted or place.startswith((f"{wanted}.", f"{wanted}["))


def switch_names(game: AnyGame) -> set[str]:
    """The names of all switches that some edition of the game offers."""
    names: set[str] = set()
    for base in game.presets.values():
        for switch in game.switches(base):
            names.add(switch.name)
            for choice in switch.choices:
                other = game.with_switches(base, {switch.name: choice.value})
                names.update(dependent.name for dependent in game.switches(other))
    return names


def _options(value: Any, game: AnyGame) -> tuple[str, dict[str, Value], Any]:
    given = dict(an_object(value, "options"))
    preset = a_text(given.pop("preset", next(iter(game.presets))), "options.preset")
    if preset not in game.presets:
        raise RecordError("options.preset", UnknownPreset(preset))
    known = switch_names(game)
    for name, chosen in given.items():
        place = f"options.{name}"
        if name not in known:
            raise RecordError(place, UnknownOption())
        if not isinstance(chosen, str | int):
            raise RecordError(place, WrongValue(as_json(chosen)))
        try:
            options_of(preset, {name: chosen}, game)
        except msgspec.ValidationError as wrong:
            raise RecordError(place, WrongValue(as_json(chosen))) from wrong
    return preset, given, options_of(preset, given, game)


def _start(value: Any, seats: int) -> Start:
    found = an_object(value, "start")
    ways = [way for way in ("seed", "decks", "position") if way in found]
    if len(ways) != 1:
        raise RecordError("start", OneStart())
    for key in found:
        if key != ways[0] and not (key == "first" and ways[0] == "decks"):
            raise RecordError(f"start.{key}", UnknownEntry())
    if "seed" in found:
        return Start(seed=hexadecimal(found["seed"], "start.seed"))
    if "position" in found:
        return Start(position=an_object(found["position"], "start.position"))
    decks = tuple(texts(deck, place) for place, deck in each(found["decks"], "start.decks"))
    first = found.get("first")
    if isinstance(first, list):
        listed = tuple(
            None if seat is None else a_seat(seat, place, seats)
            for place, seat in each(first, "start.first")
        )
        return Start(decks=decks, first=listed, first_listed=True)
    return Start(decks=decks, first=() if first is None else (a_seat(first, "start.first", seats),))


def _line(value: Any, place: str, seats: int) -> RecordLine:
    text = a_text(value, place)
    refused = text.startswith("!")
    said = text[1:] if refused else text
    found = _LINE.fullmatch(said)
    if found is None:
        if said != "tick" and not refused:
            raise RecordError(place, NotAMove(text))
        return RecordLine(text, 0, said, refused)
    number, code = found.groups()
    if number not in map(str, range(1, seats + 1)):
        raise RecordError(place, NoSuchSeat(number))
    return RecordLine(text, int(number), code, refused)


def _cuts(value: Any) -> tuple[SaidCut, ...]:
    cuts: list[SaidCut] = []
    for place, item in each(value, "cuts"):
        found = an_object(item, place)
        name, text = (
            a_text(needed(found, key, f"{place}."), f"{place}.{key}") for key in ("name", "text")
        )
        cuts.append(SaidCut(name, text))
    return tuple(cuts)


def read_rooms(value: Any, seats: int) -> tuple[int, ...]:
    """The rooms of a record: a number for each who joined, at least one of them not 0."""
    if not isinstance(value, list) or len(value) != seats or not any(value):
        raise RecordError("rooms", WrongForm(Form.LIST))
    for index, number in enumerate(value):
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise RecordError(f"rooms[{index}]", WrongForm(Form.NUMBER))
    return tuple(value)
