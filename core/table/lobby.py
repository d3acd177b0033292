"""Before the deal: sitting down, choosing, cutting, starting."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

from core.kernel import proof
from core.kernel.game import AnyGame
from core.kernel.minds import Level, levels_of
from core.kernel.pictures import CutPicture
from core.kernel.proof import Cut
from core.kernel.text import announce
from core.table import bridge, dealing, leaving, levels
from core.table.commands import (
    Admit,
    Choose,
    Close,
    CutDeck,
    Knock,
    Open,
    Rematch,
    Remove,
    Rise,
    SeatBot,
    Sit,
    Start,
    TakenOver,
    UnseatBot,
    UseLetters,
)
from core.table.editions import most_seats, offered, options_of, preset_of
from core.table.leaving import hosting, sitting
from core.table.proof_sayings import sealed
from core.table.sayings import (
    AlreadyRunning,
    AlreadySeated,
    BotJoined,
    EmptyCut,
    Joined,
    NoSuchBot,
    NotSeated,
    Opened,
    Pace,
    Reopened,
    SeatedAnew,
    TableFull,
    TooManyCuts,
    UnknownChoice,
    WasCut,
)
from core.table.sayings import (
    Closed as ClosedNote,
)
from core.table.table import (
    Chair,
    Closed,
    Deal,
    Finished,
    Games,
    Lobby,
    Refused,
    SaidCut,
    Table,
    Tale,
    Value,
    chair_of,
    closed,
    key_of,
    put,
    spell,
)

PANELS = ("", "menu", "game", "preset", "pace", "level", "switches", "people")
ONE_CHOICE = ("game", "preset", "pace", "level")
MOST_CUTS = 20  # with proof 1
LONGEST_CUT = 200  # characters; more is cut off

_PAGE_BITS = re.compile(r"[0-9a-f]{32}")


def open_table(command: Open) -> Tale[Lobby]:
    """A fresh lobby; whoever opens it hosts it and sits."""
    yield announce(Opened(command.name))
    deal = Deal(
        command.table,
        command.game,
        command.secret,
        pace=command.pace,
        proof=proof.PROTOCOL if command.salt else 1,
    )
    yield from _sealed(deal)
    chair = Chair(
        command.name,
        user=command.user,
        letters=command.letters,
        room=command.room,
        salt=command.salt,
        more_time=command.more_time,
    )
    return Lobby(deal, command.user, (chair,))


def seated_again(finished: Finished | Closed, without: Collection[str] = ()) -> tuple[Chair, ...]:
    """The people of a finished game (or of a table that was stopped) who have not left it, in the
    order of their seats; `without` those who had been forgotten when it was played again, or sat at
    too many tables."""
    return tuple(
        chair
        for chair in finished.chairs
        if chair.user is not None and chair.user not in without and not chair.left
    )


def taken_over(finished: Finished | Closed, command: Rematch) -> TakenOver:
    """What a rematch takes over from a finished game (or from a table that was stopped)."""
    chairs = tuple(
        Chair(
            chair.name,
            user=chair.user,
            bot=chair.bot if chair.user is None else None,
            letters=chair.letters,
            room=chair.room,
        )
        for chair in finished.chairs
        if not chair.left and chair.user not in command.without
    )
    played = finished.deal
    assert played is not None, "no older release has stopped a table"
    winners = command.winners or ()
    if isinstance(finished, Finished):
        winners = tuple(key_of(finished.chairs[seat - 1]) for seat in finished.winners)
    chosen = played.preset if played.preset_chosen else ""
    terms = played.switches, played.pace, played.level
    return TakenOver(played.game, chairs, chosen, *terms, winners)


def open_again(taken: TakenOver, command: Rematch) -> Tale[Lobby]:
    """A lobby with everybody of the game before (or of a table that was stopped) seated, in the
    order of their seats."""
    people = [chair.user for chair in taken.chairs if chair.user is not None]
    salts = dict(zip(people, command.salts, strict=False))
    if command.user not in people:
        raise Refused(NotSeated())
    seated = tuple(
        msgspec.structs.replace(
            chair, salt=salts.get(chair.user or "", ""), more_time=chair.user in command.unhurried
        )
        for chair in taken.chairs
    )
    yield announce(Reopened(command.name) if command.winners is None else SeatedAnew())
    deal = Deal(
        id=command.table,
        game=taken.game,
        secret=command.secret,
        preset=taken.preset,
        preset_chosen=bool(taken.preset),
        switches=taken.switches,
        pace=taken.pace,
        level=taken.level,
        proof=proof.PROTOCOL if command.salts else 1,
    )
    yield from _sealed(deal)
    return Lobby(deal, command.user, seated, taken.winners)


def step(lobby: Lobby, command: object, games: Games) -> Tale[Table]:
    """Carry out a command in the lobby."""
    game = games[lobby.game]
    match command:
        case Sit():
            return (yield from _sit(lobby, game, command))
        case Rise(user):
            return (yield from leaving.rise(lobby, user))
        case SeatBot(user, bot):
            return (yield from _seat_bot(lobby, game, user, bot))
        case UnseatBot(user):
            return (yield from leaving.unseat_bot(lobby, user))
        case Remove():
            return (yield from leaving.remove(lobby, command))
        case Choose():
            return (yield from _choose(lobby, game, games, command))
        case CutDeck():
            return (yield from _cut(lobby, command))
        case UseLetters(user, on):
            return _by_letters(lobby, user, on)
        case Knock():
            return (yield from bridge.knock(lobby, command))
        case Admit():
            return (yield from bridge.admit(lobby, command))
        case Start(user):
            sitting(lobby, user)
            if command.without:
                lobby = yield from leaving.leave_out(lobby, command.without)
            return (yield from dealing.start(lobby, game, command))
        case Close(user, by_right):
            name = by_right or hosting(lobby, user).name
            yield announce(ClosedNote(name))
            return closed(lobby)
        case _:
            raise Refused(AlreadyRunning())


def _by_letters(lobby: Lobby, user: str, on: bool) -> Lobby:
    """Somebody will play by letters (or not), from the first board on."""
    index = lobby.chairs.index(sitting(lobby, user))
    chair = msgspec.structs.replace(lobby.chairs[index], letters=on)
    return msgspec.structs.replace(lobby, chairs=put(lobby.chairs, index, chair))


def _sit(lobby: Lobby, game: AnyGame, command: Sit) -> Tale[Lobby]:
    if chair_of(lobby.chairs, command.user) is not None:
        raise Refused(AlreadySeated())
    most = most_seats(game)
    if len(lobby.chairs) >= most:
        raise Refused(TableFull(most))
    yield announce(Joined(command.name))
    chair = Chair(
        command.name,
        user=command.user,
        letters=command.letters,
        room=command.room,
        salt=command.salt,
        more_time=command.more_time,
    )
    return msgspec.structs.replace(lobby, chairs=(*lobby.chairs, chair))


def _seat_bot(lobby: Lobby, game: AnyGame, user: str, bot: str) -> Tale[Lobby]:
    sitting(lobby, user)
    most, free = most_seats(game), levels.free_names(lobby)
    if len(lobby.chairs) >= most or not free:
        raise Refused(TableFull(most))
    kind = bot or levels.next_kind(lobby, game)
    if kind not in game.bots:
        raise Refused(NoSuchBot())
    yield announce(BotJoined(free[0]))
    return msgspec.structs.replace(lobby, chairs=(*lobby.chairs, Chair(free[0].value, bot=kind)))


def _choose(lobby: Lobby, game: AnyGame, games: Games, command: Choose) -> Tale[Lobby]:
    hosting(lobby, command.user)
    what, value = command.what, command.value
    if what == "panel" and value in PANELS:
        return msgspec.structs.replace(lobby, panel=value)
    if what in ONE_CHOICE:  # a panel with one thing to choose goes with the choice
        lobby = msgspec.structs.replace(lobby, panel="")
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
    for switch in offered(preset, options_of(preset, lobby.switches, game), game):
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


def _cut(lobby: Lobby, command: CutDeck) -> Tale[Lobby]:
    """A person cuts, silently, or cuts anew. A table of an older release takes words: those of
    its journal, or the name of a picture that was pressed."""
    chair = sitting(lobby, command.user)
    cut = _read_cut(command)
    if lobby.deal.proof == proof.PROTOCOL:
        index = lobby.chairs.index(chair)
        chairs = put(lobby.chairs, index, msgspec.structs.replace(chair, cut=cut))
        return msgspec.structs.replace(lobby, chairs=chairs)
    said = (command.text or tuple(CutPicture)[cut.picture]).strip()[:LONGEST_CUT]
    if not said:
        raise Refused(EmptyCut())
    if len(lobby.deal.cuts) >= MOST_CUTS:
        raise Refused(TooManyCuts())
    yield announce(WasCut(chair.name, said))
    return _agreed(lobby, cuts=(*lobby.deal.cuts, SaidCut(chair.name, said)))


def _read_cut(command: CutDeck) -> Cut:
    """What a person cut with. Raises `Refused`."""
    if not 0 <= command.picture < proof.PICTURES:
        raise Refused(UnknownChoice())
    if command.bits and not _PAGE_BITS.fullmatch(command.bits):
        raise Refused(UnknownChoice())
    return Cut(command.picture, command.bits)


def _sealed(deal: Deal) -> Tale[None]:
    """Tell the seal before anybody can cut."""
    if deal.proof == proof.PROTOCOL:
        yield announce(sealed(deal.secret))
