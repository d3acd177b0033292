"""Help on characters and actions, and the rules of Coup in short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, assert_never

from core.games.coup.model import Options
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    Deed,
    Role,
    Roles,
    blockers,
    cast,
    either,
    exchanger,
    repertoire,
    treasurer,
)
from core.kernel.asks import Section
from core.kernel.text import N_, Coins, Message, Players, Public

# Characters. A hand card carries these too, so none of them names another character.


class DukeHelp(Public, frozen=True, tag="coup.duke-help"):
    text: ClassVar[str] = N_("Take 3 coins (Tax). Blocks Foreign Aid.")


class AssassinHelp(Public, frozen=True, tag="coup.assassin-help"):
    text: ClassVar[str] = N_("Pay 3 coins: another player loses an influence (Assassinate).")


class CaptainHelp(Public, frozen=True, tag="coup.captain-help"):
    text: ClassVar[str] = N_("Take up to 2 coins from another player (Steal). Blocks Steal.")


class AmbassadorHelp(Public, frozen=True, tag="coup.ambassador-help"):
    text: ClassVar[str] = N_("Draw 2 cards, return 2 (Exchange). Blocks Steal.")


class ContessaHelp(Public, frozen=True, tag="coup.contessa-help"):
    text: ClassVar[str] = N_("No action. Blocks an assassination aimed at you.")


class DiplomatHelp(Public, frozen=True, tag="coup.diplomat-help"):
    text: ClassVar[str] = N_(
        "Take 2 coins, another player takes 1 (Cooperate). Blocks Foreign Aid."
    )


class InquisitorHelp(Public, frozen=True, tag="coup.inquisitor-help"):
    text: ClassVar[str] = N_(
        "Draw 1 card, return 1 (Exchange), or look at another player’s card (Examine). "
        "Blocks Steal."
    )


ROLE_HELP: dict[Role, type[Public]] = {
    Role.DUKE: DukeHelp,
    Role.ASSASSIN: AssassinHelp,
    Role.CAPTAIN: CaptainHelp,
    Role.AMBASSADOR: AmbassadorHelp,
    Role.CONTESSA: ContessaHelp,
    Role.DIPLOMAT: DiplomatHelp,
    Role.INQUISITOR: InquisitorHelp,
}


# Actions


class IncomeHelp(Public, frozen=True, tag="coup.income-help"):
    text: ClassVar[str] = N_("Take 1 coin. Nobody can object.")


class AidHelp(Public, frozen=True, tag="coup.aid-help"):
    text: ClassVar[str] = N_("Take 2 coins. Anybody may block as {role}.")
    role: Role


class CoupHelp(Public, frozen=True, tag="coup.coup-help"):
    text: ClassVar[str] = N_(
        "Pay 7 coins: another player loses an influence. Nobody can object. "
        "With 10 coins or more it is the only action."
    )


class TaxHelp(Public, frozen=True, tag="coup.tax-help"):
    text: ClassVar[str] = N_("Take 3 coins as {role}. May be challenged.")
    role: Role


class StealHelp(Public, frozen=True, tag="coup.steal-help"):
    text: ClassVar[str] = N_(
        "Take up to 2 coins as {role} from a player who has at least {least}. "
        "May be challenged; the target may block as {roles}."
    )
    role: Role
    least: Coins
    roles: Roles


class ExchangeHelp(Public, frozen=True, tag="coup.exchange-help"):
    text: ClassVar[str] = N_(
        "As {role}, draw 2 cards, keep as many as you had and return 2. May be challenged."
    )
    role: Role


class AssassinateHelp(Public, frozen=True, tag="coup.assassinate-help"):
    text: ClassVar[str] = N_(
        "Pay 3 coins as {role}: another player loses an influence. "
        "May be challenged; the target may block as {blocker}. "
        "The coins come back only if you are caught bluffing."
    )
    role: Role
    blocker: Role


class CooperateHelp(Public, frozen=True, tag="coup.cooperate-help"):
    text: ClassVar[str] = N_(
        "As {role}, take 2 coins and let another player take 1. May be challenged."
    )
    role: Role


class InquiryHelp(Public, frozen=True, tag="coup.inquiry-help"):
    """An Inquisitor's Exchange."""

    text: ClassVar[str] = N_(
        "As {role}, draw 1 card, keep as many as you had and return 1. May be challenged."
    )
    role: Role


