"""In what language, and with which names, somebody is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from telegram import CopyTextButton, InlineKeyboardButton

from adapters.heard import Heard
from adapters.names import context_of
from adapters.telegram import render
from adapters.telegram.people import PLATFORM, People
from adapters.telegram.render import Page
from adapters.telegram.style import LONGEST, STYLE, pages
from adapters.telegram.texts import (
    AddToGroup,
    CanBeSaid,
    CopyCode,
    Hello,
    HelloInPrivate,
    OtherGroup,
    SeatedIn,
)
from core.desk.acts import Act
from core.desk.presses import Speak, datum
from core.desk.reading import Reading, home, language_for
from core.desk.sheets import Labelled
from core.house.house import House
from core.kernel.text import Message
from core.table.bridge import BridgeCode
from core.table.places import Individual, Room
from core.table.table import Lobby
from locales import tongue
from locales.tongue import Context, say

SAYABLE = ("play", "hand", "status", "rules", "help", "leave")  # commands that are named
ABREAST = 3  # names of languages in a row
RECORD = "r"  # the way to Start also brings the record of a table
BRIDGE = "b"  # the way to Start brings the code for another group; in a group: asks to join
LEARN = "learn"  # the way to Start also brings the guided first rounds
NO_TABLE = "-"  # stands for a table in the buttons of a message that belongs to none


class Me(msgspec.Struct, frozen=True):
    """The bot itself."""

    id: int = 0
    username: str = ""
    reads_all: bool = False


class Voice:
    """Languages, contexts and the standing messages. Runs in the writer's thread."""

    def __init__(self, house: House, people: People, me: Callable[[], Me]) -> None:
        self.house = house
        self.people = people
        self.me = me
        self.strangers = True  # whether they may play with the bot
        self.languages = tongue.languages()

    def signed(self) -> str:
        """What the bot is called on a picture that may be handed on: nothing where nobody who finds
        it so may play with it."""
        name = self.me().username if self.strangers else ""
        return f"@{name}" if name else ""

    def spoken(self, code: str | None) -> str:
        """The language of an app, if we speak it; else empty."""
        return tongue.known_language(code or "")

    def language(
        self,
        heard: Heard,
        app: str,
        rooms: Sequence[Room] = (),
        person: Individual | None = None,
    ) -> str:
        """A group's language; in private the person's own, else their app's, else that of a
        room in which they play. What is known of `person` and of `rooms` need not be looked
        up."""
        if heard.room is not None:
            return heard.room.language
        person = person or self.people.directory.person(heard.user)
        if not (person.language or app or rooms):
            seats = self.people.seats(heard.user)
            rooms = seats[0].rooms if seats else ()
        return language_for(person, rooms, app) or self.people.language

    def read(self, table_id: str | None) -> Reading | None:
        """A table for reading."""
        if table_id is None or table_id == NO_TABLE:
            return None
        return self.house.read_mended(table_id, self.people.now())

    def gathers_in(self, room: Room | None, read: Reading | None) -> bool:
        """A lobby that was opened in this room."""
        if room is None or read is None or not isinstance(read.table, Lobby):
            return False
        return bool(read.rooms) and read.rooms[0].id == room.id

    def context(self, table_id: str | None, language: str) -> Context:
        """The names at a table."""
        read = self.read(table_id)
        context = context_of(read, language)
        place = home(read.rooms, PLATFORM) if read is not None else None
        if place is not None and place.language != language:
            return msgspec.structs.replace(context, also=place.language)
        return context

    def _fitting(self, message: Message) -> Message:
        """A command that people write in a group reaches us for sure only with our name."""
        if isinstance(message, BridgeCode):
            command = message.command.replace("/bridge ", f"/bridge@{self.me().username} ")
            return BridgeCode(command)
        return message

    def plain(self, message: Message, language: str, table_id: str | None = None) -> str:
        """A message for a toast or an alert."""
        return say(self._fitting(message), language, self.context(table_id, language))

    def page(self, message: Message, language: str, table_id: str | None = None) -> Page:
        """A message of its own."""
        context = self.context(table_id, language)
        text = say(self._fitting(message), language, context, STYLE)
        return render.page(text, self._ways(message, language))

    def _ways(self, message: Message, language: str) -> list[list[InlineKeyboardButton]]:
        """Below a code for another group: it is copied, or brought there by a press."""
        if not isinstance(message, BridgeCode):
            return []
        fitting = self._fitting(message)
        assert isinstance(fitting, BridgeCode), "it stays one"
        code = message.command.rpartition(" ")[2]
        url = f"https://t.me/{self.me().username}?startgroup={BRIDGE}_{code}"
        copy = CopyTextButton(fitting.command)
        labels = [say(each, language, Context()) for each in (CopyCode(), OtherGroup())]
        return [
            [InlineKeyboardButton(labels[0], copy_text=copy)],
            [InlineKeyboardButton(labels[1], url=url)],
        ]

    def unknown(self, room: Room) -> Page:
        """The answer to a command that nobody knows: what can be said, and the way to a table."""
        said = CanBeSaid(tuple(f"/{name}" for name in SAYABLE))
        rows = [] if room.table is not None else [[self._play(room.language)]]
        return render.page(say(said, room.language, Context(), STYLE), rows)

    def _play(self, language: str) -> InlineKeyboardButton:
        label = say(Labelled(Act.OPEN), language, Context())
        return InlineKeyboardButton(
            label, callback_data=datum(NO_TABLE, 0, Act.OPEN), style="success"
        )

    def hello(self, language: str) -> Page:
        """The first message in a group: in all languages for which there is room, and the button
        that starts it all."""
        order = sorted(self.languages, key=lambda other: other != language)
        text = pages([f"{say(Hello(), each, Context(), STYLE)}\n" for each in order], LONGEST)[
            0
        ].strip()
        rows = [
            [self._play(language)],
            *(
                [
                    InlineKeyboardButton(
                        tongue.autonym(each), callback_data=datum(NO_TABLE, 0, Speak(each))
                    )
                    for each in order[start : start + ABREAST]
                ]
                for start in range(0, len(order), ABREAST)
            ),
        ]
        return render.page(text, rows)

    def welcome(self, user: str, language: str) -> Page:
        """The first message in a private chat: where they sit, or how to get a table."""
        seats = self.people.seats(user)
        lines = []
        for read in seats:
            title = next((room.title for room in read.rooms if room.title), "…")
            game = self.house.games[read.table.game].title
            lines.append(say(SeatedIn(title, game), language, Context(), STYLE))
        rows = []
        if not lines:
            titles = tuple(game.title for game in self.house.games.values())
            lines.append(say(HelloInPrivate(titles), language, Context(), STYLE))
            url = f"https://t.me/{self.me().username}?startgroup=play"
            rows.append([InlineKeyboardButton(say(AddToGroup(), language, Context()), url=url)])
        rows.append(
            [
                InlineKeyboardButton(
                    say(Labelled(Act.LEARN), language, Context()),
                    callback_data=datum(NO_TABLE, 0, Act.LEARN),
                )
            ]
        )
        rows.append(
            [
                InlineKeyboardButton(
                    say(Labelled(Act.LANGUAGE), language, Context()),
                    callback_data=datum(NO_TABLE, 0, Act.LANGUAGE),
                )
            ]
        )
        return render.page("\n".join(lines), rows)

    def start_url(self, table: str, what: str = "j") -> str:
        """The way to Start; it only switches private cards on, or also brings a record."""
        return f"https://t.me/{self.me().username}?start={what}_{table}"

    def learn_url(self) -> str:
        """The way to Start that brings the guided first rounds."""
        return f"https://t.me/{self.me().username}?start={LEARN}"
