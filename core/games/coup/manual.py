"""Help on characters and actions, and the rules of Coup in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from core.games.coup import manual_words as words
from core.games.coup.model import Options, copies
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    Deed,
    Role,
    blockers,
    cast,
    either,
    exchanger,
    repertoire,
    treasurer,
)
from core.kernel.asks import Section
from core.kernel.text import Message, Public

ROLE_HELP: dict[Role, type[Public]] = {
    Role.DUKE: words.DukeHelp,
    Role.ASSASSIN: words.AssassinHelp,
    Role.CAPTAIN: words.CaptainHelp,
    Role.AMBASSADOR: words.AmbassadorHelp,
    Role.CONTESSA: words.ContessaHelp,
    Role.DIPLOMAT: words.DiplomatHelp,
    Role.INQUISITOR: words.InquisitorHelp,
}


def role_help(role: Role, options: Options) -> Public:
    """What a character does, by the switches of the table."""
    if role is Role.CONTESSA and blockers(Deed.EXAMINE, options) and options.inquisitor:
        return words.ContessaHelpExamine()
    return ROLE_HELP[role]()


def _deed_help(deed: Deed, options: Options) -> Public:
    match deed:
        case Deed.INCOME:
            return words.IncomeHelp()
        case Deed.AID:
            told_aid = words.AidHelpSides if options.factions else words.AidHelp
            return told_aid(treasurer(options))
        case Deed.COUP:
            return words.CoupHelp()
        case Deed.TAX:
            return words.TaxHelp(Role.DUKE)
        case Deed.STEAL:
            least = options.steal_min_target
            return words.StealHelp(Role.CAPTAIN, least, either(blockers(deed, options)))
        case Deed.EXCHANGE:
            told = words.InquiryHelp if options.inquisitor else words.ExchangeHelp
            return told(exchanger(options))
        case Deed.ASSASSINATE:
            return words.AssassinateHelp(Role.ASSASSIN, Role.CONTESSA)
        case Deed.COOPERATE:
            return words.CooperateHelp(Role.DIPLOMAT)
        case Deed.EXAMINE if options.contessa_blocks_examine:
            return words.ExamineHelpBlock(Role.INQUISITOR, Role.CONTESSA)
        case Deed.EXAMINE:
            return words.ExamineHelp(Role.INQUISITOR)
        case Deed.CONVERT:
            return words.ConvertHelp(CONVERT_SELF, CONVERT_OTHER)
        case Deed.EMBEZZLE:
            return words.EmbezzleHelp(treasurer(options))
    assert_never(deed)


def helps(options: Options) -> Sequence[tuple[str, Message]]:
    """Code and short help: the characters by rank with their number, then the actions."""
    roles = [(str(role), _role_line(role, options)) for role in cast(options)]
    deeds = [
        (str(deed), words.DeedRule(deed, _deed_help(deed, options))) for deed in repertoire(options)
    ]
    most = options.table_size
    sizes = () if most == 6 else (("cards", words.SizeRule(most)),)
    return (*sizes, *roles, *deeds)


def _role_line(role: Role, options: Options) -> Public:
    """A character and what it does. At a table that seats more, its number follows from theirs."""
    told = role_help(role, options)
    if options.table_size != 6:
        return words.RoleRule(role, told)
    return words.CountedRole(role, copies(options.table_size), told)


AT_THE_OTHER_SIDE = (Deed.COUP, Deed.STEAL, Deed.ASSASSINATE, Deed.COOPERATE, Deed.EXAMINE)
"""Actions that need a target of the other faction while there are two (13.3.3)."""


PURSES = {"each2": words.PursesRule, "each1": words.OneEachRule, "starter1": words.StarterRule}


def rules(options: Options) -> Sequence[Section]:
    """The rules that these switches give, short, by section."""
    claim = words.AutoRule() if options.prove == "auto" else words.ChoiceRule()
    order = (
        words.CombinedRule() if options.response_timing == "combined" else words.SequentialRule()
    )
    second = words.SecondRule() if options.block_after_failed_challenge else words.NoSecondRule()
    most = options.table_size
    table: list[Public] = [words.ThreesRule(most) if most == 6 else words.SizeRule(most)]
    table.append(PURSES[options.start_coins_2p]())
    if options.diplomat:
        table.append(words.DiplomatRule(Role.DIPLOMAT, Role.DUKE))
    deeds = tuple(_deed_help(deed, options) for deed in repertoire(options))
    lines = tuple(
        words.DeedRule(deed, said) for deed, said in zip(repertoire(options), deeds, strict=True)
    )
    return (
        Section(words.AimTitle(), (words.AimRule(), words.LossRule())),
        Section(words.TurnTitle(), (words.TurnRule(), words.CoupRule(), *lines)),
        Section(
            words.ClaimTitle(), (words.ClaimRule(), words.ProofRule(), words.BluffRule(), claim)
        ),
        Section(words.BlockTitle(), (words.BlockRule(), second, order)),
        *_variants(options),
        Section(words.TableTitle(), tuple(table)),
    )


def _variants(options: Options) -> Iterator[Section]:
    """What the variants that are played change."""
    if options.inquisitor:
        first = options.examine_redraw == "shuffle_first"
        lines = (
            words.InquisitorRule(Role.INQUISITOR, Role.AMBASSADOR),
            words.ExamineRule(Deed.EXAMINE),
            words.ShuffleFirstRule() if first else words.DrawFirstRule(),
        )
        yield Section(words.InquisitorTitle(), lines)
    if options.factions:
        aimed = tuple([deed for deed in repertoire(options) if deed in AT_THE_OTHER_SIDE])
        yield Section(
            words.FactionsTitle(),
            (
                words.SidesRule(),
                words.AttackRule(aimed),
                words.OneSideRule(),
                words.AlmshouseRule(Deed.CONVERT, Deed.EMBEZZLE),
                _denial(options),
            ),
        )


def _denial(options: Options) -> Public:
    """What follows when an Embezzle is challenged (13.3.8)."""
    role = treasurer(options)
    if options.embezzle_bluff == "open_hand":
        return words.OpenHandRule(Deed.EMBEZZLE, role)
    if options.prove == "choice":
        return words.ConcedeRule(Deed.EMBEZZLE, role)
    return words.ConcedeAutoRule(Deed.EMBEZZLE, role)
