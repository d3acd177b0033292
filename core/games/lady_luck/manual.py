"""Rules, card help, switches and the guided tour, by the switches of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.lady_luck import manual_words as say
from core.games.lady_luck.model import Options
from core.games.lady_luck.names import DECK, KIND, Kind
from core.kernel.asks import Section
from core.kernel.text import Message, Public

HELP: Mapping[Kind, Public] = {
    Kind.PRINCESS: say.PrincessHelp(),
    Kind.NOBLE: say.NobleHelp(),
    Kind.GENERAL: say.GeneralHelp(),
    Kind.MAGICIAN: say.MagicianHelp(),
    Kind.PRIEST: say.PriestHelp(),
    Kind.KNIGHT: say.KnightHelp(),
    Kind.FORTUNE_TELLER: say.FortuneTellerHelp(),
    Kind.MAID: say.MaidHelp(),
}


def help_on(kind: Kind, options: Options) -> Public:
    """What a lady does at this table."""
    if kind is Kind.PRINCESS and options.princess_scope == "same_player":
        return say.PrincessHelpForAll()
    if kind is Kind.GENERAL and options.general_scope == "own_only":
        return say.GeneralHelpForOwn()
    return HELP[kind]


def help_all(options: Options) -> Sequence[tuple[str, Message]]:
    """The eight ladies in the order of the rulebook, each with a short help."""
    return tuple((kind.value, counted(kind, options)) for kind in Kind)


def counted(kind: Kind, options: Options) -> Public:
    """A lady, how many of her there are, and what she does."""
    count = sum(KIND[card] is kind for card in DECK)
    return say.CountedLady(kind, count, help_on(kind, options))


def rules(options: Options) -> Sequence[Section]:
    """The rules of this table, short."""
    both = options.princess_scope == "same_player"
    turn: tuple[Public, ...] = (say.RefillRule(), say.TurnRule(), say.EndRule())
    house: tuple[Public, ...] = (say.TimeRule(), say.LeavingRule())
    return (
        Section(
            say.GoalTitle(),
            (
                say.GoalRule(),
                say.PointsRule(),
                say.TieRule(),
                say.PrincessRuleForAll() if both else say.PrincessRule(),
            ),
        ),
        Section(say.SetupTitle(), (say.SetupRule(),)),
        Section(say.CardsTitle(), tuple(counted(kind, options) for kind in Kind)),
        Section(
            say.AuctionTitle(),
            (say.OpeningRule(), say.BiddingRule(), say.PlacingRule(), say.NextAuctionRule()),
        ),
        Section(say.HelperTitle(), (*turn, say.GuardRule()) if options.loop_guard else turn),
        Section(say.HostTitle(), (say.AutomaticRule(), *house) if options.auto_pass else house),
    )


def tour(options: Options) -> Sequence[Section]:
    """A short guided tour for people who have never seen the game."""
    together: tuple[Public, ...] = (say.TourBank(), say.TourPrincess(), say.TourKnight())
    return (
        Section(say.TourCardsTitle(), (say.TourCards(), say.TourMaid())),
        Section(say.TourBidTitle(), (say.TourBid(), say.TourOrder())),
        Section(say.TourHelperTitle(), together),
        Section(say.TourParentTitle(), (say.TourParent(),)),
    )
