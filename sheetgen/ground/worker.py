"""A worker: a process that answers questions, and is ended and started again if it must be.

It opens what answers them by itself, from the name of a function and plain values. Each question is
answered in a thread of its own; one that nobody wants any more is stopped at its next piece.
Whatever the worker draws is a guarded piece (`guard.py`): one that takes too much ends the process,
and is the answer to the question for which it was drawn. All other questions go to the next
process, which refuses to draw that piece until something has changed.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from itertools import count
from math import inf
from queue import SimpleQueue
from threading import Lock, Thread, Timer, local
from time import monotonic
from typing import Any, BinaryIO, Protocol

from sheetgen.ground import guard
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError

LONG = 1.5
"""Seconds after which a piece takes so long that those who are in a hurry do not wait for it."""
GRACE = 5.0
"""Seconds that a piece may go on that nobody wants any more, before the process is ended."""
_TICK = 0.2
_START = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from sheetgen.ground.worker import serve
serve()
"""


class BusyError(Exception):
    """A worker is still drawing a piece that takes long; the text is its name."""


class Wish:
    """A wish of somebody who may go away; what a thread has asked to fulfil it is dropped then."""

    def __init__(self) -> None:
        self._lock, self._is_over = Lock(), False
        self._asked: list[tuple[Worker, Future[Any]]] = []
        self._outer: Wish | None = None

    def __enter__(self) -> None:
        self._outer, _here.wish = getattr(_here, "wish", None), self

    def __exit__(self, *_: object) -> None:
        _here.wish = self._outer

    def add(self, worker: Worker, coming: Future[Any]) -> None:
        """Notes a question that belongs to it."""
        with self._lock:
            if not self._is_over:
                self._asked.append((worker, coming))
                return
        worker.drop(coming)

    def end(self) -> None:
        """Drops everything that was asked: nobody waits for it any more."""
        with self._lock:
            self._is_over = True
        for worker, coming in self._asked:
            worker.drop(coming)


_here = local()
"""The wish that the thread has."""


class Answerer(Protocol):
    """An object that answers questions in the process of a worker."""

    def answer(self, *question: Any) -> Any:
        """The answer to a question; what it raises is raised to who asks."""

    def learn(self, notes: Mapping[str, Any]) -> None:
        """Takes in what has changed since it was opened; None for what is gone."""


