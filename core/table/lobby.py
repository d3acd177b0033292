"""Before the deal: sitting down, choosing, cutting, starting."""

from __future__ import annotations

from typing import Any

import msgspec

from core.kernel import dice
from core.kernel.game import AnyGame
from core.kernel.minds import Level, levels_of
from core.kernel.text import announce
from core.table import bridge, levels, seating
from core.table.commands import (
    Admit,
    Choose,
    Close,
    CutDeck,
    Knock,
    Open,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    UnseatBot,
)
from core.table.sayings import (
    AlreadyRunning,
    AlreadySeated,
    BotJoined,
    BotLeft,
    BotName,
    ClosedEmpty,
    EmptyCut,
    FixedNumber,
    HostChanged,
    HostOnly,
    Joined,
    NoSuchBot,
    NotSeated,
    Opened,
    Pace,
    Reopened,
    Rose,
    Started,
    TableFull,
    TooManyCuts,
    UnknownChoice,
    WasCut,
    WrongNumber,
)
from core.table.sayings import (
    Closed as ClosedNote,
)
from core.table.table import (
    Chair,
    Closed,
    Cut,
    Deal,
    Finished,
    Games,
    Lobby,
    Playing,
    Refused,
    Table,
    Tale,
    Value,
    chair_of,
    spell,
)

PANELS = ("", "game", "preset", "pace", "level", "switches")
HOUSE = "Fumibako"  # cuts the deck if nobody at the table does
MOST_CUTS = 20
LONGEST_CUT = 200  # characters; more is cut off


def preset_of(lobby: Lobby, game: AnyGame) -> str:
    """The preset that would be dealt now: the chosen one, or what fits the number seated."""
    return lobby.preset or game.preset_for(len(lobby.chairs))


def options_of(preset: str, switches: dict[str, Value], game: AnyGame) -> Any:
    """The options of a preset with some switches set. Raises `msgspec.ValidationError`."""
    base = game.presets[preset]
    unknown = set(switches) - set(base.__struct_fields__)
    if unknown:
        raise msgspec.ValidationError(f"no such switch: {min(unknown)}")
    return msgspec.convert({**msgspec.to_builtins(base), **switches}, type=game.options)


def most_seats(game: AnyGame) -> int:
    """The most people that some edition of the game seats, with one switch set or none."""
    many = [
        msgspec.structs.replace(options, **{switch.name: choice.value})
        for options in game.presets.values()
        for switch in game.switches(options)
        for choice in switch.choices
    ]
    return max(game.seats(options).stop - 1 for options in (*game.presets.values(), *many))


def open_table(command: Open) -> Tale[Lobby]:
    """A fresh lobby; whoever opens it hosts it and sits."""
    yield announce(Opened(command.name))
    deal = Deal(command.table, command.game, command.secret, pace=command.pace)
    chair = Chair(command.name, user=command.user, letters=command.letters, room=command.room)
    return Lobby(deal, command.user, (chair,))


def open_again(finished: Finished, command: Rematch) -> Tale[Lobby]:
    """A lobby with everybody of the finished game seated, in the order of their seats."""
    seated = [
        Chair(
            chair.name,
            user=chair.user,
            bot=chair.bot if chair.user is None else None,
            letters=chair.letters,
            room=chair.room,
        )
        for chair in finished.chairs
        if not chair.left
    ]
    if all(chair.user != command.user for chair in seated):
        raise Refused(NotSeated())
    yield announce(Reopened(command.name))
    played = finished.deal
    deal = Deal(
        id=command.table,
        game=played.game,
        secret=command.secret,
        preset=played.preset if played.preset_chosen else "",
        preset_chosen=played.preset_chosen,
        switches=played.switches,
        pace=played.pace,
        level=played.level,
    )
    winners = tuple(key_of(finished.chairs[seat - 1]) for seat in finished.winners)
    return Lobby(deal, command.user, tuple(seated), winners)


def key_of(chair: Chair) -> str:
    """Who fills a chair, from one game to the next: a user, or the name of a computer."""
    return chair.user if chair.user is not None else chair.name


