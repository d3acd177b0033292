"""Records: the start and the moves of one game as plain JSON data, read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel.dice import seal
from core.kernel.game import AnyGame
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
from core.records.forms import a_seat, a_text, an_object, as_json, each, hexadecimal, needed, texts
from core.table.editions import options_of
from core.table.table import Finished, Games, SaidCut, Value, spell

FORMAT = 1
GROUP = 0
"""The reader that stands for everybody, where seats are numbered from 1."""

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


class Expect(msgspec.Struct, frozen=True):
    """What must hold after the last move; None is not compared. Readers are seats, 0 the group."""

    position: Mapping[str, Any] | None = None
    awaited: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    round_winners: tuple[int, ...] | None = None
    legal: Mapping[int, tuple[str, ...]] = {}
    offers: Mapping[int, tuple[str, ...]] = {}
    never: Mapping[int, tuple[str, ...]] = {}
    told: Mapping[int, tuple[str, ...]] = {}
    untold: Mapping[int, tuple[str, ...]] = {}


class Record(msgspec.Struct, frozen=True):
    """One game: its start and every move. The last five are those of a real game."""

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


# ------------------------------------------------------------------ written


def record_of(table: Finished, games: Games) -> dict[str, Any]:
    """The record of a finished game, with the secret behind its seal."""
    base = games[table.game].presets[table.preset]
    switches = {
        name: value
        for name, value in table.switches.items()
        if spell(getattr(base, name)) != spell(value)
    }
    known: dict[str, Any] = {}
    if table.deal.last_winner is not None:
        known["last_winner"] = table.deal.last_winner
    if table.deal.rooms:
        known["rooms"] = list(table.deal.rooms)
    return {
        "record": FORMAT,
        "game": table.game,
        "options": {"preset": table.preset, **switches},
        "seats": [chair.name for chair in table.chairs],
        "start": {"seed": table.deal.seed},
        "moves": list(table.moves),
        "secret": table.secret,
        "seal": seal(bytes.fromhex(table.secret)),
        "cuts": [{"name": cut.name, "text": cut.text} for cut in table.deal.cuts],
        "joined": list(table.deal.joined),
        **known,
    }


# ------------------------------------------------------------------ read


def read(data: Any, games: Games) -> Record:
    """The record in plain JSON data. Raises `RecordError`."""
    found = an_object(data, "record")
    if needed(found, "record") is True or found["record"] != FORMAT:
        raise RecordError("record", UnknownFormat(FORMAT))
    name = a_text(needed(found, "game"), "game")
    if name not in games:
        raise RecordError("game", UnknownGame(name))
    game = games[name]
    preset, switches, options = _options(found.get("options", {}), game)
    seats = texts(needed(found, "seats"), "seats")
    fit = game.seats(options)
    if len(seats) not in fit:
        raise RecordError("seats", WrongSeats(fit.start, fit.stop - 1, len(seats)))
    start = _start(needed(found, "start"), len(seats))
    draws = texts(found.get("draws", []), "draws")
    if draws and start.seed is not None:
        raise RecordError("draws", NoDraws())
    secret, sealed = (hexadecimal(found[k], k) if k in found else None for k in ("secret", "seal"))
    return Record(
        game=name,
        preset=preset,
        switches=switches,
        options=options,
        seats=seats,
        start=start,
        moves=tuple(_line(t, p, len(seats)) for p, t in each(found.get("moves", []), "moves")),
        draws=draws,
        expect=_expect(found.get("expect", {}), len(seats)),
        secret=secret,
        seal=sealed,
        cuts=_cuts(found["cuts"]) if "cuts" in found else None,
        joined=texts(found["joined"], "joined") if "joined" in found else None,
        last_winner=_last_winner(found.get("last_winner"), len(seats)),
        rooms=read_rooms(found["rooms"], len(seats)) if "rooms" in found else (),
    )


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
                other = msgspec.structs.replace(base, **{switch.name: choice.value})
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


def _expect(value: Any, seats: int) -> Expect:
    found = dict(an_object(value, "expect"))
    found.pop("error", None)
    kept: dict[str, Any] = {}
    for key, wanted in found.items():
        place = f"expect.{key}"
        match key:
            case "position":
                kept[key] = an_object(wanted, place)
            case "awaited" | "winners" | "round_winners":
                kept[key] = tuple(a_seat(seat, spot, seats) for spot, seat in each(wanted, place))
            case "legal" | "offers" | "never":
                kept[key] = _by_reader(wanted, place, seats, False)
            case "told" | "untold":
                kept[key] = _by_reader(wanted, place, seats, True)
            case _:
                raise RecordError(place, UnknownEntry())
    return Expect(**kept)


def _by_reader(value: Any, place: str, seats: int, group: bool) -> dict[int, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise RecordError(place, WrongForm(Form.SEATS))
    numbers = {str(seat): seat for seat in range(1, seats + 1)}
    if group:
        numbers["group"] = GROUP
    for reader in value:
        if reader not in numbers:
            raise RecordError(f"{place}.{reader}", NoSuchSeat(reader))
    return {numbers[who]: texts(codes, f"{place}.{who}") for who, codes in value.items()}


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
