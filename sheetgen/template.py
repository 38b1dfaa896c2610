"""Templates: SVG with Jinja in it, filled with a sheet's data.

Blocks are written in XML comments, so an unfilled template is an SVG file that opens in a drawing
program. Templates are shared between strangers, so they run in Jinja's sandbox and can reach
nothing but the sheet's data and the functions given here.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes, sandbox
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.loaders import split_template_path
from jinja2.runtime import LoopContext, Macro
from markupsafe import Markup, escape

from sheetgen.compiled import CompiledTemplates
from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.number import fmt
from sheetgen.ground.textfile import Lines
from sheetgen.svg.read.tree import MARK, DrawingError, parse_tree

TEMPLATE_ERROR = declare(
    "template-error",
    "error",
    """A template can't be filled.

    Why: It asks for a value that the sheet does not have, or contains a Jinja tag that can't be
    read. Printing without it would leave a hole that nobody notices until the game.

    Example:
    # {{ sheet.nmae }}   did you mean name?
    """,
)
TEMPLATE_MISSING = declare(
    "template-missing",
    "error",
    """There is no template with that name.

    Why: A template includes another that is neither in the project's templates/ folder nor
    among the shipped ones. `sheetgen list templates` shows them all.

    Example:
    # <!--{% include "common/rulr.svg" %}-->
    """,
)
TEMPLATE_UNSAFE = declare(
    "template-unsafe",
    "error",
    """A template tries something that templates must not do.

    Why: Templates come from other people. They may read the sheet's data and nothing else:
    no Python internals, no files, no calls of functions they were not given.

    Example:
    # {{ sheet.__class__ }}
    """,
)

_SPECIAL = re.compile("[&<>\"']").search
_TAG = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<([A-Za-z][\w:.-]*)", re.DOTALL)
_UNSAFE_NAMES = {
    "gi_frame", "gi_code", "cr_frame", "cr_code", "ag_frame", "ag_code", "mro", "tb_frame",
    "f_globals", "f_locals", "f_builtins", "func_globals", "func_code",
    "format", "format_map",  # a format string can itself ask for attributes
}  # fmt: skip


class Templates:
    """The templates of a run: a project's own first, then the shipped ones."""

    def __init__(
        self,
        folders: Sequence[Path],
        functions: Mapping[str, Callable[..., Any]],
        files: Files | None = None,
    ) -> None:
        self.folders = [*folders, assets.shipped("templates")]
        self.functions = dict(functions)
        self.files = files or Files()
        self.places: list[Place] = []
        """Where the elements of templates are that were filled with marks."""
        self._checked: set[str] = set()
        self._found: dict[str, tuple[Path, Stamp]] = {}

    def find(self, name: str) -> Path | None:
        """The file of the template `name`, such as `asfos/display.svg`."""
        if name not in self._found:
            path = self._locate(name)
            if path is None:
                return None
            self._found[name] = path, self.files.stamp(path)
        return self._found[name][0]

    def _locate(self, name: str) -> Path | None:
        """The template in the first of the folders that has it."""
        tries = (folder / name for folder in self.folders)
        return next((path for path in tries if self.files.is_file(path)), None)

    def refresh(self) -> bool:
        """Forgets all templates if one of those in use has changed; returns whether one has."""
        changed = any(
            self._locate(name) != path or self.files.stamp(path) != stamp
            for name, (path, stamp) in self._found.items()
        )
        if changed:
            self._checked.clear()
            self._found.clear()
            self.__dict__.pop("_plain", None)
            self.__dict__.pop("_marked", None)
            self.places.clear()
        return changed

    def list_names(self) -> dict[str, Path]:
        """Every template's name with the file that is used for it."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted(folder.rglob("*.svg")) if folder.is_dir() else ():
                found.setdefault(path.relative_to(folder).as_posix(), path)
        return found

    def fill(self, name: str, marked: bool = False, **values: Any) -> str:
        """The SVG text of a template filled with values. Raises ProblemError.

        `marked` adds the number of its place before each element, an index of `places`.
        """
        return "".join(self.fill_pieces(name, marked, **values))

    def fill_pieces(self, name: str, marked: bool = False, **values: Any) -> list[str]:
        """The same in pieces: the template's own text, and each value that is filled in."""
        if name not in self._checked:
            self._check(name)
        environment = self._marked if marked else self._plain
        try:
            chosen = environment.get_template(name)
            try:
                return list(chosen.root_render_func(chosen.new_context(values)))
            except Exception:
                environment.handle_exception()  # the same, with the places in the template
        except ProblemError:
            raise
        except Exception as error:  # the data may be a stranger's, and fail in any way
            raise ProblemError([self._diagnose(error, name)]) from None

    @cached_property
    def _plain(self) -> jinja2.Environment:
        return self._make_environment(_Loader(self))

    @cached_property
    def _marked(self) -> jinja2.Environment:
        return self._make_environment(_MarkingLoader(self))

    def _make_environment(self, loader: jinja2.BaseLoader) -> jinja2.Environment:
        environment = Environment(
            loader=loader,
            block_start_string="<!--{%",
            block_end_string="%}-->",
            comment_start_string="<!--{#",
            comment_end_string="#}-->",
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            cache_size=400,
            auto_reload=False,
            bytecode_cache=CompiledTemplates(Environment),
        )
        environment.globals = {"range": sandbox.safe_range, "namespace": jinja2.utils.Namespace}
        environment.globals |= self.functions
        environment.callables = set(environment.globals.values())
        return environment

    def _check(self, name: str) -> None:
        """Makes sure once that the unfilled template is well-formed XML."""
        path = self.find(name)
        if path is None:
            raise ProblemError([self._miss(name, Place())])
        try:
            parse_tree(self.read(path))
        except DrawingError as error:
            raise ProblemError([error.problem.diagnose(assets.display_name(path))]) from None
        self._checked.add(name)

    def parse(self, name: str) -> tuple[nodes.Template, str]:
        """The tree of a template that exists, and its text. Raises ProblemError."""
        path = self.find(name)
        assert path is not None
        text = self.read(path)
        try:
            return self._plain.parse(text, name, str(path)), text
        except jinja2.TemplateError as error:
            raise ProblemError([self._diagnose(error, name)]) from None

    def read(self, path: Path) -> str:
        """The text of a template. Raises ProblemError."""
        text, found = self.files.read_text(path, assets.display_name(path))
        if found:
            raise ProblemError(found)
        return text

    def _miss(self, name: str, place: Place) -> Diagnostic:
        near = get_close_matches(name, self.list_names(), 1)
        hint = f"did you mean {near[0]}?" if near else "see `sheetgen list templates`"
        return TEMPLATE_MISSING.at(place, f"there is no template {name}", hint)

    def _diagnose(self, error: Exception, name: str) -> Diagnostic:
        place = self._place(error, name)
        if isinstance(error, jinja2.TemplateNotFound):
            return self._miss(str(error.name), place)
        if isinstance(error, (jinja2.exceptions.SecurityError, _UnsafeError)):
            return TEMPLATE_UNSAFE.at(place, str(error), "templates use only the sheet's data")
        if isinstance(error, AttributeError) and not isinstance(error, jinja2.UndefinedError):
            return TEMPLATE_ERROR.at(place, *_explain_attribute(error))
        if isinstance(error, jinja2.TemplateSyntaxError):
            message = f"this Jinja tag can't be read: {error.message}"
            return TEMPLATE_ERROR.at(place, message)
        if isinstance(error, (MemoryError, RecursionError)):
            return TEMPLATE_ERROR.at(place, "the template includes or repeats itself without end")
        message = str(error).removeprefix("jinja2.exceptions.")
        return TEMPLATE_ERROR.at(place, f"the template can't be filled: {message}")

    def _place(self, error: Exception, name: str) -> Place:
        path = self.find(name)
        if isinstance(error, jinja2.TemplateSyntaxError):
            path = Path(error.filename) if error.filename else path
            return Place(assets.display_name(path) if path else name, error.lineno)
        files = [str(folder) for folder in self.folders]
        line = error.line if isinstance(error, _UnsafeError) else 0
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename.startswith(tuple(files)):
                path, line = Path(frame.f_code.co_filename), number
        return Place(assets.display_name(path) if path else name, line)


