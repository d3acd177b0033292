"""How every button is spelled: `python -m tests.frozen.spellings` adds what is new to the list.

The list only grows. A board on LINE lives for ever, so what was ever sent must be understood for
ever: nothing is taken out of `buttons.txt` or changed there.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import unquote

import msgspec

from adapters.line import compose, flex
from adapters.line.answers import greeting
from adapters.line.texts import HandWord
from adapters.page.links import end_button
from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.fairness import cut_sheet
from core.desk.hand import hand_of
from core.desk.manual import rules_sheet, sure_sheet, tour_sheet
from core.desk.presses import datum, read_datum
from core.desk.sheets import AnySheet
from core.games import GAMES
from core.house.house import House, Input
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.notation import words
from core.table.commands import (
    Answer,
    Choose,
    Knock,
    Open,
    Sit,
    Start,
)
from core.table.table import Lobby, Playing, Table
from locales import tongue
from locales.tongue import Context
from storage.migrate import open_store
from tests.adapters.line.fake import User, actions
from tests.adapters.line.players import Match
from tests.adapters.telegram import players as telegram
from tests.adapters.telegram.stage import chance
from tests.frozen.host import GAMES_BY_NAME, Host

LIST = Path(__file__).parent / "buttons.txt"
AT = 1_795_932_000.0
PEOPLE = 10
NO_GAME = "-"
MOVES = 250  # of each game that is watched
VARIANTS: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {
    "coup": tuple((seats, {"inquisitor": "true", "factions": "true"}) for seats in (3, 4, 5, 6)),
}
"""Switches that bring buttons of their own: for so many seats."""


class Spelling(msgspec.Struct, frozen=True):
    """A button: where it stands (group, private, telegram, line, line-alone, seat-page, start,
    word), on a table of which game, its datum, and a word what it is."""

    where: str
    game: str
    data: str
    what: str

    @property
    def kind(self) -> tuple[str, str, str]:
        """What is the same for buttons that differ in their table, seats and numbers only."""
        press = read_datum(self.data.partition("|")[0])
        if press is None:
            return self.where, self.game, self.what
        marked = "|" if "|" in self.data else ""
        verb = press.code
        if not verb.startswith(("set.", "speak.", "letters.")):
            verb = re.sub(r"\d+", "#", verb)
            verb = re.sub(r"^(~#\.)[A-Z]$", r"\1A", verb)
        return self.where, self.game, verb + marked

    def line(self) -> str:
        """As it stands in the list."""
        return "\t".join((self.where, self.game, self.data, self.what))


def read(text: str) -> list[Spelling]:
    """The buttons of a list."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Spelling(*line.split("\t")) for line in lines]


def what(data: str) -> str:
    """A word what a button is."""
    press = read_datum(data.partition("|")[0])
    verb = press.code if press is not None else ""
    begins = {
        "m:": "a move",
        "?:": "the next level of a choice",
        "~": "a key of a row",
        "set.": "sets something in the lobby",
        "order.": "a standing order",
        "knock.": "answers a group that asks to join",
        "panel.": "a panel of the lobby",
        "tour.": "a step of the guided tour",
        "rules.": "a section of the rules",
        "speak.": "a language by its name",
        "unseat.": "takes somebody off the lobby",
    }
    found = next((told for begin, told in begins.items() if verb.startswith(begin)), "")
    return found or verb.rstrip("!")


def on(sheet: AnySheet, where: str, game: str) -> Iterator[Spelling]:
    """The buttons of a sheet."""
    for row in sheet.buttons:
        for button in row:
            yield Spelling(where, game, button.data, what(button.data))


# Sheets of real games


