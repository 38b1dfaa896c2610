"""The gate: who may ask, how, and what a browser may do with the answers.

The studio listens on the loopback only, but pages from anywhere run in the same browser. So every
request needs the token, which only the studio's own page knows, names the studio as its host, and
comes from the studio's own page if it changes anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hmac import compare_digest
from pathlib import Path
from urllib.parse import parse_qsl, unquote_to_bytes

from sheetgen.studio.request import FOLDER, MOST_BYTES, Answer, AskError, find_typeface

PAGE = Path(__file__).parent / "page"
"""The page, its script, its looks and its icons."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " font-src 'self'; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""The policy of the page, which may load and run nothing but its own files."""
PICTURE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
"""The policy of a drawing opened by itself, which may only be looked at."""

MOST_QUERY, MOST_FIELDS, MOST_PATH = 4000, 20, 400
_PATH = re.compile(r"[A-Za-z0-9._~/-]*")

Headers = Sequence[tuple[bytes, bytes]]


class Gate:
    """Lets requests in that know the token and come from the studio's own page."""

    def __init__(self, token: str, port: int) -> None:
        self.token = token
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        if port == 80:
            self.hosts |= {"127.0.0.1", "localhost"}

    def admit(self, method: str, path: bytes, headers: Headers) -> str:
        """The path below the token. Raises AskError for whatever may not come in."""
        given = _read_headers(headers)
        if given.get("host") not in self.hosts:
            raise AskError(403, "this is not the address of the studio")
        head, _, rest = path.removeprefix(b"/").partition(b"/")
        if not compare_digest(head, self.token.encode()):
            raise AskError(403, "the address needs the token that the studio has printed")
        if method not in ("GET", "POST"):
            raise AskError(405, "there is only GET and POST here")
        self._check_origin(method, given)
        if method == "POST":
            _check_body(given)
        return _read_path(rest)

    def _check_origin(self, method: str, given: Mapping[str, str]) -> None:
        """Refuses requests that another page makes. Raises AskError."""
        origin = given.get("origin", f"http://{given['host']}" if method == "GET" else "")
        site = given.get("sec-fetch-site", "same-origin")
        direct = method == "GET" and site == "none"
        if origin != f"http://{given['host']}" or not (site == "same-origin" or direct):
            raise AskError(403, "only the studio's own page may ask this")


def _check_body(given: Mapping[str, str]) -> None:
    kind, _, _ = given.get("content-type", "").partition(";")
    if kind.strip().lower() != "application/json":
        raise AskError(415, "this takes JSON only (Content-Type: application/json)")
    if given.get("content-encoding", "identity") != "identity":
        raise AskError(415, "the body must not be compressed")
    length = given.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise AskError(400, "this length is not a number")
    if len(length) > 12 or int(length) > MOST_BYTES:
        raise AskError(413, "this is larger than 9 MB")


def _read_headers(headers: Headers) -> dict[str, str]:
    """Headers by their names; one that says who asks is given once. Raises AskError."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.decode("latin-1").lower()
        if key in found and key in ("host", "origin", "content-type", "content-length"):
            raise AskError(400, f"{key} is given twice")
        found[key] = value.decode("latin-1")
    return found


def _read_path(path: bytes) -> str:
    """A path in plain letters, which leads only downward. Raises AskError."""
    if len(path) > MOST_PATH:
        raise AskError(414, "this path is too long")
    text = unquote_to_bytes(path).decode("latin-1")
    if not _PATH.fullmatch(text) or any(part in ("", ".", "..") for part in text.split("/")[:-1]):
        raise AskError(404, "there is nothing here")
    if text.rpartition("/")[2] in (".", "..") or b"%" in path:
        raise AskError(404, "there is nothing here")
    return text


def read_query(query: bytes) -> dict[str, str]:
    """The fields of a query, each given once. Raises AskError."""
    if len(query) > MOST_QUERY:
        raise AskError(414, "this query is too long")
    try:
        pairs = parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(query),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise AskError(400, "this query can't be read") from None
    found = dict(pairs)
    if len(found) < len(pairs):
        raise AskError(400, "a field is given twice")
    return found


def find_page(path: str, folder: Path = PAGE) -> Answer:
    """A file of the page. Raises AskError."""
    if path.startswith(FOLDER):
        return find_typeface(path)
    if path.startswith("words/"):
        from sheetgen.studio.language import find_catalogue

        return find_catalogue(path)
    name = path or "index.html"
    kind = TYPES.get(Path(name).suffix)
    if kind is None or name not in _list_page(folder):
        raise AskError(404, "there is nothing here")
    return Answer(200, kind, (folder / name).read_bytes())


@lru_cache(maxsize=4)
def _list_page(folder: Path) -> frozenset[str]:
    """The names of the page's files, below their folder."""
    return frozenset(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def list_headers(answer: Answer) -> dict[str, str]:
    """The headers of an answer."""
    picture = answer.type.startswith("image/svg")
    found = {
        "Content-Type": answer.type,
        "Content-Security-Policy": PICTURE_POLICY if picture else POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": f"private, max-age={answer.keep}" if answer.keep else "no-store",
    }
    if answer.name:
        plain = re.sub(r"[^A-Za-z0-9._-]", "-", answer.name)[:100]
        found["Content-Disposition"] = f'attachment; filename="{plain}"'
    return found
