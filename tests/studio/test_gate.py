"""The gate: 200 hostile requests, each answered by a plain 4xx, and nothing written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from sheetgen.studio.gate import POLICY, Gate
from sheetgen.studio.request import MOST_BYTES
from sheetgen.studio.server import App, is_watched
from tests.each import check_each
from tests.studio.conftest import Studio

TOKEN, PORT = "a-token_of-32-letters-0123456789", 8123
HOST = f"127.0.0.1:{PORT}"
SHIP = "ships/kestrel.yaml"


class Ask(NamedTuple):
    """A request as it comes over the wire."""

    path: str = f"/{TOKEN}/api/project"
    method: str = "GET"
    body: bytes = b""
    headers: Mapping[str, str | None] = MappingProxyType({})
    query: str = ""
    more: tuple[tuple[str, str], ...] = ()


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def send(app: App, ask: Ask) -> Reply:
    """The reply of the application to a request, as a server would pass it on."""
    usual: dict[str, str | None] = {"host": HOST}
    if ask.method == "POST":
        usual |= {"origin": f"http://{HOST}", "content-type": "application/json"}
    headers = [(k, v) for k, v in {**usual, **ask.headers}.items() if v is not None]
    scope = {
        "type": "http",
        "method": ask.method,
        "raw_path": ask.path.encode("latin-1"),
        "path": ask.path,
        "query_string": ask.query.encode("latin-1"),
        "headers": [(k.encode(), v.encode("latin-1")) for k, v in (*headers, *ask.more)],
    }
    sent: list[dict[str, Any]] = []

    asked = [{"type": "http.request", "body": ask.body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not asked:  # nobody goes away
            await asyncio.Event().wait()
        return asked.pop()

    async def note(message: Any) -> None:
        sent.append(message)

    # In a thread of its own: where browsers are tested, an event loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, app(scope, receive, note)).result()
    found = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return Reply(sent[0]["status"], found, b"".join(m.get("body", b"") for m in sent[1:]))


def post(path: str, body: object, **headers: str | None) -> Ask:
    """A request that changes something."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Ask(f"/{TOKEN}/api/{path}", "POST", data, dict(headers))


@pytest.fixture
def app(studio: Studio) -> App:
    """The application; whatever it would report fails."""

    def fail(error: BaseException) -> None:
        raise error

    return App(studio.desk, Gate(TOKEN, PORT), fail)


NAMES = [
    "../secret.yaml", "..\\secret.yaml", "../../etc/passwd", "/etc/passwd", "//etc/passwd",
    "ships/../../secret.yaml", "ships/../fleet.yaml", "./fleet.yaml", "ships//kestrel.yaml",
    "C:/secret.yaml", "C:secret.yaml", "\\\\host\\share\\x.yaml", "file:///etc/passwd.yaml",
    "shipped:../secret.yaml", "shipped:/etc/x.yaml", "shipped:shipped:asfos/warrior.yaml",
    "shipped:../sheetgen/__init__.py", "fleet.yaml\0", "fleet\0.yaml", "a\nb.yaml", "a\tb.yaml",
    ".hidden.yaml", ".git/config.yaml", "ships/.sheetgen/x.yaml", ".sheetgen/bin/1/deleted.json",
    "con.yaml", "ships/NUL.yaml", "aux.yaml", "COM1.yaml", "lpt9.svg", "com¹.yaml",
    "x.yaml ", "x.yaml.", " x.yaml", "x .yaml/..", "x?.yaml", "x*.yaml", "x|.yaml", 'x".yaml',
    "x<y.yaml", "x:y.yaml", "", "/", ".", "..", "ships", "ships/", "fleet.pdf", "fleet.yaml/x",
    "setup.py", "x.sh", "x.exe", "x", "~/.bashrc", "~root/x.yaml/", "%2e%2e/secret.yaml",
    "ships/%2e%2e/%2e%2e/secret.yaml", "\u202efleet.yaml", "fleet\u2028.yaml", "\ud800.yaml",
    "a/" * 20 + "x.yaml", "x" * 300 + ".yaml", "link.yaml/../x.yaml", "out/secret.yaml",
    "link.yaml",
]  # fmt: skip
"""Names of files that lead out of a project, or are none."""

DEEP = b'{"file":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
EDIT = {"file": SHIP, "version": 1}

