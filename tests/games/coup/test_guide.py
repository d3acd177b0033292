"""Help, rules and the switches of the lobby."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from core.games.coup import COUP, lobby, manual_words
from core.games.coup.model import Options, Variants
from core.games.coup.names import Deed, Role
from core.kernel.text import blanks, leaves
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