def _explain_attribute(error: AttributeError) -> tuple[str, str]:
    owner = type(error.obj)
    if owner is dict:
        return "the sheet's data is a dict", "make it a dataclass, whose fields can be asked for"
    names = [
        n
        for n in (
            *getattr(owner, "__slots__", ()),
            *getattr(owner, "__annotations__", ()),
            *getattr(error.obj, "__dict__", ()),
        )
        if n[0] != "_"
    ]
    near = get_close_matches(error.name or "", names, 1)
    known = ", ".join(dict.fromkeys(names)) or "nothing to ask for"
    hint = f"did you mean {near[0]}?" if near else f"it has {known}"
    return f"there is no {error.name} in {owner.__name__}", hint


class _UnsafeError(jinja2.TemplateError):
    """A name that would lead out of the sandbox, found when a template is compiled."""

    def __init__(self, message: str, line: int) -> None:
        self.line = line
        super().__init__(message)


class _Generator(CodeGenerator):
    """Compiles `a.b` to plain attribute access, which halves the time of filling.

    This is as safe as the sandbox's own access: the name is a constant, so whether it is allowed
    is decided here, once.
    """

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        if node.attr.startswith("_") or node.attr in _UNSAFE_NAMES:
            raise _UnsafeError(f"templates must not ask for '{node.attr}'", node.lineno)
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")


