"""Compiled templates, kept in the user's own cache from one run to the next."""

from __future__ import annotations

import marshal
from hashlib import sha256

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from sheetgen.ground.cache import Cache, find_folder
from sheetgen.ground.program import describe_programs

_COMPILING = ("template.py", "mending.py", "svg/plan/token.py", "svg/read/tree.py", "sandbox")
"""What compiles a template, cuts or mends it before, or refuses it."""


class CompiledTemplates(BytecodeCache):
    """What Jinja made of templates, found by their text and by everything that compiles it.

    A template of a stranger is compiled here as any other, with the checks of the sandbox, and
    only ever found again by its whole text; nothing that comes with a project is loaded.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        self.cache = cache or Cache(find_folder())
        self._compiler = b""
        if self.cache.folder:
            self._compiler = describe_programs(_COMPILING, jinja2.__version__)

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
