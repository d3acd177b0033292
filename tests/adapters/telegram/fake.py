"""A Telegram in this process, as strict as the real one: chats, messages, presses, errors.

It is spoken to through the library (`fake_request.py` stands where the network would), so that
everything the bot sends is encoded and decoded as it would be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.adapters.telegram.fake_limits import (
    BadCallError,
    bad,
    check_answer,
    check_markup,
    check_menu_button,
    check_text,
    forbidden,
    units,
)
from tests.adapters.telegram.fake_people import Chat, Clock, Person

BOT = 4200
USERNAME = "fumibako_bot"
TOKEN = f"{BOT}:fake-token"
ANSWER_WITHIN = 15.0
EDITABLE, DELETABLE = 10**9, 48 * 3600.0


LONGEST_CAPTION = 1024


class FakeTelegram:
    """The server. `fault` may raise or return an error for a call before it is carried out."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, dict[str, Any]] = {}
        self.updates: list[dict[str, Any]] = []
        self.next_update = 1000
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.menus: dict[tuple[str, str], list[str]] = {}
        self.menu_button: dict[str, Any] = {"type": "default"}
        self.webhook = ""
        self.secret = ""
        self.token_good = True
        self.fault: Callable[[str, dict[str, Any]], BadCallError | None] = lambda name, f: None
        self.lose_answer: set[str] = set()  # methods whose answer gets lost after they are done
        self.alone_works = False  # whether this server knows messages for one person alone
        self.admins: set[int] = set()  # people who are admins, everywhere

    def me(self) -> dict[str, Any]:
        return {
            "id": BOT,
            "is_bot": True,
            "first_name": "Fumibako",
            "username": USERNAME,
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    def chat(self, number: int) -> Chat:
        """A chat by its number; private ones are there for every person."""
        if number in self.people and number not in self.chats:
            self.chats[number] = Chat(number, "private")
        return self.chats[number]

    # Calls

    def call(self, name: str, fields: dict[str, Any]) -> Any:
        """A method of the Bot API."""
        if not self.token_good:
            raise BadCallError(401, "Unauthorized")
        self.calls.append((name, fields))
        error = self.fault(name, fields)
        if error is not None:
            raise error
        method = getattr(self, f"do_{name}", None)
        if method is None:
            raise BadCallError(404, "Not Found: method not found")
        return method(fields)

    def _open(self, fields: dict[str, Any]) -> Chat:
        """The chat of a call, if the bot may write there; the call is counted."""
        number = int(fields["chat_id"])
        if number not in self.chats and number not in self.people:
            raise bad("chat not found")
        chat = self.chat(number)
        if chat.moved_to:
            text = "group chat was upgraded to a supergroup chat"
            raise BadCallError(400, f"Bad Request: {text}", migrate_to_chat_id=chat.moved_to)
        if chat.state == "kicked":
            raise forbidden(f"bot was kicked from the {chat.kind} chat")
        if chat.state == "left":
            raise forbidden(f"bot is not a member of the {chat.kind} chat")
        person = self.people.get(number)
        if person is not None and person.dm != "open":
            texts = {
                "never": "bot can't initiate conversation with a user",
                "blocked": "bot was blocked by the user",
                "deleted": "user is deactivated",
            }
            raise forbidden(texts[person.dm])
        chat.traffic.call(self.clock())
        if chat.state == "muted":
            raise bad("not enough rights to send text messages to the chat")
        return chat

    def do_getMe(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        return self.me()

    def do_sendMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if "ephemeral_message_parameters" in fields and self.alone_works:
            return self._alone(fields)
        if "chat_id" not in fields:  # an older server does not know what else tells where
            raise bad("chat_id is empty")
        chat = self._open(fields)
        text, entities = check_text(fields["text"], fields.get("parse_mode", ""))
        rows = check_markup(fields.get("reply_markup"), USERNAME, chat.kind)
        thread = int(fields.get("message_thread_id", 0))
        if thread and thread not in chat.topics:
            raise bad("message thread not found")
        if thread and chat.topics[thread] == "closed":
            raise bad("TOPIC_CLOSED")
        message = self._post(chat, self.me(), text, thread)
        message |= {"entities": entities, "rows": rows}
        message["quiet"] = bool(fields.get("disable_notification"))
        message["protected"] = bool(fields.get("protect_content"))
        self._log(chat, message, "send")
        return self.shown(chat, message)

    def do_sendDocument(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self._open(fields)
        message = self._post(chat, self.me(), "[file]", int(fields.get("message_thread_id", 0)))
        message |= {"entities": [], "rows": [], "file": fields["document"]}
        self._log(chat, message, "send")
        return self.shown(chat, message)

    def do_sendPhoto(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, caption = self._open(fields), fields.get("caption", "")
        if len(caption.encode("utf-16-le")) // 2 > LONGEST_CAPTION:
            raise bad("message caption is too long")
        message = self._post(chat, self.me(), caption, int(fields.get("message_thread_id", 0)))
        message |= {"entities": [], "rows": [], "file": fields["photo"]}
        self._log(chat, message, "send")
        return self.shown(chat, message)

    def do_sendMediaGroup(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self._open(fields)
        media = fields["media"]
        items = json.loads(media) if isinstance(media, str) else media
        if not 2 <= len(items) <= 10:
            raise bad("wrong number of media")
        shown = []
        for item in items:
            name = item["media"].removeprefix("attach://")
            if item["type"] != "document" or name not in fields:
                raise bad("can't parse InputMedia")
            thread = int(fields.get("message_thread_id", 0))
            message = self._post(chat, self.me(), "[file]", thread)
            message |= {"entities": [], "rows": [], "file": fields[name]}
            self._log(chat, message, "send")
            shown.append(self.shown(chat, message))
        return shown

    def _own(self, fields: dict[str, Any], action: str) -> tuple[Chat, dict[str, Any]]:
        number = int(fields["chat_id"])
        chat = self.chats.get(number)
        if chat is not None and chat.moved_to:  # old messages stay editable under the old id
            chat.traffic.call(self.clock())
        else:
            chat = self._open(fields)
        message = chat.messages.get(int(fields["message_id"]))
        if message is None:
            raise bad(f"message to {action} not found")
        if chat.topics.get(message["thread"]) == "closed":
            raise bad("TOPIC_CLOSED")
        if message["from"]["id"] != BOT:
            raise bad(f"message can't be {action}ed" if action == "edit" else "no rights")
        return chat, message

    def do_editMessageText(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, message = self._own(fields, "edit")
        text, entities = check_text(fields["text"], fields.get("parse_mode", ""))
        rows = check_markup(fields.get("reply_markup"), USERNAME, chat.kind)
        if (text, entities, rows) == (message["text"], message["entities"], message["rows"]):
            raise bad(
                "message is not modified: specified new message content and reply markup are "
                "exactly the same as a current content and reply markup of the message"
            )
        message |= {"text": text, "entities": entities, "rows": rows}
        self._log(chat, message, "edit")
        return self.shown(chat, message)

    def do_editMessageReplyMarkup(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, message = self._own(fields, "edit")
        rows = check_markup(fields.get("reply_markup"), USERNAME, chat.kind)
        if rows == message["rows"]:
            raise bad("message is not modified: exactly the same")
        message["rows"] = rows
        self._log(chat, message, "edit")
        return self.shown(chat, message)

    def do_deleteMessage(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat, message = self._own(fields, "delete")
        if self.clock() - message["at"] > DELETABLE:
            raise bad("message can't be deleted for everyone")
        del chat.messages[message["message_id"]]
        return True

    def do_answerCallbackQuery(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        query = self.queries.get(fields["callback_query_id"])
        late = query is not None and self.clock() - query["at"] > ANSWER_WITHIN
        if query is None or late or query["answered"]:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        check_answer(fields, USERNAME)
        query["answered"] = True
        query["person"].alerts.append(
            {
                "text": fields.get("text", ""),
                "alert": bool(fields.get("show_alert")),
                "url": fields.get("url", ""),
                "chat": query["chat"],
            }
        )
        return True

    def _alone(self, fields: dict[str, Any]) -> Any:
        """An ephemeral message: within 15 seconds of a press, for the presser."""
        parameters = fields["ephemeral_message_parameters"]
        query = self.queries.get(parameters["callback_query_id"])
        if query is None or self.clock() - query["at"] > 15.0:
            raise bad("EPHEMERAL_MESSAGE_INVALID")
        chat, to = self.chats[query["chat"]], query["person"].number
        if parameters.get("receiver_user_id", to) != to:
            raise bad("RECEIVER_INVALID")
        if fields.get("chat_id", chat.number) != chat.number:
            raise bad("CHAT_INVALID")
        chat.traffic.call(self.clock())
        text, _ = check_text(fields["text"], fields.get("parse_mode", ""))
        rows = check_markup(fields.get("reply_markup"), USERNAME, chat.kind)
        chat.alone.append({"to": to, "text": text, "rows": rows, "edits": 0})
        return self.shown_alone(chat, len(chat.alone))

    def shown_alone(self, chat: Chat, number: int) -> dict[str, Any]:
        """An ephemeral message as it stands in an update."""
        message = chat.alone[number - 1]
        shown = {"message_id": 0, "date": int(self.clock()), "chat": chat.info()}
        shown |= {"from": self.me(), "text": message["text"], "ephemeral_message_id": number}
        if message["rows"]:
            shown["reply_markup"] = {"inline_keyboard": message["rows"]}
        return shown

    def do_editEphemeralMessageText(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if not self.alone_works:
            raise BadCallError(404, "Not Found: method not found")
        chat = self.chats[int(fields["chat_id"])]
        number = fields["ephemeral_message_id"]
        if not 1 <= number <= len(chat.alone):
            raise bad("MESSAGE_ID_INVALID")
        message = chat.alone[number - 1]
        if message["to"] != fields["receiver_user_id"]:
            raise bad("RECEIVER_INVALID")
        chat.traffic.call(self.clock())
        text, _ = check_text(fields["text"], fields.get("parse_mode", ""))
        if units(text) > 1024:
            raise bad("MEDIA_CAPTION_TOO_LONG")
        rows = check_markup(fields.get("reply_markup"), USERNAME, chat.kind)
        message |= {"text": text, "rows": rows, "edits": message["edits"] + 1}
        return True

    def do_setMyCommands(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        for command in fields["commands"]:
            if (
                not 1 <= len(command["command"]) <= 32
                or not 1 <= len(command["description"]) <= 256
            ):
                raise bad("BOT_COMMAND_INVALID")
        scope = fields.get("scope", {}).get("type", "default")
        key = (scope, fields.get("language_code", ""))
        self.menus[key] = [command["command"] for command in fields["commands"]]
        return True

    def do_setMyDescription(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if len(fields.get("description", "")) > 512:
            raise bad("BOT_DESCRIPTION_TOO_LONG")
        return True

    def do_setMyShortDescription(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if len(fields.get("short_description", "")) > 120:
            raise bad("BOT_SHORT_DESCRIPTION_TOO_LONG")
        return True

    def do_setChatMenuButton(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if "chat_id" in fields:
            raise bad("chat not found")
        self.menu_button = check_menu_button(fields.get("menu_button", {"type": "default"}))
        return True

    def do_setWebhook(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        self.webhook, self.secret = fields["url"], fields.get("secret_token", "")
        return True

    def do_deleteWebhook(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        self.webhook = ""
        return True

    def do_getWebhookInfo(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        waiting = len(self.updates)
        return {
            "url": self.webhook,
            "has_custom_certificate": False,
            "pending_update_count": waiting,
        }

    def do_getUpdates(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        if self.webhook:
            raise BadCallError(409, "Conflict: can't use getUpdates method while webhook is active")
        offset = int(fields.get("offset", 0))
        if offset:
            self.updates = [each for each in self.updates if each["update_id"] >= offset]
        return self.updates[:100]

    def do_leaveChat(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self.chats.get(int(fields["chat_id"]))
        if chat is None or chat.kind == "private":
            raise bad("chat not found")
        if chat.state in ("left", "kicked"):
            raise forbidden("bot is not a member of the supergroup chat")
        chat.state = "left"
        return True

    def do_getChatMember(self, fields: dict[str, Any]) -> Any:  # noqa: N802
        chat = self.chats.get(int(fields["chat_id"]))
        if chat is None:
            raise bad("chat not found")
        if chat.state == "kicked":
            raise forbidden("bot was kicked from the group chat")
        user = int(fields["user_id"])
        if user == BOT:
            return self.member(self.me(), chat.state)
        state = "administrator" if user in self.admins else "member"
        return self.member(self.people[user].user(), state)

    @staticmethod
    def member(user: dict[str, Any], state: str) -> dict[str, Any]:
        """A chat member in one of our states."""
        if state == "kicked":
            return {"user": user, "status": "kicked", "until_date": 0}
        if state == "muted":
            closed = (
                "edit_tag send_messages change_info invite_users pin_messages manage_topics "
                "send_audios send_documents send_photos send_videos send_video_notes "
                "send_voice_notes send_polls send_other_messages add_web_page_previews"
            )
            names = [f"can_{name}" for name in closed.split()]
            rights = dict.fromkeys(names, False) | {"is_member": True}
            return {"user": user, "status": "restricted", "until_date": 0, **rights}
        if state == "administrator":
            given = (
                "be_edited manage_chat delete_messages manage_video_chats restrict_members "
                "promote_members change_info invite_users post_stories edit_stories "
                "delete_stories"
            )
            allowed = {f"can_{name}": True for name in given.split()}
            return {"user": user, "status": state, "is_anonymous": False, **allowed}
        return {"user": user, "status": state}

    # Messages

    def _post(self, chat: Chat, sender: dict[str, Any], text: str, thread: int) -> dict[str, Any]:
        number, chat.next = chat.next, chat.next + 1
        message = {"message_id": number, "from": sender, "text": text, "at": self.clock()}
        message |= {"thread": thread, "entities": [], "rows": []}
        chat.messages[number] = message
        return message

    def _log(self, chat: Chat, message: dict[str, Any], how: str) -> None:
        chat.log.append({**message, "how": how, "when": self.clock()})

    def shown(self, chat: Chat, message: dict[str, Any]) -> dict[str, Any]:
        """A message as it stands in an update."""
        found: dict[str, Any] = {
            "message_id": message["message_id"],
            "date": int(message["at"]),
            "chat": chat.info(),
            "from": message["from"],
            "text": message["text"],
        }
        if message["thread"]:
            found |= {"message_thread_id": message["thread"], "is_topic_message": True}
        if message["rows"]:
            found["reply_markup"] = {"inline_keyboard": message["rows"]}
        return found
