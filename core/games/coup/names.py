"""The characters and actions of Coup, their names, and the table of section 4."""

from __future__ import annotations

from typing import ClassVar

from core.kernel.text import N_, P_, GameWord, Named, Public


class Role(GameWord):
    """A character. Three copies each (more at large tables)."""

    DUKE = "duke"
    ASSASSIN = "assassin"
    CAPTAIN = "captain"
    AMBASSADOR = "ambassador"
    CONTESSA = "contessa"
    DIPLOMAT = "diplomat"

    def named(self, edition: str) -> Named:
        return _ROLES[self]


_ROLES = {
    Role.DUKE: P_("coup.role.duke", "Duke"),
    Role.ASSASSIN: P_("coup.role.assassin", "Assassin"),
    Role.CAPTAIN: P_("coup.role.captain", "Captain"),
    Role.AMBASSADOR: P_("coup.role.ambassador", "Ambassador"),
    Role.CONTESSA: P_("coup.role.contessa", "Contessa"),
    Role.DIPLOMAT: P_("coup.role.diplomat", "Diplomat"),
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
}

CLAIMS: dict[Deed, Role] = {
    Deed.TAX: Role.DUKE,
    Deed.STEAL: Role.CAPTAIN,
    Deed.EXCHANGE: Role.AMBASSADOR,
    Deed.ASSASSINATE: Role.ASSASSIN,
    Deed.COOPERATE: Role.DIPLOMAT,
}
"""The character that an action claims; the others claim nothing and cannot be challenged."""

COSTS: dict[Deed, int] = {Deed.COUP: 7, Deed.ASSASSINATE: 3}
"""What an action costs in coins, paid when it is declared (4.4)."""

FORCED = 10
"""With so many coins at the start of a turn nothing but a Coup is allowed (4.2)."""

_BLOCKS: dict[Deed, tuple[Role, ...]] = {
    Deed.AID: (Role.DUKE,),
    Deed.STEAL: (Role.CAPTAIN, Role.AMBASSADOR),
    Deed.ASSASSINATE: (Role.CONTESSA,),
}


def blockers(deed: Deed, diplomat: bool) -> tuple[Role, ...]:
    """The characters as which this action may be blocked; none for most actions.

    The Diplomat stands in for the Duke where that variant is played (13.1).
    """
    if diplomat and deed is Deed.AID:
        return (Role.DIPLOMAT,)
    return _BLOCKS.get(deed, ())


def cast(diplomat: bool) -> tuple[Role, ...]:
    """The five characters in play, in the order of their rank on the help card."""
    first = Role.DIPLOMAT if diplomat else Role.DUKE
    return (first, Role.ASSASSIN, Role.CAPTAIN, Role.AMBASSADOR, Role.CONTESSA)


def repertoire(diplomat: bool) -> tuple[Deed, ...]:
    """The actions in play, in the order of the help card."""
    return tuple(deed for deed in Deed if deed is not (Deed.TAX if diplomat else Deed.COOPERATE))
