"""The guard: which piece is being drawn, and what it may take before something else ends it.

Templates, chapters and drawings come from strangers, so their steps are counted (`sandbox/`). This
is for what the counting misses. A process with a guard announces each piece before it is drawn. The
system ends the process if a piece takes too long, even in the midst of a call that no Python can
interrupt, and whoever has started it says which piece it was. Where a system has no such bounds,
nothing is bounded here.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare

RUNAWAY = declare(
    "runaway",
    "error",
    """One template, chapter or drawing takes more time or memory than any can need.

    Why: They come from other people, and one that never ends would stop the computer. What they do
    is counted while they do it; should the counting miss something, what one of them takes is
    bounded as a whole: by the time of the processor, and by the memory that is needed beyond what
    was in use before.

    Example:
    # templates/asfos/display.svg is drawn for half a minute, and no end is in sight
    """,
)
SECONDS = 30.0
"""Seconds of the processor that one piece may take."""
MEMORY = 1 << 30
"""Bytes of memory that one piece may take."""
ENDED = getattr(signal, "SIGPROF", None)
"""The signal that ends a process whose piece takes too long; None where there is none."""

Announce = Callable[[str, bool], None]
"""Takes the name of a piece, and whether its time begins now."""


def judge_runaway(name: str, what: str) -> Diagnostic:
    """Return the diagnostic of a piece that took more than `what`, such as 2 GB of memory."""
    hint = "repeat and draw less in it; a simpler version may work"
    return RUNAWAY.at(Place(name), f"drawing {Path(name).name} takes more than {what}", hint)


def judge_slow(name: str) -> Diagnostic:
    """Return the diagnostic of a piece that took too much time of the processor."""
    return judge_runaway(name, f"{SECONDS:g} seconds of the processor")


class Guard:
    """Bounds what each piece takes in this process, and announces it by the name of its file.

    An empty name is announced when a piece is done. Pieces that are `refused` are not drawn again.
    """

    def __init__(
        self,
        announce: Announce,
        refused: Iterable[Diagnostic] = (),
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_wanted` says whether somebody still waits for what is being made."""
        self.is_wanted = is_wanted
        self.refused = {problem.file: problem for problem in refused}
        self._announce = announce
        self._pieces: list[tuple[str, bool]] = []
        self._names: dict[Path, str] = {}
        self._memory = _find_memory()

    def enter(self, what: str | Path, has_parts: bool) -> None:
        """Begins a piece, or one of the pieces in it. Raises ProblemError, StoppedError."""
        check_wanted()
        name = what if isinstance(what, str) else self._names.get(what)
        if name is None:
            assert isinstance(what, Path)
            name = self._names[what] = assets.display_name(what)
        if name in self.refused:
            raise ProblemError([self.refused[name]])
        is_apart = not self._pieces or self._pieces[-1][1]
        self._pieces.append((name, has_parts))
        if is_apart:
            self.renew()
        else:
            self._announce(name, False)

    def renew(self) -> None:
        """Lets the piece take as much as at its beginning."""
        self._announce(self._pieces[-1][0], True)
        if ENDED:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
        if self._memory:
            self._memory.bound()

    def leave(self) -> None:
        """Ends the piece that was begun last."""
        self._pieces.pop()
        if self._pieces:
            name, has_parts = self._pieces[-1]
            if has_parts:
                self.renew()
            else:
                self._announce(name, False)
            return
        if ENDED:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if self._memory:
            self._memory.free()
        self._announce("", True)

    def explain(self) -> ProblemError | None:
        """Why there is no memory for the piece that is being drawn; None if it is not to blame."""
        if self._memory and not self._memory.is_least():
            return None
        return ProblemError([judge_runaway(self._pieces[-1][0], f"{_spell(MEMORY)} of memory")])


class StoppedError(BaseException):
    """Nobody wants any more what is being made; no handler of mistakes may take it for one."""


_guard: Guard | None = None


def set_guard(guard: Guard | None) -> None:
    """Has the pieces of this process guarded, or not any more."""
    global _guard
    _guard = guard


class Piece:
    """The time while a template, a chapter or a drawing is worked on, named by its file.

    One that `has_parts`, such as a chapter, has time for itself and for each piece in it. Without a
    guard it is nothing. Raises ProblemError for one that may not begin, or takes too much memory.
    """

    __slots__ = ("_guard", "_has_parts", "_what")

    def __init__(self, what: str | Path, has_parts: bool = False) -> None:
        self._what, self._has_parts, self._guard = what, has_parts, _guard

    def __enter__(self) -> None:
        if self._guard:
            self._guard.enter(self._what, self._has_parts)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._guard:
            short = self._guard.explain() if isinstance(error, MemoryError) else None
            self._guard.leave()
            if short:
                raise short from None


def renew_piece() -> None:
    """Begins the time of a piece again, as of a book with each of its pages."""
    if _guard:
        check_wanted()
        _guard.renew()


def check_wanted() -> None:
    """Raises StoppedError if nobody waits any more for what this thread makes."""
    if _guard and not _guard.is_wanted():
        raise StoppedError


class _Memory:
    """The bound on this process's memory, relative to what is in use."""

    def __init__(self, least: tuple[int, int]) -> None:
        self._outer, self._hard = least
        self._own = 0

    def bound(self) -> None:
        """Lets this process take so much more than it does."""
        self._own = measure_memory() + MEMORY
        self._set(min(m for m in (self._own, self._outer, self._hard) if m >= 0))  # -1 is none

    def is_least(self) -> bool:
        """Whether the bound is reached before any that somebody else has set."""
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_DATA)
        space, _ = resource.getrlimit(resource.RLIMIT_AS)
        room = most - measure_memory()
        return most == self._own and (space < 0 or space - _read_size(0) > room)

    def free(self) -> None:
        """Lets this process take what it might at its start."""
        self._set(self._outer)

    def _set(self, most: int) -> None:
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (most, self._hard))


def _find_memory() -> _Memory | None:
    """The bound on memory; None where the system has none, or can't say what is in use."""
    try:
        import resource

        measure_memory()
        return _Memory(resource.getrlimit(resource.RLIMIT_DATA))
    except (ImportError, OSError, ValueError):
        return None


def measure_memory() -> int:
    """The bytes that this process may write to. Raises OSError where there is no telling."""
    return _read_size(5)


def _read_size(at: int) -> int:
    """A size of this process in bytes, by its place in Linux's statm; see proc(5)."""
    handle = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return int(os.read(handle, 200).split()[at]) * os.sysconf("SC_PAGE_SIZE")
    finally:
        os.close(handle)


def _spell(size: int) -> str:
    return f"{size >> 30} GB" if size >= 1 << 30 else f"{size >> 20} MB"
