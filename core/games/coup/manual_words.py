"""What helps and rules of Coup say, in words."""

from __future__ import annotations

from typing import ClassVar

from core.games.coup.names import Deed, Role, Roles
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


class ContessaHelpExamine(Public, frozen=True, tag="coup.contessa-help-examine"):
    """Where Examine may be blocked too."""

    text: ClassVar[str] = N_("No action. Blocks an assassination or an Examine aimed at you.")


class DiplomatHelp(Public, frozen=True, tag="coup.diplomat-help"):
    text: ClassVar[str] = N_(
        "Take 2 coins, another player takes 1 (Cooperate). Blocks Foreign Aid."
    )


class InquisitorHelp(Public, frozen=True, tag="coup.inquisitor-help"):
    text: ClassVar[str] = N_(
        "Draw 1 card, return 1 (Exchange), or look at another player’s card (Examine). "
        "Blocks Steal."
    )


# Actions


class IncomeHelp(Public, frozen=True, tag="coup.income-help"):
    text: ClassVar[str] = N_("Take 1 coin. Nobody can object.")


class AidHelp(Public, frozen=True, tag="coup.aid-help"):
    text: ClassVar[str] = N_("Take 2 coins. Anybody may block as {role}.")
    role: Role


class AidHelpSides(Public, frozen=True, tag="coup.aid-help-sides"):
    """With factions."""

    text: ClassVar[str] = N_(
        "Take 2 coins. The other faction may block as {role}; if only one is left, anybody may."
    )
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


# The rules, by section


class AimTitle(Public, frozen=True, tag="coup.aim-title"):
    text: ClassVar[str] = N_("Aim")


class AimRule(Public, frozen=True, tag="coup.aim-rule"):
    text: ClassVar[str] = N_(
        "Everybody has two hidden cards: two influences. Whoever is the last to have one wins."
    )


class LossRule(Public, frozen=True, tag="coup.loss-rule"):
    text: ClassVar[str] = N_(
        "Whoever loses an influence chooses a card and turns it face up for good. "
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


class InquisitorTitle(Public, frozen=True, tag="coup.inquisitor-title"):
    text: ClassVar[str] = N_("Inquisitor")


class InquisitorRule(Public, frozen=True, tag="coup.inquisitor-rule"):
    text: ClassVar[str] = N_("The {inquisitor} replaces the {ambassador}.")
    inquisitor: Role
    ambassador: Role


class ExamineRule(Public, frozen=True, tag="coup.examine-rule"):
    text: ClassVar[str] = N_(
        "{action}: the target chooses which card to show, and nobody but the actor sees it. "
        "The actor returns it or forces an exchange. No influence is lost."
    )
    action: Deed


class ShuffleFirstRule(Public, frozen=True, tag="coup.shuffle-first-rule"):
    text: ClassVar[str] = N_(
        "A card to exchange is shuffled into the court deck before another one is drawn: "
        "it may come back."
    )


class DrawFirstRule(Public, frozen=True, tag="coup.draw-first-rule"):
    text: ClassVar[str] = N_(
        "A card to exchange is shuffled into the court deck after another one is drawn: "
        "it cannot come back."
    )


class FactionsTitle(Public, frozen=True, tag="coup.factions-title"):
    text: ClassVar[str] = N_("Factions")


class SidesRule(Public, frozen=True, tag="coup.sides-rule"):
    text: ClassVar[str] = N_(
        "Seats are ★ Monarchist and ● Populist in turn, beginning with the starting player. "
        "For 3 players or more."
    )


class AttackRule(Public, frozen=True, tag="coup.attack-rule"):
    text: ClassVar[str] = N_(
        "While both factions have somebody in the game, these need a target of the other faction: "
        "{actions}. Anybody may challenge anybody."
    )
    actions: tuple[Deed, ...]


class OneSideRule(Public, frozen=True, tag="coup.one-side-rule"):
    text: ClassVar[str] = N_("If one faction is left, anybody may be attacked and may block.")


class AlmshouseRule(Public, frozen=True, tag="coup.almshouse-rule"):
    text: ClassVar[str] = N_(
        "What is paid for {convert} lies in the almshouse until somebody takes it by {embezzle}."
    )
    convert: Deed
    embezzle: Deed


class OpenHandRule(Public, frozen=True, tag="coup.open-hand-rule"):
    text: ClassVar[str] = N_(
        "Whoever is challenged for {action} shows all cards. Without the {role} they are replaced, "
        "and the challenger loses an influence; otherwise a {role} is lost, and the other card is "
        "replaced."
    )
    action: Deed
    role: Role


class ConcedeRule(Public, frozen=True, tag="coup.concede-rule"):
    text: ClassVar[str] = N_(
        "Whoever is challenged for {action} shows all cards, none of them the {role}, or concedes "
        "and loses one. Shown cards are replaced, and the challenger loses an influence."
    )
    action: Deed
    role: Role


class ConcedeAutoRule(Public, frozen=True, tag="coup.concede-auto-rule"):
    text: ClassVar[str] = N_(
        "Whoever is challenged for {action} and does not hold the {role} shows all cards; they are "
        "replaced, and the challenger loses an influence. Otherwise one card of choice is lost."
    )
    action: Deed
    role: Role


class RoleRule(Public, frozen=True, tag="coup.role-rule"):
    """A character and what it does, where the number of players decides how many there are."""

    text: ClassVar[str] = N_("{role}: {help}")
    role: Role
    help: Message


class CountedRole(Public, frozen=True, tag="coup.counted-role"):
    """The same, with how many of it there are."""

    text: ClassVar[str] = N_("{role} ×{count}: {help}")
    role: Role
    count: int
    help: Message


class DeedRule(Public, frozen=True, tag="coup.deed-rule"):
    text: ClassVar[str] = N_("{action}: {help}")
    action: Deed
    help: Message