class _Template(jinja2.Template):
    """A template whose output goes through `escape_value` instead of markupsafe's escape."""

    @classmethod
    def _from_namespace(
        cls,
        environment: jinja2.Environment,
        namespace: Any,
        globals: Any,
    ) -> jinja2.Template:
        namespace["escape"] = escape_value
        return super()._from_namespace(environment, namespace, globals)


class Environment(sandbox.SandboxedEnvironment):
    """Jinja's sandbox, made tighter: only `callables` may be called."""

    code_generator_class = _Generator
    template_class = _Template
    callables: set[Any]
    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Products and powers, limited to what a sheet can need: no endless text or number."""
        if operator == "*" and type(left) in _NUMBERS and type(right) in _NUMBERS:
            return left * right
        if operator == "**" and not (abs(left) <= 1e6 and abs(right) <= 16):
            raise jinja2.exceptions.SecurityError("this power is too large")
        if operator == "*" and isinstance(left, (str, list)) + isinstance(right, (str, list)):
            size, times = (left, right) if isinstance(left, (str, list)) else (right, left)
            if isinstance(times, int) and len(size) * times > 100_000:
                raise jinja2.exceptions.SecurityError("this repetition is too long")
        return super().call_binop(context, operator, left, right)

    def is_safe_callable(self, obj: Any) -> bool:
        """Allows only the functions given to templates, macros, loop helpers and text methods."""
        if isinstance(obj, Macro) or obj in self.callables:
            return True
        owner = getattr(obj, "__self__", None)
        return isinstance(owner, (LoopContext, str))


class _Loader(jinja2.BaseLoader):
    """Loads templates as the run finds them, including those that others include."""

    def __init__(self, templates: Templates) -> None:
        self.templates = templates

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self.templates.find("/".join(split_template_path(template)))
        if path is None:
            raise jinja2.TemplateNotFound(template)
        return self.templates.read(path), str(path), lambda: True


class _MarkingLoader(_Loader):
    """Loads templates with the number of its place before each element."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        text, path, fresh = super().get_source(environment, template)
        file = assets.display_name(Path(path))
        return mark_places(text, file, self.templates.places), path, fresh


def mark_places(text: str, file: str, places: list[Place]) -> str:
    """The text with a mark before every element: the number that its place gets in `places`.

    Only numbers stand in the text, so nothing that a template prints can name another file.
    """
    lines = Lines(text, file)

    def mark(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        places.append(lines.place(found.start()))
        return f"<?{MARK} {len(places) - 1}?>{found[0]}"

    return _TAG.sub(mark, text)


class _Written(dict[float, str]):
    """Fractions as SVG text; templates use the same few again and again."""

    def __missing__(self, value: float) -> str:
        if len(self) >= _MOST_WRITTEN:
            self.clear()
        self[value] = written = fmt(value)
        return written


_NUMBERS = (int, float)
_MOST_WRITTEN = 10_000
_WRITTEN = _Written()


def escape_value(value: Any) -> str:
    """A value as SVG text: numbers short, texts escaped, nothing for None.

    A plain text, as a Markup would escape the text before it when the two are joined.
    """
    kind = type(value)
    if kind is str:
        return str(escape(value)) if _SPECIAL(value) else value
    if kind is int:
        return str(value)
    if kind is float:
        return _WRITTEN[value]
    if kind is Markup:
        return str(value)
    if value is None:
        return ""
    return str(escape(value))
