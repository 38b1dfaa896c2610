"""Compiled templates, kept in the user's own cache from one run to the next."""

from __future__ import annotations

import marshal
import sys
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from sheetgen.ground.cache import Cache, find_folder
from sheetgen.ground.version import __version__


class CompiledTemplates(BytecodeCache):
    """What Jinja made of templates, found by their text and by everything that compiles it.

    A template of a stranger is compiled here as any other, with the checks of the sandbox, and
    only ever found again by its whole text; nothing that comes with a project is loaded.
    """

    def __init__(self, environment: type[jinja2.Environment], cache: Cache | None = None) -> None:
        """`environment` is the class of the environment in which the templates are compiled."""
        self.cache = cache or Cache(find_folder())
        self._compiler = _describe_compiler(environment) if self.cache.folder else b""

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


def _describe_compiler(environment: type[jinja2.Environment]) -> bytes:
    """All that decides what a template is compiled to: Python, Jinja, and our own modules.

    The texts of the modules, and of those beside them, stand for their version, which does not
    change while somebody works on them.
    """
    classes = [*environment.__mro__, *environment.code_generator_class.__mro__]
    names = {found.__module__ for found in classes if found.__module__.startswith("sheetgen.")}
    folders = {Path(sys.modules[name].__file__ or "").parent for name in names}
    found = sha256(f"{sys.version}\n{jinja2.__version__}\n{__version__}\n".encode())
    found.update(MAGIC_NUMBER)
    for file in sorted(file for folder in folders for file in folder.glob("*.py")):
        found.update(file.read_bytes())
    return found.digest()
