"""People who play any game on the fake LINE: by buttons, by words, in auctions all at once."""

from __future__ import annotations

from adapters.line.board_face import OTHERWISE
from core.desk.keypad import begins
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.notation import words
from core.table.table import Finished, Playing
from locales import tongue
from locales.tongue import Context
from tests.adapters.contexts import context_at
from tests.adapters.line.fake import User
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage

NAMES = ("ミナ", "Aki", "けん", "Bob", "ゆう", "Noa", "はる", "Tom", "りん", "So")
FEW = 4  # as many as sit down before the game is chosen: other games have no room for more
MOST = 1500


async def at_table(stage: Stage, game: str, people: int, **switches: str) -> Match:
    """A game that has just begun."""
    users = [stage.person(name) for name in NAMES[:people]]
    chat = await stage.group(*users)
    match = Match(stage, chat, users, stage.language)
    first = users[0]
    await match.verb(first, "open")
    for user in users[1:FEW]:
        await match.verb(user, "join")
    await match.verb(first, f"set.game.{game}")
    for name, value in switches.items():
        datum = f"{stage.table(chat).id}:0:set.{name}.{value}"
        await stage.do(first, chat, {"type": "postback", "data": datum})
    for user in users[FEW:]:
        await stage.say(user, "/join", chat)
    await match.verb(first, "start")
    stage.playing(chat)
    return match


def ask_of(match: Match) -> Ask:
    """The open question."""
    table = match.stage.playing(match.chat)
    asked = match.stage.house.games[table.game].ask(table.state)
    assert isinstance(asked, Ask)
    return asked


def user_at(match: Match, seat: int) -> User:
    """Who sits there."""
    chair = match.stage.playing(match.chat).chairs[seat - 1]
    return next(user for user in match.users if chair.user == f"line:{user.id}")


def seat_of(match: Match, user: User) -> int:
    """Where somebody sits."""
    chairs = match.stage.playing(match.chat).chairs
    return next(i for i, chair in enumerate(chairs, 1) if chair.user == f"line:{user.id}")


def keys_of(match: Match) -> list[str]:
    """The keys for everybody at once that the newest board has, lowest first."""
    verbs = [
        str(each.get("data", "")).split(":", 2)[-1] for each in actions_of(match.stage, match.chat)
    ]
    return [verb for verb in verbs if verb.startswith("order.")]


async def do_move(match: Match, seat: int, code: str) -> None:
    """Play a move by the keys of the board, or by words."""
    stage, chat = match.stage, match.chat
    table, user = stage.playing(chat), user_at(match, seat)
    game = stage.house.games[table.game]
    if ask_of(match).secret:
        await match.turn(table, code)
        return
    if match.speaks:
        await stage.say(user, in_words(match, seat, code), chat)
        return
    whole = match.find(f"m:{code}")
    if whole is not None:
        await stage.do(user, chat, whole)
        return
    before = table
    if match.find(OTHERWISE) is not None:  # the keys are one press away
        await match.verb(user, OTHERWISE)
    for place, word in enumerate(words(code)):
        found = match.find(f"~{place}.{word}")
        if found is not None:
            await stage.do(user, chat, found)
    whole = match.find(f"m:{code}")
    if stage.table(chat) == before and whole is not None:  # it begins other moves too
        await stage.do(user, chat, whole)
    if stage.table(chat) == before:  # an amount that has no key of its own
        assert words(code)[0] in game.amounts
        await stage.say(user, code.replace(".", " "), chat)


def in_words(match: Match, seat: int, code: str) -> str:
    """A move as somebody would write it."""
    table = match.stage.playing(match.chat)
    game = match.stage.house.games[table.game]
    view, parts = game.view(table.state, seat), words(code)
    context = context_at(table, game.edition(table.options), match.language)
    if len(parts) == 1 and begins(code, [move.code for move in game.moves(table.state, seat)]):
        return tongue.say(game.label(view, parts, ""), match.language, context)
    said = []
    for depth, part in enumerate(parts):
        label = tongue.say(game.label(view, parts[:depth], part), match.language, context)
        said.append(part if part.isdecimal() else label)
    return " ".join(said)


async def auction(match: Match, dice: Dice, seats: list[int]) -> None:
    """Everybody still in the auction presses one key, in any order, looking at one board."""
    stage, keys = match.stage, keys_of(match)
    table = stage.playing(match.chat)
    game = stage.house.games[table.game]
    topic = keys[0]
    for seat in dice.shuffle(seats):
        now = stage.table(match.chat)
        if not isinstance(now, Playing) or game.orders is None:
            return
        running = game.orders.keypad(game.view(now.state, None))
        if not running or f"order.{running[0][0]}" != topic:
            return
        verb = dice.choose(keys)
        user = user_at(match, seat)
        if match.speaks:
            word = words(verb)[-1]
            label = tongue.say(running[0][1], match.language, Context())
            await stage.say(user, label if word == "0" else word, match.chat)
            continue
        found = match.find(verb)
        assert found is not None
        await stage.do(user, match.chat, found)


async def play_on(match: Match, dice: Dice, most: int = MOST) -> None:
    """Random moves of everybody (an auction is one), until the game is over or enough."""
    stage = match.stage
    for _ in range(most):
        table = stage.table(match.chat)
        if not isinstance(table, Playing):
            assert isinstance(table, Finished)
            return
        game = stage.house.games[table.game]
        if keys_of(match):
            await auction(match, dice, still_in(match))
            assert stage.table(match.chat) != table
            continue
        asked = ask_of(match)
        seat = dice.choose(sorted(asked.seats))
        code = dice.choose(game.moves(table.state, seat)).code
        await do_move(match, seat, code)
        assert stage.table(match.chat) != table, code
    assert most < MOST, "the game does not end"


def still_in(match: Match) -> list[int]:
    """The seats for which the keypad is now."""
    table = match.stage.playing(match.chat)
    game = match.stage.house.games[table.game]
    assert game.orders is not None
    code = keys_of(match)[0].removeprefix("order.")
    return [
        seat
        for seat in range(1, len(table.chairs) + 1)
        if game.orders.read(table.state, seat, code)
    ]
