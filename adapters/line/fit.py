"""The last look at a reply before it is sent: limits, and what can be left out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from adapters.letter import BoardShown
from adapters.line import flex
from adapters.line.limits import MOST_MESSAGES, faults_of

log = logging.getLogger("fumibako.line")
Data = dict[str, Any]

MOST_BOARDS = 2


def fitted(messages: Sequence[Data]) -> list[Data]:
    """The messages; one that breaks a limit becomes a plain text, and the log says so."""
    found = []
    for message in messages[:MOST_MESSAGES]:
        wrong = faults_of(message)
        if wrong:
            log.error("a message breaks LINE's limits: %s", ", ".join(wrong))
            message = flex.plain(str(message.get("altText") or message.get("text") or "–"))
        found.append(message)
    return found


def newest(boards: Sequence[BoardShown]) -> Sequence[BoardShown]:
    """The boards to show: a closed table makes room, the open one comes last."""
    ordered = sorted(boards, key=lambda shown: shown.board.phase in ("lobby", "drawing", "playing"))
    return ordered[-MOST_BOARDS:]


def without_mentions(message: Data) -> Data:
    if message["type"] != "textV2":
        return message
    text = str(message["text"])
    for name in message["substitution"]:
        text = text.replace(f"{{{name}}}", "…")
    return flex.plain(text.replace("{{", "{").replace("}}", "}"))
