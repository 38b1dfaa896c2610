"""make fuzz: thousands of broken inputs of every kind, and a summary of what came of them.

Exits with 1 if there was a traceback, a hang, a crash, too much memory, a torn file, a diagnostic
without its place, or two commands that disagree. The inputs that failed are kept.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.fuzz.case import KINDS, make_case, write_case
from tests.fuzz.verdict import FINE, Verdict
from tests.fuzz.worker import Job, attempt, run_jobs

_SHARES = {"yaml": 6, "template": 3, "svg": 5, "chapter": 2, "book": 1, "theme": 1, "image": 1.5,
           "font": 1, "game": 2, "crowd": 0.5}  # fmt: skip
"""How often each kind comes, for one of the rarest."""

Found = list[tuple[Job, Verdict]]


def main() -> int:
    """Runs cases as the command line says; returns the exit status."""
    options = _read_options()
    kinds = options.kind or list(KINDS)
    if options.only is not None:
        return _show(Job(kinds[0], options.seed, options.only))
    jobs = list(list_jobs(kinds, options.seed, options.count))
    start, found, failed = time.monotonic(), [], 0
    with suppress(KeyboardInterrupt):  # what was found until then is shown
        for pair in run_jobs(jobs, options.jobs):
            found.append(pair)
            if pair[1].outcome not in FINE:
                failed += 1
                _keep(*pair, options.out)
            if sys.stderr.isatty():
                print(f"\r{len(found)} of {len(jobs)}", end="", file=sys.stderr)
    print("\r" * sys.stderr.isatty() + summarize(found))
    print(f"{len(found)} cases in {time.monotonic() - start:.0f} s with the seed {options.seed}")
    if failed:
        print(f"{failed} failed; their inputs are in {options.out}")
    return bool(failed)


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be repeated")
    parser.add_argument("--count", type=int, default=20_000, help="cases of all kinds together")
    parser.add_argument("--only", type=int, metavar="N", help="one case of one --kind, in full")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), metavar="FOLDER")
    options = parser.parse_args()
    if options.only is not None and len(options.kind or ()) != 1:
        parser.error("--only takes one --kind")
    return options


def list_jobs(kinds: Iterable[str], seed: int, count: int) -> Iterator[Job]:
    """Jobs of some kinds, `count` in all; a kind's first cases do not depend on the others."""
    shares = {kind: _SHARES[kind] for kind in kinds}
    whole = sum(shares.values())
    counts = {kind: round(count * share / whole) for kind, share in shares.items()}
    for number in range(max(counts.values())):
        yield from (Job(kind, seed, number) for kind in counts if number < counts[kind])


def summarize(found: Found) -> str:
    """A table of outcomes by kind, what failed by its cause, and the largest and slowest cases."""
    counts = Counter((job.kind, verdict.outcome) for job, verdict in found)
    outcomes = list(dict.fromkeys([*FINE[:2], *sorted({o for _, o in counts})]))
    rows = [["kind", "cases", *outcomes]]
    for kind in dict.fromkeys(job.kind for job, _ in found):
        row = [counts[kind, outcome] for outcome in outcomes]
        rows.append([kind, str(sum(row)), *(str(n or "") for n in row)])
    lines = ["".join(f"{cell:>13}" for cell in row) for row in rows]
    causes: dict[tuple[str, str], list[Job]] = defaultdict(list)
    for job, verdict in found:
        if verdict.outcome not in FINE:
            causes[verdict.outcome, verdict.cause].append(job)
    for (outcome, cause), jobs in sorted(causes.items(), key=lambda item: -len(item[1])):
        lines.append(f"{len(jobs):5} × {outcome}: {cause}\n        {min(jobs, key=_by_number)}")
    for title, key in (("slowest", _get_seconds), ("largest", _get_memory)):
        job, verdict = max(found, key=key)
        lines.append(f"{title}: {job}, {verdict.seconds:.1f} s, {verdict.memory} MB")
    return "\n".join(lines)


def _by_number(job: Job) -> int:
    return job.number


def _get_seconds(pair: tuple[Job, Verdict]) -> float:
    return pair[1].seconds


def _get_memory(pair: tuple[Job, Verdict]) -> int:
    return pair[1].memory


def _keep(job: Job, verdict: Verdict, out: Path) -> None:
    """Writes the input that failed into a folder of its own, with what came of it."""
    folder = out / f"{job.kind}-{job.seed}-{job.number}"
    case = make_case(*job)
    write_case(case, folder)
    commands = "\n".join(" ".join(command) for command in case.commands)
    text = f"{job}\n{commands}\n\n{verdict.outcome}: {verdict.cause}\n\n{verdict.text}\n"
    (folder / "verdict.txt").write_text(text, "utf-8", "replace")


def _show(job: Job) -> int:
    """Runs one case in this process and prints all that came of it."""
    with tempfile.TemporaryDirectory() as folder:
        import signal

        from tests.fuzz.worker import _stop

        signal.signal(signal.SIGPROF, _stop)
        verdict = attempt(job, Path(folder))
    print(f"{verdict.outcome}: {verdict.cause}\n{verdict.text}")
    print(f"{verdict.seconds:.1f} s, {verdict.memory} MB")
    return verdict.outcome not in FINE


if __name__ == "__main__":
    sys.exit(main())
