"""What goes over the page's socket: every frame with its fields, in both directions.

The page draws from these and from nothing else: there is no HTML in them, texts are plain and in
the language of the page. `python -m adapters.page.schema` writes the JSON schema and the types
of the page's script from them. `core.kernel.drawn` says what the parts of a drawing mean.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from core.kernel.drawn import BadgeKind, MomentKind, PileKind

VERSION = 1
"""Of this wire. A page of another version loads itself anew."""

Door = Literal["playground", "link", "telegram", "line", "record"]
Phase = Literal["lobby", "drawing", "playing", "finished", "closed"]


class Part(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=False):
    """A part of a frame."""


# ------------------------------------------------------------------ the table as it is drawn


class Card(Part, frozen=True):
    """A card: `code` chooses the drawing (empty: face down), `text` says what it does."""

    code: str
    name: str
    corner: str = ""
    text: str = ""
    turned: bool = False
    word: str = ""


class Badge(Part, frozen=True):
    """Something short about a seat, in words and as numbers to draw."""

    kind: BadgeKind
    text: str
    count: int = 0
    of: int = 0
    code: str = ""


class Pile(Part, frozen=True):
    """A deck, coins, a card set aside."""

    kind: PileKind
    name: str
    count: int = 0


class Unseen(Part, frozen=True):
    """How many of a card the reader has not seen."""

    card: Card
    left: int
    of: int


class Held(Part, frozen=True):
    """The hand of a seat, laid open."""

    seat: int
    cards: list[Card]


class Moment(Part, frozen=True):
    """What happened to whom; seats are numbers, 0 for nobody. See `core.kernel.drawn.Moment`."""

    kind: MomentKind
    actor: int = 0
    target: int = 0
    card: Card | None = None
    named: str = ""
    result: str = ""
    shown: list[Card] = []
    hands: list[Held] = []
    coins: int = 0
    pile: PileKind | Literal[""] = ""
    out: list[int] = []
    quiet: bool = False
    ends: Literal["", "round", "match"] = ""
    winners: list[int] = []


class Seat(Part, frozen=True):
    """A seat, in turn order. `hue` (degrees) is the colour of its mark; `computer` what stands
    beside the name where one plays (empty: a person), `manner` how it plays, where there is little
    room for more. `asked`: an answer is awaited here."""

    seat: int
    name: str
    hue: int
    computer: str = ""
    manner: str = ""
    me: bool = False
    turn: bool = False
    asked: bool = False
    out: bool = False
    winner: bool = False
    badges: list[Badge] = []
    cards: list[Card] = []
    hand: int = 0
    known: list[Card] = []
    opened: list[Card] = []


class Scene(Part, frozen=True):
    """The table as one reader sees it: `me` is their seat (0: they watch). `lines` say what it is
    about, `own` what only they know, `status` what is asked and of whom, `due` until when (seconds
    since 1970, 0: no clock)."""

    game: str
    title: str
    edition: str = ""
    round: int = 0
    me: int = 0
    turn: int = 0
    lines: list[str] = []
    status: list[str] = []
    own: list[str] = []
    due: float = 0.0
    seats: list[Seat] = []
    piles: list[Pile] = []
    middle: list[Card] = []
    slots: list[int] = []
    raised: int = 0
    under_way: Moment | None = None
    hand: list[Card] = []
    unseen: list[Unseen] = []


# ------------------------------------------------------------------ what can be chosen


class Button(Part, frozen=True):
    """A button: `data` goes back in a press, `verb` is what it does, for its looks."""

    label: str
    data: str
    verb: str
    chosen: bool = False


class Node(Part, frozen=True):
    """A word of a move, and what may follow it. `hint` is the question that the next word
    answers; `data` goes back in a press where the move may end here (empty: it may not).
    `kind` tells what the word is: a card (of the hand, or another), a seat (`seat`), a number,
    or another word. `risk` says what the move may cost; `sure` is a question to be answered
    before a move that loses at once is sent."""

    word: str
    label: str
    kind: Literal["card", "seat", "number", "word"]
    seat: int = 0
    card: Card | None = None
    hint: str = ""
    data: str = ""
    whole: str = ""
    risk: str = ""
    sure: str = ""
    then: list[Node] = []


class Choice(Part, frozen=True):
    """What the reader is asked: in the second person, with every legal move as a tree. `window`:
    silence is an answer too. `orders` are standing orders that can be given beside it."""

    question: int
    prompt: str
    hint: str
    window: bool = False
    then: list[Node] = []
    orders: list[Button] = []


class Seated(Part, frozen=True):
    """Somebody who has joined; `computer` as in `Seat`."""

    name: str
    hue: int
    computer: str = ""
    me: bool = False
    host: bool = False


class Tile(Part, frozen=True):
    """A game that can be played here; `data` goes back in a press that chooses it."""

    game: str
    title: str
    data: str
    chosen: bool = False


class Lobby(Part, frozen=True):
    """A table before the deal: what is set, whether it can start, who sits in the order of joining,
    the games to choose from, and the buttons, row by row."""

    game: str
    lines: list[str]
    status: list[str] = []
    may_start: bool = False
    seated: list[Seated] = []
    games: list[Tile] = []
    rows: list[list[Button]] = []


class Guide(Part, frozen=True):
    """Where a guided round stands: `text` says what to do and why; `wanted` is the move that
    goes on (empty: `next` alone does)."""

    text: str
    step: int
    of: int
    wanted: str = ""


# ------------------------------------------------------------------ from the server


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename="camel"):
    """Something that goes over the wire."""


class Person(Part, frozen=True):
    """Somebody for whom this page may act. `asked`: an answer of theirs is awaited."""

    user: str
    name: str
    hue: int
    asked: bool = False
    link: str = ""


class Language(Part, frozen=True):
    """A language in which the page can be read."""

    code: str
    name: str


class Hello(Frame, frozen=True, tag="hello"):
    """Who looks, through which door, and the page's own words. `me` is the person for whom it
    acts now (empty: it only watches). `build` names the scripts of the server: a page of another
    build loads itself anew. `bearer` proves who looks at the next connection."""

    version: int
    build: str
    now: float
    door: Door
    language: str
    texts: dict[str, str]
    languages: list[Language] = []
    me: str = ""
    people: list[Person] = []
    chat: bool = False
    bearer: str = ""


class People(Frame, frozen=True, tag="people"):
    """The people of this page have changed, or who of them is asked."""

    me: str = ""
    people: list[Person] = []


class Table(Frame, frozen=True, tag="table"):
    """The table as it stands now: it takes the place of what was before. `id` is empty while no
    table is open. `foot` are the buttons of the house that lead elsewhere (rules, language, …)."""

    id: str
    phase: Phase
    scene: Scene | None = None
    choice: Choice | None = None
    lobby: Lobby | None = None
    guide: Guide | None = None
    foot: list[Button] = []


class Line(Part, frozen=True):
    """A line of the story, counted for its reader from 1: `seat` is whom it was told alone (0:
    everybody), `turn` whose turn it belongs to, `at` when it was told."""

    id: int
    text: str
    at: float
    seat: int = 0
    round: int = 0
    turn: int = 0
    moment: Moment | None = None


class Story(Frame, frozen=True, tag="story"):
    """What happened, oldest first. `fresh`: it has just happened, and may be shown slowly; else it
    takes the place of all lines before. `more`: there are older lines."""

    table: str
    lines: list[Line]
    fresh: bool = False
    more: bool = False


class Word(Part, frozen=True):
    """Something said in the chat beside the table."""

    id: int
    name: str
    hue: int
    text: str
    at: float
    mine: bool = False


class Chat(Frame, frozen=True, tag="chat"):
    """Words of the chat; `fresh` adds them, else they take the place of what was there."""

    words: list[Word]
    fresh: bool = False


class Done(Frame, frozen=True, tag="done"):
    """A press or words with this id have arrived: what became of them, and what the presser alone
    is told about it. `news` is a public line that the page may post in the group."""

    id: str
    outcome: Literal["done", "refused", "stale"]
    text: str = ""
    news: str = ""


class Block(Part, frozen=True):
    """A part of a sheet: lines that belong together."""

    lines: list[str] = []


class File(Part, frozen=True):
    """A file that can be saved under its name."""

    name: str
    text: str


class Sheet(Frame, frozen=True, tag="sheet"):
    """Something that was asked for: rules, the proof of the deal, a question. `files` can be
    saved, `picture` (a data address) shows what the words tell."""

    title: str
    blocks: list[Block] = []
    rows: list[list[Button]] = []
    copy: str = ""
    files: list[File] = []
    picture: str = ""


class Told(Frame, frozen=True, tag="told"):
    """Something that the reader alone is told, without having asked now."""

    text: str


class Bearer(Frame, frozen=True, tag="bearer"):
    """A fresh proof of who looks."""

    bearer: str


class Refused(Frame, frozen=True, tag="refused"):
    """The page may not come in, or not any more; it is told why. `again`: another identity may
    help (a stale bearer: what the door itself proves; a stale token of the platform: a new one).
    `later`: it is the server's trouble, and the same identity may do in a moment. `language` is
    that of the text, `retry` what a button says that tries once more: a page that never came in
    knows no words yet."""

    text: str
    again: bool = False
    later: bool = False
    language: str = ""
    retry: str = ""


class Pong(Frame, frozen=True, tag="pong"):
    """The server is there."""


class Reel(Frame, frozen=True, tag="reel"):
    """A finished game as a row of pictures, from the deal to the end: each with the lines that led
    to it. `seats` are the names; `reader` is whose eyes it is seen by (0: all hands lie open)."""

    reader: int
    seats: list[str]
    pictures: list[Picture]


class Picture(Part, frozen=True):
    """One moment of a reel: the table after so many moves."""

    move: int
    scene: Scene
    lines: list[Line]


FromServer = (
    Hello | People | Table | Story | Chat | Done | Sheet | Told | Bearer | Refused | Pong | Reel
)

# ------------------------------------------------------------------ from the page

Id = Annotated[str, msgspec.Meta(max_length=40, pattern="^[0-9a-z-]+$")]
Datum = Annotated[str, msgspec.Meta(max_length=64)]


class FromPage(Frame, frozen=True, forbid_unknown_fields=True):
    """What a page may send."""


class Come(FromPage, frozen=True, tag="come"):
    """The first frame of a page: who looks, by what, at which table (empty: the door knows).
    `proof` is a seat's or board's token, the owner's key, Telegram's initData, LINE's ID token
    (`kind` says which), or a bearer; with "cookie" the browser has shown it already."""

    version: int
    kind: Literal["playground", "cookie", "link", "telegram", "line", "bearer"]
    proof: Annotated[str, msgspec.Meta(max_length=8192)] = ""
    access: Annotated[str, msgspec.Meta(max_length=4096)] = ""
    table: Annotated[str, msgspec.Meta(max_length=64)] = ""
    languages: Annotated[list[str], msgspec.Meta(max_length=9)] = []
    as_person: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Press(FromPage, frozen=True, tag="press"):
    """A button, or a whole move. The same id is carried out once."""

    id: Id
    data: Datum


class Cut(FromPage, frozen=True, tag="cut"):
    """Somebody cuts the deck: with a picture, and 16 random bytes of this browser (hex)."""

    id: Id
    table: Datum
    picture: Annotated[int, msgspec.Meta(ge=0, le=7)]
    bits: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Say(FromPage, frozen=True, tag="say"):
    """Words for the chat or for the host."""

    id: Id
    text: Annotated[str, msgspec.Meta(max_length=4000)]


class Speak(FromPage, frozen=True, tag="speak"):
    """This page is read in another language from now on."""

    language: Annotated[str, msgspec.Meta(max_length=16)]


class Be(FromPage, frozen=True, tag="be"):
    """Another person of this screen looks now."""

    person: Annotated[str, msgspec.Meta(max_length=80)]


class Older(FromPage, frozen=True, tag="older"):
    """Older lines of the story are wanted too."""


class Invite(FromPage, frozen=True, tag="invite"):
    """One more person sits at this screen (playground)."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Rename(FromPage, frozen=True, tag="rename"):
    """The person who looks takes another name (playground)."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class Watch(FromPage, frozen=True, tag="watch"):
    """The finished game of this table is to be watched again: with all hands open (0), or by the
    eyes of a seat."""

    reader: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


class Learn(FromPage, frozen=True, tag="learn"):
    """A guided round: of a game, at a step (0: its beginning). `code` is the move that was tried
    there (empty: only going on)."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    step: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    code: Datum = ""


class Ping(FromPage, frozen=True, tag="ping"):
    """Is the server there?"""


Sent = Come | Press | Cut | Say | Speak | Be | Older | Invite | Rename | Watch | Learn | Ping