def of_games() -> Iterator[Spelling]:
    """Everything that tables show, in every edition of every game."""
    for game in GAMES:
        for preset, options in game.presets.items():
            fit = [seats for seats in game.seats(options) if seats <= PEOPLE]
            for seats in dict.fromkeys((fit[0], fit[len(fit) // 2], fit[-1])):
                yield from of_match(game, preset, seats)
            for seats, chosen in VARIANTS.get(game.name, ()):
                yield from of_match(game, preset, seats, **chosen)


def of_match(game: AnyGame, preset: str, seats: int, **chosen: str) -> Iterator[Spelling]:
    """What one match shows, from its lobby to its end. `chosen` are switches."""
    store = open_store("sqlite://")
    house = House(store, GAMES_BY_NAME, chance(f"{game.name} {preset} {seats}"))
    room, other = (store.enter("test", name, "en", name) for name in ("one", "two"))
    whims = Random(seats)
    opened = house.handle(Input(Open("u1", "Aki", game.name), AT, room=room.id))
    name = opened.table or ""

    def do(command: object) -> Table:
        result = house.handle(Input(command, AT, table=name))  # type: ignore[arg-type]
        assert result.refused is None, result.refused
        seen = house.read(name)
        assert seen is not None
        return seen.table

    for number in range(2, seats + 1):
        do(Sit(f"u{number}", f"N{number}"))
    table = do(Choose("u1", "preset", preset))
    for switch, value in chosen.items():
        table = do(Choose("u1", switch, value))
    table = do(Knock("u2", other.id, "two"))
    for panel in ("", "game", "preset", "pace", "switches", "people"):
        table = do(Choose("u1", "panel", panel))
        yield from seen_by_all(table, game)
        if panel == "switches":
            yield from switches(table, game, do)
    table = do(Start("u1"))
    for _ in range(MOVES):
        yield from seen_by_all(table, game)
        if not isinstance(table, Playing):
            break
        for seat, chair in enumerate(table.chairs, 1):
            yield from own(table, game, seat, str(chair.user))
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = whims.choice(sorted(asked.seats))
        move = whims.choice(game.moves(table.state, seat))
        table = do(Answer(str(table.chairs[seat - 1].user), table.question, move.code))
    store.close()


def switches(table: Table, game: AnyGame, do: object) -> Iterator[Spelling]:
    """Every value that the panel's buttons give to a switch, one press after another."""
    assert callable(do) and isinstance(table, Lobby)
    for row in board_of(table, GAMES_BY_NAME).buttons[:-1]:
        for button in row:
            press = read_datum(button.data)
            seen = set[str]()
            while press is not None and press.code.startswith("set.") and press.code not in seen:
                seen.add(press.code)
                yield Spelling(
                    "group", game.name, datum(press.table, 0, press.code), what("a:0:" + press.code)
                )
                name, _, value = press.code[4:].partition(".")
                now = do(Choose("u1", name, value))
                press = next(
                    (
                        found
                        for line in board_of(now, GAMES_BY_NAME).buttons
                        for each in line
                        if (found := read_datum(each.data)) is not None
                        and found.code.startswith(f"set.{name}.")
                    ),
                    None,
                )


def seen_by_all(table: Table, game: AnyGame) -> Iterator[Spelling]:
    """The boards of a group, on LINE too, and what can be asked there."""
    games = GAMES_BY_NAME
    if isinstance(table, Playing):
        yield from on(board_of(table, games, True), "group", game.name)
        yield from on(board_of(table, games, False), "group", game.name)
        away = msgspec.structs.replace(table, asleep=True)
        yield from on(board_of(away, games), "group", game.name)
    board = board_of(table, games)
    yield from on(board, "group", game.name)
    yield from on(compose.adapted(board, clock=True), "line", game.name)
    for part in range(2):
        yield from on(rules_sheet(table, games, part), "group", game.name)
        yield from on(tour_sheet(table, games, part), "group", game.name)
    if isinstance(table, Lobby):
        yield from on(cut_sheet(table), "group", game.name)
    if isinstance(table, Lobby | Playing):
        for act in (Act.LEAVE, Act.CLOSE):
            yield from on(sure_sheet(table, act), "private", game.name)
            look = flex.Look("en", Context(), owner=flex.mark_of("line:U1"))
            for action in actions(flex.sheet(sure_sheet(table, act), look)):
                yield Spelling("line", game.name, action["data"], what(action["data"]))


def own(table: Playing, game: AnyGame, seat: int, user: str) -> Iterator[Spelling]:
    """The private cards of a seat: each level of its choice, by letters, with a computer, with a
    standing order."""
    games, chair = GAMES_BY_NAME, table.chairs[seat - 1]
    codes = [move.code for move in game.moves(table.state, seat)]
    begun = {words(code)[:depth] for code in codes for depth in range(len(words(code)))}
    for said in sorted(begun | {()}):
        yield from on(hand_of(table, games, user, said), "private", game.name)
    changes = [{"letters": True}, {"bot": "clever"}]
    if game.orders is not None:
        offered = game.orders.offers(game.view(table.state, seat))
        kept = [game.orders.read(table.state, seat, code) for code, _ in offered]
        changes += [{"order": order} for order in kept if order]
    for change in changes:
        changed = msgspec.structs.replace(chair, **change)  # type: ignore[arg-type]
        chairs = (*table.chairs[: seat - 1], changed, *table.chairs[seat:])
        other = msgspec.structs.replace(table, chairs=chairs)
        yield from on(hand_of(other, games, user), "private", game.name)


# What only a platform has


async def of_platforms() -> list[Spelling]:
    """The buttons that only Telegram or LINE has, as they arrive there."""
    host = Host("spellings", "sqlite://", AT)
    await host.begin()
    wire, found = host.other, list[Spelling]()
    aki, ken = wire.person(1, "Aki", "en"), wire.person(2, "Ken", "en", started=False)
    new = wire.person(3, "Mina", "en")
    chat = wire.group("Friends")
    await telegram.seat(wire, chat, [aki, ken])
    found.append(Spelling("start", NO_GAME, _payload(ken.alerts[-1]["url"]), "start, at a table"))
    await wire.says(new, "/start")
    voice = wire.telegram.voice.welcome("telegram:3", "en")
    url = voice.keyboard.inline_keyboard[0][0].url if voice.keyboard is not None else ""
    found.append(Spelling("start", NO_GAME, f"{url}".partition("=")[2], "start, in a new group"))
    for place in wire.server.chats.values():
        for entry in place.log:
            for row in entry["rows"]:
                for button in row:
                    data = button.get("callback_data", "")
                    if data and telegram.verb(data).startswith(("speak.", "ping", "lang", "open")):
                        found.append(Spelling("telegram", NO_GAME, data, what(data)))
    mina, bob = host.line_person("ミナ"), host.line_person("Bob")
    group = await host.group(mina, bob)
    for action in actions(greeting(flex.Look("ja", Context()))):
        found.append(Spelling("line", NO_GAME, action["data"], what(action["data"])))
    match = Match(host, group, [mina, bob])
    await match.gather()
    name = host.playing(group).id
    for language in tongue.languages():
        word = tongue.say(HandWord(name[:5].upper()), language, Context())
        found.append(Spelling("word", NO_GAME, word, f"the hand's word in {language}"))
    way = next(each for each in actions(host.line.bubble(group)) if each["type"] == "uri")
    found.append(Spelling("link", NO_GAME, unquote(way["uri"]), "the way to the hand"))
    for user in (mina, bob):
        await match.look(user) if user is _asked(host, match) else None
    end = end_button(name).data
    found.append(Spelling("seat-page", NO_GAME, end, what(end)))
    for told in host.entries(_asked(host, match).id):
        for action in actions(told.message) if told.by == "bot" else ():
            if "data" in action:
                found.append(Spelling("line-alone", NO_GAME, action["data"], what(action["data"])))
    host.close()
    return found


def _payload(url: str) -> str:
    return url.partition("start=")[2]


def _asked(host: Host, match: Match) -> User:
    table = host.playing(match.chat)
    seat = min(host.question(table.id).seats)
    return next(u for u in match.users if table.chairs[seat - 1].user == f"line:{u.id}")


def of_acts() -> Iterator[Spelling]:
    """Every verb of the house, also those that stand on no board: they are understood."""
    for act in Act:
        full = f"{act.value}5" if act in (Act.LET_IN, Act.TURN_AWAY) else act.value
        yield Spelling("group", NO_GAME, datum("abcd2345", 0, full), f"act: {act.name.lower()}")


def collect() -> list[Spelling]:
    """One of each kind of button."""
    found: dict[tuple[str, str, str], Spelling] = {}
    for each in (*of_acts(), *asyncio.run(of_platforms()), *of_games()):
        found.setdefault(each.kind, each)
    return [found[kind] for kind in sorted(found)]


def main() -> None:
    """Add what the list does not have yet."""
    known = read(LIST.read_text(encoding="utf-8")) if LIST.exists() else []
    kinds = {each.kind for each in known}
    new = [each for each in collect() if each.kind not in kinds]
    lines = "".join(f"{each.line()}\n" for each in new)
    with LIST.open("a", encoding="utf-8") as file:
        file.write(lines)
    print(f"{len(new)} new of {len(known) + len(new)}")


if __name__ == "__main__":
    main()
