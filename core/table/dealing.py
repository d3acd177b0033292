"""The start: what a deal depends on is fixed and told, then the deal follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel import dice, proof
from core.kernel.game import AnyGame
from core.kernel.proof import Beacon, Computer, Entrant, Party
from core.kernel.text import Public, announce
from core.table import seating
from core.table.commands import Draw, Start
from core.table.editions import edition_name, options_of, preset_of
from core.table.failures import Late, Refused
from core.table.proof_sayings import (
    BeaconAwaited,
    BeaconCame,
    BeaconMissed,
    Committed,
    cuts_told,
    seal_in_pictures,
)
from core.table.sayings import FixedNumber, Stale, Started, UnknownChoice, WrongNumber
from core.table.table import (
    Chair,
    Deal,
    Drawing,
    Lobby,
    Playing,
    SaidCut,
    Tale,
    Value,
    key_of,
    spell,
)

replace = msgspec.structs.replace

HOUSE = "Fumibako"  # with proof 1 it cuts the deck if nobody at the table does


def start(lobby: Lobby, game: AnyGame, command: Start) -> Tale[Playing | Drawing]:
    """Deal, or wait for the beacon that the house has named. Raises `Refused` if those who sit
    here cannot play."""
    preset, options = _fitting(lobby, game)
    here = tuple(replace(chair, seen=0, away=False) for chair in lobby.chairs)
    lobby = replace(lobby, chairs=here)  # signs of life are the lobby's affair
    if lobby.deal.proof == 1:
        return (yield from _by_words(lobby, game, preset, options))
    deal = _fixed(lobby, game, preset, command)
    yield announce(_told(lobby, deal))
    chairs = tuple(replace(chair, salt="", cut=None) for chair in lobby.chairs)
    table = Drawing(deal, lobby.host, chairs)
    if deal.beacon is None:
        return (yield from _dealt(table, game))
    yield announce(BeaconAwaited(deal.beacon.round, deal.beacon.chain, command.comes_at))
    return table


def draw(table: Drawing, game: AnyGame, command: Draw) -> Tale[Playing]:
    """The awaited round has come: deal by it."""
    awaited = _awaited(table)
    if command.round != awaited.round:
        raise Late(Stale())
    came = replace(awaited, signature=command.signature, randomness=command.randomness)
    yield announce(BeaconCame(came.round, came.randomness))
    return (yield from _dealt(_with_beacon(table, came), game))


def draw_without(table: Drawing, game: AnyGame) -> Tale[Playing]:
    """The awaited round did not come in time: deal without it, and say so."""
    yield announce(BeaconMissed(_awaited(table).round))
    return (yield from _dealt(_with_beacon(table, replace(_awaited(table), missed=True)), game))


def spelled_options(preset: str, switches: Mapping[str, Value], game: AnyGame) -> dict[str, str]:
    """The options as a record has them and the commit binds them: the preset, and the switches
    that differ from it."""
    base = game.presets[preset]
    told = {name: spell(value) for name, value in switches.items()}
    differ = {name: value for name, value in told.items() if value != spell(getattr(base, name))}
    return {"preset": preset, **differ}


def kind_played(chair: Chair, game: AnyGame) -> str:
    """The kind of computer player that answers for a chair, where one does: the absent are
    played by the idle one, and so is whoever was seated for another game."""
    kind = chair.bot or "idle"
    return kind if kind in game.bots and not chair.left else "idle"


def _fitting(lobby: Lobby, game: AnyGame) -> tuple[str, Any]:
    """The preset and the options that would be dealt now."""
    preset = preset_of(lobby, game)
    try:
        options = options_of(preset, lobby.switches, game)
    except msgspec.ValidationError as broken:
        raise Refused(UnknownChoice()) from broken
    seated, fit = len(lobby.chairs), game.seats(options)
    if seated not in fit:
        label, least, most = edition_name(preset, options, game), fit.start, fit.stop - 1
        if least == most:
            raise Refused(FixedNumber(label, most, seated))
        raise Refused(WrongNumber(label, least, most, seated))
    return preset, options


def _fixed(lobby: Lobby, game: AnyGame, preset: str, command: Start) -> Deal:
    """Everything that the deal depends on but the secret, and the commit over it."""
    people = tuple(_party(chair, game) for chair in lobby.chairs)
    won = tuple(
        place for place, chair in enumerate(lobby.chairs, 1) if key_of(chair) in lobby.winners
    )
    rooms = seating.rooms_of(lobby.chairs)
    beacon = Beacon(command.chain, command.round) if command.chain else None
    text = proof.commit_text(
        game=lobby.game,
        options=spelled_options(preset, lobby.switches, game),
        seal=dice.seal(bytes.fromhex(lobby.secret)),
        mind=game.mind,
        parties=people,
        rooms=rooms,
        won=won,
        beacon=beacon,
    )
    return replace(
        lobby.deal,
        preset=preset,
        people=people,
        rooms=rooms,
        won=won,
        mind=game.mind,
        beacon=beacon,
        commit=proof.commit(text),
    )


def _party(chair: Chair, game: AnyGame) -> Party:
    if chair.user is None:
        return Computer(chair.name, kind_played(chair, game))
    if len(chair.salt) > 2 * proof.SALT_BYTES:  # told again after they were forgotten
        return Entrant(chair.salt, cut=chair.cut)
    return Entrant(proof.mark(chair.salt, chair.name), chair.salt, chair.name, chair.cut)


def _told(lobby: Lobby, deal: Deal) -> Public:
    """The cuts of all people, seal and commit, for the group."""
    people = [chair for chair in lobby.chairs if chair.user is not None]
    cuts = cuts_told(((chair.name, chair.cut) for chair in people), deal.beacon)
    sealed = dice.seal(bytes.fromhex(lobby.secret))
    return Committed(cuts, seal_in_pictures(sealed), sealed, deal.commit)


def _awaited(table: Drawing) -> Beacon:
    assert table.deal.beacon is not None, "a table draws for a beacon only"
    return table.deal.beacon


def _with_beacon(table: Drawing, beacon: Beacon) -> Drawing:
    return replace(table, deal=replace(table.deal, beacon=beacon))


def _dealt(table: Drawing, game: AnyGame) -> Tale[Playing]:
    """The deal that follows from secret, cuts and beacon."""
    deal = table.deal
    secret = bytes.fromhex(deal.secret)
    options = options_of(deal.preset, deal.switches, game)
    seed = proof.seed(secret, proof.cuts_of(deal.people), deal.beacon)
    stream = dice.Dice(seed)
    places = seating.seated(tuple(range(1, len(table.chairs) + 1)), stream, deal.rooms)
    chairs = tuple(table.chairs[place - 1] for place in places)
    stream.last_winner = next((seat for seat, p in enumerate(places, 1) if p in deal.won), None)
    yield announce(Started(tuple(range(1, len(chairs) + 1))))
    state = yield from game.setup(len(chairs), options, stream)
    deal = replace(deal, seed=seed.hex(), options=options, last_winner=stream.last_winner)
    link = proof.first_link(secret, deal.commit)
    return Playing(deal, table.host, chairs, state, drawn=stream.drawn, link=link)


def _by_words(lobby: Lobby, game: AnyGame, preset: str, options: Any) -> Tale[Playing]:
    """The deal of a table that an older release opened."""
    cuts = lobby.deal.cuts or (SaidCut(HOUSE, lobby.id),)  # uncut, the seed would be the seal
    seed = dice.mix(bytes.fromhex(lobby.secret), [cut.text for cut in cuts])
    stream = dice.Dice(seed)
    rooms = seating.rooms_of(lobby.chairs)
    chairs = seating.seated(lobby.chairs, stream, rooms)
    won = [seat for seat, chair in enumerate(chairs, 1) if key_of(chair) in lobby.winners]
    stream.last_winner = won[0] if won else None
    yield announce(Started(tuple(range(1, len(chairs) + 1))))
    state = yield from game.setup(len(chairs), options, stream)
    deal = replace(
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
