"""The environment that templates and chapters are filled in: Jinja's sandbox, made tighter."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.nativetypes import NativeEnvironment
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace

from sheetgen.ground.diagnostics import find_nearest
from sheetgen.template.sandbox.counting import COUNTERS, count_work
from sheetgen.template.sandbox.syntax import ExcessError, Marking, check_tree
from sheetgen.template.sandbox.vocabulary import FILTERS, METHODS, TESTS, call_method
from sheetgen.template.sandbox.work import MOST_OUTPUT, TooMuchError, Work, check_number

WORK = "the work"
"""Under this key, which no template can write, a context holds its work and its level."""
NESTED = "this is nested too deeply"
MOST_RANGE = 100_000


class WorkingContext(Context):
    """The values that a template sees, with the work of its filling, which includes share."""

    def __init__(
        self, environment: Any, parent: dict[str, Any], *others: Any, **named: Any
    ) -> None:
        super().__init__(environment, parent, *others, **named)
        shared: tuple[Work, int] = parent.get(WORK) or (Work(), 0)
        self.work, self.level = shared
        if self.level:
            self.work.check_level(self.level)

    def get_all(self) -> dict[str, Any]:
        """Everything that an included template sees."""
        return {**super().get_all(), WORK: (self.work, self.level + 1)}


class Values(Namespace):
    """`namespace()`: values that a loop may change."""

    def __init__(self, /, **values: Any) -> None:
        super().__init__()
        for name, value in values.items():
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, check_number(value))


class Environment(SandboxedEnvironment, NativeEnvironment):
    """Reads, compiles and runs templates that may come from strangers.

    Only what is in the vocabulary exists, only `functions` may be called, and all work is counted.
    Each of the functions has its steps.

    A native environment puts values out as they come: they are texts already (counting.py). The
    names of attributes were checked when the template was read, so they are looked up plainly.
    """

    context_class = WorkingContext
    concat = staticmethod("".join)  # type: ignore[assignment]
    getattr = staticmethod(builtins.getattr)  # type: ignore[assignment]

    def __init__(
        self,
        names: Mapping[str, Any] | None = None,
        functions: Mapping[str, tuple[Callable[..., Any], int]] | None = None,
        most_letters: int = MOST_OUTPUT,
        **options: Any,
    ) -> None:
        """`options` are those of Jinja's environment."""
        super().__init__(
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # nothing is computed before it is counted
            auto_reload=False,
            extensions=[Marking],
            **options,
        )
        known = {"range": (count_range, 2), "namespace": (Values, 10), **(functions or {})}
        self.most_letters = most_letters
        self.filters = {**FILTERS, **COUNTERS}
        self.tests = dict(TESTS)
        self.globals = {
            **(names or {}),
            **{name: function for name, (function, _) in known.items()},
        }
        self.steps = {id(function): steps for function, steps in known.values()}

    def fill(self, template: jinja2.Template, values: Mapping[str, Any]) -> list[str]:
        """The pieces of a filled template. Raises anything, as the values may."""
        work = Work()
        pieces = list(self.walk(template, values, work))
        work.check_output(pieces, self.most_letters)
        return pieces

    def walk(
        self, template: jinja2.Template, values: Mapping[str, Any], work: Work | None = None
    ) -> Iterator[str]:
        """The pieces one by one, made as far as they are wanted. Raises anything."""
        # As `new_context` makes it, which reads all names twice through a chain of dictionaries.
        seen = {**self.globals, **values, WORK: (work or Work(), 0)}
        context = self.context_class(self, seen, template.name, template.blocks)
        return template.root_render_func(context)

    def call(__self, __context: Any, __called: Any, *arguments: Any, **options: Any) -> Any:  # noqa: N805
        """The result of a call; only what was given to templates may be called."""
        self, context, called = __self, __context, __called
        work: Work = context.work
        if isinstance(called, Macro):
            with work.nest():
                return work.check_block(context.call(called, *arguments, **options))
        steps = self.steps.get(id(called))
        if steps is not None:
            work.spend(steps)
            return context.call(called, *arguments, **options)
        if isinstance(called, jinja2.Undefined):
            called()  # says which name there isn't
        owner, name = getattr(called, "__self__", None), getattr(called, "__name__", "")
        if isinstance(owner, LoopContext) and name == "cycle":
            return context.call(called, *arguments, **options)
        if isinstance(owner, str):
            if name not in METHODS:
                raise _miss_method(name)
            options.pop("_loop_vars", None)
            return call_method(work, owner, name, arguments, options)
        shown = f"{type(owner).__name__}.{name}" if name and owner is not None else name
        raise SecurityError(f"{shown or type(called).__name__} can't be called here")

    def parse(
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> nodes.Template:
        """The tree of a template, in which everything may be there. Raises TemplateSyntaxError."""
        try:
            try:
                tree = super().parse(source, name, filename)
            except RecursionError:
                marking = self.extensions[Marking.identifier]
                assert isinstance(marking, Marking)
                raise ExcessError(NESTED, marking.latest) from None
            check_tree(tree)
        except jinja2.TemplateSyntaxError as error:
            error.filename = filename
            raise
        return tree

    def turn(self, tree: nodes.Template) -> nodes.Template:
        """The tree that is compiled in place of one that was read."""
        return count_work(tree, escapes=self.autoescape is True)

    def compile(  # type: ignore[override]
        self,
        source: str,
        name: str | None = None,
        filename: str | None = None,
        raw: bool = False,
        defer_init: bool = False,
    ) -> Any:
        """The code of a template that counts its work. Raises TemplateSyntaxError."""
        tree = self.turn(self.parse(source, name, filename))
        try:
            return super().compile(  # type: ignore[call-overload]
                tree, name, filename, raw, defer_init
            )
        except (SyntaxError, RecursionError):
            raise ExcessError(NESTED, 1) from None

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raises the exception as it is: places are found from its frames (`find_marks`)."""
        error = sys.exc_info()[1]
        assert error is not None
        if isinstance(error, jinja2.TemplateSyntaxError):
            error.translated = True
        raise error


def count_range(*bounds: int) -> range:
    """`range()`, up to a length. Raises TooMuchError."""
    numbers = range(*map(check_number, bounds))
    if len(numbers) > MOST_RANGE:
        raise TooMuchError(f"this range has more than {MOST_RANGE:,} numbers")
    return numbers


def find_marks(error: BaseException) -> Iterator[tuple[jinja2.Template, int]]:
    """The templates that an error passed, the outermost first, and where it was in each."""
    trace = error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template, template.get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next


class MethodError(Exception):
    """A text is asked for what texts can't do in templates; `hint` says what they can."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(message)


def _miss_method(name: str) -> MethodError:
    near = find_nearest(name, METHODS)
    hint = f"did you mean {near}?" if near else f"texts have {', '.join(METHODS)}"
    return MethodError(f"a text has no {name[:60]}() here", hint)
