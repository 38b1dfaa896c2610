"""A walk through the vocabulary of templates: each word is called with everything that is large.

`python -m tests.walk KIND` runs in a process of its own, which the system ends where a call takes
more of the processor, or of memory, than its cost says. The last line that it wrote names the call.
"""

from __future__ import annotations

import resource
import sys
from itertools import product
from math import ceil
from time import process_time

from markupsafe import Markup

from sheetgen.template.sandbox.environment import WORK, Environment
from sheetgen.template.sandbox.vocabulary import FILTERS, METHODS, TESTS
from sheetgen.template.sandbox.work import MOST_STEPS, Work

KINDS = {"filter": FILTERS, "test": TESTS, "method": METHODS}
SECONDS = 1
"""Time of the processor for one call, repeated until its steps are used up: about 0.03 s."""
_STEPS = MOST_STEPS // 20
_MEMORY = 1 << 30
_TIMES = 10_000
"""Times that each call is made: one that takes 0.2 ms and counts nothing is found."""

SUBJECTS = {
    "letters": "😀" * 199_999,
    "words": "a " * 99_999,
    "signs": "%%" * 99_999,
    "digits": "9" * 199_999,
    "width": "%1900000000s",
    "escaped": Markup("a " * 99_999),
    "numbers": [1] * 20_000,
    "texts": ["Ab"] * 20_000,
    "lists": [[1] * 2000] * 20,
    "number": 10**15,
}
ARGUMENTS = {
    "letters": "😁" * 199_998 + "😀",
    "path": "imag." * 30_000 + "imag",
    "signs": "&" * 199_999,
    "texts": ["Ab"] * 20_000,
    "number": 10**15,
}
_SIGNS = {"filter": "a|{}({})", "test": "a is {}({})", "method": "a.{}({})"}
_CALLS = {"": ("number",), "b": ARGUMENTS, "'a', b": ("letters", "signs"), "attribute=b": ("path",)}


def walk(kind: str) -> None:
    """Makes every call of the words of a kind. Raises MemoryError."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    environment = Environment(autoescape=True)
    for word, call in product(KINDS[kind], _CALLS):
        if "=" in call and kind != "filter":
            continue
        made = _SIGNS[kind].format(word, call)
        loop = f"{{% for i in range({_TIMES}) %}}{{% set c = {made} %}}{{% endfor %}}"
        template = environment.from_string(loop)
        for subject, argument in product(SUBJECTS, _CALLS[call]):
            print(f"{word}: {made}, a = {subject}, b = {argument}", flush=True)
            resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time()) + SECONDS, most))
            work = Work()
            work.spend(MOST_STEPS - _STEPS)
            values = {WORK: (work, 0), "a": SUBJECTS[subject], "b": ARGUMENTS[argument]}
            try:
                list(template.root_render_func(template.new_context(values)))
            except MemoryError:
                raise
            except Exception:  # a wrong value, or too much work: both end the filling
                continue


if __name__ == "__main__":
    walk(sys.argv[1])
