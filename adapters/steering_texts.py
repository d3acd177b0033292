"""What is said to whoever runs the host when they end or repair a table, or forget somebody."""

from __future__ import annotations

from typing import ClassVar

from core.desk.kept_sheet import Groups, Places, Results, Tables, Things
from core.kernel.text import N_, Code, Message, Person, Public


class Ended(Public, frozen=True, tag="steer.ended"):
    text: ClassVar[str] = N_("Table {table} is ended. Its groups are told.")
    table: Code


class NotEnded(Public, frozen=True, tag="steer.not-ended"):
    text: ClassVar[str] = N_("Table {table}: {why}")
    table: Code
    why: Message


class RepairNone(Public, frozen=True, tag="steer.repair-none"):
    text: ClassVar[str] = N_("There is no table {table}.")
    table: Code


class RepairWhole(Public, frozen=True, tag="steer.repair-whole"):
    text: ClassVar[str] = N_(
        "Table {table} can be read, and its journal leads to it: nothing was to be done."
    )
    table: Code


class RepairDiffers(Public, frozen=True, tag="steer.repair-differs"):
    text: ClassVar[str] = N_(
        "Table {table} can be read and goes on, though its journal does not lead to it: nothing "
        "was changed."
    )
    table: Code


class RepairRebuilt(Public, frozen=True, tag="steer.repair-rebuilt"):
    text: ClassVar[str] = N_(
        "Table {table} could not be read. It was rebuilt from its journal and goes on; its "
        "players noticed nothing."
    )
    table: Code


class RepairBack(Public, frozen=True, tag="steer.repair-back"):
    text: ClassVar[str] = N_(
        "Table {table} had been set aside. It was rebuilt from its journal and goes on; its "
        "groups are told."
    )
    table: Code


class RepairOver(Public, frozen=True, tag="steer.repair-over"):
    text: ClassVar[str] = N_(
        "Table {table} had been set aside. It was rebuilt from its journal; its match is over, and "
        "its record can be read again."
    )
    table: Code


class RepairTaken(Public, frozen=True, tag="steer.repair-taken"):
    text: ClassVar[str] = N_(
        "Table {table} could be rebuilt from its journal, but another table is open in its group. "
        "Once that is over, try again."
    )
    table: Code


class RepairNewer(Public, frozen=True, tag="steer.repair-newer"):
    text: ClassVar[str] = N_(
        "Table {table} was written by a newer release of Fumibako, which can read it: it is left "
        "as it is."
    )
    table: Code


class RepairLost(Public, frozen=True, tag="steer.repair-lost"):
    text: ClassVar[str] = N_(
        "Table {table} cannot be read, and its journal does not lead to a table either: {why}. It "
        "stays aside; its group can open a new one."
    )
    table: Code
    why: Code


class NobodyCalled(Public, frozen=True, tag="steer.nobody"):
    text: ClassVar[str] = N_("Nothing is kept of anybody with the id or the name {user}.")
    user: Code


class SeveralCalled(Public, frozen=True, tag="steer.several"):
    """People with one name; whom is meant is said by their id."""

    text: ClassVar[str] = N_("These are called {name}: {ids}. Say whom you mean by the id.")
    name: Person
    ids: tuple[Code, ...]


class KeptOf(Public, frozen=True, tag="steer.kept"):
    text: ClassVar[str] = N_(
        "Of {name} ({user}) is kept: {groups}, {tables}, {results}, {places} in next games, "
        "{things}."
    )
    name: Person
    user: Code
    groups: Groups
    tables: Tables
    results: Results
    places: Places
    things: Things


class SitsStill(Public, frozen=True, tag="steer.sits"):
    text: ClassVar[str] = N_(
        "They sit at a table still: {tables}. They leave it first, or {command} ends it."
    )
    tables: tuple[Public, ...]
    command: Code


class ReallyForget(Public, frozen=True, tag="steer.really"):
    text: ClassVar[str] = N_(
        "Erase all of it? Games that were played stay, with somebody without a name in their "
        "place. That cannot be taken back. Type “yes”:"
    )


class NothingErased(Public, frozen=True, tag="steer.nothing-erased"):
    text: ClassVar[str] = N_("Nothing was erased.")


class SendsNow(Public, frozen=True, tag="steer.sends-now"):
    text: ClassVar[str] = N_(
        "Something is just being sent to them: nothing was erased. Try again in half a minute."
    )


class ErasedNow(Public, frozen=True, tag="steer.erased"):
    text: ClassVar[str] = N_(
        "They are forgotten. Copies of the database that were made before still name them."
    )
