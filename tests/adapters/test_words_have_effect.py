"""Every word that is listed has its effect, by each of its spellings in every language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adapters.asked import NothingAsked
from adapters.heard import SILENCE, NothingDone, Reply
from adapters.listen import ChoosesAnew, NothingToUndo
from core.desk.acts import TYPED, Act
from core.desk.options import OptionsOf
from core.desk.sheets import Hand, Sheet
from core.games.love_letter.names import Card
from core.house import clock
from core.table.sayings import MoreTime, NotUnderstood, UsualTime
from core.table.table import Closed, Lobby, Playing
from locales.catalogue import named
from locales.tongue import languages
from locales.words import COMMANDS, LEVELS, _spelled, spellings
from tests.adapters.table import Parlour, deal

MOST = 400
Effect = Callable[[str], None]
"""Types one spelling where it makes sense, and asserts what comes of it."""


def lobby() -> Parlour:
    parlour = Parlour()
    parlour.speech.open(parlour.heard("Aki"), "love-letter")
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.table is not None
    parlour.table = room.table
    assert parlour.press("Ben", "join").message is None
    return parlour


def running(game: str = "love-letter") -> Parlour:
    parlour = Parlour()
    parlour.start("Aki", "Ben", "Cho", game=game)
    return parlour


def finished() -> Parlour:
    parlour = running()
    while isinstance(parlour.now(), Playing):
        who = parlour.awaited()
        assert parlour.press(who, f"m:{parlour.codes(who)[0]}").message is None
    return parlour


def seated(parlour: Parlour) -> list[str]:
    table = parlour.now()
    assert table is not None
    return [chair.name for chair in table.chairs if not chair.left]


def as_pressed(act: Act, stage: Callable[[], Parlour], *, private: bool = True) -> Effect:
    """The word brings what the button brings."""

    def effect(said: str) -> None:
        typed, pressed = stage(), stage()
        reply = typed.type("Aki", said, private=private, addressed=True)
        wanted = pressed.press("Aki", act.value, private=private)
        assert (reply.sheet, reply.file) != (None, None)
        assert plain(reply, typed) == plain(wanted, pressed)

    return effect


def alike(act: Act, stage: Callable[[], Parlour], *, private: bool) -> Effect:
    """The word is answered as the button is, and not that it is not understood."""

    def effect(said: str) -> None:
        typed, pressed = stage(), stage()
        reply = typed.type("Aki", said, private=private, addressed=True)
        wanted = pressed.press("Aki", act.value, private=private)
        assert (type(reply.message), plain(reply, typed)) == (
            type(wanted.message),
            plain(wanted, pressed),
        )
        assert reply != SILENCE and not isinstance(reply.message, NotUnderstood)

    return effect


def plain(reply: Reply, parlour: Parlour) -> object:
    return type(reply.sheet), getattr(reply.sheet, "title", None), reply.file and reply.file[0][:8]


def opens(said: str) -> None:
    parlour = Parlour()
    parlour.type("Aki", said)
    assert isinstance(parlour.now(), Lobby)


def joins(said: str) -> None:
    parlour = lobby()
    parlour.type("Cho", said)
    assert seated(parlour) == ["Aki", "Ben", "Cho"]


def leaves(said: str) -> None:
    parlour = lobby()
    parlour.type("Ben", said)
    assert seated(parlour) == ["Aki"]
    parlour = running()
    reply = parlour.type("Aki", said, private=True)
    assert isinstance(reply.sheet, Sheet) and len(seated(parlour)) == 3


def starts(said: str) -> None:
    parlour = lobby()
    parlour.type("Aki", said)
    assert isinstance(parlour.now(), Playing)


def does_not_wait(said: str) -> None:
    parlour = lobby()
    before = parlour.now()
    typed = parlour.type("Aki", said)
    other = lobby()
    pressed = other.press("Aki", "start.now")
    assert type(typed.message) is type(pressed.message)
    assert type(parlour.now()) is type(other.now()) and before is not None


def asks_for_the_next(said: str) -> None:
    parlour = running()
    assert parlour.type("Dai", said).message == parlour.press("Mai", "next.game").message
    assert parlour.type("Nao", said).message is not None


def adds(said: str) -> None:
    parlour = lobby()
    parlour.type("Aki", said)
    assert len(seated(parlour)) == 3


def takes_out(said: str) -> None:
    parlour = lobby()
    parlour.press("Aki", "bot")
    parlour.type("Aki", said)
    assert seated(parlour) == ["Aki", "Ben"]


def removes(said: str) -> None:
    parlour = lobby()
    parlour.type("Aki", f"{said} Ben")
    assert seated(parlour) == ["Aki"]


def closes(said: str) -> None:
    parlour = lobby()
    name = parlour.table
    assert isinstance(parlour.type("Aki", said, addressed=True).sheet, Sheet)
    parlour.type("Aki", "yes")
    read = parlour.house.read(name)
    assert read is not None and isinstance(read.table, Closed)


def sets_the_level(said: str) -> None:
    parlour = lobby()
    parlour.type("Aki", f"{said} hard", addressed=True)
    table = parlour.now()
    assert isinstance(table, Lobby) and table.level == "hard"
    parlour.type("Aki", said, addressed=True)
    table = parlour.now()
    assert isinstance(table, Lobby) and table.panel == "level"


def tells_the_options(said: str) -> None:
    parlour = lobby()
    parlour.type("Aki", said)
    table = parlour.now()
    assert isinstance(table, Lobby) and table.panel == "switches"
    for stage, addressed in ((lobby, True), (running, False), (finished, True)):
        parlour = stage()
        sheet = parlour.type("Ben", said, addressed=addressed, private=stage is finished).sheet
        if stage is finished:
            continue  # nothing is open there any more
        assert isinstance(sheet, Sheet) and isinstance(sheet.title, OptionsOf)


def shows_the_pictures(said: str) -> None:
    parlour = lobby()
    sheet = parlour.type("Aki", said).sheet
    assert isinstance(sheet, Sheet) and len(sheet.buttons) == 2
    reply = parlour.type("Aki", f"{said} 3", private=True)
    table = parlour.now()
    assert reply.message is not None and isinstance(table, Lobby)
    cut = table.chairs[0].cut
    assert cut is not None and cut.picture == 2


def is_time(said: str) -> None:
    parlour = running()
    before = parlour.playing().question
    clock.shown(parlour.house, parlour.table, before, parlour.at)
    parlour.at += 1000
    parlour.type("Aki", said)
    assert parlour.playing().question > before


def goes_and_comes(said: str) -> None:
    parlour = running()
    parlour.type("Aki", said, addressed=True)
    chair = next(chair for chair in parlour.playing().chairs if chair.name == "Aki")
    assert chair.bot is not None


def comes_back(said: str) -> None:
    parlour = running()
    parlour.press("Aki", "auto")
    parlour.type("Aki", said)
    chair = next(chair for chair in parlour.playing().chairs if chair.name == "Aki")
    assert chair.bot is None


def plays_by_letters(said: str) -> None:
    parlour = running()
    parlour.type("Aki", said, addressed=True)
    assert next(chair for chair in parlour.playing().chairs if chair.name == "Aki").letters


def takes_back(said: str) -> None:
    parlour = running("coup")
    who = parlour.awaited()
    parlour.press(who, "~0.tax")
    parlour.press(who, "~1.2")
    assert parlour.type(who, said).message == ChoosesAnew()
    draft = parlour.store.read(lambda reads: reads.draft(parlour.table, f"test:{who}"))
    assert not draft.said
    hand = parlour.type(who, said, private=True).level
    assert isinstance(hand, Hand) and hand.said == ()
    other = next(name for name in ("Aki", "Ben", "Cho") if name != who)
    assert parlour.type(other, said, private=True).message == NothingToUndo()
    assert parlour.type(other, said) is SILENCE


def speaks(said: str) -> None:
    parlour = running()
    parlour.type("Aki", said, addressed=True)
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.language == "ja"


def plays_again(said: str) -> None:
    parlour = finished()
    reply = parlour.type("Aki", said, private=False, addressed=True)
    assert isinstance(parlour.now(), Lobby) or reply.message is not None


def answers(move: str) -> Effect:
    def effect(said: str) -> None:
        parlour = running("coup")
        who = parlour.awaited()
        deed = "steal" if move == "block" else "tax"
        target = next(s for s in (1, 2, 3) if s != parlour.seat(who))
        parlour.press(who, f"m:{deed}.{target}" if deed == "steal" else "m:tax")
        other = parlour.playing().chairs[target - 1].name
        before = parlour.playing()
        reply = parlour.type(other, said)
        shown = parlour.type(other, said, private=True).level if move == "block" else None
        made = parlour.playing().moves[len(before.moves) :]
        assert shown is not None if move == "block" else made == (f"{target}:{move}",)
        assert reply.message is None

    return effect


def passes(said: str) -> None:
    parlour = running("lady-luck")
    parlour.press(parlour.awaited(), "m:open.1.0")
    who = parlour.awaited()
    parlour.type(who, said)
    assert parlour.playing().moves[-1] == f"{parlour.seat(who)}:pass"


def orders(said: str) -> None:
    parlour = running("lady-luck")
    first = parlour.awaited()
    parlour.press(first, "m:open.1.0")
    who = next(n for n in ("Aki", "Ben", "Cho") if n not in (first, parlour.awaited()))
    parlour.type(who, f"{said} 4", private=True)
    assert parlour.playing().chairs[parlour.seat(who) - 1].order
    parlour.type(who, f"{said} no", private=True)
    assert not parlour.playing().chairs[parlour.seat(who) - 1].order


def connects(said: str) -> None:
    parlour = lobby()
    assert parlour.type("Aki", said, addressed=True).message is not None
    code = parlour.type("Aki", said, private=True).message
    assert code is not None and "/bridge" in str(code)


def agrees(said: str) -> None:
    parlour = running()
    parlour.type("Aki", "leave", private=True)
    parlour.type("Aki", said, private=True)
    assert seated(parlour) == ["Ben", "Cho"] or len(seated(parlour)) == 2
    assert parlour.type("Ben", said, private=True).message == NothingAsked()
    assert parlour.type("Ben", said) is SILENCE
    who = parlour.awaited()
    deal(parlour.house, parlour.table, Card.PRINCESS, Card.GUARD)
    asked = parlour.type(who, "princess", private=True).level
    assert isinstance(asked, Hand) and asked.sure
    parlour.type(who, said, private=True)
    assert parlour.playing().moves[-1] == f"{parlour.seat(who)}:princess"


def declines(said: str) -> None:
    parlour = running()
    parlour.type("Aki", "leave", private=True)
    assert parlour.type("Aki", said, private=True).message == NothingDone()
    assert parlour.type("Aki", "yes", private=True).message == NothingAsked()
    assert len(seated(parlour)) == 3


def speaks_both(said: str) -> None:
    parlour = lobby()
    assert parlour.type("Aki", said, addressed=True).message is None
    room = parlour.store.room(parlour.room.id)
    assert room is not None and (room.language, room.second) == ("en", "ja")


def takes_time(*, on: bool) -> Effect:
    def effect(said: str) -> None:
        parlour = running()
        parlour.press("Aki", (Act.USUAL_TIME if on else Act.MORE_TIME).value, private=True)
        assert isinstance(parlour.type("Aki", said, private=True).message, MoreTime | UsualTime)
        assert parlour.playing().chairs[parlour.seat("Aki") - 1].more_time is on
        assert parlour.store.person("test:Aki").wishes.more_time is on

    return effect


EFFECTS: dict[str, Effect] = {
    "open": opens,
    "join": joins,
    "leave": leaves,
    "start": starts,
    "start-now": does_not_wait,
    "next-game": asks_for_the_next,
    "bot": adds,
    "unbot": takes_out,
    "remove": removes,
    "cancel": closes,
    "level": sets_the_level,
    "options": tells_the_options,
    "cut": shows_the_pictures,
    "hand": as_pressed(Act.HAND, running),
    "status": as_pressed(Act.STATUS, running),
    "next": is_time,
    "away": goes_and_comes,
    "back": comes_back,
    "letters": plays_by_letters,
    "undo": takes_back,
    "rules": as_pressed(Act.RULES, running),
    "learn": as_pressed(Act.LEARN, running),
    "help": as_pressed(Act.HELP, running),
    "lang": speaks,
    "both": speaks_both,
    "more-time": takes_time(on=True),
    "usual-time": takes_time(on=False),
    "proof": as_pressed(Act.PROOF, running),
    "seal": as_pressed(Act.SEAL, running),
    "record": as_pressed(Act.RECORD, finished),
    "rematch": plays_again,
    "keep-score": alike(Act.KEEP_SCORE, finished, private=False),
    "stop-score": alike(Act.STOP_SCORE, finished, private=False),
    "top": alike(Act.TOP, finished, private=False),
    "stats": alike(Act.STATS, finished, private=False),
    "panels": alike(Act.PANELS, finished, private=False),
    "notme": alike(Act.NOT_ME, finished, private=False),
    "forget": alike(Act.FORGET, running, private=True),
    "who": alike(Act.WHO, running, private=True),
    "allow": answers("allow"),
    "challenge": answers("challenge"),
    "block": answers("block"),
    "pass": passes,
    "order": orders,
    "bridge": connects,
    "yes": agrees,
    "no": declines,
}
"""What each word does, by the name of its words; a new one needs its effect here."""

LISTED = [
    (name, said)
    for name in COMMANDS
    for language in languages()
    for said in spellings(name, language)
]


def test_every_word_of_every_act_is_listed() -> None:
    assert set(TYPED) <= set(COMMANDS) == set(EFFECTS)


@pytest.mark.parametrize(("name", "said"), list(dict.fromkeys(LISTED)))
def test_a_word_has_its_effect(name: str, said: str) -> None:
    EFFECTS[name](said)


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_level_by_all_its_names(level: str) -> None:
    for language in languages():
        for said in (level, *_spelled(named(language, LEVELS[level]))):
            parlour = lobby()
            parlour.press("Aki", "set.level.easy" if level != "easy" else "set.level.hard")
            parlour.type("Aki", f"level {said}", addressed=True)
            table = parlour.now()
            assert isinstance(table, Lobby) and table.level == level, said