BODIES: list[bytes | object] = [
    b"", b"{", b"nul", b"\xff\xfe", b'{"file": "\xff"}', b"[]", b"1", b'"x"', b"null", DEEP,
    b'{"file": NaN}', b'{"file": Infinity}', b'{"file": -Infinity}', b'{"file": 1e999}',
    b'{"file": ' + b"9" * 5000 + b"}", b"{}", {"file": None}, {"file": 1}, {"file": []},
    {"file": SHIP}, {"version": 1}, {**EDIT, "version": "1"}, {**EDIT, "version": 1.5},
    {**EDIT, "version": True}, {**EDIT, "version": None}, {**EDIT, "unknown": 1},
    {**EDIT, "__proto__": {}}, {**EDIT, "changes": {}}, {**EDIT, "changes": [1]},
    {**EDIT, "changes": [{"path": "mass"}]}, {**EDIT, "changes": [{"path": []}]},
    {**EDIT, "changes": [{"path": [None], "value": 1}]},
    {**EDIT, "changes": [{"path": [1.5], "value": 1}]},
    {**EDIT, "changes": [{"path": ["mass"], "value": 1, "x": 1}]},
    {**EDIT, "changes": [{"path": ["mass", "x"], "value": 1}]},
    {**EDIT, "changes": [{"path": ["primaries", -1], "value": 1}]},
    {**EDIT, "changes": [{"path": ["mass"], "value": 1, "document": 9}]},
    {**EDIT, "changes": [{"path": ["mass"], "value": 1, "document": -1}]},
    {**EDIT, "changes": [{"path": ["mass"], "move": 1}]},
    {**EDIT, "changes": [{"path": ["mass"], "rename": "name"}]},
    {**EDIT, "changes": [{"path": ["name"], "value": "\ud800"}]},
    {**EDIT, "changes": [{"path": ["mass"], "value": 1}] * 300},
    {**EDIT, "text": 1}, {**EDIT, "text": "\ud800"}, {**EDIT, "text": "x" * 8_500_000},
    {**EDIT, "version": 7, "text": ""}, {**EDIT, "version": -1, "text": ""},
    {**EDIT, "preview": 1}, {**EDIT, "preview": {"sheet": 1}}, {**EDIT, "preview": {"x": 1}},
    {**EDIT, "merge": "yes"},
]  # fmt: skip
"""Bodies of `edit` that make no sense."""

OTHERS = [
    ("save", {"file": SHIP, "version": 9}),
    ("save", {"file": SHIP, "version": 1, "force": "yes"}),
    ("new", {"game": "asfos", "kind": "ship", "name": ""}),
    ("new", {"game": "asfos", "kind": "ship", "name": "../x", "folder": "/tmp"}),
    ("new", {"game": "../asfos", "kind": "ship", "name": "x"}),
    ("new", {"game": "asfos", "kind": "nothing", "name": "x"}),
    ("copy", {"file": SHIP, "document": 7}),
    ("copy", {"file": SHIP, "document": -1}),
    ("copy", {"file": SHIP, "name": "\x00"}),
    ("rename", {"file": SHIP, "id": "../../x"}),
    ("rename", {"file": SHIP, "id": "x" * 200}),
    ("rename", {"file": "shipped:asfos/warrior.yaml", "id": "mine"}),
    ("delete", {"file": "shipped:asfos/warrior.yaml"}),
    ("restore", {"id": "../../etc"}),
    ("import", {"files": [{"name": "../x.json", "data": ""}], "write": True}),
    ("import", {"files": [{"name": "x.csv", "data": ""}], "output": "../x", "write": True}),
    ("import", {"files": [{"name": "x.csv", "data": ""}], "way": "../x.yaml"}),
    ("restore", {"id": ""}),
    ("compare", {"entries": [{"file": SHIP}] * 100}),
    ("compare", {"entries": []}),
    ("duel", {"a": {"file": SHIP}, "b": {"file": SHIP}, "options": {"duels": 10**12}}),
    ("duel", {"a": {"file": SHIP}, "b": {"file": SHIP}, "options": {"face": "x"}}),
    ("print", {"entries": [{"file": SHIP}], "options": {"paper": "1e9x1e9mm"}}),
    ("print", {"entries": [{"file": SHIP}], "options": {"copies": 10**9}}),
    ("print", {"entries": [{"file": SHIP}], "options": {"output": "/x.pdf"}}),
    ("print", {"entries": [{"file": SHIP, "document": 3}]}),
    ("print", {"entries": [{"file": SHIP}] * 600}),
    ("download", {"entries": [{"file": SHIP}], "format": "exe"}),
    ("download", {"entries": [{"file": SHIP}], "format": "png", "dpi": 10**6}),
    ("book", {"file": SHIP, "output": "../../x.pdf"}),
    ("eject", {"game": "asfos", "sheet": "../../x"}),
    ("eject", {"game": "nothing", "sheet": "display"}),
    ("view", {"file": SHIP, "sheet": "display", "script": "x"}),
    ("undo", {"file": SHIP, "steps": 9}),
    ("discard", {"file": "ships/nothing.yaml"}),
]
"""Requests of other kinds that make no sense."""


