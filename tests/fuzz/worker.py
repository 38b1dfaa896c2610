"""Workers: processes that run cases within limits of time and memory.

Time is the processor's, so a busy machine does not matter. A worker that waits for ever, or dies,
is replaced, and its case named.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import count
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from tests.fuzz.case import make_case
from tests.fuzz.verdict import Overtime, Verdict, judge

MOST_SECONDS = 20.0
"""Of the processor, for each case."""
MOST_WAITING = 120.0
"""Seconds until a worker that does not answer is ended: it waits for something, or is in C code."""
MOST_MEMORY = 1_500_000_000
"""Bytes that a case may take beyond what the worker had."""

_WARM = 40
"""After so many cases a worker has loaded all that cases share."""

MOST_JOBS = 1000
"""After so many cases a worker is replaced, so that what libraries keep does not add up."""


class Job(NamedTuple):
    """One case, named by what it is made from."""

    kind: str
    seed: int
    number: int

    def __str__(self) -> str:
        return f"--kind {self.kind} --seed {self.seed} --only {self.number}"


class _Worker:
    """A process that does one job after the other."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("fork")
        self.pipe = ours
        self.process = context.Process(target=_serve, args=(theirs, folder), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.done = 0
        self.since = 0.0

    def give(self, job: Job) -> None:
        self.job, self.since = job, time.monotonic()
        self.pipe.send(job)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run_jobs(jobs: Iterable[Job], processes: int) -> Iterator[tuple[Job, Verdict]]:
    """The verdicts on jobs, in the order in which they are ready, by some processes."""
    waiting = iter(jobs)
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    workers = [_Worker(folder / str(at)) for at in range(processes)]
    try:
        busy = [worker for worker in workers if _feed(worker, waiting)]
        while busy:
            ready = wait([worker.pipe for worker in busy], timeout=1)
            for worker in list(busy):
                verdict = _ask(worker, worker.pipe in ready)
                if verdict is None:
                    continue
                assert worker.job
                yield worker.job, verdict
                worker.done += 1
                if verdict.outcome in ("crash", "hang", "memory") or worker.done >= MOST_JOBS:
                    at = workers.index(worker)
                    busy.remove(worker)
                    worker.end()
                    worker = workers[at] = _Worker(folder / str(at))
                    busy.append(worker)
                if not _feed(worker, waiting):
                    busy.remove(worker)
    finally:
        for worker in workers:
            worker.end()
        shutil.rmtree(folder, ignore_errors=True)


def _feed(worker: _Worker, jobs: Iterator[Job]) -> bool:
    job = next(jobs, None)
    if job:
        worker.give(job)
    return job is not None


def _ask(worker: _Worker, ready: bool) -> Verdict | None:
    """The verdict of a worker, if there is one: its own, or that on its death."""
    seconds = time.monotonic() - worker.since
    if ready:
        try:
            verdict: Verdict = worker.pipe.recv()
        except (EOFError, ConnectionError):
            worker.process.join()
            code = -(worker.process.exitcode or 0)
            name = signal.Signals(code).name if code > 0 else f"exit status {-code}"
            return Verdict("crash", name, f"the process died of {name}", seconds)
        return verdict
    if seconds > MOST_WAITING:
        text = f"no answer after {seconds:.0f} seconds"
        return Verdict("hang", "no answer", text, seconds)
    return None


def _serve(pipe: Connection, folder: Path) -> None:
    """Does what comes through a pipe until that is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGPROF, _stop)
    size = _read_status("VmSize") * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size + MOST_MEMORY, resource.RLIM_INFINITY))
    parent = os.getppid()
    for number in count():
        if number in (1, _WARM):
            gc.freeze()  # what is loaded stays, and need not be looked through after each case
        while not pipe.poll(2):
            if os.getppid() != parent:
                return  # it was ended, and nobody waits for us
        pipe.send(attempt(pipe.recv(), folder))


def attempt(job: Job, folder: Path) -> Verdict:
    """The verdict on a job within the limits of this process; `folder` is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case = make_case(*job)
    gc.collect()  # what the case before left behind is not this one's
    _forget_peak()
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        verdict = judge(case, folder)
    except Overtime as error:
        import traceback

        frames = "".join(traceback.format_tb(error.__traceback__)[-12:])
        verdict = Verdict("hang", frames.strip().rpartition("\n")[2].strip(), frames)
    except MemoryError:
        verdict = Verdict("memory", "MemoryError", "the limit of memory")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - start
    return verdict._replace(seconds=seconds, memory=_read_status("VmHWM") // 1024)


def _stop(*_: Any) -> None:
    raise Overtime


def _forget_peak() -> None:
    """Lets the peak of memory begin from now, where the system can."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def _read_status(key: str) -> int:
    """A number of kB from what Linux says of this process; 0 elsewhere."""
    if sys.platform != "linux":
        return 0
    rows = Path("/proc/self/status").read_text("ascii").splitlines()
    return next((int(row.split()[1]) for row in rows if row.startswith(f"{key}:")), 0)
