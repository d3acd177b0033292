"""Positions of records: a table as JSON, and back, with everything checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.games.lady_luck.model import (
    ROUNDS,
    START_AP,
    Auction,
    Helper,
    Options,
    Pending,
    Phase,
    Player,
    State,
    replace,
)
from core.games.lady_luck.names import KIND, ORDER, Card, Kind, in_order
from core.games.lady_luck.rules import go_on
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling

PLACE = "start.position"
KEYS = frozenset(
    (
        *("round", "phase", "turn", "parent", "castle", "deck"),
        *("auction", "won", "passed", "uses", "noble", "seats"),
    )
)
SEAT_KEYS = frozenset(("ap", "helpers", "scores", "left"))
ACTED, FACE_DOWN = "~", "?"


def dump(state: State) -> dict[str, Any]:
    """The position of a table, every key present."""
    auction, noble = state.auction, state.noble
    last = len(state.castle)
    return {
        "round": state.round,
        "phase": state.phase.value,
        "turn": state.turn,
        "parent": state.parent,
        "castle": [
            None if card is None else FACE_DOWN * (slot == last) + card.value
            for slot, card in enumerate(state.castle, 1)
        ],
        "deck": [card.value for card in state.deck],
        "auction": auction
        and {
            "slot": auction.slot,
            "bid": auction.bid,
            "by": auction.by,
            "in": list(auction.still),
        },
        "won": list(state.won),
        "passed": list(state.passed),
        "uses": {card.value: times for card, times in state.uses},
        "noble": noble and {"card": noble.card.value, "by": noble.by, "on": noble.on},
        "seats": [
            {
                "ap": player.ap,
                "helpers": [helper.card.value + ACTED * helper.acted for helper in player.helpers],
                "scores": [card.value for card in player.scores],
                "left": player.left,
            }
            for player in state.players
        ],
    }


def load(position: Mapping[str, Any], seats: int, options: Options, dice: Dice) -> Telling[State]:
    """The table of a position; its automatic steps follow. Raises PositionError."""
    return (yield from go_on(_read(position, seats, options), dice))


def _wrong(reason: str) -> PositionError:
    return PositionError(PLACE, reason)


def _need(holds: bool, reason: str) -> None:
    if not holds:
        raise _wrong(reason)


def _keys(value: Any, allowed: frozenset[str], where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong(f"{where}: not an object")
    for key in value:
        _need(key in allowed, f"{where}: unknown key {key!r}")
    return value


def _number(value: Any, least: int, most: int | None, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(f"{where}: {value!r} is not a number")
    _need(least <= value and (most is None or value <= most), f"{where}: {value} cannot be")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise _wrong(f"{where}: not a list")
    return list(value)


def _card(value: Any, where: str) -> Card:
    try:
        return Card(value)
    except ValueError:
        raise _wrong(f"{where}: there is no card {value!r}") from None


def _seats(value: Any, seats: int, where: str) -> tuple[int, ...]:
    found = tuple(_number(item, 1, seats, where) for item in _list(value, where))
    _need(len(set(found)) == len(found), f"{where}: a seat stands there twice")
    return found


def _read(position: Mapping[str, Any], seats: int, options: Options) -> State:
    given = _keys(position, KEYS, "position")
    turn = _number(given.get("turn", 1), 1, seats, "turn")
    phase = given.get("phase", "auction")
    _need(phase in ("auction", "helper"), f"phase: {phase!r} cannot be a start")
    rows = _list(given.get("seats", [{}] * seats), "seats")
    _need(len(rows) == seats, f"seats: {len(rows)} seats for {seats} players")
    uses = _uses(given.get("uses", {}))
    players = tuple(_player(row, f"seats[{number}]") for number, row in enumerate(rows))
    auction = given.get("auction")
    state = State(
        options=options,
        players=players,
        turn=turn,
        parent=_number(given.get("parent", turn), 1, seats, "parent"),
        castle=_castle(given.get("castle", [])),
        deck=tuple(_card(name, "deck") for name in _list(given.get("deck", []), "deck")),
        round=_number(given.get("round", 1), 1, ROUNDS, "round"),
        phase=Phase(phase),
        auction=None if auction is None else _auction(auction, seats),
        won=tuple(sorted(_seats(given.get("won", []), seats, "won"))),
        passed=_seats(given.get("passed", []), seats, "passed"),
        uses=uses,
        noble=_noble(given.get("noble"), seats),
        # A Princess that was used stood face up: everybody knows where it lies now.
        logged=in_order(card for player in players for card in player.scores if card in dict(uses)),
    )
    state = _with_box(state)
    _need(sum(not player.left for player in players) > 1, "seats: fewer than two are left")
    _check_uses(state)
    if state.phase is Phase.HELPER:
        _check_helper_phase(state)
    else:
        _check_auctions(state)
    return state


def _player(row: Any, where: str) -> Player:
    given = _keys(row, SEAT_KEYS, where)
    helpers: list[Helper] = []
    for name in _list(given.get("helpers", []), f"{where}.helpers"):
        acted = isinstance(name, str) and name.endswith(ACTED)
        bare = name[:-1] if acted else name
        helpers.append(Helper(_card(bare, f"{where}.helpers"), acted))
    scores = _list(given.get("scores", []), f"{where}.scores")
    left = given.get("left", False)
    _need(isinstance(left, bool), f"{where}.left: {left!r} is neither true nor false")
    return Player(
        ap=_number(given.get("ap", START_AP), 0, None, f"{where}.ap"),
        helpers=tuple(helpers),
        scores=in_order(_card(name, f"{where}.scores") for name in scores),
        left=left,
    )


def _castle(value: Any) -> tuple[Card | None, ...]:
    names = _list(value, "castle")
    found: list[Card | None] = []
    for slot, name in enumerate(names, 1):
        down = isinstance(name, str) and name.startswith(FACE_DOWN)
        last = slot == len(names)
        _need(name is None or down == last, "castle: the last card, and only it, lies face down")
        found.append(None if name is None else _card(name[1:] if down else name, "castle"))
    return tuple(found)


def _auction(value: Any, seats: int) -> Auction:
    given = _keys(value, frozenset(("slot", "bid", "by", "in")), "auction")
    _need(len(given) == 4, "auction: slot, bid, by and in are needed")
    return Auction(
        slot=_number(given["slot"], 1, seats, "auction.slot"),
        bid=_number(given["bid"], 0, None, "auction.bid"),
        by=_number(given["by"], 1, seats, "auction.by"),
        still=tuple(sorted(_seats(given["in"], seats, "auction.in"))),
    )


def _uses(value: Any) -> tuple[tuple[Card, int], ...]:
    found: dict[Card, int] = {}
    for name, times in _keys(value, frozenset(Card), "uses").items():
        card = _card(name, "uses")
        _need(KIND[card] is Kind.PRINCESS, f"uses: {name} is no Princess")
        if _number(times, 0, 1, f"uses.{name}"):
            found[card] = times
    return tuple(sorted(found.items(), key=lambda item: ORDER[item[0]]))


def _noble(value: Any, seats: int) -> Pending | None:
    if value is None:
        return None
    given = _keys(value, frozenset(("card", "by", "on")), "noble")
    _need(len(given) == 3, "noble: card, by and on are needed")
    return Pending(
        card=_card(given["card"], "noble.card"),
        by=_number(given["by"], 1, seats, "noble.by"),
        on=_number(given["on"], 1, seats, "noble.on"),
    )


def _placed(state: State) -> Iterable[Card]:
    yield from (card for card in state.castle if card is not None)
    yield from state.deck
    for player in state.players:
        yield from (helper.card for helper in player.helpers)
        yield from player.scores


def _with_box(state: State) -> State:
    """Cards listed nowhere are out of play. No card can lie in two places."""
    seen: set[Card] = set()
    for card in _placed(state):
        _need(card not in seen, f"{card.value} lies in two places")
        seen.add(card)
    return replace(state, box=tuple(card for card in Card if card not in seen))


def _check_uses(state: State) -> None:
    for player in state.players:
        own = {helper.card for helper in player.helpers} | set(player.scores)
        count = sum(times for card, times in state.uses if card in own)
        limit = 1 if state.options.princess_scope == "same_player" else 2
        _need(count <= limit, "uses: the game would be over")


def _check_helper_phase(state: State) -> None:
    seats = len(state.players)
    wanted = 0 if state.round == ROUNDS else seats
    full = len(state.castle) == wanted and None not in state.castle
    _need(full, f"castle: {wanted} cards must lie there")
    _need(not state.won, "won: only in the auction phase")
    _need(state.auction is None, "auction: only in the auction phase")
    noble = state.noble
    if noble is None:
        _need(state.turn not in state.passed, "turn: this seat has passed")
        return
    _need(KIND[noble.card] is Kind.NOBLE, f"noble.card: {noble.card.value} is no Noble")
    _need(noble.card in state.player(noble.by).upright, "noble: the seat cannot use this card")
    _need(noble.by not in state.passed, "noble.by: this seat has passed")
    _need(state.turn == noble.on, "turn: the named player has to choose")
    _need(len(state.player(noble.on).scores) > 1, "noble.on: there is nothing to choose")


def _check_auctions(state: State) -> None:
    seats, auction = len(state.players), state.auction
    _need(not state.passed, "passed: only in the helper phase")
    _need(state.noble is None, "noble: only in the helper phase")
    _need(not state.uses, "uses: only in the helper phase")
    _need(len(state.castle) == seats, f"castle: {seats} slots are needed")
    lying = sum(card is not None for card in state.castle)
    placing = state.placing
    _need(lying == seats - len(state.won) + placing, "castle: one card for each seat without one")
    if auction is None:
        _need(state.turn not in state.won or not lying, "turn: this seat has won a card already")
        return
    _need(state.castle[auction.slot - 1] is not None, "auction.slot: no card lies there")
    _need(auction.by in auction.still, "auction.in: the bidder is missing")
    if placing:
        _need(auction.still == (auction.by,), "auction.in: only the winner is left")
        _need(state.turn == auction.by, "turn: the winner has to choose")
        return
    _need(not set(auction.still) & set(state.won), "auction.in: a seat has won a card already")
    _need(state.turn in auction.still, "turn: this seat is not in the auction")
    _need(
        state.turn != auction.by or len(auction.still) == 1, "turn: a bidder waits for the others"
    )
    _need(auction.bid <= state.player(auction.by).ap, "auction.bid: more than the seat has")
