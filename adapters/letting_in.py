"""Groups of strangers, for whoever runs the host: which may not play, and letting one in or
turning it away from the terminal. A host that runs meets it there within seconds.
"""

from __future__ import annotations

import time
from typing import ClassVar

from adapters.guests import ASKING, AWAY, SHUT, TURNED, Guests
from adapters.holding import Store, at_hand, looked_at
from adapters.settings import Settings
from adapters.status_texts import TITLES
from adapters.trouble import Trouble
from core.kernel.text import N_, Code, Public, Said
from core.table.places import Room
from locales import tongue
from locales.tongue import Context

COMMAND = "fumibako guests"
UNTITLED = "…"
GONE = (TURNED, AWAY)


class GroupWaiting(Public, frozen=True, tag="guests.line-waits"):
    """A line of a list: the number of a group, its platform and title, and how it stands."""

    text: ClassVar[str] = N_("{number}  {platform} “{group}”: waits until you decide")
    number: Code
    platform: Code
    group: Said


class GroupAway(Public, frozen=True, tag="guests.line-away"):
    """The same."""

    text: ClassVar[str] = N_("{number}  {platform} “{group}”: turned away")
    number: Code
    platform: Code
    group: Said


class GroupShut(Public, frozen=True, tag="guests.line-shut"):
    """The same."""

    text: ClassVar[str] = N_("{number}  {platform} “{group}”: may not play, nothing is decided")
    number: Code
    platform: Code
    group: Said


class NobodyOutside(Public, frozen=True, tag="guests.nobody-outside"):
    text: ClassVar[str] = N_("There is no group that may not play.")


class HowToDecide(Public, frozen=True, tag="guests.how"):
    """Below a list of groups. `number` stands for that of a group."""

    text: ClassVar[str] = N_("{let_in} lets a group in, {turn_away} turns one away that waits.")
    let_in: Code
    turn_away: Code


class NowIn(Public, frozen=True, tag="guests.now-in"):
    text: ClassVar[str] = N_("{platform} “{group}” may play from now on.")
    platform: Code
    group: Said


class NowInInvite(Public, frozen=True, tag="guests.now-in-invite"):
    """The same, where the bot has left the group (or never was in it)."""

    text: ClassVar[str] = N_(
        "{platform} “{group}” may play from now on. If the bot has left the group, somebody has to "
        "add it again."
    )
    platform: Code
    group: Said


class NowAway(Public, frozen=True, tag="guests.now-away"):
    text: ClassVar[str] = N_("{platform} “{group}” is turned away.")
    platform: Code
    group: Said


class NoSuchGroup(Public, frozen=True, tag="guests.no-such"):
    """`command` lists the groups."""

    text: ClassVar[str] = N_("No group with the number {number} stands there: see {command}.")
    number: Code
    command: Code


def tell_guests(settings: Settings) -> None:
    """Print the groups that may not play, the newest first. Raises `Trouble`."""
    with looked_at(settings) as store:
        found = [(room, store.stands(room.id)) for room in _guests(settings, store).outside()]
    for room, stands in found:
        kind = GroupWaiting if stands in ASKING else GroupAway if stands in GONE else GroupShut
        _say(settings, kind(str(room.id), *_named(room)))
    if not found:
        _say(settings, NobodyOutside())
        return
    _say(settings, HowToDecide(f"{COMMAND} --let-in NUMBER", f"{COMMAND} --turn-away NUMBER"))


def decide(settings: Settings, number: int, *, let_in: bool) -> None:
    """Let a group in that may not play, also one that was turned away; or turn one away about which
    nothing was decided. Raises `Trouble`."""
    with at_hand(settings) as store:
        guests = _guests(settings, store)
        room, stood = store.room(number), store.stands(number)
        done = guests.open_anew(number) if let_in else guests.turn_away(number)
    if room is None or not done:
        raise Trouble(NoSuchGroup(str(number), COMMAND))
    here = stood in (*ASKING, TURNED, SHUT)
    kind = (NowIn if here else NowInInvite) if let_in else NowAway
    _say(settings, kind(*_named(room)))


def _guests(settings: Settings, store: Store) -> Guests:
    return Guests(store, time.time, settings.guests_rule, settings.owner)


def _named(room: Room) -> tuple[str, str]:
    return TITLES.get(room.platform, room.platform), room.title or UNTITLED


def _say(settings: Settings, message: Public) -> None:
    print(tongue.say(message, settings.language, Context(zone=settings.time_zone)), flush=True)
