"""What must hold of every step of a game of Coup (16, 13.6), checked by other means than the rules.

Coins are kept in a book of their own, by what was announced; letters and questions by who saw
them.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from core.desk.letters import letters
from core.games.coup import COUP, events
from core.games.coup.choices import SECRET, awaited
from core.games.coup.model import Cause, Ended, Examining, Losing, State, Swapping
from core.games.coup.prompts import prompt
from core.games.coup.sight import everything
from core.kernel.asks import Ask, Over
from core.kernel.text import Announce
from tests.games.coup.worlds import Step

MOST_LOST = 3  # influences in a turn, but for those who leave
MOST_DECISIONS = 6  # after the declaration, where nobody is asked what to show (9.6, 13.2.13)


def cards(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    found: Counter[str] = Counter(state.deck)
    for player in state.players:
        found.update(player.hidden + player.lost)
    if isinstance(state.step, Swapping):
        found.update(state.step.drawn)
    return found


def check_money(step: Step) -> None:
    """Every coin that moves was announced; those of all seats and of the almshouse change only by
    what the treasury pays and takes."""
    book = [player.coins for player in step.before.players]
    reserve = step.before.reserve
    for note in step.told:
        match note:
            case Announce(events.Earned() as said):
                book[said.seat - 1] += said.gain
                assert said.total == book[said.seat - 1]
            case Announce(events.CoupStruck() | events.ClaimedPaying() as said):
                book[said.seat - 1] -= said.cost
                assert said.total == book[said.seat - 1]
            case Announce(events.FeeReturned() as said):
                book[said.seat - 1] += said.cost
                assert said.total == book[said.seat - 1]
            case Announce(events.CoinsReturned() as said):
                book[said.seat - 1] -= said.coins
                assert book[said.seat - 1] == 0
            case Announce(events.Stolen() as said):
                book[said.seat - 1] += said.gain
                book[said.target - 1] -= said.gain
                assert (said.total, said.rest) == (book[said.seat - 1], book[said.target - 1])
            case Announce(events.Cooperated() as said):
                book[said.seat - 1] += said.gain
                book[said.target - 1] += said.share
                assert (said.total, said.rest) == (book[said.seat - 1], book[said.target - 1])
            case Announce(events.ConvertedSelf() | events.Converted() as said):
                book[said.seat - 1] -= said.cost
                reserve += said.cost
                assert said.total == book[said.seat - 1]
            case Announce(events.Embezzled() as said):
                assert said.gain == reserve > 0
                book[said.seat - 1] += said.gain
                reserve = 0
                assert said.total == book[said.seat - 1]
            case _:
                pass
    after = step.after
    assert book == [player.coins for player in after.players]
    assert reserve == after.reserve
    assert reserve >= 0
    assert min(book) >= 0
    assert after.options.diplomat or after.options.factions or max(book) <= 12


def check_state(state: State) -> None:
    """Cards, questions and moves of one state."""
    count, options = len(state.players), state.options
    full = everything(count, options)
    assert cards(state) == Counter(full)
    drawn = len(state.step.drawn) if isinstance(state.step, Swapping) else 0
    assert drawn in (0, 1 if options.inquisitor else 2)
    assert len(state.deck) == len(full) - 2 * count - drawn
    for player in state.players:
        assert len(player.hidden) + len(player.lost) == 2
        assert {each.role for each in player.seen} <= set(player.hidden)
        assert not player.hidden or set(player.has) <= set(player.hidden)
        assert not set(player.lacks) & set(player.hidden)
        assert (player.faction is None) is not options.factions
        assert player.hidden or not (player.seen or player.has)
    assert options.inquisitor or not any(player.seen for player in state.players)
    living, asked = COUP.active(state), COUP.ask(state)
    for seat in range(1, count + 1):
        assert bool(COUP.moves(state, seat)) == (seat in awaited(state))
    if isinstance(asked, Over):
        assert living == frozenset()
        assert state.act is None
        return
    assert asked.seats
    assert asked.seats <= living
    assert asked.secret == isinstance(state.step, SECRET)
    for reader in (None, *range(1, count + 1)):
        assert prompt(COUP.view(state, reader)) == asked.prompt
    if isinstance(state.step, Examining):
        assert state.act is not None
        owner = state.players[state.act.target - 1]
        assert state.step.card in owner.hidden
        assert owner.seen[-1].by == state.turn
        assert owner.seen[-1].role is state.step.card


def check_snapshot(state: State) -> None:
    """It comes back as it was."""
    raw = msgspec.json.encode(state, order="deterministic")  # a set has no order
    again = msgspec.json.decode(raw, type=State)
    assert again == state
    assert msgspec.json.encode(again, order="deterministic") == raw


def check_letters(step: Step) -> None:
    """Whoever has pressed a letter, or has other cards, has other letters next."""
    for seat in range(1, len(step.before.players) + 1):
        old, new = COUP.hidden(step.before, seat), COUP.hidden(step.after, seat)
        assert new.version >= old.version
        pressed = isinstance(step.before.step, SECRET) and step.seat == seat
        if pressed or old.words != new.words:
            assert new.version > old.version
            assert not set(letters(old)) & set(letters(new))


class Turn:
    """What has happened in a turn so far."""

    def __init__(self) -> None:
        self.number = 0
        self.lost = self.decisions = 0
        self.left = False
        self.question: object = None

    def check(self, step: Step) -> None:
        """At most three influences are lost and six decisions awaited, unless somebody leaves."""
        state = step.before
        if state.number != self.number:
            self.__init__()  # type: ignore[misc]
            self.number = state.number
        asked = COUP.ask(step.after)
        self.left = self.left or step.code == "leave"
        if not self.left:
            self.lost += sum(
                len(new.lost) - len(old.lost)
                for old, new in zip(state.players, step.after.players, strict=True)
            )
            assert self.lost <= MOST_LOST
        if isinstance(asked, Ask) and step.after.number == self.number:
            if asked.prompt != self.question:
                self.decisions += 1
            self.question = asked.prompt
            assert self.decisions <= MOST_DECISIONS + (state.options.prove == "choice")


def check_owed(state: State) -> None:
    """Somebody who owes a loss has two cards to choose from; the end names who is left."""
    if isinstance(state.step, Losing):
        assert len(state.players[state.step.seat - 1].hidden) == 2
        assert state.act is not None
        assert state.act.deed.value in ("coup", "assassinate") or state.step.cause in (
            Cause.MISTAKE,
            Cause.BLUFF,
        )
    if isinstance(state.step, Ended):
        assert [seat for seat, p in enumerate(state.players, 1) if p.hidden] == [state.step.winner]
