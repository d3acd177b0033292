"""Typed words: commands, cuts and moves. In a group, what is not meant for us is not answered."""

from __future__ import annotations

import re
from typing import ClassVar

from msgspec.structs import replace

from adapters.able import Hands, Idle
from adapters.asked import NothingAsked
from adapters.heard import SILENCE, Heard, NothingDone, Reply
from adapters.moving import move
from adapters.typed import called_so, read_picture
from core.desk.acts import TYPED, Act
from core.desk.presses import Page, Play
from core.kernel.pictures import CutPicture
from core.kernel.text import N_
from core.table.commands import Admit, Choose, GiveOrder, Remove
from core.table.sayings import NoTable, OpenAnswer, WhichOne
from core.table.table import Lobby, Playing, chair_of, mark_of
from locales.tongue import Context, say
from locales.words import fold, meant_languages, meant_level, understand

_OF_A_TABLE = re.compile(r"(.*?)[\s:：]+([0-9A-Za-z]{8})")
"""A word and the name of a table."""
AT_THE_TABLE = (
    *(Act.HAND, Act.STATUS, Act.LEAVE, Act.RULES, Act.TAKE_BACK, Act.NEXT, Act.OPTIONS),
    *(Act.MORE_TIME, Act.USUAL_TIME),
)
"""What whoever sits at a table may ask for in a group by the bare word."""


class ChoosesAnew(OpenAnswer, frozen=True, tag="speech.chooses-anew"):
    """To whoever takes back what they have chosen so far."""

    text: ClassVar[str] = N_("All right, choose again from the start.")


class NothingToUndo(OpenAnswer, frozen=True, tag="speech.nothing-to-undo"):
    text: ClassVar[str] = N_(
        "What is played stays played. Only a choice that is not complete can be taken back."
    )


def listen(speech: Hands, heard: Heard) -> Reply:
    """Words that were typed. In a group, what is not meant for us is never answered; nor is what
    was written too long ago, but for one line."""
    if not speech.expiry.too_old(heard):
        return _understood(speech, heard)
    meant = _understood(Idle(speech), heard)
    return SILENCE if meant is SILENCE else speech.expiry.reply(heard)


def _understood(speech: Hands, heard: Heard) -> Reply:
    text = heard.text.strip()[:4000]
    head, tail = (*text.split(None, 1), "", "")[:2]  # by any space, wide ones too
    act = typed_act(text)
    if act is Act.UNDO:
        return _undo(speech, heard)
    if act is not None:
        return _word(speech, heard, act)
    if (answer := understand(text)) in ("yes", "no"):
        return _answered(speech, heard, yes=answer == "yes")
    code = _OF_A_TABLE.fullmatch(text)
    if (
        code is not None
        and typed_act(code[1]) is Act.RECORD
        and (heard.room is None or heard.addressed)
    ):
        return speech.record(heard, code[2])
    found = _with_more(speech, heard, understand(head), tail)
    return found if found is not None else move(speech, heard, text)


def _with_more(speech: Hands, heard: Heard, first: str | None, tail: str) -> Reply | None:
    """A command word with something after it; None if it is none."""
    ours = heard.room is None or heard.addressed
    match first:
        case "cut" if ours or _gathers(speech, heard):
            return _cut(speech, heard, tail)
        case "bridge" if ours:
            return speech.bridge(heard, tail)
        case "order" if ours:
            return _order(speech, heard, tail)
        case "level" if (ours or _gathers(speech, heard)) and (level := meant_level(tail)):
            table = speech.table(heard, None)
            chosen = Choose(heard.user, "level", level)
            return speech.do(heard, chosen, table.id if table else None)
        case "open" if (ours or speech.table(heard, None) is None) and tail:
            game = meant_game(speech, tail)
            return speech.open(heard, game) if game else None
        case "remove" if ours or _gathers(speech, heard):
            return _remove(speech, heard, tail)
        case "lang" if language := meant_languages(tail):
            return speech.speak(heard, language)
        case "rules" if fold(tail).isdecimal() and len(fold(tail)) < 4:
            return speech.page(heard, None, Page("rules", max(0, int(fold(tail)) - 1)))
        case _:
            return _picture(speech, heard) if ours else None


def _picture(speech: Hands, heard: Heard) -> Reply | None:
    """A picture of a cut alone, said to us, is that cut; None for anything else."""
    picture = CutPicture.of(heard.text)
    return None if picture is None else _cut(speech, heard, picture.symbol)


def _cut(speech: Hands, heard: Heard, said: str) -> Reply:
    """A cut in words. What is no picture is answered with how it is done: free words could be
    searched by whoever cuts last."""
    table, picture = speech.table(heard, None), read_picture(said, speech.languages)
    if picture is None:
        return speech.act(heard, Act.CUT, table.id if table is not None else None)
    return speech.cut(heard, table.id if table is not None else None, picture.number)


def meant_game(speech: Hands, said: str) -> str:
    """The game that is called so in any language, or by its code; empty if none is."""
    plain = fold(said)
    for code, game in speech.house.games.items():
        titles = {fold(say(game.title, each, Context())) for each in speech.languages}
        if plain in {code, code.replace("-", " "), *titles}:
            return code
    return ""