HOSTS = [
    "evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", "", None,
    f"127.0.0.1:{PORT}.evil.example", f"[::1]:{PORT}", f"0.0.0.0:{PORT}",
]  # fmt: skip
ORIGINS = [
    "http://evil.example", "null", f"https://{HOST}", f"http://{HOST}.evil.example", "", None,
    f"http://localhost:{PORT}", f"http://{HOST}/", f"http://127.0.0.1:{PORT + 1}",
]  # fmt: skip
TOKENS = ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "%61" + TOKEN[1:], TOKEN[::-1]]
METHODS = ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "get", "X"]
KINDS = [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None,
    "text/json", "application/jsonp",
]  # fmt: skip
PATHS = [
    "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/x", "page/../../gate.py", "gate.py",
    "../gate.py", "__init__.py", "index.html%00", "index.html/", "//x", "api", "api/",
    "api/../project", "api//project", "api/nothing", "api/explain/", "api/explain/../x",
    "api/explain/nothing", "api/explain/%3Cscript%3E", "fonts/../gate.py", "fonts/x.ttf",
    "fonts/barlow-400.ttf/x", "x" * 1000, "api/project?", "\xff", "api/project%",
    "api/pro\tject", "INDEX.HTML",
]  # fmt: skip
QUERIES = [
    "file", "file=%ff", "file=x&file=y", "file=" + "x" * 5000, "&" * 50, "=", "x=1",
    "file=fleet.yaml&x=1", "file=%00.yaml", "file=../x.yaml",
]  # fmt: skip
GOOD = post("edit", {**EDIT, "text": "system: asfos\n"})


def list_strangers() -> Iterator[tuple[str, Ask]]:
    """Requests that do not come from the studio's own page."""
    for host in HOSTS:
        yield f"host {host}", Ask(headers={"host": host})
        yield f"post to host {host}", GOOD._replace(headers={"host": host})
    yield "two hosts", Ask(more=(("host", HOST),))
    for token in TOKENS:
        yield f"token {token}", Ask(f"/{token}/api/project")
        yield f"post with token {token}", GOOD._replace(path=f"/{token}/api/edit")
    for origin in ORIGINS:
        yield f"origin {origin}", GOOD._replace(headers={"origin": origin})
    yield "a reading from elsewhere", Ask(headers={"origin": "http://evil.example"})
    yield "two origins", GOOD._replace(more=(("origin", "http://evil.example"),))
    for site in ("cross-site", "same-site", "none"):
        yield f"post from {site}", GOOD._replace(headers={"sec-fetch-site": site})
    yield "reading from another site", Ask(headers={"sec-fetch-site": "cross-site"})


def list_odd() -> Iterator[tuple[str, Ask]]:
    """Requests of a form that the studio does not know."""
    for method in METHODS:
        yield f"method {method}", Ask(method=method)
    yield "reading by POST", post("project", {})
    yield "changing by GET", Ask(f"/{TOKEN}/api/edit")
    yield "the page by POST", Ask(f"/{TOKEN}/index.html", "POST")
    for kind in KINDS:
        yield f"type {kind}", GOOD._replace(headers={"content-type": kind})
    yield "compressed", GOOD._replace(headers={"content-encoding": "gzip"})
    for length in ("x", "-1", str(MOST_BYTES + 1), "9" * 30, "1e3", "0x10", "\xb2"):
        yield f"length {length}", GOOD._replace(headers={"content-length": length})
    yield "too large", GOOD._replace(body=b" " * (MOST_BYTES + 1))


