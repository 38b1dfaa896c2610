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
    """Python, Jinja, and the text of our own modules that change how a template is compiled.

    The text stands for their version, which does not change while somebody works on them.
    """
    classes = [*environment.__mro__, *environment.code_generator_class.__mro__]
    modules = dict.fromkeys(c.__module__ for c in classes if c.__module__.startswith("sheetgen."))
    files = [sys.modules[name].__file__ or "" for name in modules]
    versions = f"{sys.version}\n{jinja2.__version__}\n".encode() + MAGIC_NUMBER
    return sha256(versions + b"".join(Path(file).read_bytes() for file in files)).digest()
