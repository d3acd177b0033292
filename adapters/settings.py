"""The settings of the program: from the environment, from `.env`, or as they are by default."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from adapters.beacon.chain import NotAChain, chain_of
from adapters.reader import ENV_FILE, asked_language, chosen_language, first_known
from adapters.trouble import FolderNotMade, Trouble, WrongSetting
from core.kernel.text import N_, Code, Public

Log = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]

_OWNER = re.compile(
    r"(?:telegram:)?(?P<telegram>[1-9][0-9]{0,15})|(?:line:)?(?P<line>U[0-9a-f]{32})"
)
BLANKS = " \t\r\n\u00a0\u200b\u2060\u3000\ufeff"  # what a copied value may have around it


class NeedsPort(Public, frozen=True, tag="setting.port"):
    text: ClassVar[str] = N_("a whole number from 0 to 65535 is needed.")


class NeedsHost(Public, frozen=True, tag="setting.host"):
    text: ClassVar[str] = N_("the name or the address of this machine is needed.")


class NeedsUrl(Public, frozen=True, tag="setting.url"):
    text: ClassVar[str] = N_("an address like https://cards.example.org is needed.")


class NeedsOrigin(Public, frozen=True, tag="setting.public-url"):
    """Behind the name a port may stand, but no path (`https://example.org/cards`)."""

    text: ClassVar[str] = N_(
        "an address like https://cards.example.org is needed, without a path behind the name."
    )


class NeedsDatabase(Public, frozen=True, tag="setting.database"):
    text: ClassVar[str] = N_("a file name or an address like sqlite:///fumibako.db is needed.")


class NeedsLevel(Public, frozen=True, tag="setting.log"):
    text: ClassVar[str] = N_("debug, info, warning or error is needed.")


class NeedsToken(Public, frozen=True, tag="setting.telegram"):
    text: ClassVar[str] = N_("this does not look like a token of @BotFather.")


class NeedsBoth(Public, frozen=True, tag="setting.line"):
    text: ClassVar[str] = N_(
        "LINE_CHANNEL_SECRET and LINE_CHANNEL_ACCESS_TOKEN are needed both or not at all."
    )


class NeedsApp(Public, frozen=True, tag="setting.telegram-app"):
    text: ClassVar[str] = N_(
        "the short name that was given to @BotFather with /newapp is needed: 3 to 30 letters, "
        "digits and underscores, like {example}."
    )
    example: Code = "play"


class NeedsLiff(Public, frozen=True, tag="setting.line-liff"):
    text: ClassVar[str] = N_(
        "the LIFF ID of the LINE Developers console is needed: digits, a hyphen, letters and "
        "digits, like {example}."
    )
    example: Code = "1234567890-AbCdEfGh"


class NeedsOperator(Public, frozen=True, tag="setting.operator"):
    text: ClassVar[str] = N_("a name, and how to reach you, on one line of at most 200 characters.")


class NeedsOwner(Public, frozen=True, tag="setting.owner"):
    text: ClassVar[str] = N_(
        "the number of a person at Telegram (like {telegram}) or the id of a person at LINE (like "
        "{line}) is needed; a name may change. Write {word} to the bot in private: it tells yours."
    )
    telegram: Code = "telegram:123456789"
    line: Code = "line:U1234…"
    word: Code = "/whoami"


class NeedsGuests(Public, frozen=True, tag="setting.guests"):
    text: ClassVar[str] = N_("open, ask or none is needed.")


class NeedsSomebodyToAsk(Public, frozen=True, tag="setting.guests-owner"):
    """GUESTS=ask without an OWNER."""

    text: ClassVar[str] = N_("ask needs somebody who is asked: name yourself with OWNER.")


class NeedsZone(Public, frozen=True, tag="setting.time-zone"):
    text: ClassVar[str] = N_("a time zone like Asia/Tokyo is needed.")


class NeedsBudget(Public, frozen=True, tag="setting.line-push"):
    text: ClassVar[str] = N_("a number of messages a month is needed; 0 sends none.")


class NeedsDays(Public, frozen=True, tag="setting.keep-games"):
    text: ClassVar[str] = N_(
        "a number of days is needed, or {always}: then finished games are never thrown away."
    )
    always: Code = "forever"


class NeedsBeacon(Public, frozen=True, tag="setting.beacon"):
    text: ClassVar[str] = N_("drand is needed, or nothing: then there is no beacon.")


class NeedsServers(Public, frozen=True, tag="setting.beacon-servers"):
    text: ClassVar[str] = N_("addresses like https://api.drand.sh are needed, with blanks between.")


class NeedsChain(Public, frozen=True, tag="setting.beacon-chain"):
    text: ClassVar[str] = N_("what a drand server tells under /CHAIN/info is needed, on one line.")


class NeedsFormat(Public, frozen=True, tag="setting.log-format"):
    text: ClassVar[str] = N_("text or json is needed.")


class NeedsMetrics(Public, frozen=True, tag="setting.metrics"):
    text: ClassVar[str] = N_("a port is needed, or an address and a port, like {example}.")
    example: Code = "127.0.0.1:9464"


class NeedsCertificates(Public, frozen=True, tag="setting.certificates"):
    """Of a variable of the environment that every client of servers follows."""

    text: ClassVar[str] = N_("certificates that can be read are needed there.")


class NeedsRights(Public, frozen=True, tag="setting.env-rights"):
    text: ClassVar[str] = N_("this file is not readable for the user who starts the command.")


class NeedsText(Public, frozen=True, tag="setting.env"):
    text: ClassVar[str] = N_("this file cannot be read as a text in UTF-8.")


_WHY: dict[str, Public] = {
    "database": NeedsDatabase(),
    "host": NeedsHost(),
    "port": NeedsPort(),
    "public_url": NeedsOrigin(),
    "log": NeedsLevel(),
    "log_format": NeedsFormat(),
    "metrics": NeedsMetrics(),
    "telegram_token": NeedsToken(),
    "telegram_api": NeedsUrl(),
    "telegram_app": NeedsApp(),
    "line_api": NeedsUrl(),
    "time_zone": NeedsZone(),
    "line_push_budget": NeedsBudget(),
    "keep_games": NeedsDays(),
    "line_channel_secret": NeedsBoth(),
    "line_liff_id": NeedsLiff(),
    "operator": NeedsOperator(),
    "owner": NeedsOwner(),
    "guests": NeedsGuests(),
    "beacon": NeedsBeacon(),
    "beacon_servers": NeedsServers(),
    "beacon_chain": NeedsChain(),
}


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for what the user keeps: `$XDG_DATA_HOME/fumibako`."""
    base = environ.get("XDG_DATA_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return home / "fumibako"


_ADDRESS = re.compile(r"://|^(?:postgres(?:ql)?|sqlite):|\bpassword\s*=|^[^/]*:[^/]*@")
"""What is no name of a file, or was meant to be none: no password in it is shown as one."""


class Settings(BaseSettings):
    """All settings. The name of a variable is that of its field in capitals."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database: str = ""  # a file or an address; empty: a file in the data folder
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000  # 0: any free one
    public_url: str = ""  # where the platforms reach this host; without it Telegram is polled
    language: str = ""  # of new rooms; one that we do not speak counts as not set
    telegram_token: SecretStr | None = None
    telegram_api: str = ""  # another server of the Bot API; empty: Telegram's own
    telegram_app: str = ""  # the short name of its Mini App; empty: groups have no button for it
    line_channel_secret: SecretStr | None = None
    line_channel_access_token: SecretStr | None = None
    line_api: str = ""  # another server of the Messaging API; empty: LINE's own
    line_liff_id: str = ""  # of the LIFF app that opens the page in LINE; empty: there is none
    line_push_budget: Annotated[int, Field(ge=0, le=1_000_000)] = 0  # billed messages a month
    operator: str = ""  # who runs this host and how to reach them, for /privacy; empty: not told
    owner: str = ""  # who is told of trouble and asked about guests, as the house calls people
    guests: Literal["", "open", "ask", "none"] = ""  # strangers' groups; empty: see `guests_rule`
    time_zone: str = "Asia/Tokyo"  # of new rooms: deadlines are written in it
    beacon: Literal["", "drand"] = ""  # whose rounds are mixed into deals; empty: none
    beacon_servers: str = ""  # other servers of it; empty: the public ones
    beacon_chain: str = ""  # another chain (what a server tells of it); empty: quicknet
    keep_games: Annotated[int, Field(ge=0, le=36500)] | Literal["forever"] = 180  # days
    log: Log = "info"
    log_format: LogFormat = "text"
    metrics: str = ""  # where /metrics is served: a port, or an address and a port; empty: nowhere

    @field_validator("log", "log_format", "beacon", "guests", "keep_games", mode="before")
    @classmethod
    def _in_small_letters(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value

    @field_validator("language", mode="after")
    @classmethod
    def _known_language(cls, value: str) -> str:
        # Desktops set LANGUAGE too, to lists like "de:en": what is not ours is no mistake.
        return first_known(value.split(":")) or chosen_language(os.environ)

    @field_validator("database", mode="after")
    @classmethod
    def _usable_database(cls, value: str) -> str:
        if "\0" in value:
            raise ValueError("a name cannot hold this")
        return value.strip()

    @field_validator("host", mode="after")
    @classmethod
    def _usable_host(cls, value: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9.:_%-]+", value):
            raise ValueError("no host")
        return value

    @field_validator("metrics", mode="after")
    @classmethod
    def _usable_metrics(cls, value: str) -> str:
        found = re.fullmatch(r"(?:([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):)?([0-9]{1,5})", value)
        if value and (found is None or not 0 < int(found[2]) < 65536):
            raise ValueError("no address")
        return value

    @field_validator("public_url", mode="after")
    @classmethod
    def _usable_url(cls, value: str) -> str:
        if value and not re.fullmatch(r"https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/*", value):
            raise ValueError("no address")
        return value.rstrip("/")

    @field_validator("telegram_api", "line_api", mode="after")
    @classmethod
    def _usable_api(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[A-Za-z0-9.:_\[\]-]+(?:/\S*)?", value):
            raise ValueError("no address")
        return value.rstrip("/")

    @field_validator("telegram_app", mode="after")
    @classmethod
    def _usable_app(cls, value: str) -> str:
        name = re.sub(r"^(?:https?://)?t\.me/\w+/", "", value)  # the whole link was copied
        if name and not re.fullmatch(r"[A-Za-z0-9_]{3,30}", name):
            raise ValueError("no short name")
        return name

    @field_validator("line_liff_id", mode="after")
    @classmethod
    def _usable_liff(cls, value: str) -> str:
        name = re.sub(r"^(?:https?://)?liff\.line\.me/", "", value)  # the whole link was copied
        if name and not re.fullmatch(r"[0-9]{6,20}-[A-Za-z0-9]{4,20}", name):
            raise ValueError("no id")
        return name

    @field_validator("operator", mode="after")
    @classmethod
    def _usable_operator(cls, value: str) -> str:
        if len(value) > 200 or not value.isprintable():
            raise ValueError("no line")
        return value

    @field_validator("owner", mode="after")
    @classmethod
    def _usable_owner(cls, value: str) -> str:
        found = _OWNER.fullmatch(value)
        if value and found is None:
            raise ValueError("nobody's id")
        if found is None:
            return ""
        number, user = found["telegram"], found["line"]
        return f"telegram:{int(number)}" if number else f"line:{user}"

    @field_validator("beacon_servers", mode="after")
    @classmethod
    def _usable_servers(cls, value: str) -> str:
        found = [each.rstrip("/") for each in re.split(r"[\s,]+", value) if each]
        if any(not re.fullmatch(r"https?://[A-Za-z0-9.:_\[\]-]+(?:/\S*)?", each) for each in found):
            raise ValueError("no address")
        return " ".join(found)

    @field_validator("beacon_chain", mode="after")
    @classmethod
    def _usable_chain(cls, value: str) -> str:
        if value:
            try:
                chain_of(value)
            except NotAChain as wrong:
                raise ValueError("no chain") from wrong
        return value

    @field_validator("time_zone", mode="after")
    @classmethod
    def _usable_zone(cls, value: str) -> str:
        if value not in available_timezones():
            raise ValueError("no zone")
        return value

    @field_validator("*", mode="before")
    @classmethod
    def _as_copied(cls, value: Any) -> Any:
        """What is copied from a page often has a blank or the end of a line with it, or a mark
        that nobody sees."""
        return value.strip(BLANKS) if isinstance(value, str) else value

    @field_validator("telegram_token", mode="after")
    @classmethod
    def _usable_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", value.get_secret_value()):
            raise ValueError("no token")
        return value

    @model_validator(mode="after")
    def _line_needs_both(self) -> Settings:
        if bool(self.line_channel_secret) != bool(self.line_channel_access_token):
            raise ValueError("line_channel_secret")
        return self

    @model_validator(mode="after")
    def _asking_needs_an_owner(self) -> Settings:
        if self.guests == "ask" and not self.owner:
            raise ValueError("guests")
        return self

    @property
    def guests_rule(self) -> Literal["open", "ask", "none"]:
        """What becomes of groups of strangers: without a word about it they are let in while
        there is no owner, who else is asked."""
        return self.guests or ("ask" if self.owner else "open")

    @property
    def metrics_at(self) -> tuple[str, int] | None:
        """The address and the port of the figures; None if nobody wants them."""
        if not self.metrics:
            return None
        host, _, port = self.metrics.rpartition(":")
        return host.strip("[]") or "127.0.0.1", int(port)

    @property
    def database_file(self) -> Path | None:
        """The file of the database; None if an address is given instead."""
        if _ADDRESS.search(self.database):
            return None
        if not self.database:
            return data_folder() / "fumibako.db"
        return Path(self.database).expanduser().absolute()

    @property
    def database_url(self) -> str:
        """The address of the database."""
        file = self.database_file
        return self.database if file is None else f"sqlite:///{file}"

    @property
    def database_name(self) -> str:
        """What the database is called for people; an address without its password."""
        from adapters.holding import shown  # commands that need no database start faster

        return str(self.database_file or shown(self.database))

    def make_data_folder(self) -> None:
        """Make the folder of the default database. Raises `Trouble`."""
        if self.database:
            return
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.chmod(0o700)  # hands and secrets stand in it
        except OSError as error:
            raise Trouble(FolderNotMade(str(folder))) from error


def load(**given: Any) -> Settings:
    """The settings; what is `given` (and not None) goes before everything else.

    Raises `Trouble` that names the first wrong one, never a value.
    """
    chosen: dict[str, Any] = {"language": asked_language(os.environ)}
    chosen |= {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as wrong:
        fault = wrong.errors(include_input=False, include_url=False)[0]
        if fault["loc"]:
            name = str(fault["loc"][0])
            raise Trouble(WrongSetting(name.upper(), _WHY[name])) from None
        if fault["msg"].endswith("guests"):
            raise Trouble(WrongSetting("GUESTS", NeedsSomebodyToAsk())) from None
        name = "line_channel_secret"
        raise Trouble(WrongSetting(name.upper(), _WHY[name])) from None
    except OSError as error:
        raise Trouble(WrongSetting(ENV_FILE, NeedsRights())) from error
    except (UnicodeDecodeError, SettingsError) as error:
        raise Trouble(WrongSetting(ENV_FILE, NeedsText())) from error
