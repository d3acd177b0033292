"""What every state of Coup must keep (16), whoever plays and whatever the switches."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from core.games.coup import COUP
from core.games.coup.choices import awaited
from core.games.coup.model import Answering, Ended, State
from core.games.coup.names import claimed, treasurer
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.text import Whisper, words_in
from tests.games.coup.ledger import cards
from tests.games.coup.play import run
from tests.games.coup.worlds import states

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_codes_and_winners(seed: int) -> None:
    for state in states(seed):
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            assert awaited(state) == frozenset()
            assert len(asked.winners) == 1
            assert all(player.coins == 0 or player.hidden for player in state.players)
        else:
            assert asked.seats == awaited(state)
            assert state.players[state.turn - 1].hidden or state.act is not None
        for seat in range(1, len(state.players) + 1):
            codes = [move.code for move in COUP.moves(state, seat)]
            assert len(set(codes)) == len(codes)
            assert all(len(code) < 40 for code in codes)


@pytest.mark.parametrize("seed", SEEDS)
def test_snapshots_come_back(seed: int) -> None:
    for state in states(seed):
        raw = msgspec.json.encode(state)
        assert msgspec.json.decode(raw, type=State) == state


@pytest.mark.parametrize("seed", SEEDS)
def test_questions(seed: int) -> None:
    """Equal prompts while one window is open; another prompt for another window."""
    for before, after in pairwise(states(seed, leaving=0)):
        asked, then = COUP.ask(before), COUP.ask(after)
        if isinstance(asked, Over) or isinstance(then, Over):
            continue
        one, two = before.step, after.step
        same = isinstance(one, Answering) and isinstance(two, Answering)
        if isinstance(one, Answering) and isinstance(two, Answering):
            same = one.window is two.window and then.seats < asked.seats
        assert (asked.prompt == then.prompt) == (same and before.act == after.act)
        assert asked.secret == then.secret or asked.prompt != then.prompt


@pytest.mark.parametrize("seed", SEEDS)
def test_imagined_worlds_look_the_same(seed: int) -> None:
    dice = Dice(b"imagine" + bytes([seed]))
    for index, state in enumerate(states(seed)):
        if index % 4:
            continue
        for reader in (None, *range(1, len(state.players) + 1)):
            world = COUP.imagine(state, reader, dice)
            view = COUP.view(state, reader)
            assert COUP.view(world, reader) == view
            assert cards(world) == cards(state)
            assert COUP.ask(world) == COUP.ask(state)
            assert COUP.scene(COUP.view(world, None)) == COUP.scene(COUP.view(state, None))
            assert COUP.rows(COUP.view(world, None)) == COUP.rows(COUP.view(state, None))
            for player in world.players:
                assert not set(player.lacks) & set(player.hidden)
                assert not player.hidden or set(player.has) <= set(player.hidden)
                assert {each.role for each in player.seen} <= set(player.hidden)
            for seat in range(1, len(state.players) + 1):
                mine, other = COUP.hidden(state, seat), COUP.hidden(world, seat)
                assert (mine.version, len(mine.words)) == (other.version, len(other.words))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_card_in_a_public_line(seed: int) -> None:
    """What the group is told about a move is the same in every world that fits it."""
    dice = Dice(b"secret" + bytes([seed]))
    for state in states(seed, leaving=0):
        asked = COUP.ask(state)
        if isinstance(asked, Over) or asked.secret:
            continue
        named = {str(word) for word in words_in(COUP.scene(COUP.view(state, None)))}
        allowed = set()
        for player in state.players:
            allowed |= {str(card) for card in player.lost + player.claims}
            if player.denies:
                allowed.add(str(treasurer(state.options)))
        if state.act is not None:
            allowed |= {str(word) for word in words_in(asked.prompt)}
            allowed.add(str(claimed(state.act.deed, state.options)))
        assert {name for name in named if name in cards(state)} <= allowed
        for seat in sorted(asked.seats):
            codes = [move.code for move in COUP.moves(state, seat)]
            other = COUP.imagine(state, None, dice)
            assert [move.code for move in COUP.moves(other, seat)] == codes


@pytest.mark.parametrize("seed", range(20))
def test_leaving_goes_on_or_ends_in_every_state(seed: int) -> None:
    for index, state in enumerate(states(seed, leaving=0)):
        for seat in sorted(COUP.active(state)):
            after = run(COUP.leave(state, seat, Dice(bytes([index % 256]))))
            assert cards(after) == cards(state)
            asked = COUP.ask(after)
            if isinstance(asked, Ask):
                assert seat not in asked.seats
                assert asked.seats <= COUP.active(after)
            assert not after.players[seat - 1].hidden
            assert after.players[seat - 1].version > state.players[seat - 1].version


@pytest.mark.parametrize("seed", range(20))
def test_versions_never_fall_and_grow_with_every_change(seed: int) -> None:
    for before, after in pairwise(states(seed)):
        for seat in range(1, len(before.players) + 1):
            old, new = COUP.hidden(before, seat), COUP.hidden(after, seat)
            assert new.version >= old.version
            if old.words != new.words:
                assert new.version > old.version
            assert len(new.words) <= new.span


def test_idle_players_end_the_game() -> None:
    """Income until ten, then Coups (16.10)."""
    for seats in (2, 6):
        dice = Dice(bytes([seats]))
        state = run(COUP.setup(seats, COUP.presets["bga_seed"], dice))
        while not isinstance(asked := COUP.ask(state), Over):
            seat = min(asked.seats)
            moves = COUP.moves(state, seat)
            move = COUP.bots["idle"](COUP.view(state, seat), moves, dice)
            state = run(COUP.play(state, seat, move, dice))
        assert isinstance(state.step, Ended)
        assert state.number < 300


def test_the_same_inputs_give_the_same_game() -> None:
    assert list(states(7)) == list(states(7))


def test_whispers_go_to_owners_alone() -> None:
    for seed in range(10):
        dice = Dice(bytes([seed]))
        told: list[object] = []
        state = run(COUP.setup(4, COUP.presets["bga_seed"], dice), told)  # type: ignore[arg-type]
        for _ in range(60):
            asked = COUP.ask(state)
            if isinstance(asked, Over):
                break
            seat = dice.choose(sorted(asked.seats))
            move = dice.choose(COUP.moves(state, seat))
            told.clear()
            state = run(COUP.play(state, seat, move, dice), told)  # type: ignore[arg-type]
            for note in told:
                if isinstance(note, Whisper):
                    own = set(map(str, COUP.hidden(state, note.seat).words))
                    assert {str(word) for word in words_in(note.message)} <= own or not own