def list_hostile() -> Iterator[tuple[str, Ask]]:
    """Requests by strangers and by broken pages."""
    yield from list_strangers()
    yield from list_odd()
    for path in PATHS:
        yield f"path {path[:40]}", Ask(f"/{TOKEN}/{path}")
    for query in QUERIES:
        yield f"query {query[:20]}", Ask(f"/{TOKEN}/api/file", query=query)
    for name in NAMES:
        yield f"name {name[:30]!r}", post("edit", {"file": name, "version": 1, "text": "x: 1\n"})
    for number, body in enumerate(BODIES):
        yield f"body {number}", post("edit", body)
    for number, (call, asked) in enumerate(OTHERS):
        yield f"{call} {number}", post(call, asked)


HOSTILE = dict(list_hostile())


def list_files(folder: Path) -> dict[str, bytes | None]:
    """Everything in and around a project."""
    found = sorted(folder.parent.rglob("*"))
    return {str(path): path.read_bytes() if path.is_file() else None for path in found}


def test_there_are_more_than_200() -> None:
    assert len(HOSTILE) > 200


def test_a_hostile_request_is_refused_in_plain_words(app: App, studio: Studio) -> None:
    outside = studio.folder.parent / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text("system: asfos\nname: Secret\n", "utf-8")
    (studio.folder.parent / "secret.yaml").write_text("system: asfos\nname: Secret\n", "utf-8")
    (studio.folder / "link.yaml").symlink_to(outside / "secret.yaml")
    (studio.folder / "out").symlink_to(outside)
    before = list_files(studio.folder)

    def check(name: str) -> None:
        reply = send(app, HOSTILE[name])
        assert 400 <= reply.status < 500, reply
        told = json.loads(reply.body)["error"]
        assert told and len(told) < 300
        assert not any(word in told for word in ("Traceback", "Error(", ".py", "pydantic", "/tmp"))
        assert b"Secret" not in reply.body
        assert reply.headers["content-security-policy"] == POLICY
        assert list_files(studio.folder) == before
        assert not any(draft.unsaved for draft in studio.desk.drafts.values())

    check_each(HOSTILE, check)


def test_the_page_itself_comes_in(app: App) -> None:
    reply = send(app, Ask())
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-content-type-options"] == "nosniff"
    direct = send(app, Ask(headers={"sec-fetch-site": "none"}))
    assert direct.status == 200
    local = {"host": f"localhost:{PORT}", "origin": f"http://localhost:{PORT}"}
    state = send(app, post("edit", {**EDIT, "text": "system: asfos\n"}, **local))
    assert state.status == 200
    font = send(app, Ask(f"/{TOKEN}/fonts/barlow-400.ttf"))
    assert (font.status, font.body[:4]) == (200, b"\0\1\0\0")
    assert font.headers["cache-control"] == "private, max-age=3600"


def test_a_drawing_by_itself_may_do_nothing(app: App) -> None:
    reply = send(app, Ask(f"/{TOKEN}/api/preview", query=f"file={SHIP}"))
    assert reply.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in reply.headers["content-security-policy"]


def test_a_download_has_a_plain_name(app: App) -> None:
    body = {"entries": [{"file": SHIP}], "format": "svg"}
    reply = send(app, post("download", body))
    assert reply.headers["content-disposition"] == 'attachment; filename="kestrel.svg"'


def test_a_mistake_of_our_own_shows_no_traceback(studio: Studio) -> None:
    seen: list[BaseException] = []
    app = App(studio.desk, Gate(TOKEN, PORT), seen.append)
    studio.desk.project.shelf = None  # type: ignore[assignment]
    reply = send(app, Ask(f"/{TOKEN}/api/shelf"))
    assert reply.status == 500
    assert json.loads(reply.body) == {
        "error": "this is a mistake in sheetgen; the terminal says more"
    }
    assert isinstance(seen[0], AttributeError)


def test_what_others_do_beside_the_project_is_not_looked_at() -> None:
    assert is_watched("/ships/kestrel.yaml")
    assert not is_watched("/.sheetgen/bin/1/x.yaml")
    assert not is_watched("/ships/.sheetgen-0.new")
    assert not is_watched("/games/x/__pycache__/y.pyc")
