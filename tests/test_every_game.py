"""The police: what every game of the house must keep, whoever plays it and however it is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.games import GAMES
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.table.editions import options_of
from core.table.table import Value
from locales.catalogue import strictly
from tests.police import checks, drawn, reading, secrecy
from tests.police.walk import Casting, Match, awaited, deals, play_out, run, seated

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def quietly(examples: int) -> Callable[[Any], Any]:
    """Settings of one test: how many matches it looks at."""
    calm = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(
        max_examples=examples, deadline=None, suppress_health_check=calm, print_blob=True
    )


@pytest.fixture(autouse=True)
def _every_text_is_there() -> Iterator[None]:
    """A text without a translation fails."""
    with strictly():
        yield


def some(match: Match, many: int) -> list[Any]:
    """The first and the last state of a match, and some of those between."""
    states = match.states
    between = Random(match.deal.whims).sample(states, min(many, len(states)))
    return [states[0], states[-1], *between]


@every_game
@given(data=st.data())
@quietly(30)
def test_a_match_goes_on_by_the_rules_and_ends(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    seats = match.deal.seats
    cards = checks.cards_of(game, match.first)
    assert cards.total() > 0
    for note in match.opening:
        checks.check_note(note, seats)
    for state in match.states:
        checks.check_asked(game, state, seats)
        checks.check_codes(game, state)
        assert checks.cards_of(game, state) == cards
    for step in match.steps:
        checks.check_public(game, step, seats)
        secrecy.check_new_letters(game, step, seats)
    assert isinstance(game.ask(match.states[-1]), Over)


@every_game
@given(data=st.data())
@quietly(15)
def test_a_table_survives_a_snapshot(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for state in match.states:
        checks.check_snapshot(game, seated(game, match, state))


@every_game
@given(data=st.data())
@quietly(20)
def test_seed_and_journal_give_the_match_again(game: AnyGame, data: st.DataObject) -> None:
    checks.check_replay(game, play_out(game, data.draw(deals(game))))


@every_game
@given(data=st.data())
@quietly(30)
def test_nobody_could_tell_an_imagined_world(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    dice = Dice(match.deal.seed + b"worlds")
    for state in some(match, 12):
        secrecy.check_views(game, state, match.deal.seats, dice)


@every_game
@given(data=st.data())
@quietly(30)
def test_the_group_sees_nothing_hidden(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    dice = Dice(match.deal.seed + b"group")
    for state in some(match, 6):
        secrecy.check_board(game, match, state, dice)
    for step in match.steps:
        secrecy.check_announced(game, match, step, dice)


def editions(game: AnyGame) -> Iterator[tuple[str, dict[str, Value], Any]]:
    """Every preset as it is, and with all of its variants on that are off."""
    for preset, options in game.presets.items():
        yield preset, {}, options
        off = [s.name for s in game.switches(options) if getattr(options, s.name) is False]
        if off:
            switches: dict[str, Value] = dict.fromkeys(off, True)
            yield preset, switches, options_of(preset, switches, game)


@every_game
def test_every_unseen_card_turns_up_in_every_hidden_place(game: AnyGame) -> None:
    for preset, _, options in editions(game):
        for seats in {game.seats(options).start, game.seats(options)[-1]}:
            first, _ = run(game.setup(seats, options, Dice(preset.encode())))
            draws = 15 * checks.cards_of(game, first).total()
            begun = [
                run(game.setup(seats, options, Dice(b"%d" % number)))[0] for number in range(draws)
            ]
            secrecy.check_imagination(game, first, begun, Dice(preset.encode()))


@every_game
def test_the_real_world_is_among_the_imagined(game: AnyGame) -> None:
    for number, (preset, switches, options) in enumerate(editions(game)):
        seats = game.seats(options).start + 1
        seats = seats if seats in game.seats(options) else seats - 1
        deal = Casting(preset, switches, seats, b"real", ("random",) * seats, number)
        match = play_out(game, deal)
        dice = Dice(preset.encode())
        for state in some(match, 4):
            for seat in (None, 1):
                secrecy.check_real_world(game, state, seat, dice)


@every_game
@given(data=st.data())
@quietly(20)
def test_whoever_leaves_the_game_goes_on_or_ends(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for state in some(match, 12):
        checks.check_leaving(game, match, state)


@every_game
@given(data=st.data())
@quietly(10)
def test_when_one_after_the_other_leaves_it_ends(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    whims = Random(match.deal.whims)
    state = whims.choice(match.states)
    dice = Dice(match.deal.seed, 5)
    while game.active(state):
        state, _ = run(game.leave(state, whims.choice(sorted(game.active(state))), dice))
    assert isinstance(game.ask(state), Over)


@every_game
@pytest.mark.parametrize("kind", ["idle", "default"])
def test_a_game_of_computers_ends(game: AnyGame, kind: str) -> None:
    bot = game.default_bot if kind == "default" else kind
    for preset, switches, options in editions(game):
        for seats in game.seats(options):
            match = play_out(game, Casting(preset, switches, seats, b"bots", (bot,) * seats, 0))
            assert isinstance(game.ask(match.states[-1]), Over)


@every_game
@given(data=st.data())
@quietly(15)
def test_buttons_lead_to_every_move(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for state in some(match, 8):
        reading.check_menus(game, match, state)


@every_game
@given(data=st.data())
@quietly(30)
def test_whoever_is_asked_in_private_is_spoken_to(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for state in some(match, 16):
        reading.check_spoken_to(game, match, state)


@every_game
@given(data=st.data())
@quietly(15)
def test_letters_lead_to_every_secret_move(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for state in some(match, 8):
        secrecy.check_letters(game, state)


@every_game
@given(data=st.data())
@quietly(15)
def test_everything_can_be_read_in_every_language(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    reading.check_manual(game, match)
    for state in some(match, 6):
        reading.check_words(game, match, state)
        reading.check_spoken(game, match, state)
    messages = [note.message for note in match.opening]
    messages += [note.message for step in match.steps for note in step.notes]
    for message in messages:
        for language in reading.LANGUAGES:
            assert reading.say(message, language, game.edition(match.options), match)


@every_game
@given(data=st.data())
@quietly(15)
def test_what_is_drawn_says_no_more_than_the_words(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    for note in (*match.opening, *(note for step in match.steps for note in step.notes)):
        drawn.check_moment(game, match, note)
    for state in some(match, 8):
        drawn.check_drawn(game, match, state)
        drawn.check_known(game, match, state)


@every_game
def test_every_choice_of_every_switch_can_be_dealt(game: AnyGame) -> None:
    for preset, base in game.presets.items():
        for switch in game.switches(base):
            assert hasattr(base, switch.name)
            for choice in switch.choices:
                options = options_of(preset, {switch.name: choice.value}, game)
                assert game.switches(options), "the lobby can show what was chosen"
                state, _ = run(game.setup(game.seats(options).start, options, Dice(b"d")))
                assert awaited(game, state)


@every_game
def test_the_edition_for_a_number_seats_that_number(game: AnyGame) -> None:
    most = max(game.seats(options)[-1] for options in game.presets.values())
    least = min(game.seats(options)[0] for options in game.presets.values())
    for number in range(least, most + 1):
        preset = game.preset_for(number)
        # A game may stay with one edition and let the host choose another.
        assert number in game.seats(game.presets[preset]) or preset == game.preset_for(least)


@cache
def _names() -> list[str]:
    return [game.name for game in GAMES]


def test_games_have_names_of_their_own() -> None:
    assert len(set(_names())) == len(GAMES) > 0
    for game in GAMES:
        assert {"idle", game.default_bot} <= set(game.bots)
        assert game.presets
