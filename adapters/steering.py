"""What whoever runs the host does beside it: end a table, repair one, forget somebody.

All of it goes through the same house as every press, on the database itself. A host that runs
meets it there: it looks for what is to be sent each second, and pages look at their tables every
other second.
"""

from __future__ import annotations

import secrets
import sys
import time

from adapters.holding import Store, at_hand
from adapters.reporter import told
from adapters.settings import Settings
from adapters.steering_texts import (
    Ended,
    ErasedNow,
    KeptOf,
    NobodyCalled,
    NotEnded,
    NothingErased,
    ReallyForget,
    RepairBack,
    RepairDiffers,
    RepairLost,
    RepairNewer,
    RepairNone,
    RepairOver,
    RepairRebuilt,
    RepairTaken,
    RepairWhole,
    SendsNow,
    SeveralCalled,
    SitsStill,
)
from adapters.trouble import Trouble
from core.games import GAMES
from core.house.forgetting import BeingSent, Erased, Kept, forget, kept_of
from core.house.house import House
from core.house.steering import Repair, Repaired, end, repair
from core.kernel.text import Message
from core.table.sayings import NoTable
from locales import tongue
from locales.tongue import Context

YES = ("yes", "y", "はい")

_REPAIRED = {
    Repair.NONE: RepairNone,
    Repair.WHOLE: RepairWhole,
    Repair.DIFFERS: RepairDiffers,
    Repair.REBUILT: RepairRebuilt,
    Repair.BACK: RepairBack,
    Repair.OVER: RepairOver,
    Repair.TAKEN: RepairTaken,
    Repair.NEWER: RepairNewer,
}
_WELL = (Repair.WHOLE, Repair.DIFFERS, Repair.REBUILT, Repair.BACK, Repair.OVER)


def house_on(store: Store) -> House:
    """A house on a database, for a moment."""
    games = {game.name: game for game in GAMES}
    return House(store, games, secrets.token_bytes, on_damage=told)


def end_table(settings: Settings, table: str) -> None:
    """End a table for everybody. Raises `Trouble`."""
    with at_hand(settings) as store:
        result = end(house_on(store), table, time.time())
    if result.refused is not None:
        nothing = isinstance(result.refused, NoTable)
        raise Trouble(RepairNone(table) if nothing else NotEnded(table, result.refused))
    _say(settings, Ended(table))


def repair_table(settings: Settings, table: str) -> bool:
    """Repair a table, and say what was done or why not. False if it cannot be played. Raises
    `Trouble`."""
    with at_hand(settings) as store:
        repaired = repair(house_on(store), table, time.time())
    _say(settings, _about(table, repaired))
    return repaired.became in _WELL


def _about(table: str, repaired: Repaired) -> Message:
    kind = _REPAIRED.get(repaired.became)
    return RepairLost(table, repaired.why or "?") if kind is None else kind(table)


def forget_person(settings: Settings, who: str, *, sure: bool = False) -> bool:
    """Erase what is kept of a person, named by their id or by the name they are known by, once
    whoever runs the host has said yes (or is `sure`). False if nothing was erased. Raises
    `Trouble`."""
    with at_hand(settings) as store:
        house = house_on(store)
        user, kept = _whom(store, house, who)
        _say(settings, _all_of(kept))
        if kept.seats:
            raise Trouble(SitsStill(kept.seats, "fumibako end"))
        if not sure:
            _say(settings, ReallyForget())
            if sys.stdin.readline().strip().lower() not in YES:
                _say(settings, NothingErased())
                return False
        answer = forget(house, user, time.time())
    if isinstance(answer, BeingSent):
        raise Trouble(SendsNow())
    if not isinstance(answer, Erased):  # they sat down meanwhile
        raise Trouble(answer)
    _say(settings, ErasedNow())
    return True


def _whom(store: Store, house: House, who: str) -> tuple[str, Kept]:
    """The person who is meant, and what is kept of them. Ids have a colon in them; what has none
    is a name. Raises `Trouble`."""
    called = [who] if ":" in who else store.called(who)
    if len(called) > 1:
        raise Trouble(SeveralCalled(who, tuple(called)))
    kept = kept_of(house, called[0]) if called else None
    if kept is None or kept.nothing:
        raise Trouble(NobodyCalled(who))
    return called[0], kept


def _all_of(kept: Kept) -> KeptOf:
    traces = kept.traces
    things = traces.drafts + traces.waiting + traces.cards + traces.notes
    return KeptOf(
        kept.person.name,
        kept.person.user,
        len(kept.rooms),
        kept.tables + len(kept.seats),
        kept.scores,
        traces.reserved,
        things,
    )


def _say(settings: Settings, message: Message) -> None:
    print(tongue.say(message, settings.language, Context(zone=settings.time_zone)), flush=True)
