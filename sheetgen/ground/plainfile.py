"""Plain files: opened without waiting and read within a bound; a pipe only where one is expected.

A definition that is really a pipe must not hang the program, one that is really /dev/zero must not
fill its memory. What a path leads to is asked of the open file, so it can't change in between.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable

MOST_SECONDS = 60.0
"""How long to wait for everything that comes from a pipe."""
_CHUNK = 1 << 20
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class FileError(Exception):
    """A file that must not be read; the text says why, and continues `it …` or `this …`."""


class NotPlainError(FileError):
    """A folder, pipe, device or socket in place of a file."""


class LinkError(FileError):
    """A link where none is wanted."""


class OutsideError(FileError):
    """A file outside the folders that a project may read."""


class TooLargeError(FileError):
    """A file that is larger than it may be."""


def read_plain(
    path: str | os.PathLike[str],
    most: int,
    links: bool = True,
    pipes: Callable[[], bool] = lambda: False,
) -> tuple[bytes, os.stat_result]:
    """The contents of a file, at most `most` bytes, and its state when it was read.

    Without `links`, the last part of the path must not be a link. `pipes` says whether it may be a
    pipe; it is opened once, as whoever writes into it does not wait for a second time. Raises
    FileError, OSError, and ValueError for a name that no file can have.
    """
    try:
        handle = os.open(path, _FLAGS | (0 if links else _NO_LINK))
    except OSError as error:
        if not links and os.path.islink(path):  # noqa: PTH114 (Path.is_link may raise)
            raise LinkError("is a link") from None
        if error.errno == errno.ENXIO:
            raise NotPlainError("is a socket, not a file") from None
        raise
    try:
        if not links and not _NO_LINK and os.path.islink(path):  # noqa: PTH114
            raise LinkError("is a link")
        state = os.fstat(handle)
        kind = describe_kind(state)
        if kind and not (kind == "a pipe" and pipes()):
            raise NotPlainError(f"is {kind}, not a file")
        if state.st_size > most:
            raise TooLargeError(f"is larger than {most // 1_000_000} MB")
        data = _read_pipe(handle, most) if kind else _read(handle, most, state.st_size)
    finally:
        os.close(handle)
    if len(data) > most:
        raise TooLargeError(f"is larger than {most // 1_000_000} MB")
    return data, state


def describe_kind(state: os.stat_result) -> str:
    """What something is that is not a plain file, such as `a pipe`; empty for a plain file."""
    return _KINDS.get(stat.S_IFMT(state.st_mode), "")


def _read(handle: int, most: int, size: int) -> bytes:
    """Up to one byte more than `most`; the size is what the file says, which may be wrong."""
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    parts, length = [data], len(data)
    while length <= most and (data := os.read(handle, min(_CHUNK, most + 1 - length))):
        parts.append(data)
        length += len(data)
    return b"".join(parts)


def _read_pipe(handle: int, most: int) -> bytes:
    """The same from a pipe; raises TimeoutError if its other end does not finish in time."""
    import select

    parts, length = [], 0
    end = time.monotonic() + MOST_SECONDS
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    while length <= most:
        if not waiting.poll(max(0.0, end - time.monotonic()) * 1000):
            seconds = f"{MOST_SECONDS:g} seconds"
            raise TimeoutError(errno.ETIMEDOUT, f"the pipe has not ended within {seconds}")
        try:
            data = os.read(handle, min(_CHUNK, most + 1 - length))
        except BlockingIOError:
            continue
        if not data:
            break
        parts.append(data)
        length += len(data)
    return b"".join(parts)