class Worker:
    """A process that is started when it is first needed. Several threads may ask it."""

    def __init__(self, opening: str, *given: Any) -> None:
        """`opening` is `module:function`; with the values that are given it makes an Answerer."""
        self._opening = opening, given
        self._lock = Lock()
        self._numbers = count(1)
        self._asked: dict[int, tuple[tuple[Any, ...], Future[Any]]] = {}
        self._notes: dict[str, Any] = {}
        self._news: dict[str, Any] = {}
        self._refused: list[Diagnostic] = []
        self._forgiven: list[str] = []
        self._run: _Run | None = None

    def note(self, key: str, value: Any) -> None:
        """Lets the worker know a value before the next question; None takes it away."""
        with self._lock:
            self._news[key] = value
            if value is None:
                self._notes.pop(key, None)
            else:
                self._notes[key] = value

    def forgive(self, name: str = "") -> None:
        """Lets pieces be drawn again that took too much, all or one, as they have changed."""
        with self._lock:
            forgiven = [one for one in self._refused if one.file == name or not name]
            self._refused = [one for one in self._refused if one not in forgiven]
            self._forgiven += [one.file for one in forgiven]

    def send(self, *question: Any) -> Future[Any]:
        """Asks a question; its answer is waited for with `wait`. Raises ProblemError."""
        with self._lock:
            number, coming = next(self._numbers), Future[Any]()
            self._asked[number] = question, coming
            try:
                self._put(number)
            except ProblemError:
                del self._asked[number]
                raise
        wish: Wish | None = getattr(_here, "wish", None)
        if wish:
            wish.add(self, coming)
        return coming

    def drop(self, coming: Future[Any]) -> None:
        """Stops what answers a question, which is not wanted any more: its answer is StoppedError.

        What has not begun never does. A piece that goes on for long ends with the process.
        """
        with self._lock:
            number = next((n for n, (_, one) in self._asked.items() if one is coming), 0)
            self._asked.pop(number, None)
            run = self._run
            if number and run:
                run.send(-number, None)
        if not number:
            return
        coming.set_exception(guard.StoppedError())
        if run:
            timer = Timer(GRACE, run.give_up, (number,))
            timer.daemon = True
            timer.start()

    def wait(self, coming: Future[Any], patient: bool = True, most: float = inf) -> Any:
        """The answer to a question, or what was raised there; StoppedError if it was dropped.

        Raises ProblemError for a piece that took too much. Whoever is not `patient` does not wait
        for a piece that takes long, nor for what follows a process that was ended, and nobody
        longer than the seconds in `most`: BusyError.
        """
        begun = monotonic()
        while True:
            with suppress(TimeoutError):
                return coming.result(_TICK)
            run = self._run
            if coming.done():
                return coming.result()
            takes_long = run and run.check()
            is_over = monotonic() - begun > most
            if is_over or (
                not patient and (takes_long or (self._refused and monotonic() - begun > LONG))
            ):
                raise BusyError(run.piece if run and run.piece else "this")

    def ask(self, *question: Any, patient: bool = True) -> Any:
        """The answer to a question. Raises as `send` and `wait` do."""
        return self.wait(self.send(*question), patient)

    def start(self) -> None:
        """Starts the process, so that it need not be waited for later. Raises ProblemError."""
        with self._lock:
            self._run = self._run or _Run(self._opening, self._refused, self._hear)

    def end(self) -> None:
        """Ends the process; questions that are open are not answered."""
        with self._lock:
            run, self._run = self._run, None
            open_, self._asked = self._asked, {}
        if run:
            run.kill()
        problem = guard.RUNAWAY.at(Place(), "the drawing process was stopped")
        for _, coming in open_.values():
            coming.set_exception(ProblemError([problem]))

    def _put(self, number: int) -> None:
        """Sends a question, after what is new since the last one. Raises ProblemError."""
        if self._run is None:
            self._run = _Run(self._opening, self._refused, self._hear)
            self._news = dict(self._notes)
        if self._news or self._forgiven:
            self._run.send(0, (self._news, self._forgiven))
            self._news, self._forgiven = {}, []
        self._run.send(number, self._asked[number][0])

    def _hear(self, run: _Run, number: int, answer: tuple[bool, Any] | None) -> None:
        """Takes an answer; None as the process has ended."""
        if answer is None:
            self._bury(run)
            return
        with self._lock:
            _, coming = self._asked.pop(number, (None, None))
        if coming and not coming.cancelled():
            is_right, value = answer
            (coming.set_result if is_right else coming.set_exception)(value)

    def _bury(self, run: _Run) -> None:
        """Answers the question that a process has ended with, and asks another all others."""
        with self._lock:
            if self._run is not run:
                return
            self._run = None
            problem = run.explain()
            failed = [] if run.has_answered else list(self._asked)  # which would fail again
            failed = [run.number] if run.piece else failed
            if run.piece and not run.is_given_up:
                self._refused.append(problem)
            lost = [self._asked.pop(number)[1] for number in failed if number in self._asked]
            try:
                for number in list(self._asked):
                    self._put(number)
            except ProblemError:
                lost += [coming for _, coming in self._asked.values()]
                self._asked.clear()
        for coming in lost:
            coming.set_exception(ProblemError([problem]))


