"""The user's own cache: what is kept from one run for the next, by which keys, safe from others.

What is found here is trusted as much as the program itself, so it has to be the user's own work.
The folder is used only if it is a real folder, owned by the user and closed to everybody else, and
if nobody else could have put it there. A folder that is not so, or a system that can't tell, means
that nothing is kept; no run depends on the cache, and none reports anything about it.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path

from sheetgen.ground.files import stamp_file
from sheetgen.ground.record import NamedTuple
from sheetgen.ground.version import __version__

_DIGEST = 32  # bytes of a SHA-256
_MOST = 400
"""The most files that are kept; beyond these, the oldest are removed."""
_OFF = ("0", "off", "no", "false")


def find_folder() -> Path | None:
    """The user's cache folder for sheetgen, whether or not it exists; None for none.

    It is `$XDG_CACHE_HOME/sheetgen`, or in the place that the platform has for caches. A relative
    path is not followed, as it would lead into whatever folder the user stands in.
    `SHEETGEN_CACHE=0` means none.
    """
    if os.environ.get("SHEETGEN_CACHE", "").lower() in _OFF or not hasattr(os, "geteuid"):
        return None
    given = os.environ.get("XDG_CACHE_HOME", "")
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    home = given if os.path.isabs(given) else os.path.expanduser(usual)  # noqa: PTH111, PTH117
    return Path(home, "sheetgen") if os.path.isabs(home) else None  # noqa: PTH117


class CacheKey(NamedTuple):
    """The name of a file in a cache, and all that what is in it was made from."""

    name: str
    source: bytes


class Cache:
    """Bytes by the keys of what they were made from; None as a folder keeps nothing.

    A key and all bytes are checked by a SHA-256 when they are read, so a file that was cut short,
    or belongs to another version, is as good as none. Never raises OSError.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._is_firm = False

    def load(self, key: CacheKey) -> bytes | None:
        """The bytes kept under a key's name, if they were made from the same."""
        with suppress(OSError), self._open() as folder:
            handle = os.open(key.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
            with os.fdopen(handle, "rb") as file:
                found = os.fstat(handle)
                if not (stat.S_ISREG(found.st_mode) and _is_private(found)):
                    return None
                digest, data = file.read(_DIGEST), file.read()
            if digest == sha256(key.source + data).digest():
                return data
        return None

    def keep(self, key: CacheKey, data: bytes) -> None:
        """Keeps bytes under a key, in place of those with its name."""
        if self.folder is None:
            return
        with suppress(OSError):
            self._make_folder(self.folder)
            with self._open() as folder:
                draft = f"{key.name}.{os.getpid()}"
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
                handle = os.open(draft, flags, 0o600, dir_fd=folder)
                try:
                    with os.fdopen(handle, "wb") as file:
                        file.write(sha256(key.source + data).digest() + data)
                    os.replace(draft, key.name, src_dir_fd=folder, dst_dir_fd=folder)
                except OSError:
                    os.unlink(draft, dir_fd=folder)
                _thin(folder)

    def _make_folder(self, folder: Path) -> None:
        """Makes the cache's folder, and the one of all caches, but never a home. Raises OSError."""
        folder.parent.mkdir(mode=0o700, exist_ok=True)
        if _is_way_firm(folder):
            folder.mkdir(mode=0o700, exist_ok=True)

    @contextmanager
    def _open(self) -> Iterator[int]:
        """A handle of the folder, by which nothing can be put in its place. Raises OSError."""
        if self.folder is None or not (self._is_firm or _is_way_firm(self.folder)):
            raise PermissionError
        self._is_firm = True  # and only the user and the system could change that
        folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if not _is_private(os.fstat(folder)):
                raise PermissionError
            yield folder
        finally:
            os.close(folder)


def _is_private(found: os.stat_result) -> bool:
    """Whether something is the user's, and closed to everybody else."""
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _is_way_firm(folder: Path) -> bool:
    """Whether all folders on the way to a folder are firm, as it is named and where links lead."""
    led = Path(os.path.realpath(folder.parent))
    return all(map(_is_firm, {*folder.parents, led, *led.parents}))


def _is_firm(folder: Path) -> bool:
    """Whether nobody but the user and the system can change what is where on a way."""
    found = os.lstat(folder)
    if found.st_uid not in (0, os.geteuid()):
        return False
    # In a folder with the sticky bit, such as /tmp, others can't touch what is the user's.
    shared = found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX
    return stat.S_ISLNK(found.st_mode) or not shared


def _thin(folder: int) -> None:
    """Removes the oldest files where there are too many. Raises OSError."""
    names = os.listdir(folder)
    if len(names) > _MOST:
        ages = {
            name: os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime for name in names
        }
        for name in sorted(names, key=ages.__getitem__)[: len(names) - _MOST // 2]:
            os.unlink(name, dir_fd=folder)


# What is kept, and the keys of it. A game is no part of them beyond its modules: what it says of a
# sheet is in the text of its templates, or comes as values that are filled in.


def key_template(name: str, text: str) -> CacheKey:
    """The key of a template's code. What was made of an earlier text makes room for it."""
    return _make_key("template", _describe_program(), name, text)


def key_source(file: str, text: str) -> CacheKey:
    """The key of what was read of a file of a game."""
    return _make_key("source", _describe_reading(), file, text)


def key_plan(fonts: bytes, look: str, start: str) -> CacheKey:
    """The key of what was learned of drawings.

    It follows from the digest of their fonts, from their ink and bleed, and from their text up to
    the first element that is drawn, with the folder where their pictures are.
    """
    return _make_key("plan", _describe_program(), f"{fonts.hex()}\n{look}\n{start}")


def key_drafts(project: Path) -> CacheKey:
    """The key of the unsaved work in a project, which every version of the program can read."""
    name = sha256(str(project.absolute()).encode()).hexdigest()[:32]
    return CacheKey(f"drafts-{name}", b"drafts 1")


def _make_key(kind: str, program: bytes, name: str, text: str = "") -> CacheKey:
    """The key of a result of this program that is named by one text, and made from another too."""
    named, rest = (sha256(each.encode(errors="surrogatepass")).digest() for each in (name, text))
    return CacheKey(f"{named.hex()}.{kind}", program + named + rest)


_LIBRARIES = ("jinja2", "uharfbuzz", "pyphen")
"""Libraries that what is kept depends on: they compile templates, shape texts and break words."""


@cache
def _describe_program() -> bytes:
    """A digest of Python, the libraries, and all modules of our own."""
    return _describe(_LIBRARIES, _PACKAGE)


@cache
def _describe_reading() -> bytes:
    """A digest of Python, the library that reads YAML, and the modules that read files."""
    return _describe(("yaml",), _PACKAGE / "reading")


_PACKAGE = Path(__file__).parents[1]
BUILD = "build.txt"
"""A file among the modules that names their build, where files have no times worth anything."""


def _describe(names: Sequence[str], folder: Path) -> bytes:
    """A digest of Python, some libraries, and the modules in a folder.

    The sizes and times of the modules stand for their version, which does not change while somebody
    works on them; Python itself knows by these whether a module has changed.
    """
    with suppress(OSError):
        return sha256(sys.version.encode() + (_PACKAGE / BUILD).read_bytes()).digest()
    specs = map(find_spec, names)
    libraries = [stamp_file(Path(spec.origin)) for spec in specs if spec and spec.origin]
    modules = sorted(_stamp_modules(folder))
    found = repr((sys.version, MAGIC_NUMBER, __version__, libraries, modules))
    return sha256(found.encode(errors="surrogatepass")).digest()


def _stamp_modules(folder: str | Path) -> Iterator[tuple[str, int, int, int]]:
    """The paths of all modules in a folder, and how one can tell that they have changed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.path, found.st_mtime_ns, found.st_size, found.st_ino
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _stamp_modules(entry.path)
