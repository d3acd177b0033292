"""What stands in the chats of a frozen house: people, groups, messages with their buttons."""

from __future__ import annotations

import itertools

import msgspec

from core.desk.letters import meaning
from core.table.table import Playing
from tests.adapters.line.fake import Data, Entry, Group, User, actions
from tests.adapters.telegram.fake_people import Chat, Person
from tests.frozen.host import Host

KEPT = ("message_id", "from", "text", "at", "thread", "entities", "rows")
MOST_BUBBLES = 4  # of a LINE chat: a new board is a new message


def written(host: Host, tables: dict[str, str], drafts: list[Data], links: dict[str, str]) -> Data:
    """The world as data: `at` is when the house was stopped."""
    server, line = host.other.server, host.line
    return {
        "at": host.clock(),
        "tables": tables,
        "drafts": drafts,
        "links": links,
        "letters": {name: letters_at(host, name) for name in host.store.open_tables()},
        "telegram": {
            "next_update": server.next_update,
            "people": [
                {"number": p.number, "name": p.name, "language": p.language, "dm": p.dm}
                for p in server.people.values()
            ],
            "chats": [_chat(chat) for chat in server.chats.values()],
        },
        "line": {
            "count": line.count,
            "users": [msgspec.to_builtins(user) for user in line.users.values()],
            "groups": [msgspec.to_builtins(group) for group in line.groups.values()],
            "chats": {
                chat: [
                    {"at": entry.at, "actions": actions(entry.message)}
                    for entry in entries
                    if entry.by == "bot" and actions(entry.message)
                ][-MOST_BUBBLES:]
                for chat, entries in line.chats.items()
            },
        },
    }


def letters_at(host: Host, name: str) -> dict[str, dict[str, str]]:
    """What the letters of every hand at a table mean, by the seat; nothing where none runs."""
    table = host.at_table(name)
    if not isinstance(table, Playing):
        return {}
    game = host.house.games[table.game]
    return {
        str(seat): meaning(table.secret, seat, game.hidden(table.state, seat))
        for seat in range(1, len(table.chairs) + 1)
    }


def _chat(chat: Chat) -> Data:
    own = [m for m in chat.messages.values() if m["from"]["is_bot"]]
    kept = [{key: m[key] for key in KEPT} for m in own if m["rows"] or m in own[-3:]]
    return {
        "number": chat.number,
        "kind": chat.kind,
        "title": chat.title,
        "next": chat.next,
        "state": chat.state,
        "moved_to": chat.moved_to,
        "topics": {str(number): state for number, state in chat.topics.items()},
        "messages": kept,
    }


def put_up(host: Host, world: Data) -> None:
    """The fake Telegram and the fake LINE as they were."""
    told = world["telegram"]
    server, line = host.other.server, host.line
    server.next_update = told["next_update"]
    host.other.number = itertools.count(1_000_000)  # no press ever has the number of another
    for each in told["people"]:
        person = Person(each["number"], each["name"], each["language"])
        person.dm = each["dm"]
        server.people[person.number] = person
    for each in told["chats"]:
        chat = Chat(each["number"], each["kind"], each["title"])
        chat.next, chat.state, chat.moved_to = each["next"], each["state"], each["moved_to"]
        chat.topics = {int(number): state for number, state in each["topics"].items()}
        chat.messages = {message["message_id"]: message for message in each["messages"]}
        server.chats[chat.number] = chat
    told = world["line"]
    line.count = told["count"]
    line.users = {each["id"]: msgspec.convert(each, User) for each in told["users"]}
    line.groups = {each["id"]: msgspec.convert(each, Group) for each in told["groups"]}
    line.chats = {
        chat: [Entry("bot", _bubble(each["actions"]), each["at"]) for each in entries]
        for chat, entries in told["chats"].items()
    }


def _bubble(keys: list[Data]) -> Data:
    """A bubble with its keys alone."""
    contents = {"type": "bubble", "body": [{"action": each} for each in keys]}
    return {"type": "flex", "altText": "–", "contents": contents}


def telegram_buttons(world: Data) -> list[tuple[int, Data, str]]:
    """Every button that stands in a chat of Telegram: the chat, its message, its datum."""
    return [
        (chat["number"], message, button["callback_data"])
        for chat in world["telegram"]["chats"]
        for message in chat["messages"]
        for row in message["rows"]
        for button in row
        if button.get("callback_data")
    ]


def line_buttons(world: Data) -> list[tuple[str, Data]]:
    """Every button that stands in a chat of LINE: the chat, and what it does."""
    found: list[tuple[str, Data]] = []
    for chat, entries in world["line"]["chats"].items():
        for entry in entries:
            found += [(chat, action) for action in entry["actions"]]
    return found