class _Run:
    """One process of a worker; `hear` is given its answers, and None at its end.

    `piece` is what it is drawing, for the question of that `number`.
    """

    def __init__(
        self,
        opening: tuple[str, tuple[Any, ...]],
        refused: list[Diagnostic],
        hear: Callable[[_Run, int, tuple[bool, Any] | None], None],
    ) -> None:
        self.piece, self.number, self.has_answered = "", 0, False
        self.is_given_up = False
        self._since, self._hear, self._is_late = 0.0, hear, False
        self._letters: SimpleQueue[bytes] = SimpleQueue()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            message = f"no drawing process can be started: {error.strerror}"
            raise ProblemError([guard.RUNAWAY.at(Place(), message)]) from None
        order = *opening, refused, (guard.SECONDS, guard.MEMORY)
        self._letters.put(pickle.dumps(sys.path))
        self._letters.put(pickle.dumps(order))
        for work in (self._write, self._read):
            Thread(target=work, daemon=True).start()

    def send(self, number: int, value: Any) -> None:
        """Sends a question, with the number 0 news, with a negative one that it is not wanted."""
        self._letters.put(pickle.dumps((number, value)))

    def check(self) -> bool:
        """Whether it takes long over a piece; ends it where the system does not."""
        took = monotonic() - self._since if self.piece else 0.0
        if took > guard.SECONDS * (2 if guard.ENDED else 1):
            self._is_late = True
            self.kill()
        return took > LONG

    def give_up(self, number: int) -> None:
        """Ends it if it still draws a piece for a question that nobody wants any more."""
        if self.piece and self.number == number:
            self.is_given_up = True
            self.kill()

    def kill(self) -> None:
        """Ends it at once."""
        self._process.kill()

    def explain(self) -> Diagnostic:
        """Why it has ended."""
        code = self._process.wait()
        if self.piece and (self._is_late or (guard.ENDED and code == -guard.ENDED)):
            return guard.judge_slow(self.piece)
        reason = signal.strsignal(-code) if code < 0 else f"status {code}"
        message = f"the drawing process has ended: {reason}"
        return guard.RUNAWAY.at(Place(self.piece), message)

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream
        with suppress(OSError), stream:
            while letter := self._letters.get():
                stream.write(letter)
                stream.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream
        with suppress(EOFError, OSError, pickle.UnpicklingError), stream:
            while True:
                number, answer, (piece, begins) = pickle.load(stream)
                if answer:
                    self.has_answered = True
                    self._hear(self, number, answer)
                    continue
                if begins:
                    self._since = monotonic()
                self.number, self.piece = number, piece
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)  # for why it ends
        self.kill()
        self._letters.put(b"")
        self._hear(self, 0, None)


def serve() -> None:
    """Answers what comes in on standard input, until it ends."""
    source = sys.stdin.buffer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed here is no answer
    (opening, given, refused, (guard.SECONDS, guard.MEMORY)) = pickle.load(source)
    questions = _Questions(out, refused)
    guard.set_guard(questions.keeper)
    module, _, function = opening.partition(":")
    try:
        answerer: Answerer = getattr(import_module(module), function)(*given)
    except Exception as error:  # another process may open it once it is mended
        number = 0
        while number <= 0:
            number, _ = pickle.load(source)
        questions.send(number, (False, error))
        os._exit(1)
    with suppress(EOFError):
        while True:
            questions.take(answerer, *pickle.load(source))
    os._exit(0)


class _Questions:
    """The questions to this process, each with a thread of its own, and the way of its answer."""

    def __init__(self, out: BinaryIO, refused: list[Diagnostic]) -> None:
        self._out, self._lock, self._mine = out, Lock(), local()
        self._unwanted: set[int] = set()
        self.keeper = guard.Guard(self._announce, refused, self._is_wanted)

    def send(
        self, number: int, answer: tuple[bool, Any] | None, piece: str = "", begins: bool = False
    ) -> None:
        """Sends an answer, or which piece is drawn for a question."""
        letter = _write_letter((number, answer, (piece, begins)))
        with self._lock:
            self._out.write(letter)
            self._out.flush()

    def take(self, answerer: Answerer, number: int, value: Any) -> None:
        """Takes a question, news, or that a question is not wanted any more."""
        if number > 0:
            Thread(target=self._answer, args=(answerer, number, value), daemon=True).start()
        elif number:
            self._unwanted.add(-number)
        else:
            news, forgiven = value
            for name in forgiven:
                self.keeper.refused.pop(name, None)
            answerer.learn(news)

    def _answer(self, answerer: Answerer, number: int, question: tuple[Any, ...]) -> None:
        self._mine.number = number
        try:
            self.send(number, (True, answerer.answer(*question)))
        except guard.StoppedError:
            pass  # nobody waits for an answer
        except BaseException as error:
            self.send(number, (False, error))
        self._unwanted.discard(number)

    def _announce(self, piece: str, begins: bool) -> None:
        self.send(getattr(self._mine, "number", 0), None, piece, begins)

    def _is_wanted(self) -> bool:
        return getattr(self._mine, "number", 0) not in self._unwanted


def _write_letter(letter: tuple[int, tuple[bool, Any] | None, tuple[str, bool]]) -> bytes:
    """An answer as bytes; an exception that can't be sent is told in words."""
    number, answer, piece = letter
    try:
        made = pickle.dumps(letter)
        if answer and not answer[0]:
            pickle.loads(made)  # which not every exception survives
        return made
    except Exception as error:
        told = answer[1] if answer else error
        words = f"{type(told).__name__}: {told}"
        return pickle.dumps((number, (False, RuntimeError(words)), piece))
