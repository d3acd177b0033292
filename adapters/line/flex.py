"""Boards, hand cards and other sheets as LINE's bubbles: plain data, small and quiet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import msgspec

from adapters.line.limits import LONGEST_ALT, LONGEST_LABEL, LONGEST_SENT, LONGEST_TEXT, units
from adapters.line.texts import LineLabel, LineWords
from core.desk.acts import Act
from core.desk.sheets import AnySheet, Button, Labelled, Rows
from core.kernel.text import Message
from locales import tongue
from locales.names import graphemes, short, width
from locales.tongue import Context

Data = dict[str, Any]

GREY = "#666666"
LINE = "#B0B0B0"
NARROW = 3  # columns up to which a label stands on a small key
BROAD = 12  # columns above which a label of the house's own needs half of the width
LONG = 20  # columns above which any label does: in a third it would take three lines
SMALL_KEYS, WIDE_KEYS = 5, 3  # keys in a row
ALT = 300  # UTF-16 units of what a list of chats shows


class Look(msgspec.Struct, frozen=True):
    """For whom a bubble is made.

    `hand`, `cut`, `record` and `learn` are the links that open the chat of two with the word for
    it, `friend` the one to add the account (all empty while the account's name is not known). With
    `typed` the buttons write words; `words` are those of the rows. `owner` marks buttons that
    count for one person only.
    """

    language: str
    context: Context
    hand: str = ""
    friend: str = ""
    typed: bool = False
    words: Mapping[str, str] = {}
    owner: str = ""
    cut: str = ""
    record: str = ""
    learn: str = ""

    def say(self, message: Message) -> str:
        """A message as plain text."""
        return tongue.say(message, self.language, self.context)


def mark_of(user: str) -> str:
    """A short mark of a person, for buttons that are theirs alone."""
    return sha256(user.encode()).hexdigest()[:8]


def hand_link(basic_id: str, word: str) -> str:
    """The link that opens the chat with the account, with a word already typed."""
    return f"https://line.me/R/oaMessage/{quote(basic_id)}/?{quote(word)}" if basic_id else ""


def friend_link(basic_id: str) -> str:
    """The link that adds the account."""
    return f"https://line.me/R/ti/p/{quote(basic_id)}" if basic_id else ""


# Pieces


def cut_units(text: str, most: int) -> str:
    """A text of at most so many UTF-16 units, cut between characters."""
    if units(text) <= most:
        return text
    kept, left = [], most - 1
    for part in graphemes(text):
        left -= units(part)
        if left < 0:
            break
        kept.append(part)
    return "".join(kept) + "…"


def plain(text: str) -> Data:
    """A text message."""
    return {"type": "text", "text": cut_units(text, LONGEST_TEXT)}


def line(text: str, **style: Any) -> Data:
    """A line of a bubble."""
    return {"type": "text", "text": text if text.strip() else "–", "wrap": True, **style}


def box(contents: Sequence[Data], layout: str = "vertical", **style: Any) -> Data:
    """A box of a bubble."""
    return {"type": "box", "layout": layout, "contents": list(contents), **style}


def key(label: str, action: Data) -> Data:
    """A button that shows its whole label."""
    return box(
        [line(label, align="center", size="sm", weight="bold")],
        action=action,
        borderWidth="1px",
        borderColor=LINE,
        cornerRadius="6px",
        paddingAll="8px",
    )


def action(button: Button[Message], label: str, look: Look) -> Data:
    """What a button does: it is pressed silently, or it writes a word, or it opens a chat."""
    name, opens_hand = short(label, LONGEST_LABEL), button.verb is Act.HAND
    if opens_hand and look.hand:
        return {"type": "uri", "label": name, "uri": look.hand}
    if look.typed or opens_hand:
        text = look.words.get(button.data, label)
        return {"type": "message", "label": name, "text": short(text, LONGEST_SENT)}
    data = f"{button.data}|{look.owner}" if look.owner else button.data
    return {"type": "postback", "label": name, "data": data}


def posts(label: str, data: str) -> Data:
    """What a button does that tells us these data."""
    return {"type": "postback", "label": short(label, LONGEST_LABEL), "data": data}


def rows_of(rows: Rows[Message], look: Look) -> list[Data]:
    """Rows of keys: small ones five to a row, others three."""
    found = []
    for row in rows:
        labels = [look.say(button.label) or "–" for button in row]
        many = _abreast(row, labels)
        keys = [
            key(label, action(each, label, look)) | {"flex": 1}
            for each, label in zip(row, labels, strict=True)
        ]
        for start in range(0, len(keys), many):
            found.append(box(keys[start : start + many], "horizontal", spacing="sm"))
    return found


def _abreast(row: Sequence[Button[Message]], labels: Sequence[str]) -> int:
    """How many keys of a row stand side by side. A long name of the house's own is not broken in
    the middle of a word."""
    if all(width(label) <= NARROW for label in labels):
        return SMALL_KEYS
    most = BROAD if all(isinstance(each.verb, Act) for each in row) else LONG
    return 2 if any(width(label) > most for label in labels) else WIDE_KEYS


def link(word: LineWords, uri: str, look: Look) -> Data:
    """A button that opens something outside the chat."""
    label = look.say(LineLabel(word))
    return key(label, {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": uri})


def bubble(alt: str, title: str, body: Sequence[Data], footer: Sequence[Data] = ()) -> Data:
    """A message with one bubble."""
    contents: Data = {
        "type": "bubble",
        "size": "mega",
        "header": box([line(title, weight="bold", size="md")], paddingBottom="4px"),
        "body": box(body or [line("–")], spacing="xs", paddingTop="8px"),
    }
    if footer:
        contents["footer"] = box(footer, spacing="sm")
    return {"type": "flex", "altText": cut_units(alt, min(ALT, LONGEST_ALT)), "contents": contents}


# Whole sheets


def sheet(shown: AnySheet, look: Look, before: str = "") -> Data:
    """Rules, card help, the seal, a question."""
    title = look.say(shown.title)
    lines = [look.say(each) for each in (*shown.lines, *shown.asked)]
    body = [line(each, size="sm", margin="sm") for each in ([before] if before else []) + lines]
    return bubble(title, title, body, rows_of(shown.buttons, look))


def way_to_the_hand(text: str, look: Look) -> Data:
    """Where hands are shown, with a button that goes there."""
    if not look.hand:
        return plain(text)
    friend = [link(LineWords.FRIEND, look.friend, look)] if look.friend else []
    made = way(text, Act.HAND, look.hand, look)
    made["contents"]["footer"]["contents"] += friend
    return made


def way(text: str, act: Act, uri: str, look: Look) -> Data:
    """Words for a group, with a button that opens the chat of two, where the answer comes."""
    if not uri:
        return plain(text)
    label = look.say(Labelled(act))
    go = key(label, {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": uri})
    return bubble(text, label, [line(text, size="sm")], [go])
