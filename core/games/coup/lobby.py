"""The presets and switches of Coup as a lobby offers them (3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from core.games.coup.model import Options
from core.kernel.asks import Choice, Switch
from core.kernel.text import N_, Players, Public, Span


class Title(Public, frozen=True, tag="coup.title"):
    text: ClassVar[str] = N_("Coup")


class SeedPreset(Public, frozen=True, tag="coup.preset-bga-seed"):
    text: ClassVar[str] = N_("Standard")


class LivePreset(Public, frozen=True, tag="coup.preset-bga-live"):
    """The name of an edition, in titles and on keys."""

    text: ClassVar[str] = N_("Up to 8")


class OfficialPreset(Public, frozen=True, tag="coup.preset-official"):
    """The name of an edition, in titles and on keys."""

    text: ClassVar[str] = N_("By the rulebook")


class AboutSeed(Public, frozen=True, tag="coup.about-bga-seed"):
    text: ClassVar[str] = N_(
        "quick. Challenges and blocks come at the same time; a challenged card is shown by itself."
    )


class AboutLive(Public, frozen=True, tag="coup.about-bga-live"):
    text: ClassVar[str] = N_(
        "for large groups. Whoever is challenged chooses whether to show the card."
    )


class AboutOfficial(Public, frozen=True, tag="coup.about-official"):
    text: ClassVar[str] = N_(
        "more questions, one after the other: first challenges, then blocks. "
        "The last winner begins."
    )


class OfArena(Public, frozen=True, tag="coup.of-arena"):
    """Whose rules an edition follows."""

    text: ClassVar[str] = N_("Board Game Arena")


class OfRulebook(Public, frozen=True, tag="coup.of-rulebook"):
    """Whose rules an edition follows."""

    text: ClassVar[str] = N_("the printed rulebook")


LABELS: dict[str, Public] = {
    "bga_seed": SeedPreset(),
    "bga_live": LivePreset(),
    "official": OfficialPreset(),
}


_ABOUT: dict[str, tuple[Public, Public]] = {
    "bga_seed": (AboutSeed(), OfArena()),
    "bga_live": (AboutLive(), OfArena()),
    "official": (AboutOfficial(), OfRulebook()),
}
"""What each preset means, and whose it is."""


class TimingSwitch(Public, frozen=True, tag="coup.timing-switch"):
    text: ClassVar[str] = N_("Challenges and blocks")


class TimingCombined(Public, frozen=True, tag="coup.timing-combined"):
    text: ClassVar[str] = N_("at the same time")


class TimingSequential(Public, frozen=True, tag="coup.timing-sequential"):
    text: ClassVar[str] = N_("one after the other")


class SecondSwitch(Public, frozen=True, tag="coup.second-switch"):
    text: ClassVar[str] = N_("Block after a wrong challenge")


class StealSwitch(Public, frozen=True, tag="coup.steal-switch"):
    text: ClassVar[str] = N_("Steal from")


class StealFromOne(Public, frozen=True, tag="coup.steal-from-one"):
    text: ClassVar[str] = N_("1 coin or more")


class StealFromTwo(Public, frozen=True, tag="coup.steal-from-two"):
    text: ClassVar[str] = N_("2 coins or more")


class ProveSwitch(Public, frozen=True, tag="coup.prove-switch"):
    text: ClassVar[str] = N_("A challenged card is shown")


class ProveAuto(Public, frozen=True, tag="coup.prove-auto"):
    text: ClassVar[str] = N_("by itself")


class ProveChoice(Public, frozen=True, tag="coup.prove-choice"):
    text: ClassVar[str] = N_("by choice")


class CoinsSwitch(Public, frozen=True, tag="coup.coins-switch"):
    text: ClassVar[str] = N_("Coins with two players")


class TwoEach(Public, frozen=True, tag="coup.two-each"):
    text: ClassVar[str] = N_("2 each")


class OneEach(Public, frozen=True, tag="coup.one-each"):
    text: ClassVar[str] = N_("1 each")


class StarterOne(Public, frozen=True, tag="coup.starter-one"):
    text: ClassVar[str] = N_("starting player 1, other 2")


class FirstSwitch(Public, frozen=True, tag="coup.first-switch"):
    text: ClassVar[str] = N_("Starting player")


class FirstRandom(Public, frozen=True, tag="coup.first-random"):
    text: ClassVar[str] = N_("random")


class FirstWinner(Public, frozen=True, tag="coup.first-winner"):
    text: ClassVar[str] = N_("last winner")


class SizeSwitch(Public, frozen=True, tag="coup.size-switch"):
    text: ClassVar[str] = N_("Most players")


class SizeChoice(Public, frozen=True, tag="coup.size-choice"):
    text: ClassVar[str] = N_("{most}")
    most: Players


class TimeSwitch(Public, frozen=True, tag="coup.time-switch"):
    text: ClassVar[str] = N_("Time to challenge or block")


class TimeChoice(Public, frozen=True, tag="coup.time-choice"):
    text: ClassVar[str] = N_("{span}")
    span: Span


class RevealSwitch(Public, frozen=True, tag="coup.reveal-switch"):
    text: ClassVar[str] = N_("Show the winner's cards")


class DiplomatSwitch(Public, frozen=True, tag="coup.diplomat-switch"):
    text: ClassVar[str] = N_("Diplomat instead of Duke")


class InquisitorSwitch(Public, frozen=True, tag="coup.inquisitor-switch"):
    """The name of the variant; the edition is named with it too."""

    text: ClassVar[str] = N_("Inquisitor")


class InquisitorAbout(Public, frozen=True, tag="coup.inquisitor-about"):
    text: ClassVar[str] = N_("replaces the Ambassador and may look at another player’s card.")


class FactionsSwitch(Public, frozen=True, tag="coup.factions-switch"):
    """The name of the variant; the edition is named with it too."""

    text: ClassVar[str] = N_("Factions")


class FactionsAbout(Public, frozen=True, tag="coup.factions-about"):
    text: ClassVar[str] = N_(
        "two sides; you may attack the other one only, and sides can be changed. For 3 or more."
    )


class ExamineBlockSwitch(Public, frozen=True, tag="coup.examine-block-switch"):
    text: ClassVar[str] = N_("Contessa blocks Examine")


class RedrawSwitch(Public, frozen=True, tag="coup.redraw-switch"):
    text: ClassVar[str] = N_("A forced exchange")


class ShuffleFirst(Public, frozen=True, tag="coup.shuffle-first"):
    text: ClassVar[str] = N_("shuffle in, then draw")


class DrawFirst(Public, frozen=True, tag="coup.draw-first"):
    text: ClassVar[str] = N_("draw, then shuffle in")


class DenialSwitch(Public, frozen=True, tag="coup.denial-switch"):
    text: ClassVar[str] = N_("A doubted Embezzle")


class OpenHand(Public, frozen=True, tag="coup.open-hand"):
    text: ClassVar[str] = N_("all cards are shown")


class MayConcede(Public, frozen=True, tag="coup.may-concede"):
    text: ClassVar[str] = N_("a liar just loses a card")


class On(Public, frozen=True, tag="coup.on"):
    text: ClassVar[str] = N_("on")


class Off(Public, frozen=True, tag="coup.off"):
    text: ClassVar[str] = N_("off")


_ON_OFF = (Choice(True, On()), Choice(False, Off()))

SWITCHES = (
    Switch(
        "response_timing",
        TimingSwitch(),
        (Choice("combined", TimingCombined()), Choice("sequential", TimingSequential())),
    ),
    Switch("block_after_failed_challenge", SecondSwitch(), _ON_OFF),
    Switch("prove", ProveSwitch(), (Choice("auto", ProveAuto()), Choice("choice", ProveChoice()))),
    Switch(
        "steal_min_target", StealSwitch(), (Choice(2, StealFromTwo()), Choice(1, StealFromOne()))
    ),
    Switch(
        "start_coins_2p",
        CoinsSwitch(),
        (
            Choice("each2", TwoEach()),
            Choice("each1", OneEach()),
            Choice("starter1", StarterOne()),
        ),
    ),
    Switch(
        "first_player",
        FirstSwitch(),
        (Choice("random", FirstRandom()), Choice("last_winner", FirstWinner())),
    ),
    Switch(
        "table_size", SizeSwitch(), tuple(Choice(most, SizeChoice(most)) for most in (6, 8, 10))
    ),
    Switch(
        "answer_seconds",
        TimeSwitch(),
        tuple(Choice(span, TimeChoice(span)) for span in (45, 60, 120, 300, 15, 30)),
    ),
    Switch("reveal_winner_hand", RevealSwitch(), _ON_OFF),
    Switch("diplomat", DiplomatSwitch(), _ON_OFF),
    Switch("inquisitor", InquisitorSwitch(), _ON_OFF, InquisitorAbout()),
    Switch("factions", FactionsSwitch(), _ON_OFF, FactionsAbout()),
)

# What means nothing without its variant:
OF_INQUISITOR = (
    Switch("contessa_blocks_examine", ExamineBlockSwitch(), _ON_OFF),
    Switch(
        "examine_redraw",
        RedrawSwitch(),
        (Choice("shuffle_first", ShuffleFirst()), Choice("draw_first", DrawFirst())),
    ),
)
OF_FACTIONS = (
    Switch(
        "embezzle_bluff",
        DenialSwitch(),
        (Choice("open_hand", OpenHand()), Choice("concede", MayConcede())),
    ),
)
LEAST_WITH_FACTIONS = 3


WITHHELD: Mapping[str, frozenset[str]] = {"official": frozenset({"diplomat"})}
"""The official rules know no Diplomat (3, 13.6)."""


def seats(options: Options) -> range:
    """How many may play (2.2, 13.4, 13.3.1)."""
    return range(LEAST_WITH_FACTIONS if options.factions else 2, options.table_size + 1)


def preset_for(seated: int) -> str:
    """The default edition, however many sit: a larger table must be chosen (15.1, U4)."""
    return "bga_seed"


def preset_label(preset: str) -> Public:
    """The name of a preset."""
    return LABELS[preset]


def preset_about(preset: str) -> Public:
    """What a preset means for those who play."""
    return _ABOUT[preset][0]


def preset_source(preset: str) -> Public:
    """Whose rules a preset follows."""
    return _ABOUT[preset][1]


def extras(options: Options) -> Sequence[Public]:
    """The variants that are played, by name."""
    played = (
        (options.inquisitor, InquisitorSwitch()),
        (options.factions, FactionsSwitch()),
    )
    return tuple([name for on, name in played if on])


def switches(options: Options) -> Sequence[Switch]:
    """The switches that make sense with these options, in the order of the lobby."""
    more = OF_INQUISITOR if options.inquisitor else ()
    return (*SWITCHES, *more, *(OF_FACTIONS if options.factions else ()))
