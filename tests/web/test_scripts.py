"""Scripts import each other: a page that has many asks for all of them at once."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi.testclient import TestClient

from spielwerk.server.app import create_app
from spielwerk.server.pages import WEB
from spielwerk.server.settings import Settings

ASKED = re.compile(r'(?:rel="modulepreload" href|type="module" src)="/static/(\w+)\.js"')
IMPORTED = re.compile(r'^import .* from "\./(\w+)\.js";$', re.MULTILINE)


def with_imports(name: str, found: frozenset[str] = frozenset()) -> frozenset[str]:
    """A script, all that it imports, and what that imports."""
    found |= {name}
    for other in IMPORTED.findall((WEB / "static" / f"{name}.js").read_text("utf-8")):
        if other not in found:
            found = with_imports(other, found)
    return found


def test_the_page_of_a_table_asks_for_all_its_scripts_at_once(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}"))) as client:
        data = {"game": "veier", "seats": [{"kind": "here"}, {"kind": "here"}]}
        made = client.post("/api/tables", json=data).json()
        page = client.get(f"/t/{made['id']}").text
    assert sorted(ASKED.findall(page)) == sorted(with_imports("table"))
