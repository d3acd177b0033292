"""The three ways in which an input comes to nothing besides a refusal by the rules.

They are told apart from the store to the webhook, because each wants another answer: what is at
fault is set aside and acknowledged, trouble of ours is not acknowledged so that the platform
brings the input again, and what comes too late is acknowledged and changes nothing.
"""

from __future__ import annotations

from core.kernel.text import Message


class AtFault(Exception):
    """The input cannot be understood by anybody; to hear it again would not help."""


class OurTrouble(Exception):
    """The house itself cannot do its work: the database is locked, full or gone. It is never
    the fault of an input, which is to be brought again."""


class Refused(Exception):
    """The command is not carried out; nothing changes. The message is for the sender."""

    def __init__(self, message: Message) -> None:
        super().__init__(type(message).__name__)
        self.message = message


class AgainstRules(Refused):
    """The rules of the game do not allow it, or not now. Why may tell something of a hand, so it
    is for its owner's eyes only."""


class Late(Refused):
    """The input was right once: its question is answered, its table is over, its words are
    old."""