class ExamineHelp(Public, frozen=True, tag="coup.examine-help"):
    text: ClassVar[str] = N_(
        "As {role}, look at a card that another player chooses; it stays, or must be exchanged. "
        "May be challenged."
    )
    role: Role


class ExamineHelpBlock(Public, frozen=True, tag="coup.examine-help-block"):
    text: ClassVar[str] = N_(
        "As {role}, look at a card that another player chooses; it stays, or must be exchanged. "
        "May be challenged; the target may block as {blocker}."
    )
    role: Role
    blocker: Role


class ConvertHelp(Public, frozen=True, tag="coup.convert-help"):
    text: ClassVar[str] = N_(
        "Change your faction for {own}, or another player’s for {other}, paid to the almshouse. "
        "Nobody can object."
    )
    own: Coins
    other: Coins


class EmbezzleHelp(Public, frozen=True, tag="coup.embezzle-help"):
    text: ClassVar[str] = N_(
        "Claim not to hold the {role} and take everything in the almshouse. May be challenged."
    )
    role: Role


def _deed_help(deed: Deed, options: Options) -> Public:
    match deed:
        case Deed.INCOME:
            return IncomeHelp()
        case Deed.AID:
            return AidHelp(treasurer(options))
        case Deed.COUP:
            return CoupHelp()
        case Deed.TAX:
            return TaxHelp(Role.DUKE)
        case Deed.STEAL:
            least = options.steal_min_target
            return StealHelp(Role.CAPTAIN, least, either(blockers(deed, options)))
        case Deed.EXCHANGE:
            told = InquiryHelp if options.inquisitor else ExchangeHelp
            return told(exchanger(options))
        case Deed.ASSASSINATE:
            return AssassinateHelp(Role.ASSASSIN, Role.CONTESSA)
        case Deed.COOPERATE:
            return CooperateHelp(Role.DIPLOMAT)
        case Deed.EXAMINE if options.contessa_blocks_examine:
            return ExamineHelpBlock(Role.INQUISITOR, Role.CONTESSA)
        case Deed.EXAMINE:
            return ExamineHelp(Role.INQUISITOR)
        case Deed.CONVERT:
            return ConvertHelp(CONVERT_SELF, CONVERT_OTHER)
        case Deed.EMBEZZLE:
            return EmbezzleHelp(treasurer(options))
    assert_never(deed)


def helps(options: Options) -> Sequence[tuple[str, Message]]:
    """Code and short help: the characters by rank, then the actions."""
    roles = [(str(role), ROLE_HELP[role]()) for role in cast(options)]
    deeds = [(str(deed), _deed_help(deed, options)) for deed in repertoire(options)]
    return (*roles, *deeds)


# The rules, by section


class AimTitle(Public, frozen=True, tag="coup.aim-title"):
    text: ClassVar[str] = N_("Aim")


class AimRule(Public, frozen=True, tag="coup.aim-rule"):
    text: ClassVar[str] = N_(
        "Everybody has two hidden cards: two influences. Whoever is the last to have one wins."
    )


class LossRule(Public, frozen=True, tag="coup.loss-rule"):
    text: ClassVar[str] = N_(
        "Who loses an influence chooses a card and turns it face up for good. "
        "Without hidden cards you are out."
    )


class TurnTitle(Public, frozen=True, tag="coup.turn-title"):
    text: ClassVar[str] = N_("Your turn")


class TurnRule(Public, frozen=True, tag="coup.turn-rule"):
    text: ClassVar[str] = N_(
        "Choose one action; there is no passing. "
        "You may claim any character, whether or not you hold it."
    )


class CoupRule(Public, frozen=True, tag="coup.coup-rule"):
    text: ClassVar[str] = N_("A Coup costs 7 coins. With 10 coins or more you must launch one.")


class ClaimTitle(Public, frozen=True, tag="coup.claim-title"):
    text: ClassVar[str] = N_("Challenge")


class ClaimRule(Public, frozen=True, tag="coup.claim-rule"):
    text: ClassVar[str] = N_("Anybody may challenge a claim. The first to press counts.")


class ProofRule(Public, frozen=True, tag="coup.proof-rule"):
    text: ClassVar[str] = N_(
        "A true claim: the card is shown, shuffled back and replaced, "
        "and the challenger loses an influence."
    )