def opens(text: str) -> bool:
    """Whether a text may open a table, with a game named after it or not."""
    head = text.strip().split(None, 1)[:1]
    return bool(head) and TYPED.get(understand(head[0]) or "") is Act.OPEN


def _remove(speech: Hands, heard: Heard, said: str) -> Reply | None:
    """Somebody is to be taken off the lobby, by their name or place. None where nobody is called
    so: then it is no word for us."""
    read = speech.read(heard, None)
    if read is None or not isinstance(read.table, Lobby):
        return None
    chairs = read.table.chairs
    found = called_so(said, range(1, len(chairs) + 1), speech.languages, read)
    if len(found) != 1:
        return Reply(WhichOne(said), table=read.id) if found else None
    mark = mark_of(read.id, chairs[found[0] - 1])
    return speech.do(heard, Remove(heard.user, found[0], mark), read.id)


def typed_act(text: str) -> Act | None:
    """The act that a text is the word for, in any language."""
    return TYPED.get(understand(text) or "")


def order_code(said: str) -> str:
    """A standing order in words: "4" bids up to 4, "pass", "allow"; "no" takes it back.

    >>> order_code("4"), order_code("パス"), order_code("許可"), order_code("no")
    ('bid.4', 'pass.0', 'allow', '')
    """
    parts = [understand(word) or word for word in fold(said).split()]
    if parts in ([], ["no"]):
        return ""
    if parts[0].isdecimal():
        parts.insert(0, "bid")
    if parts == ["pass"]:
        parts.append("0")
    return ".".join(parts)


def _order(speech: Hands, heard: Heard, said: str) -> Reply:
    """A standing order. Alone the word gives the only order there is, or takes it back."""
    table, code = speech.table(heard, None), order_code(said)
    if isinstance(table, Playing) and not said.strip():
        index, game = chair_of(table.chairs, heard.user), speech.house.games[table.game]
        if index is not None and game.orders is not None and not table.chairs[index].order:
            offered = game.orders.offers(game.view(table.state, index + 1))
            code = offered[0][0] if len(offered) == 1 else ""
    return speech.do(heard, GiveOrder(heard.user, code), table.id if table is not None else None)


def _undo(speech: Hands, heard: Heard) -> Reply:
    """What is chosen so far is chosen anew. A move that was made stays."""
    read = speech.read(heard, None)
    seat = read.seat_of(heard.user) if read is not None else None
    if read is None or seat is None or not isinstance(read.table, Playing):
        return _unless_quiet(heard, Reply(NoTable() if read is None else NothingToUndo()))
    table = read.table
    if not speech.house.games[table.game].moves(table.state, seat):
        return _unless_quiet(heard, Reply(NothingToUndo(), table=table.id))
    speech.undo(heard, table.id)
    if heard.room is None:
        return speech.level(heard, table.id, table.question, ())
    return Reply(ChoosesAnew(), table=table.id)


def _answered(speech: Hands, heard: Heard, *, yes: bool) -> Reply:
    """A yes or a no: to what was asked of the person here, or to a group that asks to join."""
    press = speech.asked.take(heard)
    if press is None:
        table = speech.table(heard, None)
        knocking = table.knocking if isinstance(table, Lobby) else ()
        if isinstance(table, Lobby) and table.host == heard.user and len(knocking) == 1:
            return speech.do(heard, Admit(heard.user, knocking[0].room, yes), table.id)
        return _unless_quiet(heard, Reply(NoTable() if table is None else NothingAsked()))
    if yes:
        return speech.hear(replace(heard, text="", press=press))
    if isinstance(press.verb, Play):
        return speech.level(heard, press.table, press.question, ())
    return Reply(NothingDone(), table=press.table)


def _unless_quiet(heard: Heard, reply: Reply) -> Reply:
    """In a group nothing is said to words that may not be meant for us."""
    return SILENCE if heard.room is not None and not heard.addressed else reply


def _word(speech: Hands, heard: Heard, act: Act) -> Reply:
    """A command word. In a group a bare one counts only where it fits the open state."""
    table = speech.table(heard, None)
    if act is Act.SWITCHES and not (isinstance(table, Lobby) and table.host == heard.user):
        act = Act.OPTIONS  # only the host changes them; everybody may read them
    if heard.room is None or heard.addressed:
        return speech.act(heard, act, None)
    if act is Act.NEXT_GAME:  # said by those who do not sit there, where one was played
        played = table is not None or bool(speech.house.ended_in(heard.room.id))
        return speech.act(heard, act, None) if played else SILENCE
    if table is None:
        return speech.act(heard, act, None) if act is Act.OPEN else SILENCE
    fits_lobby = act in (
        *(Act.JOIN, Act.START, Act.START_NOW, Act.LEAVE, Act.CUT),
        *(Act.ADD_BOT, Act.REMOVE_BOT, Act.REMOVE),
    )
    fits_lobby = fits_lobby or act is Act.SWITCHES
    seated = chair_of(table.chairs, heard.user) is not None
    if isinstance(table, Lobby) and fits_lobby and (seated or act is Act.JOIN):
        return speech.act(heard, act, table.id)
    if seated and act in AT_THE_TABLE:
        return speech.act(heard, act, table.id)
    return SILENCE


def _gathers(speech: Hands, heard: Heard) -> bool:
    table = speech.table(heard, None)
    return isinstance(table, Lobby) and chair_of(table.chairs, heard.user) is not None
