"""Help, rules and the switches of the lobby."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
import pytest

from core.games.coup import COUP, lobby, manual_words
from core.games.coup.model import Options, Variants
from core.games.coup.names import Deed, Faction, Guise, Role
from core.kernel.text import Message, blanks, leaves
from core.table.editions import WithVariant, edition_name
from tests.games.coup.play import options


def test_help_covers_what_is_in_play() -> None:
    for diplomat in (False, True):
        codes = [code for code, _ in COUP.help(options(diplomat=diplomat))]
        assert len(codes) == 12
        assert ("diplomat" in codes) is diplomat
        assert ("cooperate" in codes) is diplomat
        assert ("tax" in codes) is not diplomat


def lines(**switches: object) -> list[object]:
    return [line for part in COUP.rules(options(**switches)) for line in part.lines]


def test_bug_13_the_rules_say_what_is_active() -> None:
    assert manual_words.AutoRule() in lines()
    assert manual_words.ChoiceRule() in lines(prove="choice")
    assert manual_words.CombinedRule() in lines()
    assert manual_words.SequentialRule() in lines(response_timing="sequential")
    assert manual_words.SecondRule() in lines()
    assert manual_words.NoSecondRule() in lines(block_after_failed_challenge=False)
    assert manual_words.ThreesRule(6) in lines()
    assert manual_words.SizeRule(10) in lines(table_size=10)
    assert manual_words.PursesRule() in lines()
    assert manual_words.OneEachRule() in lines(start_coins_2p="each1")
    assert manual_words.StarterRule() in lines(start_coins_2p="starter1")
    assert manual_words.DiplomatRule(Role.DIPLOMAT, Role.DUKE) in lines(diplomat=True)


def test_every_switch_is_offered_with_every_value() -> None:
    hints = {**get_type_hints(Options), **get_type_hints(Variants)}
    del hints["variants"]
    both = COUP.with_switches(Options(), {"inquisitor": True, "factions": True})
    offered = {switch.name: switch for switch in COUP.switches(both)}
    assert set(offered) == set(hints)
    for name, kind in hints.items():
        values = {True, False} if kind is bool else set(get_args(kind))
        assert {choice.value for choice in offered[name].choices} == values


def test_names() -> None:
    assert COUP.title == lobby.Title()
    assert [COUP.preset_label(name) for name in COUP.presets] == [
        lobby.SeedPreset(),
        lobby.LivePreset(),
        lobby.OfficialPreset(),
    ]
    edition = COUP.edition(Options())
    named = [word.named(edition) for word in (*Role, *Deed)]
    assert len({name.context for name in named}) == len(named)
    for guise in Guise:
        assert guise.named(edition) == Role[guise.name].named(edition)
    assert len({side.named(edition) for side in Faction}) == 2
    assert COUP.round_winners(None) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "kind", [kind for kind in leaves() if kind.__module__.startswith("core.games.coup")]
)
def test_every_text_uses_its_blanks(kind: type) -> None:
    import string

    used = {name for _, name, _, _ in string.Formatter().parse(kind.text) if name}  # type: ignore[attr-defined]
    assert used == set(blanks(kind))
    assert str(kind.__struct_config__.tag).startswith("coup.")  # type: ignore[attr-defined]


def test_messages_can_be_stored() -> None:
    tags = [kind.__struct_config__.tag for kind in leaves()]
    assert len(set(tags)) == len(tags)


def test_the_rules_say_what_the_variants_change() -> None:
    titles = [part.title for part in COUP.rules(options(inquisitor=True, factions=True))]
    plain = [part.title for part in COUP.rules(options())]
    added = [manual_words.InquisitorTitle(), manual_words.FactionsTitle()]
    assert titles == [*plain[:-1], *added, plain[-1]]
    inquisitor = lines(inquisitor=True)
    assert manual_words.InquisitorRule(Role.INQUISITOR, Role.AMBASSADOR) in inquisitor
    assert manual_words.ShuffleFirstRule() in inquisitor
    drawn = lines(inquisitor=True, examine_redraw="draw_first")
    assert manual_words.DrawFirstRule() in drawn and manual_words.ShuffleFirstRule() not in drawn
    open_hand = manual_words.OpenHandRule(Deed.EMBEZZLE, Role.DUKE)
    assert open_hand in lines(factions=True)
    concede = {"factions": True, "embezzle_bluff": "concede"}
    told = manual_words.ConcedeRule(Deed.EMBEZZLE, Role.DUKE)
    assert told in lines(**concede, prove="choice")
    shown = manual_words.ConcedeAutoRule(Deed.EMBEZZLE, Role.DIPLOMAT)
    assert shown in lines(**concede, diplomat=True)


@pytest.mark.parametrize(("diplomat", "inquisitor"), [(a, b) for a in (0, 1) for b in (0, 1)])
def test_the_rules_list_what_needs_a_target_of_the_other_faction(
    diplomat: int, inquisitor: int
) -> None:
    switches = {"diplomat": bool(diplomat), "inquisitor": bool(inquisitor), "factions": True}
    told = next(line for line in lines(**switches) if isinstance(line, manual_words.AttackRule))
    assert told.actions == (
        *(Deed.COUP, Deed.STEAL, Deed.ASSASSINATE),
        *((Deed.COOPERATE,) if diplomat else ()),
        *((Deed.EXAMINE,) if inquisitor else ()),
    )


def help_of(**switches: object) -> dict[str, Message]:
    """What is told of each character and action."""
    found = {}
    for code, line in COUP.help(options(**switches)):
        named = (manual_words.CountedRole, manual_words.RoleRule, manual_words.DeedRule)
        assert isinstance(line, named)
        found[code] = line.help
    return found


def test_the_help_counts_the_cards() -> None:
    six = [line for _, line in COUP.help(options())]
    counts = [line.count for line in six if isinstance(line, manual_words.CountedRole)]
    assert counts == [3] * 5
    code, more = COUP.help(options(table_size=10))[0]
    assert (code, more) == ("cards", manual_words.SizeRule(10))
    assert manual_words.ThreesRule(6) in lines() and manual_words.SizeRule(8) in lines(table_size=8)


def test_the_help_follows_the_variants() -> None:
    told = help_of(inquisitor=True, factions=True)
    assert len(told) == 15 and "ambassador" not in told
    assert told["exchange"] == manual_words.InquiryHelp(Role.INQUISITOR)
    assert told["examine"] == manual_words.ExamineHelpBlock(Role.INQUISITOR, Role.CONTESSA)
    assert told["contessa"] == manual_words.ContessaHelpExamine()
    assert told["aid"] == manual_words.AidHelpSides(Role.DUKE)
    assert told["convert"] == manual_words.ConvertHelp(1, 2)
    assert told["embezzle"] == manual_words.EmbezzleHelp(Role.DUKE)
    free = help_of(inquisitor=True, contessa_blocks_examine=False)
    assert free["examine"] == manual_words.ExamineHelp(Role.INQUISITOR)
    assert free["contessa"] == manual_words.ContessaHelp()


def test_switches_of_a_variant_come_with_it() -> None:
    def offered(**switches: object) -> set[str]:
        return {switch.name for switch in COUP.switches(options(**switches))}

    of_inquisitor = {"contessa_blocks_examine", "examine_redraw"}
    assert offered(inquisitor=True) - offered() == of_inquisitor
    assert offered(factions=True) - offered() == {"embezzle_bluff"}
    about = {switch.name for switch in COUP.switches(options()) if switch.about}
    assert about == {"inquisitor", "factions"}


def test_the_edition_is_named_with_the_variants() -> None:
    def name(**switches: object) -> object:
        return edition_name("bga_seed", options(**switches), COUP)

    standard, inquisitor = lobby.SeedPreset(), lobby.InquisitorSwitch()
    assert name() == name(diplomat=True) == standard
    assert name(factions=True) == WithVariant(standard, lobby.FactionsSwitch())
    both = WithVariant(WithVariant(standard, inquisitor), lobby.FactionsSwitch())
    assert name(inquisitor=True, factions=True) == both


def test_a_switch_that_is_not_there_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="no such switch: colour"):
        options(colour="red")
