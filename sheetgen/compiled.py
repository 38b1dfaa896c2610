"""Compiled templates, kept in the user's own cache from one run to the next."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from sheetgen.ground.assets import list_names
from sheetgen.ground.cache import Cache, find_folder
from sheetgen.ground.files import stamp_file
from sheetgen.ground.version import __version__


class CompiledTemplates(BytecodeCache):
    """What Jinja made of templates, found by their text and by everything that compiles it.

    A template of a stranger is compiled here as any other, with the checks of the sandbox, and
    only ever found again by its whole text; nothing that comes with a project is loaded.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        self.cache = cache or Cache(find_folder())
        self._compiler = _describe_compiler() if self.cache.folder else b""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The name of a template's file in the cache."""
        return sha256(f"{name}\n{filename}".encode(errors="surrogatepass")).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """What the text of a template and all that compiles it come to."""
        return sha256(self._compiler + source.encode(errors="surrogatepass")).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes a template's code from the cache, if it is there."""
        data = self.cache.load(bucket.key, _join_key(bucket))
        if data is not None:
            bucket.code = marshal.loads(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Puts a template's code into the cache, if there is one."""
        if bucket.code is not None:
            self.cache.keep(bucket.key, _join_key(bucket), marshal.dumps(bucket.code))


def _join_key(bucket: Bucket) -> bytes:
    return f"{bucket.key}\n{bucket.checksum}\n".encode()


def _describe_compiler() -> bytes:
    """All that decides what a template is compiled to: Python, Jinja, and our own modules.

    The sizes and times of the modules stand for their version, which does not change while somebody
    works on them; Python itself knows by these whether a module has changed.
    """
    versions = f"{sys.version}\n{MAGIC_NUMBER!r}\n{jinja2.__version__}\n{__version__}"
    modules = [(path.name, stamp_file(path)) for path in _list_modules()]
    return f"{versions}\n{modules}\n".encode()


def _list_modules() -> Iterator[Path]:
    """Our modules that compile a template, mend it before, or refuse it."""
    package = Path(__file__).parent
    yield from (package / "template.py", package / "mending.py", package / "svg/read/tree.py")
    for name in list_names(package / "sandbox"):
        if name.endswith(".py"):
            yield package / "sandbox" / name
