"""What a server is started with, and what a public one refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spielwerk.server.limits import PUBLIC, Limits
from spielwerk.server.settings import Settings, UnusableSettings, make_private_file
from tests.cli.running import refusal
from tests.server.players import FRIENDS, set_table
from tests.server.quiet import quiet_client

PLAY = "https://play.example.org"


def public(db: str = "sqlite://", **more: Any) -> Settings:
    return Settings(**{"db": db, "address": PLAY, "public": True, "proxies": ("10.0.0.1",), **more})


def test_limits_are_stricter_on_a_public_server() -> None:
    assert Settings("sqlite://").usual_limits == Limits()
    assert public().usual_limits == PUBLIC
    assert public(limits=Limits()).usual_limits == Limits()


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("https://play.example.org/", PLAY),
        ("https://Play.Example.org:443", PLAY),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
        ("http://10.0.0.7:8321", "http://10.0.0.7:8321"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_an_address_is_written_as_browsers_do(address: str, written: str) -> None:
    assert Settings("sqlite://", address).address == written


@pytest.mark.parametrize(
    "address",
    ["", "play.example.org", "ftp://x", "https://", "https://x/y", "https://a@x", "http://["],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UnusableSettings, match=r"must be like https://play\.example\.org"):
        Settings("sqlite://", address)


@pytest.mark.parametrize(
    ("proxy", "why"),
    [
        ("*", "must be an address"),
        ("proxy.example.org", "must be an address"),
        ("0.0.0.0/0", "is everybody"),
        ("::/0", "is everybody"),
    ],
)
def test_forwarded_headers_are_not_believed_from_everywhere(proxy: str, why: str) -> None:
    with pytest.raises(UnusableSettings, match=why):
        Settings("sqlite://", proxies=(proxy,))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"address": None}, "--address https://play.example.org"),
        ({"address": "http://play.example.org"}, "needs an address with https"),
        ({"proxies": ()}, "--proxy 127.0.0.1"),
        ({"db": "postgresql+psycopg://me@db.example.org/x"}, "sslmode=verify-full"),
        ({"db": "postgresql://me@db.example.org/x?sslmode=prefer"}, "sslmode=verify-full"),
        ({"db": "postgresql://me@localhost,db.example.org/x"}, "not encrypted for sure"),
        ({"db": "postgresql://me@/x?host=db.example.org"}, "on db.example.org is not"),
        ({"db": "nonsense"}, "must be a file or a URL"),
    ],
)
def test_a_public_server_refuses_what_is_insecure(more: dict[str, Any], why: str) -> None:
    with pytest.raises(UnusableSettings, match=why):
        public(**more)


@pytest.mark.parametrize(
    "db",
    [
        "postgresql://me@db.example.org/x?sslmode=verify-full",
        "postgresql+psycopg://me@db.example.org/x?sslmode=require",
        "postgresql://me@localhost/x",
        "postgresql://me@127.0.0.1/x",
        "postgresql:///x",
        "postgresql://me@/x?host=/var/run/postgresql",
    ],
)
def test_a_database_on_this_machine_or_by_tls_is_fine(db: str) -> None:
    assert public(db).db == db


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.touch()
    for mode in (0o644, 0o640, 0o606):
        path.chmod(mode)
        with pytest.raises(UnusableSettings, match=f"chmod 600 {path}"):
            public(f"sqlite:///{path}")
    path.chmod(0o600)
    assert public(f"sqlite:///{path}")


def test_a_new_file_is_made_so_that_others_cannot_read_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    make_private_file(f"sqlite:///{path}")
    with quiet_client(public(f"sqlite:///{path}"), base_url=PLAY) as client:
        set_table(client, FRIENDS)
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_the_command_refuses_in_one_line() -> None:
    assert "--address" in refusal("serve", "--public")
    assert "--proxy" in refusal("serve", "--public", "--address", PLAY)
    assert "must be an address" in refusal("serve", "--proxy", "*")


def test_a_public_server_is_found_by_its_address_only(db: str) -> None:
    with quiet_client(public(db), base_url=PLAY) as client:
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        cookie = client.get("/?language=de", follow_redirects=False).headers["Set-Cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        client.cookies.clear()
        light, *_ = set_table(client, FRIENDS)
        for wrong in ("elsewhere.example", "play.example.org.elsewhere.example", "10.0.0.7", ""):
            refused = client.get(light.table, headers={"Host": wrong})
            assert refused.status_code == 421
            assert refused.json() == {"error": f"This server is at {PLAY}: go there."}
            assert client.get("/api/health", headers={"Host": wrong}).status_code == 200
        plain = client.get("http://play.example.org/", follow_redirects=False)
        assert plain.status_code == 421


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "play.example.org", "Origin": PLAY}, None),
        ({"Host": "play.example.org"}, None),
        ({"Host": "play.example.org", "Origin": "http://play.example.org"}, 4403),
        ({"Host": "elsewhere.example", "Origin": "https://elsewhere.example"}, 4421),
    ],
)
def test_a_public_server_lets_only_its_own_pages_listen(
    db: str, headers: dict[str, str], code: int | None
) -> None:
    with quiet_client(public(db), base_url=PLAY) as client:
        light, *_ = set_table(client, FRIENDS)
        url = f"wss://play.example.org{light.table}/live"
        with client.websocket_connect(url, headers=headers) as line:
            if code is None:
                line.send_json({})
                assert line.receive_json()["number"] == 0
            else:
                assert line.receive()["code"] == code
