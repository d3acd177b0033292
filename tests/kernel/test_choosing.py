"""What is chosen so far on the rows of a group's board, told to one person."""

from __future__ import annotations

import msgspec

from core.desk.hand import LetterMeans, before
from core.desk.keypad import TwoWords
from core.desk.letters import letters, meaning
from core.games import GAMES
from core.house.choosing import ChosenSoFar, Half, forget, half, misfit, so_far, unfinished
from core.house.clock import letters_shown
from core.house.drafts import PressInput
from core.house.house import House, Input
from core.house.ports import Work
from core.kernel.asks import Ask
from core.table.commands import Answer, Open, Sit, Start
from core.table.sayings import LookAtYourHand
from core.table.snapshot import freeze
from core.table.table import Playing
from tests.fresh import fresh_store
from tests.kernel.hall import AT, Chance

replace = msgspec.structs.replace

USERS = ("a", "b", "c")


class Desk:
    """A game that has begun, and presses on its rows."""

    def __init__(self, game: str) -> None:
        self.store = fresh_store()
        self.house = House(self.store, {each.name: each for each in GAMES}, Chance())
        room = self.store.enter("test", "chat", "en")
        opened = self.house.handle(Input(Open("a", "a", game), AT, room=room.id))
        self.id = str(opened.table)
        for user in USERS[1:]:
            self.tell(Sit(user, user))
        self.tell(Start("a"))

    def put(self, table: Playing) -> None:
        """Let the table be in another position."""

        def store(work: Work) -> None:
            row = work.row(self.id)
            assert row is not None
            work.update(replace(row, snapshot=freeze(table)))

        self.store.run(store)

    def tell(self, command: object) -> None:
        result = self.house.handle(Input(command, AT, table=self.id))  # type: ignore[arg-type]
        assert result.refused is None, result.refused

    @property
    def table(self) -> Playing:
        seen = self.house.read(self.id)
        assert seen is not None and isinstance(seen.table, Playing)
        return seen.table

    @property
    def user(self) -> str:
        asked = self.house.games[self.table.game].ask(self.table.state)
        return str(self.table.chairs[min(asked.seats) - 1].user)  # type: ignore[union-attr]

    def press(self, place: int, label: str) -> tuple[object, ...]:
        heard = PressInput(self.user, self.id, self.table.question, str(place), label, AT)
        assert self.house.press(heard).refused is None
        return so_far(self.house, self.id, heard.user)


def test_nothing_is_chosen_where_nobody_is_asked() -> None:
    desk = Desk("lady-luck")
    assert so_far(desk.house, "nowhere", "a") == ()
    assert so_far(desk.house, desk.id, "stranger") == ()
    assert so_far(desk.house, desk.id, desk.user) == ()
    other = next(user for user in USERS if user != desk.user)
    assert so_far(desk.house, desk.id, other) == ()
    for user in (desk.user, other):
        assert misfit(unfinished(desk.house, desk.id, user)) is None


def test_words_are_told_with_the_question_that_follows() -> None:
    desk = Desk("lady-luck")
    game, table = desk.house.games["lady-luck"], desk.table
    view = game.view(table.state, None)
    told = desk.press(1, "2")
    assert told == (
        ChosenSoFar(game.label(view, ("open",), "2")),
        game.hint(view, ("open", "2")),
    )
    # The bid alone: the card is still asked for.
    fresh = Desk("lady-luck")
    chosen, question = fresh.press(2, "1")
    assert isinstance(chosen, ChosenSoFar)
    assert question == game.hint(view, ("open",))
    assert fresh.press(1, "2") == (), "a whole move"


def test_what_does_not_fit_is_told_with_the_reason() -> None:
    desk = Desk("coup")
    rules, turn = desk.house.games["coup"], desk.table.state.turn
    poor = 1 if turn != 1 else 2
    coins = {turn: 7, poor: 0}
    players = tuple(
        replace(player, coins=coins.get(seat, 2))
        for seat, player in enumerate(desk.table.state.players, 1)
    )
    desk.put(replace(desk.table, state=replace(desk.table.state, players=players)))
    chosen, question = desk.press(0, "steal")
    assert isinstance(chosen, ChosenSoFar)
    assert question == rules.hint(rules.view(desk.table.state, turn), ("steal",))
    assert misfit(unfinished(desk.house, desk.id, desk.user)) is None, "somebody may still be named"
    chosen, why = desk.press(1, str(poor))
    assert isinstance(chosen, ChosenSoFar)
    assert isinstance(chosen.choice, TwoWords)
    assert why == rules.why_not(desk.table.state, turn, f"steal.{poor}")
    assert misfit(unfinished(desk.house, desk.id, desk.user)) == why
    assert why != question