def step(lobby: Lobby, command: object, games: Games) -> Tale[Table]:
    """Carry out a command in the lobby."""
    game = games[lobby.game]
    match command:
        case Sit():
            return (yield from _sit(lobby, game, command))
        case Rise(user):
            return (yield from _rise(lobby, user))
        case SeatBot(user, bot):
            return (yield from _seat_bot(lobby, game, user, bot))
        case UnseatBot(user):
            return (yield from _unseat_bot(lobby, user))
        case Choose():
            return (yield from _choose(lobby, game, games, command))
        case CutDeck(user, text):
            return (yield from _cut(lobby, user, text))
        case Knock():
            return (yield from bridge.knock(lobby, command))
        case Admit():
            return (yield from bridge.admit(lobby, command))
        case Start(user):
            return (yield from _start(lobby, game, user))
        case Close(user, by_right):
            name = by_right or _host(lobby, user).name
            yield announce(ClosedNote(name))
            return Closed(lobby.id, lobby.game, lobby.chairs)
        case _:
            raise Refused(AlreadyRunning())


def _chair(lobby: Lobby, user: str) -> Chair:
    index = chair_of(lobby.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    return lobby.chairs[index]


def _host(lobby: Lobby, user: str) -> Chair:
    chair = _chair(lobby, user)
    if user != lobby.host:
        index = chair_of(lobby.chairs, lobby.host)
        assert index is not None, "the host always sits"
        raise Refused(HostOnly(lobby.chairs[index].name))
    return chair


def _sit(lobby: Lobby, game: AnyGame, command: Sit) -> Tale[Lobby]:
    if chair_of(lobby.chairs, command.user) is not None:
        raise Refused(AlreadySeated())
    most = most_seats(game)
    if len(lobby.chairs) >= most:
        raise Refused(TableFull(most))
    yield announce(Joined(command.name))
    chair = Chair(command.name, user=command.user, letters=command.letters, room=command.room)
    return msgspec.structs.replace(lobby, chairs=(*lobby.chairs, chair))


def _rise(lobby: Lobby, user: str) -> Tale[Table]:
    chair = _chair(lobby, user)
    yield announce(Rose(chair.name))
    rest = tuple(other for other in lobby.chairs if other.user != user)
    people = [other for other in rest if other.user is not None]
    if not people:
        yield announce(ClosedEmpty())
        return Closed(lobby.id, lobby.game, lobby.chairs)
    host = lobby.host
    if host == user:
        host = str(people[0].user)
        yield announce(HostChanged(people[0].name))
    return msgspec.structs.replace(lobby, chairs=rest, host=host)


def _seat_bot(lobby: Lobby, game: AnyGame, user: str, bot: str) -> Tale[Lobby]:
    _chair(lobby, user)
    most, free = most_seats(game), levels.free_names(lobby)
    if len(lobby.chairs) >= most or not free:
        raise Refused(TableFull(most))
    kind = bot or levels.next_kind(lobby, game)
    if kind not in game.bots:
        raise Refused(NoSuchBot())
    yield announce(BotJoined(free[0]))
    return msgspec.structs.replace(lobby, chairs=(*lobby.chairs, Chair(free[0].value, bot=kind)))


def _unseat_bot(lobby: Lobby, user: str) -> Tale[Lobby]:
    _chair(lobby, user)
    for index in reversed(range(len(lobby.chairs))):
        chair = lobby.chairs[index]
        if chair.user is None:
            yield announce(BotLeft(BotName(chair.name)))
            rest = lobby.chairs[:index] + lobby.chairs[index + 1 :]
            return msgspec.structs.replace(lobby, chairs=rest)
    raise Refused(NoSuchBot())


def _choose(lobby: Lobby, game: AnyGame, games: Games, command: Choose) -> Tale[Lobby]:
    _host(lobby, command.user)
    what, value = command.what, command.value
    if what == "panel" and value in PANELS:
        return msgspec.structs.replace(lobby, panel=value)
    if what == "game" and value == lobby.game:
        return lobby
    if what == "game" and value in games:
        if len(lobby.chairs) > most_seats(games[value]):
            raise Refused(TableFull(most_seats(games[value])))
        chairs = levels.at_game(lobby, games[value])
        lobby = msgspec.structs.replace(lobby, chairs=chairs)
        return _agreed(lobby, game=value, preset="", preset_chosen=False, switches={})
    if what == "preset" and (value == "" or value in game.presets):
        return _agreed(lobby, preset=value, preset_chosen=bool(value), switches={})
    if what == "pace" and value in tuple(Pace):
        return _agreed(lobby, pace=Pace(value))
    if what == "level" and value in levels_of(game.bots):
        return (yield from _level(lobby, game, Level(value)))
    preset = preset_of(lobby, game)
    for switch in game.switches(options_of(preset, lobby.switches, game)):
        if switch.name == what and not value:
            return _agreed(lobby, switches=_without(lobby.switches, what))
        for choice in switch.choices:
            if switch.name == what and spell(choice.value) == value:
                return _set(lobby, game, preset, what, choice.value)
    raise Refused(UnknownChoice())


def _level(lobby: Lobby, game: AnyGame, level: Level) -> Tale[Lobby]:
    """All computers that sit here play on the level, and those that come."""
    if level is not lobby.level and any(chair.user is None for chair in lobby.chairs):
        yield announce(levels.ComputersPlay(levels.LevelWord(level)))
    return levels.on_level(lobby, level, game)


def _set(lobby: Lobby, game: AnyGame, preset: str, what: str, value: Value) -> Lobby:
    switches = _without(lobby.switches, what)
    if getattr(game.presets[preset], what) != value or not lobby.preset:
        switches[what] = value
    return _agreed(lobby, switches=switches)


def _agreed(lobby: Lobby, **terms: Any) -> Lobby:
    """The lobby with other terms of the deal."""
    return msgspec.structs.replace(lobby, deal=msgspec.structs.replace(lobby.deal, **terms))


def _without(switches: dict[str, Value], what: str) -> dict[str, Value]:
    return {name: value for name, value in switches.items() if name != what}


def _cut(lobby: Lobby, user: str, text: str) -> Tale[Lobby]:
    chair = _chair(lobby, user)
    said = text.strip()[:LONGEST_CUT]
    if not said:
        raise Refused(EmptyCut())
    if len(lobby.deal.cuts) >= MOST_CUTS:
        raise Refused(TooManyCuts())
    yield announce(WasCut(chair.name, said))
    return _agreed(lobby, cuts=(*lobby.deal.cuts, Cut(chair.name, said)))


def _start(lobby: Lobby, game: AnyGame, user: str) -> Tale[Playing]:
    _chair(lobby, user)
    preset = preset_of(lobby, game)
    try:
        options = options_of(preset, lobby.switches, game)
    except msgspec.ValidationError as broken:
        raise Refused(UnknownChoice()) from broken
    seated, fit = len(lobby.chairs), game.seats(options)
    if seated not in fit:
        label, least, most = game.preset_label(preset), fit.start, fit.stop - 1
        if least == most:
            raise Refused(FixedNumber(label, most, seated))
        raise Refused(WrongNumber(label, least, most, seated))
    cuts = lobby.deal.cuts or (Cut(HOUSE, lobby.id),)  # uncut, the seed would be the seal itself
    seed = dice.mix(bytes.fromhex(lobby.secret), [cut.text for cut in cuts])
    stream = dice.Dice(seed)
    rooms = seating.rooms_of(lobby.chairs)
    chairs = seating.seated(lobby.chairs, stream, rooms)
    won = [seat for seat, chair in enumerate(chairs, 1) if key_of(chair) in lobby.winners]
    stream.last_winner = won[0] if won else None
    yield announce(Started(tuple(range(1, seated + 1))))
    state = yield from game.setup(seated, options, stream)
    deal = msgspec.structs.replace(
        lobby.deal,
        preset=preset,
        cuts=cuts,
        seed=seed.hex(),
        options=options,
        joined=tuple(chair.name for chair in lobby.chairs),
        rooms=rooms,
        last_winner=stream.last_winner,
    )
    return Playing(deal, lobby.host, chairs, state, drawn=stream.drawn)
