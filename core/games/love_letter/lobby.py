"""What the host of a table may choose: presets and switches, and how they are called."""

from __future__ import annotations

from typing import ClassVar

from core.games.love_letter.model import PRESETS, Options
from core.kernel.asks import Choice, Switch
from core.kernel.text import N_, Points, Public


class Title(Public, frozen=True, tag="love-letter.title"):
    text: ClassVar[str] = N_("Love Letter")


class PresetBga(Public, frozen=True, tag="love-letter.preset-bga"):
    """The name of an edition, in titles and on keys."""

    text: ClassVar[str] = N_("Classic")


class PresetAeg(Public, frozen=True, tag="love-letter.preset-aeg"):
    """The name of an edition, in titles and on keys."""

    text: ClassVar[str] = N_("First edition")


class PresetJp(Public, frozen=True, tag="love-letter.preset-jp"):
    text: ClassVar[str] = N_("Japanese edition")


class PresetZ19(Public, frozen=True, tag="love-letter.preset-z19"):
    """The name of an edition, in titles and on keys."""

    text: ClassVar[str] = N_("21 cards, up to 6")


class AboutBga(Public, frozen=True, tag="love-letter.about-bga"):
    text: ClassVar[str] = N_("for 3 or 4. 5 points win, with four players 4.")


class AboutAeg(Public, frozen=True, tag="love-letter.about-aeg"):
    text: ClassVar[str] = N_(
        "for 2 to 4, and the usual one for two. 7 points win with two, 5 with three, 4 with four."
    )


class AboutJp(Public, frozen=True, tag="love-letter.about-jp"):
    text: ClassVar[str] = N_(
        "for 2 to 5, short. 3 points win; a round won with the Princess counts 2. "
        "With the Minister: out at 12 or more."
    )


class AboutZ19(Public, frozen=True, tag="love-letter.about-z19"):
    text: ClassVar[str] = N_(
        "for 2 to 6, with Spy and Chancellor. 6 points win with two, 3 with five or six."
    )


class OfBga(Public, frozen=True, tag="love-letter.of-bga"):
    """Whose rules an edition follows; as here for the next three."""

    text: ClassVar[str] = N_("Board Game Arena")


class OfAeg(Public, frozen=True, tag="love-letter.of-aeg"):
    text: ClassVar[str] = N_("AEG, 2012")


class OfJp(Public, frozen=True, tag="love-letter.of-jp"):
    text: ClassVar[str] = N_("the Japanese edition")


class OfZ19(Public, frozen=True, tag="love-letter.of-z19"):
    text: ClassVar[str] = N_("Z-Man Games, 2019")


class SwitchCountess(Public, frozen=True, tag="love-letter.switch-countess"):
    text: ClassVar[str] = N_("The Countess")


class SwitchMinister(Public, frozen=True, tag="love-letter.switch-minister"):
    text: ClassVar[str] = N_("The card of rank 7")


class ForcedBySum(Public, frozen=True, tag="love-letter.forced-by-sum"):
    text: ClassVar[str] = N_("must be played at 12 or more")


class ForcedByRoyals(Public, frozen=True, tag="love-letter.forced-by-royals"):
    text: ClassVar[str] = N_("must be played with Prince or King")


class MinisterChosen(Public, frozen=True, tag="love-letter.minister-chosen"):
    text: ClassVar[str] = N_("Minister: out at 12 or more")


class MarchionessChosen(Public, frozen=True, tag="love-letter.marchioness-chosen"):
    text: ClassVar[str] = N_("Marchioness: must be played at 12 or more")


class SwitchTarget(Public, frozen=True, tag="love-letter.switch-target"):
    text: ClassVar[str] = N_("Points to win")


class TargetChoice(Public, frozen=True, tag="love-letter.target-choice"):
    text: ClassVar[str] = N_("{points}")
    points: Points


class SwitchProtected(Public, frozen=True, tag="love-letter.switch-protected"):
    text: ClassVar[str] = N_("Protected players")


class CannotBeChosen(Public, frozen=True, tag="love-letter.cannot-be-chosen"):
    text: ClassVar[str] = N_("cannot be chosen")


