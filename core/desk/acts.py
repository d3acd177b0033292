"""The buttons of the house, by name: what one can do at a table besides playing."""

from __future__ import annotations

from core.kernel.text import NEXT_LANGUAGE, P_, Named, Word


class Act(Word):
    """What a button of the house does; the value is the verb in its datum."""

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    ADD_BOT = "bot"
    REMOVE_BOT = "unbot"
    CLOSE = "close"
    GAME = "panel.game"
    EDITION = "panel.preset"
    CLOCK = "panel.pace"
    SWITCHES = "panel.switches"
    BACK = "panel."
    FOLLOW_NUMBER = "set.preset."
    LANGUAGE = "lang"
    SEAL = "seal"
    CUT = "cut"
    RULES = "rules"
    TOUR = "tour"
    HELP = "help"
    STATUS = "status"
    HAND = "hand"
    RECORD = "record"
    REMATCH = "again"
    HAND_OVER = "auto"
    TAKE_BACK = "back"
    NO_ORDER = "order."
    LETTERS_ON = "letters.1"
    LETTERS_OFF = "letters.0"
    SURE_LEAVE = "leave!"
    SURE_CLOSE = "close!"
    NO = "no"
    UNDO = "menu"
    MORE = "more"
    LET_IN = "knock.yes."
    TURN_AWAY = "knock.no."
    INVITE = "invite"
    NEXT = "next"

    def named(self, edition: str) -> Named:
        return _ACTS[self]


_ACTS = {
    Act.OPEN: P_("button", "Play"),
    Act.JOIN: P_("button", "Join"),
    Act.LEAVE: P_("button", "Leave"),
    Act.START: P_("button", "Start"),
    Act.ADD_BOT: P_("button", "Add a computer"),
    Act.REMOVE_BOT: P_("button", "Remove a computer"),
    Act.CLOSE: P_("button", "Close the table"),
    Act.GAME: P_("button", "Game"),
    Act.EDITION: P_("button", "Edition"),
    Act.CLOCK: P_("button", "Clock"),
    Act.SWITCHES: P_("button", "Options"),
    Act.BACK: P_("button", "Done"),
    Act.FOLLOW_NUMBER: P_("button", "By number of players"),
    Act.LANGUAGE: NEXT_LANGUAGE,
    Act.SEAL: P_("button", "Seal"),
    Act.CUT: P_("button", "Cut"),
    Act.RULES: P_("button", "Rules"),
    Act.TOUR: P_("button", "Guided tour"),
    Act.HELP: P_("button", "Cards"),
    Act.STATUS: P_("button", "Status"),
    Act.HAND: P_("button", "My hand"),
    Act.RECORD: P_("button", "Record"),
    Act.REMATCH: P_("button", "Play again"),
    Act.HAND_OVER: P_("button", "Let a computer play"),
    Act.TAKE_BACK: P_("button", "I play again"),
    Act.NO_ORDER: P_("button", "Stop answering by itself"),
    Act.LETTERS_ON: P_("button", "Choose in the group"),
    Act.LETTERS_OFF: P_("button", "Choose here"),
    Act.SURE_LEAVE: P_("button", "Yes, leave"),
    Act.SURE_CLOSE: P_("button", "Yes, close it"),
    Act.NO: P_("button", "No"),
    Act.UNDO: P_("button", "Choose again"),
    Act.MORE: P_("button", "More"),
    Act.LET_IN: P_("button", "Let them in"),
    Act.TURN_AWAY: P_("button", "Turn them away"),
    Act.INVITE: P_("button", "Invite another group"),
    Act.NEXT: P_("button", "⏩ Time is up"),
}