class BluffRule(Public, frozen=True, tag="coup.bluff-rule"):
    text: ClassVar[str] = N_(
        "A bluff: the claimant loses an influence, the action is cancelled and its cost returned."
    )


class AutoRule(Public, frozen=True, tag="coup.auto-rule"):
    text: ClassVar[str] = N_("A claimed card that is held is shown by itself.")


class ChoiceRule(Public, frozen=True, tag="coup.choice-rule"):
    text: ClassVar[str] = N_(
        "The claimant chooses the card to turn up; another card than the claimed one is lost."
    )


class BlockTitle(Public, frozen=True, tag="coup.block-title"):
    text: ClassVar[str] = N_("Block")


class BlockRule(Public, frozen=True, tag="coup.block-rule"):
    text: ClassVar[str] = N_(
        "A block is a claim too and can be challenged by everybody else. "
        "If it stands, the action is cancelled and its cost stays spent; "
        "if it was a bluff, the action happens at once."
    )


class SecondRule(Public, frozen=True, tag="coup.second-rule"):
    text: ClassVar[str] = N_("After a wrong challenge of the action its target may still block.")


class NoSecondRule(Public, frozen=True, tag="coup.no-second-rule"):
    text: ClassVar[str] = N_("After a wrong challenge of the action nobody may block it.")


class CombinedRule(Public, frozen=True, tag="coup.combined-rule"):
    text: ClassVar[str] = N_(
        "Allow, challenge and block are open at the same time; silence allows."
    )


class SequentialRule(Public, frozen=True, tag="coup.sequential-rule"):
    text: ClassVar[str] = N_("Challenges come first, then blocks; silence allows.")


class TableTitle(Public, frozen=True, tag="coup.table-title"):
    text: ClassVar[str] = N_("This table")


class SizeRule(Public, frozen=True, tag="coup.size-rule"):
    text: ClassVar[str] = N_(
        "Up to {most}. Three cards of each character; four from 7 players, five from 9."
    )
    most: Players


class ThreesRule(Public, frozen=True, tag="coup.threes-rule"):
    text: ClassVar[str] = N_("Up to {most}. Three cards of each character.")
    most: Players


class PursesRule(Public, frozen=True, tag="coup.purses-rule"):
    text: ClassVar[str] = N_("Everybody begins with 2 coins.")


class OneEachRule(Public, frozen=True, tag="coup.one-each-rule"):
    text: ClassVar[str] = N_("Everybody begins with 2 coins; with two players both have 1.")


class StarterRule(Public, frozen=True, tag="coup.starter-rule"):
    text: ClassVar[str] = N_(
        "Everybody begins with 2 coins; with two players the starting player has 1."
    )


class DiplomatRule(Public, frozen=True, tag="coup.diplomat-rule"):
    text: ClassVar[str] = N_("The {diplomat} replaces the {duke}.")
    diplomat: Role
    duke: Role


PURSES = {"each2": PursesRule, "each1": OneEachRule, "starter1": StarterRule}


def rules(options: Options) -> Sequence[Section]:
    """The rules that these switches give, short, by section."""
    claim = AutoRule() if options.prove == "auto" else ChoiceRule()
    order = CombinedRule() if options.response_timing == "combined" else SequentialRule()
    second = SecondRule() if options.block_after_failed_challenge else NoSecondRule()
    most = options.table_size
    table: list[Public] = [ThreesRule(most) if most == 6 else SizeRule(most)]
    table.append(PURSES[options.start_coins_2p]())
    if options.diplomat:
        table.append(DiplomatRule(Role.DIPLOMAT, Role.DUKE))
    deeds = tuple(_deed_help(deed, options) for deed in repertoire(options))
    lines = tuple(
        DeedRule(deed, said) for deed, said in zip(repertoire(options), deeds, strict=True)
    )
    return (
        Section(AimTitle(), (AimRule(), LossRule())),
        Section(TurnTitle(), (TurnRule(), CoupRule(), *lines)),
        Section(ClaimTitle(), (ClaimRule(), ProofRule(), BluffRule(), claim)),
        Section(BlockTitle(), (BlockRule(), second, order)),
        Section(TableTitle(), tuple(table)),
    )


class DeedRule(Public, frozen=True, tag="coup.deed-rule"):
    text: ClassVar[str] = N_("{action}: {help}")
    action: Deed
    help: Message
