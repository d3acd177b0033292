"""The characters and actions of Coup, their names, and the table of section 4."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Protocol

from core.kernel.text import N_, P_, GameWord, Named, Public


class Role(GameWord):
    """A character. Three copies each (more at large tables)."""

    DUKE = "duke"
    ASSASSIN = "assassin"
    CAPTAIN = "captain"
    AMBASSADOR = "ambassador"
    CONTESSA = "contessa"
    DIPLOMAT = "diplomat"
    INQUISITOR = "inquisitor"

    def named(self, edition: str) -> Named:
        return _ROLES[self]


_ROLES = {
    Role.DUKE: P_("coup.role.duke", "Duke"),
    Role.ASSASSIN: P_("coup.role.assassin", "Assassin"),
    Role.CAPTAIN: P_("coup.role.captain", "Captain"),
    Role.AMBASSADOR: P_("coup.role.ambassador", "Ambassador"),
    Role.CONTESSA: P_("coup.role.contessa", "Contessa"),
    Role.DIPLOMAT: P_("coup.role.diplomat", "Diplomat"),
    Role.INQUISITOR: P_("coup.role.inquisitor", "Inquisitor"),
}


class Guise(GameWord):
    """A character on the key of an action that claims it: a word of the rules, the same whoever
    holds what, so none of the cards that a group must not learn of (records, `untold`)."""

    DUKE = "as-duke"
    ASSASSIN = "as-assassin"
    CAPTAIN = "as-captain"
    AMBASSADOR = "as-ambassador"
    CONTESSA = "as-contessa"
    DIPLOMAT = "as-diplomat"
    INQUISITOR = "as-inquisitor"

    def named(self, edition: str) -> Named:
        return _ROLES[Role[self.name]]


class Faction(GameWord):
    """One of two sides, public; whoever is of mine I may not attack (13.3)."""

    MONARCHIST = "monarchist"
    POPULIST = "populist"

    @property
    def other(self) -> Faction:
        """The other side."""
        return Faction.POPULIST if self is Faction.MONARCHIST else Faction.MONARCHIST

    def named(self, edition: str) -> Named:
        return _FACTIONS[self]


_FACTIONS = {
    Faction.MONARCHIST: P_("coup.faction", "Monarchists"),
    Faction.POPULIST: P_("coup.faction", "Populists"),
}


class Either(Public, frozen=True, tag="coup.either"):
    """One of two characters."""

    text: ClassVar[str] = N_("{first} or {second}")
    first: Role
    second: Role


Roles = Role | Either
"""The characters of which a claim names one."""


def either(roles: tuple[Role, ...]) -> Roles:
    """One or two characters as an alternative."""
    return Either(*roles) if len(roles) == 2 else roles[0]


class Deed(GameWord):
    """An action: what the player on turn may do (4)."""

    INCOME = "income"
    AID = "aid"
    COUP = "coup"
    TAX = "tax"
    STEAL = "steal"
    EXCHANGE = "exchange"
    ASSASSINATE = "assassinate"
    COOPERATE = "cooperate"
    EXAMINE = "examine"
    CONVERT = "convert"
    EMBEZZLE = "embezzle"

    def named(self, edition: str) -> Named:
        return _DEEDS[self]


_DEEDS = {
    Deed.INCOME: P_("coup.action.income", "Income"),
    Deed.AID: P_("coup.action.aid", "Foreign Aid"),
    Deed.COUP: P_("coup.action.coup", "Coup"),
    Deed.TAX: P_("coup.action.tax", "Tax"),
    Deed.STEAL: P_("coup.action.steal", "Steal"),
    Deed.EXCHANGE: P_("coup.action.exchange", "Exchange"),
    Deed.ASSASSINATE: P_("coup.action.assassinate", "Assassinate"),
    Deed.COOPERATE: P_("coup.action.cooperate", "Cooperate"),
    Deed.EXAMINE: P_("coup.action.examine", "Examine"),
    Deed.CONVERT: P_("coup.action.convert", "Convert"),
    Deed.EMBEZZLE: P_("coup.action.embezzle", "Embezzle"),
}


class Played(Protocol):
    """What is played, of the switches that change the cast and the actions."""

    @property
    def diplomat(self) -> bool:
        """The Diplomat stands in for the Duke (13.1)."""

    @property
    def inquisitor(self) -> bool:
        """The Inquisitor stands in for the Ambassador (13.2)."""

    @property
    def factions(self) -> bool:
        """There are two sides, and an almshouse (13.3)."""

    @property
    def contessa_blocks_examine(self) -> bool:
        """Whoever is examined may block as Contessa (13.2.4)."""


CLAIMS: dict[Deed, Role] = {
    Deed.TAX: Role.DUKE,
    Deed.STEAL: Role.CAPTAIN,
    Deed.EXCHANGE: Role.AMBASSADOR,
    Deed.ASSASSINATE: Role.ASSASSIN,
    Deed.COOPERATE: Role.DIPLOMAT,
    Deed.EXAMINE: Role.INQUISITOR,
}
"""The character that an action claims, where no other one stands in for it (`claimed`)."""

COSTS: dict[Deed, int] = {Deed.COUP: 7, Deed.ASSASSINATE: 3}
"""What an action costs in coins, paid when it is declared (4.4)."""

CONVERT_SELF, CONVERT_OTHER = 1, 2
"""What a conversion costs, paid to the almshouse (13.3.6)."""

FORCED = 10
"""With so many coins at the start of a turn nothing but a Coup is allowed (4.2)."""


TREASURERS = (Role.DUKE, Role.DIPLOMAT)
"""Of these one is in play (`treasurer`)."""


def treasurer(played: Played) -> Role:
    """Who stands at the head of the treasury: the Duke, or the Diplomat in his place (13.1).
    It is the character that whoever embezzles claims not to hold (13.3.7)."""
    return Role.DIPLOMAT if played.diplomat else Role.DUKE


def exchanger(played: Played) -> Role:
    """Who exchanges cards: the Ambassador, or the Inquisitor in his place (13.2.1)."""
    return Role.INQUISITOR if played.inquisitor else Role.AMBASSADOR


@lru_cache(maxsize=1024)
def claimed(deed: Deed, played: Played) -> Role | None:
    """The character that an action claims; None for the others. Embezzle claims none: that its
    actor has no Duke."""
    return exchanger(played) if deed is Deed.EXCHANGE else CLAIMS.get(deed)


def doubtful(deed: Deed) -> bool:
    """Whether an action claims something, so that it can be challenged."""
    return deed in CLAIMS or deed is Deed.EMBEZZLE


@lru_cache(maxsize=1024)
def blockers(deed: Deed, played: Played) -> tuple[Role, ...]:
    """The characters as which this action may be blocked; none for most actions."""
    match deed:
        case Deed.AID:
            return (treasurer(played),)
        case Deed.STEAL:
            return (Role.CAPTAIN, exchanger(played))
        case Deed.ASSASSINATE:
            return (Role.CONTESSA,)
        case Deed.EXAMINE if played.contessa_blocks_examine:
            return (Role.CONTESSA,)
        case _:
            return ()


def cast(played: Played) -> tuple[Role, ...]:
    """The five characters in play, in the order of their rank on the help card."""
    return (treasurer(played), Role.ASSASSIN, Role.CAPTAIN, exchanger(played), Role.CONTESSA)


def repertoire(played: Played) -> tuple[Deed, ...]:
    """The actions in play, in the order of the help card."""
    absent = {Deed.TAX if played.diplomat else Deed.COOPERATE}
    if not played.inquisitor:
        absent.add(Deed.EXAMINE)
    if not played.factions:
        absent |= {Deed.CONVERT, Deed.EMBEZZLE}
    return tuple(deed for deed in Deed if deed not in absent)