class ChosenInVain(Public, frozen=True, tag="love-letter.chosen-in-vain"):
    text: ClassVar[str] = N_("may be chosen, without effect")


class SwitchTie(Public, frozen=True, tag="love-letter.switch-tie"):
    text: ClassVar[str] = N_("Equal hands at the end")


class DiscardsDecide(Public, frozen=True, tag="love-letter.discards-decide"):
    text: ClassVar[str] = N_("the sum of the discards decides")


class StaysTied(Public, frozen=True, tag="love-letter.stays-tied"):
    text: ClassVar[str] = N_("a tie")


class SwitchUnbroken(Public, frozen=True, tag="love-letter.switch-unbroken"):
    text: ClassVar[str] = N_("A tie that stays")


class NobodyWins(Public, frozen=True, tag="love-letter.nobody-wins"):
    text: ClassVar[str] = N_("nobody wins the round")


class AllTiedWin(Public, frozen=True, tag="love-letter.all-tied-win"):
    text: ClassVar[str] = N_("all of them win the round")


class SwitchPrincess(Public, frozen=True, tag="love-letter.switch-princess"):
    text: ClassVar[str] = N_("Winning a round with the Princess")


class SwitchReveal(Public, frozen=True, tag="love-letter.switch-reveal"):
    text: ClassVar[str] = N_("Show everything after a round")


class Yes(Public, frozen=True, tag="love-letter.yes"):
    text: ClassVar[str] = N_("yes")


class No(Public, frozen=True, tag="love-letter.no"):
    text: ClassVar[str] = N_("no")


TITLE = Title()

_EDITIONS: dict[str, tuple[Public, Public, Public]] = {
    "bga": (PresetBga(), AboutBga(), OfBga()),
    "aeg": (PresetAeg(), AboutAeg(), OfAeg()),
    "jp": (PresetJp(), AboutJp(), OfJp()),
    "z19": (PresetZ19(), AboutZ19(), OfZ19()),
}
"""What each edition is called, what it means, and whose it is."""

_COUNTESS = (Choice("sum12", ForcedBySum()), Choice("royal", ForcedByRoyals()))
_MINISTER = (Choice("minister", MinisterChosen()), Choice("sum12", MarchionessChosen()))

_OTHERS = (
    Switch("target", SwitchTarget(), tuple(Choice(n, TargetChoice(n)) for n in range(1, 8))),
    Switch(
        "protected_target",
        SwitchProtected(),
        (Choice("forbid", CannotBeChosen()), Choice("fizzle", ChosenInVain())),
    ),
    Switch(
        "tie",
        SwitchTie(),
        (Choice("discard_sum", DiscardsDecide()), Choice("none", StaysTied())),
    ),
    Switch(
        "unbroken",
        SwitchUnbroken(),
        (Choice("nobody", NobodyWins()), Choice("all", AllTiedWin())),
    ),
    Switch(
        "princess_points",
        SwitchPrincess(),
        (Choice(1, TargetChoice(1)), Choice(2, TargetChoice(2))),
    ),
    Switch("reveal_all_at_round_end", SwitchReveal(), (Choice(True, Yes()), Choice(False, No()))),
)


def seats(options: Options) -> range:
    """How many may play (LL-2.1)."""
    return range(options.least, options.most + 1)


def preset_for(seated: int) -> str:
    """The recommended edition: AEG for two, 2019 for five and more, else BGA (section 11)."""
    if seated == 2:
        return "aeg"
    return "z19" if seated > PRESETS["bga"].most else "bga"


def preset_label(preset: str) -> Public:
    """The name of an edition."""
    return _EDITIONS[preset][0]


def preset_about(preset: str) -> Public:
    """What an edition means for those who play."""
    return _EDITIONS[preset][1]


def preset_source(preset: str) -> Public:
    """Whose rules an edition follows."""
    return _EDITIONS[preset][2]


def switches(options: Options) -> tuple[Switch, ...]:
    """What can be set, in the order of the lobby."""
    if options.names == "jp":
        return (Switch("countess", SwitchMinister(), _MINISTER), *_OTHERS)
    return (Switch("countess", SwitchCountess(), _COUNTESS), *_OTHERS)


def edition(options: Options) -> str:
    """Whose names the cards bear (LL-1.3)."""
    return options.names