def test_half_a_choice_tells_what_still_goes_with_it() -> None:
    desk = Desk("lady-luck")
    assert half(unfinished(desk.house, "nowhere", "a")) is None
    assert half(unfinished(desk.house, desk.id, desk.user)) is None, "nothing is pressed"
    desk.press(1, "2")
    found = half(unfinished(desk.house, desk.id, desk.user))
    assert isinstance(found, Half) and found.places == {"1"}
    assert found.fits["0"] == {"open"} and found.fits["1"] == {"2"} and len(found.fits["2"]) > 2
    secret = Desk("love-letter")
    assert half(unfinished(secret.house, secret.id, secret.user)) is None, (
        "nobody may know how far it is"
    )


def test_an_objection_is_not_told_before_it_is_made() -> None:
    """Whoever has begun to block shows the group nothing: in a window, half a choice says that
    they will object."""
    desk = Desk("coup")
    desk.tell(Answer(desk.user, desk.table.question, "aid"))
    table, user = desk.table, desk.user
    asked = desk.house.games["coup"].ask(table.state)
    assert isinstance(asked, Ask) and asked.window

    def begin(work: Work) -> None:
        begun = replace(work.draft(desk.id, user), question=table.question, said={"0": "block"})
        work.put_draft(desk.id, user, begun)

    desk.store.run(begin)
    assert half(unfinished(desk.house, desk.id, user)) is None


def test_letters_are_told_with_their_meaning() -> None:
    desk = Desk("love-letter")
    game, table, user = desk.house.games["love-letter"], desk.table, desk.user
    seat = next(i for i, chair in enumerate(table.chairs, 1) if chair.user == user)
    hidden = game.hidden(table.state, seat)
    assert desk.press(0, letters(hidden)[0]) == (LookAtYourHand(seat),)
    letters_shown(desk.house, desk.id, user, hidden.version)
    rows = game.rows(game.view(table.state, None))
    kinds = set()
    for row in rows[::-1]:
        label = letters(hidden)[0] if row.kind == "letters" else row.labels[0]
        question = desk.table.question
        told = desk.press(row.place, label)
        if desk.table.question != question:
            assert told == ()
            break
        kinds.add(row.kind)
        assert all(isinstance(each, ChosenSoFar) for each in told)
    assert {"digits", "seats"} <= kinds
    # A letter alone, on the next hand.
    user = desk.user
    seat = next(i for i, chair in enumerate(desk.table.chairs, 1) if chair.user == user)
    hidden = game.hidden(desk.table.state, seat)
    letters_shown(desk.house, desk.id, user, hidden.version)
    codes = [move.code for move in game.moves(desk.table.state, seat)]
    mark, word = next(
        (mark, word)
        for mark, word in meaning(desk.table.secret, seat, hidden).items()
        if word not in codes and any(code.startswith(f"{word}.") for code in codes)
    )
    means = game.label(game.view(desk.table.state, seat), before(codes, word), word)
    assert desk.press(0, mark) == (ChosenSoFar(LetterMeans(mark, means)),)
    assert misfit(unfinished(desk.house, desk.id, user)) is None, "letters are told by the hand"


def test_a_choice_is_forgotten_but_not_which_hand_was_seen() -> None:
    desk = Desk("lady-luck")
    assert desk.press(1, "2")
    user = desk.user
    before = desk.store.read(lambda reads: reads.draft(desk.id, user))
    forget(desk.house, desk.id, user)
    after = desk.store.read(lambda reads: reads.draft(desk.id, user))
    assert before.said and not after.said and after.question == 0
    assert (after.shown, after.hinted) == (before.shown, before.hinted)
    assert so_far(desk.house, desk.id, desk.user) == ()
