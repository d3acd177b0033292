"""Every word of every game, in every position of random matches: a legal move is made, any other
is answered by the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from adapters.able import MEANT, Idle
from adapters.heard import Heard, Reply
from adapters.listen import listen
from adapters.names import context_of
from adapters.spoken import known_moves
from core.games import GAMES
from core.games.love_letter.names import Card
from core.games.love_letter.refusals import CardNotInHand
from core.kernel.asks import Ask
from core.kernel.notation import words
from core.kernel.text import Public
from core.table import sayings
from core.table.commands import Answer, Command
from core.table.table import Playing
from locales.tongue import languages, say
from tests.adapters.table import GAMES_BY_NAME, Parlour, deal

NOT_HEARD = (sayings.NotUnderstood, sayings.NoTable, sayings.NotRunning)
POSITIONS = 12
AT_ONCE = 8  # moves that each seat tries in a position


class Recorder(Idle):
    """Makes no legal move, so that the position stays; what is refused is refused as it is."""

    def __init__(self, parlour: Parlour) -> None:
        super().__init__(parlour.speech)
        self.speech = parlour.speech
        self.made = ""

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        assert isinstance(command, Answer)
        table = self.speech.house.read(table_id or "")
        assert table is not None and isinstance(table.table, Playing)
        state, game = table.table.state, GAMES_BY_NAME[table.table.game]
        seat = table.seat_of(heard.user)
        assert seat is not None
        if game.spelled(command.move) in [move.code for move in game.moves(state, seat)]:
            self.made = command.move
            return MEANT
        return self.speech.do(heard, command, table_id)

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        self.made = ".".join(said)
        return MEANT


def spoken(parlour: Parlour, seat: int, code: str) -> Iterator[str]:
    """A move by its labels in every language, and as it is spelled."""
    table, read, parts = parlour.playing(), parlour.house.read(parlour.table), words(code)
    assert read is not None
    game = GAMES_BY_NAME[table.game]
    view = game.view(table.state, seat)
    for language in languages():
        context = context_of(read, language)
        labels = [
            say(game.label(view, parts[:at], word), language, context)
            for at, word in enumerate(parts)
        ]
        yield " ".join(label.partition(" (")[0].partition("（")[0] for label in labels)
    yield " ".join(parts)


def known_texts(parlour: Parlour, seat: int, chance: Random) -> list[str]:
    """Some of what can be typed in the game: moves that it knows, and their first words."""
    table = parlour.playing()
    known = known_moves(GAMES_BY_NAME, table)
    found: list[str] = []
    for code in chance.sample(known, min(AT_ONCE, len(known))):
        filled = code.replace("@", str(chance.randint(1, 3))).replace("#", "3")
        found += spoken(parlour, seat, filled if chance.random() < 0.7 else words(filled)[0])
    return found


def started(game: str, number: int) -> Parlour:
    parlour = Parlour(number=number)
    parlour.start("Aki", "Ben", "Cho", game=game)
    return parlour


def typed(parlour: Parlour, who: str, text: str) -> tuple[Reply, str]:
    """What somebody who types this in private is told, and the move that would be made."""
    recorder = Recorder(parlour)
    reply = listen(recorder, replace(parlour.heard(who, private=True), text=text))
    return reply, recorder.made


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_word_of_the_game_is_made_or_answered_by_the_game(name: str) -> None:
    chance, heard, kinds = Random(7), Counter[str](), set[type]()
    for number in (1, 2):
        parlour = started(name, number)
        for _ in range(POSITIONS):
            if not isinstance(parlour.now(), Playing):
                break
            for who in ("Aki", "Ben", "Cho"):
                seat = parlour.seat(who)
                legal = parlour.codes(who)
                for code in chance.sample(legal, min(AT_ONCE, len(legal))):
                    for text in spoken(parlour, seat, code):
                        made = typed(parlour, who, text)[1]
                        assert made and f"{code}.".startswith(f"{made}."), (name, code, text, made)
                        heard["made"] += 1
                for text in known_texts(parlour, seat, chance):
                    reply, made = typed(parlour, who, text)
                    at = (name, parlour.playing().moves, who, text, made)
                    if made or isinstance(reply.message, sayings.WhichOne):
                        assert legal, at
                        continue
                    assert reply.message is not None, at
                    assert not isinstance(reply.message, NOT_HEARD), at
                    assert reply.result is not None and reply.result.by_rules, at
                    kinds.add(type(reply.message))
                    heard["answered"] += 1
            who = parlour.awaited()
            code = chance.choice(parlour.codes(who))
            assert parlour.press(who, f"m:{code}").message is None
    print(name, dict(heard), sorted(kind.__name__ for kind in kinds))
    assert heard["made"] > 100 and heard["answered"] > {"old-maid": 100}.get(name, 900)
    assert len(kinds) >= {"old-maid": 1}.get(name, 6), kinds


def in_group(parlour: Parlour, who: str, text: str, *, addressed: bool) -> tuple[Reply, str]:
    """What a group gets to read of this, and the move that would be made."""
    recorder = Recorder(parlour)
    said = replace(parlour.heard(who), text=text, addressed=addressed)
    return listen(recorder, said), recorder.made


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_group_reads_the_same_whatever_somebody_holds(name: str) -> None:
    """Of a secret question it reads neither a reason nor whether there is one fit for every eye,
    nor whether words begin a move that could be made: all that makes none is answered alike."""
    chance, seen, open_ = Random(3), Counter[str](), 0
    parlour = started(name, 3)
    for _ in range(POSITIONS):
        table = parlour.now()
        if not isinstance(table, Playing):
            break
        asked = GAMES_BY_NAME[name].ask(table.state)
        assert isinstance(asked, Ask)
        for who in ("Aki", "Ben", "Cho"):
            seat, legal = parlour.seat(who), parlour.codes(who)
            hidden = asked.secret and seat in asked.seats
            halves = {words(code)[0] for code in legal} - set(legal)
            begun = [text for code in sorted(halves) for text in spoken(parlour, seat, code)]
            for text in [*known_texts(parlour, seat, chance), *(begun if hidden else ())]:
                for addressed in (True, False):
                    reply, made = in_group(parlour, who, text, addressed=addressed)
                    if made in legal:
                        continue
                    if not hidden:
                        open_ += reply.result is not None
                        assert made or reply.message is None or isinstance(reply.message, Public)
                        continue
                    assert not made, (text, made)
                    aloud = sayings.NotNow() if addressed else None
                    assert (reply.message, reply.level, reply.result) == (aloud, None, None), text
                    assert reply.aside is not None or not addressed
                    seen["half" if text in begun else "illegal"] += 1
        who = parlour.awaited()
        code = chance.choice(parlour.codes(who))
        assert parlour.press(who, f"m:{code}").message is None
    assert open_ > {"old-maid": 50}.get(name, 200) or seen["illegal"] > 30
    assert name != "love-letter" or min(seen["half"], seen["illegal"]) > 30, seen


def test_the_same_words_are_answered_the_same_with_another_hand() -> None:
    """One world in which the word begins a move, and one in which the card is not held."""
    parlour = started("love-letter", 1)
    who = parlour.awaited()
    for held in (Card.GUARD, Card.KING):
        deal(parlour.house, parlour.table, held, Card.PRIEST)
        for text in ("Guard", "兵士", "king", "guard 2", "a"):
            for addressed in (True, False):
                reply, made = in_group(parlour, who, text, addressed=addressed)
                aloud = sayings.NotNow() if addressed else None
                assert (made, reply.message, reply.level, reply.sheet) == ("", aloud, None, None)
        told = in_group(parlour, who, "Guard", addressed=True)[0].aside
        assert (told == CardNotInHand(Card.GUARD)) is (held is not Card.GUARD)
        assert told is not None, "at whom? or why not"


def test_where_nobody_looks_on_the_reason_is_told_at_once() -> None:
    """On the page, and on this machine."""
    parlour = started("love-letter", 1)
    who = parlour.awaited()
    deal(parlour.house, parlour.table, Card.GUARD, Card.PRIEST)
    said = replace(parlour.heard(who), text="king 2", alone=True)
    reply = parlour.speech.hear(said)
    assert reply.message == CardNotInHand(Card.KING) and reply.aside is None
    reply = parlour.speech.hear(replace(said, alone=False, addressed=True))
    assert (reply.message, reply.aside) == (sayings.NotNow(), CardNotInHand(Card.KING))
