"""A person is forgotten: what a table holds of them is replaced by a mark that tells nobody who.

Names and ids stand in no chained line, so nothing that was proved is proved less: of a person the
commit binds the mark alone, and that stays (`core.kernel.proof`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.kernel import proof
from core.kernel.dice import Dice
from core.kernel.proof import Entrant
from core.table import seating
from core.table.lobby import seated_again
from core.table.table import Chair, Closed, Deal, Finished, Lobby, Table, mark_of

replace = msgspec.structs.replace

GONE = "gone:"
"""How the names begin that stand for people who were forgotten, whatever their platform was."""


class Forgotten(msgspec.Struct, frozen=True):
    """Who is forgotten, all that they were called, and the name that stands for them from now on.
    It begins with `GONE`, and nobody can work out from it who it was."""

    user: str
    names: frozenset[str]
    gone: str


def gone_from(table: Table) -> tuple[str, ...]:
    """What stands at a table for people who were forgotten."""
    users = (chair.user for chair in table.chairs)
    return tuple(user for user in users if user is not None and user.startswith(GONE))


def names_at(table: Table, user: str) -> set[str]:
    """What a person is called at a table."""
    return {chair.name for chair in table.chairs if chair.user == user and chair.name}


def forget_at(table: Table, who: Forgotten) -> Table:
    """The table without the name, the id and the salt of a person. Nothing else of it changes."""
    chairs = tuple(_chair(chair, who) for chair in table.chairs)
    if isinstance(table, Closed):
        deal = None if table.deal is None else _deal(table, table.deal, who)
        return replace(table, chairs=chairs, deal=deal)
    host = who.gone if table.host == who.user else table.host
    deal = _deal(table, table.deal, who)
    if isinstance(table, Lobby):
        winners = tuple(who.gone if each == who.user else each for each in table.winners)
        return replace(table, deal=deal, host=host, chairs=chairs, winners=winners)
    return replace(table, deal=deal, host=host, chairs=chairs)


def _chair(chair: Chair, who: Forgotten) -> Chair:
    if chair.user != who.user:
        return chair
    salt = proof.marked(chair.salt, chair.name) if chair.salt else ""
    return replace(chair, user=who.gone, name="", salt=salt, order="")


def _deal(table: Table, deal: Deal, who: Forgotten) -> Deal:
    """Of the people whom the start fixed theirs keep mark and cut. Words with which somebody cut
    the deck of an older table stay: the deal follows from them."""
    theirs = {
        place
        for place, chair in zip(_joined(table, deal), table.chairs, strict=False)
        if chair.user == who.user
    }
    return replace(
        deal,
        people=tuple(
            Entrant(party.mark, cut=party.cut)
            if place in theirs and isinstance(party, Entrant)
            else party
            for place, party in enumerate(deal.people, 1)
        ),
        joined=tuple("" if place in theirs else name for place, name in enumerate(deal.joined, 1)),
        cuts=tuple(replace(cut, name="") if cut.name in who.names else cut for cut in deal.cuts),
    )


def _joined(table: Table, deal: Deal) -> tuple[int, ...]:
    """For each chair the place (from 1) in the order of joining. Once it was dealt, chairs stand
    in the order of their seats, and the seed tells how they were drawn."""
    places = tuple(range(1, len(table.chairs) + 1))
    if not deal.seed:
        return places
    return seating.seated(places, Dice(bytes.fromhex(deal.seed)), deal.rooms)


def forget_in_command(
    command: dict[str, Any], who: Forgotten, marks: dict[str, str], table: str, old: Table | None
) -> dict[str, Any]:
    """A command in the journal of a table (as plain data) without the person. `marks` are those
    that a start has bound, by their salts; `old` is the game before, where it is played again and
    the command does not say itself who is seated."""
    found: dict[str, Any] = {key: _anonymous(value, who) for key, value in command.items()}
    if salts := list(command.get("salts", ())):
        for place, (user, name) in enumerate(_seated(command, old)[: len(salts)]):
            if user == who.user:
                salts[place] = marks.get(salts[place]) or proof.marked(salts[place], name)
        found["salts"] = salts
    if command.get("mark") == mark_of(table, Chair("", who.user)):
        found["mark"] = mark_of(table, Chair("", who.gone))
    if command.get("user") != who.user:
        return found
    if salt := command.get("salt"):
        found["salt"] = marks.get(salt) or proof.marked(salt, command.get("name", ""))
    if "name" in command:
        found["name"] = ""
    return found


def names_in(command: dict[str, Any], user: str) -> set[str]:
    """What a person is called in a command of a journal (as plain data)."""
    own = [(command.get("user"), command.get("name", "")), *_seated(command, None)]
    return {name for each, name in own if each == user and name}


def _seated(command: dict[str, Any], old: Table | None) -> list[tuple[str, str]]:
    """Users and names of the people whom a rematch seats, as it says itself or, until 0.7.0, as
    the game before (None: not known) tells."""
    if taken := command.get("taken"):
        chairs = [(chair.get("user"), chair["name"]) for chair in taken["chairs"]]
    elif isinstance(old, Finished | Closed):
        without = tuple(command.get("without", ()))
        chairs = [(chair.user, chair.name) for chair in seated_again(old, without)]
    else:
        chairs = []
    return [(user, name) for user, name in chairs if user is not None]


def _anonymous(value: Any, who: Forgotten) -> Any:
    """A value of a command; where it is the person, or has them in it, what stands for them."""
    if isinstance(value, list):
        return [_anonymous(each, who) for each in value]
    if isinstance(value, dict):
        named = {"name": ""} if value.get("user") == who.user else {}
        return {key: _anonymous(each, who) for key, each in value.items()} | named
    return who.gone if value == who.user else value


def marks_of(table: Table) -> dict[str, str]:
    """The marks of the people whom the start fixed, by their salts."""
    deal = table.deal
    people = deal.people if deal is not None and not isinstance(table, Lobby) else ()
    return {each.salt: each.mark for each in people if isinstance(each, Entrant) and each.salt}
