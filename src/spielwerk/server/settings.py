"""What a server is started with; a public server starts with nothing that is insecure."""

from __future__ import annotations

import ipaddress
import json
import os
import stat
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from spielwerk.core.errors import SpielwerkError
from spielwerk.server.limits import PUBLIC, Limits

ENCRYPTED = ("require", "verify-ca", "verify-full")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


ENVIRONMENT = "SPIELWERK_SETTINGS"
DAY = 24 * 3600 * 1000


class UnusableSettings(SpielwerkError):
    """A server cannot be started like that."""


@dataclass(frozen=True)
class Keep:
    """How many days a table is kept after the last thing that happened there; None: for ever."""

    days: float | None = None
    finished_days: float | None = None
    """The same for games that are over, if these are kept longer."""

    def before(self, at: int) -> int:
        """Tables where nothing happened since this moment may go."""
        return 0 if self.days is None else at - round(self.days * DAY)

    def finished_before(self, at: int) -> int:
        """The same for games that are over."""
        days = self.finished_days
        return self.before(at) if days is None else min(self.before(at), at - round(days * DAY))


FOR_EVER = Keep()


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    db: str
    """Where tables are kept, as SQLAlchemy writes it."""
    address: str | None = None
    """Where people find it, if that is one place only: https://play.example.org."""
    public: bool = False
    """Whether anybody can reach it: then what is insecure is refused."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they say who asks."""
    keep: Keep = FOR_EVER
    """How long tables are kept."""
    metrics_token: str = ""
    """Who has it may read /metrics; without one only this machine may."""
    limits: Limits | None = None
    """How much a client gets; what is usual for a public server or for a machine unless given."""

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            check_proxy(proxy)
        if self.address is not None:
            object.__setattr__(self, "address", check_address(self.address))
        if self.public:
            check_public(self)

    def to_environment(self) -> None:
        """Leave them for the processes that serve."""
        os.environ[ENVIRONMENT] = json.dumps(asdict(replace(self, limits=None)))

    @classmethod
    def from_environment(cls) -> Settings:
        """As they were left."""
        left = json.loads(os.environ[ENVIRONMENT])
        proxies, keep = tuple(left["proxies"]), Keep(**left["keep"])
        return cls(**{**left, "proxies": proxies, "keep": keep})

    @property
    def usual_limits(self) -> Limits:
        """The limits that hold."""
        return self.limits or (PUBLIC if self.public else Limits())

    @property
    def host(self) -> str | None:
        """The host, with the port if there is one, by which people find it."""
        return urlsplit(self.address).netloc if self.address else None

    @property
    def encrypted(self) -> bool:
        """Whether people reach it by HTTPS."""
        return self.address is not None and self.address.startswith("https://")


def check_address(address: str) -> str:
    """An address as a browser writes the origin of its pages."""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in address
    except ValueError:
        usable = False
    if not usable or parts.path.strip("/") or parts.query or parts.fragment:
        raise UnusableSettings(
            f"The address {address!r} must be like https://play.example.org, with nothing behind."
        )
    usual = ":443" if parts.scheme == "https" else ":80"
    return f"{parts.scheme}://{parts.netloc}".lower().removesuffix(usual)


def check_proxy(proxy: str) -> None:
    """Refuse what is no address, and what is everybody's."""
    try:
        network = ipaddress.ip_network(proxy)
    except ValueError:
        raise UnusableSettings(
            f"The proxy {proxy!r} must be an address or a network: 127.0.0.1, 10.0.0.0/24."
        ) from None
    if network.prefixlen == 0:
        raise UnusableSettings(
            f"The proxy {proxy} is everybody, and anybody could say to be anybody:"
            " name the address of your proxy, such as 127.0.0.1."
        )


def check_public(settings: Settings) -> None:
    """Refuse what is insecure where anybody can come."""
    if not settings.encrypted:
        raise UnusableSettings(
            "A public server needs an address with https, so that nobody can read along:"
            " --address https://play.example.org, with a proxy before it that speaks TLS."
        )
    if not settings.proxies:
        raise UnusableSettings(
            "A public server needs a proxy before it that speaks TLS: name its address,"
            " such as --proxy 127.0.0.1."
        )
    try:
        url = make_url(settings.db)
    except ArgumentError:
        raise UnusableSettings(
            f"The database {settings.db!r} must be a file or a URL of SQLAlchemy."
        ) from None
    if url.get_backend_name() == "sqlite":
        check_file(url)
    else:
        check_connection(url)


def check_file(url: URL) -> None:
    """Refuse a file that others on the machine can read."""
    path = Path(url.database or "")
    if not path.is_file():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        raise UnusableSettings(
            f"Others on this machine can read or write {path} (mode {mode:o}): chmod 600 {path}"
        )


def check_connection(url: URL) -> None:
    """Refuse a database at the other end of a network that can be read along."""
    asked = url.query.get("host", url.host or "")
    hosts = ",".join([asked] if isinstance(asked, str) else asked).split(",")
    if all(is_here(host) for host in hosts) or url.query.get("sslmode") in ENCRYPTED:
        return
    raise UnusableSettings(
        f"The connection to the database on {', '.join(hosts)} is not encrypted for sure:"
        " add ?sslmode=verify-full to its URL."
    )


def is_here(host: str) -> bool:
    """Whether a host of a database is this machine; a path is a socket in a folder."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host in ("", "localhost") or host.startswith("/")


def make_private_file(db: str) -> None:
    """Make the file of a new SQLite database so that only its owner can read it."""
    url = make_url(db)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).touch(mode=0o600)
