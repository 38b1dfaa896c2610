"""Templates: SVG with Jinja in it, filled with a sheet's data.

Blocks are written in XML comments, so an unfilled template is an SVG file that opens in a drawing
program. Templates are shared between strangers, so they run in Jinja's sandbox and can reach
nothing but the sheet's data and the functions given here (`sandbox/`).
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.loaders import split_template_path

from sheetgen.ground import assets
from sheetgen.ground.cache import Cache, find_folder, key_template
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare, find_nearest
from sheetgen.ground.files import Files, Stamp
from sheetgen.ground.guard import Piece
from sheetgen.ground.record import replace
from sheetgen.ground.textfile import Lines
from sheetgen.ground.words import Words, find_spoken, tr, tr_many
from sheetgen.svg.plan.token import cut_text
from sheetgen.svg.read.tree import MARK, DrawingError, is_sound, parse_tree
from sheetgen.template.inkscape import mend, open_part
from sheetgen.template.sandbox.counting import cut_output
from sheetgen.template.sandbox.environment import NESTED, Environment, find_marks
from sheetgen.template.sandbox.syntax import (
    ExcessError,
    RefusedTagError,
    UnsafeError,
    find_place,
    normalise_lines,
)
from sheetgen.template.sandbox.vocabulary import METHODS
from sheetgen.template.sandbox.work import TOO_MUCH_WORK, TooMuchError, Work
from sheetgen.type.dress import UNDRESSED, Dress, Roles, fill_variables, find_variables

_HEAD = re.compile(
    r"""\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*)*<svg(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""",
    re.DOTALL,
)
_MOST_HEAD = 20_000
"""A text as far as the start of its root element, which comes within so many letters."""


# Compiled templates, kept in the user's own cache from one run to the next


class CompiledTemplates(BytecodeCache):
    """A cache of compiled templates, found by their text and by everything that compiles it.

    A template of a stranger is compiled here as any other, with the checks of the sandbox, and
    only ever found again by its whole text; nothing that comes with a project is loaded.
    """

    def __init__(self, cache: Cache, look: str = "") -> None:
        """`look` tells apart what stands in templates for the same variables."""
        self.cache, self.look = cache, look

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The name of a template with that of its file, which the key is made of."""
        return f"{name}\n{filename}\n{self.look}"

    def get_source_checksum(self, source: str) -> str:
        """The text of a template itself, which the key is made of."""
        return source

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes a template's code from the cache, if it is there."""
        data = self.cache.load(key_template(bucket.key, bucket.checksum))
        if data is not None:
            bucket.code = marshal.loads(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Puts a template's code into the cache."""
        if bucket.code is not None:
            key = key_template(bucket.key, bucket.checksum)
            self.cache.keep(key, marshal.dumps(bucket.code))


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

PART = "included: "
"""Before the name of a template that another includes."""
_CALL = 20
"""The steps of a call of one of the functions."""
_LOOK = "look/"
"""Before the name of a part that every look has one of its own of."""
_TAG = r"(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|<([A-Za-z][\w:.-]*)"


Mark = Callable[[str, str], str]
"""Marks a text, given the name of its template."""


class Templates:
    """The templates of a run: a project's own first, then the shipped ones."""

    def __init__(
        self,
        folders: Sequence[Path],
        functions: Mapping[str, Callable[..., Any]],
        files: Files | None = None,
        last: Sequence[Path] = (),
    ) -> None:
        self.folders = [*folders, assets.shipped("templates"), *last]
        self.functions = dict(functions)
        self.files = files or Files()
        self.places: list[Place] = []
        """Where the elements of templates are that were filled with marks."""
        self._found: dict[str, tuple[Path, Stamp]] = {}
        self._environments: dict[tuple[str, bool, str], Environment] = {}

    def find(self, name: str) -> Path | None:
        """The file of the template `name`, such as `asfos/display.svg`."""
        if name not in self._found:
            path = self._locate(name)
            if path is None:
                return None
            self._found[name] = path, self.files.stamp(path)
        return self._found[name][0]

    def _locate(self, name: str) -> Path | None:
        """The template in the first of the folders that has anything of its name."""
        tries = (folder / name for folder in self.folders)
        return next((path for path in tries if self.files.is_taken(path)), None)

    def refresh(self) -> bool:
        """Forgets all templates if one of those in use has changed; returns whether one has."""
        changed = any(
            self._locate(name) != path or self.files.stamp(path) != stamp
            for name, (path, stamp) in self._found.items()
        )
        if changed:
            self._found.clear()
            self._environments.clear()
            self.places.clear()
        return changed

    def list_names(self) -> dict[str, Path]:
        """Every template's name with the file that is used for it."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted(folder.rglob("*.svg")) if folder.is_dir() else ():
                found.setdefault(path.relative_to(folder).as_posix(), path)
        return found

    def fill(self, name: str, marked: bool = False, dress: Dress = UNDRESSED, **values: Any) -> str:
        """The SVG text of a template filled with values, in a dress. Raises ProblemError.

        `marked` adds the number of its place before each element, an index of `places`.
        """
        return "".join(self.fill_pieces(name, marked, dress, **values))

    def fill_pieces(
        self, name: str, marked: bool = False, dress: Dress = UNDRESSED, **values: Any
    ) -> list[str]:
        """The same in pieces: the template's own text, and each value that is filled in."""
        if self.find(name) is None:
            raise ProblemError([self.miss(name, Place())])
        environment = self._find_environment(dress, marked)
        values = {**values, "look": dress}
        try:
            return environment.fill(environment.get_template(name), values)
        except (ProblemError, MemoryError):
            raise
        except Exception:  # the data may be a stranger's, and fail in any way
            environment = self._make_environment(dress, cuts=False)  # which knows where
            try:
                return environment.fill(environment.get_template(name), values)
            except (ProblemError, MemoryError):
                raise
            except Exception as error:
                raise ProblemError([self._diagnose(error, name)]) from None

    def fill_head(self, name: str, dress: Dress, **values: Any) -> str:
        """The text of a filled template as far as its root element says how large it is.

        Empty if there is no telling, as the template may be wrong.
        """
        environment = self._find_environment(dress, marked=False)
        text = ""
        try:
            template = environment.get_template(name)
            for piece in environment.walk(template, {**values, "look": dress}):
                text += str(piece)
                if ">" in piece and (found := _HEAD.match(text)):
                    return found[0]
                if len(text) > _MOST_HEAD:
                    break
        except MemoryError:
            raise
        except Exception:  # whoever fills all of it says what is wrong
            pass
        return ""

    def prepare(
        self, name: str, mark: Callable[[str, str], str], dress: Dress = UNDRESSED
    ) -> Callable[[Any], str]:
        """Return a function that fills a template, marked as its includes are, with a sheet's data.

        `mark` takes a text and the name of its template. Raises ProblemError.
        """
        environment = self._make_environment(dress, mark)

        def fill(sheet: Any) -> str:
            values = {"sheet": sheet, "fillable": False}
            with Piece(self.find(name) or name):
                self.fill_pieces(name, dress=dress, **values)  # which says what is wrong
                template = environment.get_template(name)
                return "".join(environment.fill(template, {**values, "look": dress}))

        return fill

    @property
    def _plain(self) -> Environment:
        return self._find_environment(UNDRESSED, marked=False)

    def _find_environment(self, dress: Dress, marked: bool) -> Environment:
        """The environment in which templates are filled in a dress; its ink makes no difference."""
        key = dress.key, marked, find_spoken().key
        if key not in self._environments:

            def mark(text: str, name: str) -> str:
                path = self.find(name)
                assert path is not None
                return mark_places(text, assets.display_name(path), self.places)

            made = self._make_environment(dress, mark if marked else None)
            self._environments[key] = made
        return self._environments[key]

    def find_part(self, name: str, dress: Dress) -> str:
        """The template that is meant by a name in a dress: another one for a part of its look."""
        if not name.startswith(_LOOK):
            return name
        tries = dress.find_parts(name.removeprefix(_LOOK))
        return next((part for part in tries if part and self.find(part)), name)

    def _make_environment(
        self, dress: Dress, mark: Mark | None = None, cuts: bool = True
    ) -> Environment:
        words = find_spoken()
        known = {**self.functions, "tr": tr, "tr_many": tr_many}
        cache = Cache(find_folder() if cuts else None)
        return _Environment(
            self._check,
            dress,
            words,
            cuts,
            {},
            {name: (function, _CALL) for name, function in known.items()},
            loader=_Loader(self, dress, mark),
            block_start_string="<!--{%",
            block_end_string="%}-->",
            comment_start_string="<!--{#",
            comment_end_string="#}-->",
            autoescape=True,
            cache_size=400,
            bytecode_cache=CompiledTemplates(cache, f"{dress.key}\n{words.key}"),
        )

    def _check(self, name: str) -> None:
        """Makes sure that the unfilled template is well-formed XML. Raises ProblemError."""
        path = self.find(name)
        assert path is not None
        text = self.read(path)
        try:
            if not is_sound(text):
                parse_tree(text)
        except DrawingError as error:
            raise ProblemError([error.problem.diagnose(assets.display_name(path))]) from None

    def parse(self, name: str) -> tuple[jinja2.nodes.Template, Callable[[int], Place]]:
        """The tree of a template that exists, and the places of its parts by their `lineno`.

        Raises ProblemError.
        """
        path = self.find(name)
        assert path is not None
        text = self.read(path)
        shown, lines = assets.display_name(path), normalise_lines(text)
        try:
            tree = self._plain.parse(text, name, str(path))
            return tree, lambda mark: Place(shown, *find_place(lines, mark))
        except jinja2.TemplateError as error:
            raise ProblemError([self._diagnose(error, name)]) from None

    def read(self, path: Path) -> str:
        """The text of a template. Raises ProblemError."""
        text, found = self.files.read_text(path, assets.display_name(path), "a template")
        if found:
            raise ProblemError(found)
        return text

    def miss(self, name: str, place: Place | None) -> Diagnostic:
        """That there is no template of that name, with the one that may be meant."""
        near = find_nearest(name, self.list_names())
        hint = f"did you mean {near}?" if near else "see `sheetgen list templates`"
        return TEMPLATE_MISSING.at(place, f"there is no template {name}", hint)

    def _diagnose(self, error: Exception, name: str) -> Diagnostic:
        place = self._place(error, name)
        if isinstance(error, jinja2.TemplateNotFound):
            return self.miss(str(error.name).removeprefix(PART), place)
        found = explain(error, place, ["sheet", "fillable", "look", *self._plain.globals])
        used = [
            one for one, (path, _) in self._found.items() if assets.display_name(path) == place.file
        ]
        copy = next(filter(self._is_copy, (*used, name)), None)
        if copy is None or found.rule != TEMPLATE_ERROR.name:
            return found
        advice = f"the shipped {copy} may have changed since yours was ejected; compare the two"
        return replace(found, hint=f"{found.hint}; {advice}" if found.hint else advice)

    def _is_copy(self, name: str) -> bool:
        """Whether a template of the project's own stands in for a shipped one."""
        shipped = assets.shipped("templates") / name
        return self.find(name) != shipped and shipped.is_file()

    def _place(self, error: Exception, name: str) -> Place:
        """Where in which template an error was made."""
        path, mark = self.find(name), 0
        if isinstance(error, jinja2.TemplateSyntaxError):
            path, mark = Path(error.filename) if error.filename else path, error.lineno
        else:
            for template, at in find_marks(error):
                path, mark = Path(template.filename or name), at
        if path is None:
            return Place(name)
        found = find_place(normalise_lines(self.read(path)), mark or 1)
        return Place(assets.display_name(path), *found)


def explain(error: Exception, place: Place, names: Iterable[str]) -> Diagnostic:
    """Return the diagnostic of an error in a template that sees these names, at its place."""
    hint = str(getattr(error, "hint", ""))
    if isinstance(error, (TooMuchError, ExcessError)):
        return TOO_MUCH_WORK.at(place, getattr(error, "message", str(error)), hint)
    if isinstance(error, RecursionError):
        return TOO_MUCH_WORK.at(place, NESTED, "does it include or call itself?")
    if isinstance(error, UnsafeError):
        return TEMPLATE_UNSAFE.at(place, str(error.message), "templates use only the sheet's data")
    if isinstance(error, jinja2.exceptions.SecurityError):
        return TEMPLATE_UNSAFE.at(place, str(error), "templates use only the sheet's data")
    if isinstance(error, RefusedTagError):
        return TEMPLATE_ERROR.at(place, str(error.message), hint)
    if isinstance(error, AttributeError) and not isinstance(error, jinja2.UndefinedError):
        return TEMPLATE_ERROR.at(place, *_explain_attribute(error))
    if isinstance(error, jinja2.TemplateSyntaxError):
        return TEMPLATE_ERROR.at(place, f"this Jinja tag can't be read: {error.message}")
    if isinstance(error, jinja2.UndefinedError):
        hint = suggest_name(error, names)
    message = str(error).removeprefix("jinja2.exceptions.")
    return TEMPLATE_ERROR.at(place, f"the template can't be filled: {message}", hint)


def suggest_name(error: jinja2.UndefinedError, names: Iterable[str]) -> str:
    """A hint for a name that does not exist: the one that was probably meant, or all of them."""
    word = str(error).split("'")[1] if "'" in str(error) else ""
    near = find_nearest(word, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"


def _explain_attribute(error: AttributeError) -> tuple[str, str]:
    owner = type(error.obj)
    if owner is dict:
        hint = f"write ['{error.name}'] for .{error.name}; in Python, make it a dataclass"
        return f"this is a table (a dict), which has no .{error.name}", hint
    names = [
        n
        for n in (
            *getattr(owner, "__slots__", ()),
            *getattr(owner, "__match_args__", ()),
            *getattr(owner, "__annotations__", ()),
            *getattr(error.obj, "__dict__", ()),
            *(error.obj if isinstance(error.obj, Roles) else ()),
        )
        if n[0] != "_"
    ]
    if issubclass(owner, str):
        names = list(METHODS)
    near = find_nearest(error.name or "", names)
    known = ", ".join(dict.fromkeys(names)) or "nothing to ask for"
    hint = f"did you mean {near}?" if near else f"it has {known}"
    where = "the look" if issubclass(owner, Roles) else owner.__name__
    return f"there is no {error.name} in {where}", hint


class _Environment(Environment):
    """An environment that knows which templates are included by others.

    A template is only checked, mended and dressed when it is compiled: what was kept of another run
    was. One that `cuts` puts out pieces, but does not know where in a piece an error is.
    """

    def __init__(
        self,
        check: Callable[[str], None],
        dress: Dress,
        words: Words,
        cuts: bool,
        *settings: Any,
        **options: Any,
    ) -> None:
        super().__init__(*settings, **options)
        self._check, self._words, self.cuts = check, words, cuts
        self._worn = dress

    def join_path(self, template: str, parent: str) -> str:
        """The name by which the loader gets a template that another includes."""
        return PART + template

    def parse(
        self, source: str, name: str | None = None, filename: str | None = None
    ) -> jinja2.nodes.Template:
        """The tree of a template, which was checked and mended. Raises ProblemError, too."""
        assert name is not None
        if name.startswith(PART):
            source = open_part(source)
        else:
            self._check(name)
        source = mend(source)
        tree = super().parse(source, name, filename)
        if "var(" in source:
            try:
                self._dress(tree, source)
            except jinja2.TemplateSyntaxError as error:
                error.filename = filename
                raise
        return tree

    def _dress(self, tree: jinja2.nodes.Template, source: str) -> None:
        """Puts values for the variables in texts of a template. Raises RefusedTagError."""
        values = self._worn.list_variables() if self._worn.key else None
        for node in tree.find_all((jinja2.nodes.TemplateData, jinja2.nodes.Const)):
            key = "data" if isinstance(node, jinja2.nodes.TemplateData) else "value"
            text = getattr(node, key)
            if not isinstance(text, str) or "var(" not in text:
                continue
            for found in find_variables(text):
                if values is not None and found[1] not in values:
                    at = source.find(found[0], node.lineno - 1) + 1
                    near = find_nearest(found[1], values)
                    hint = f"did you mean --{near}?" if near else f"there are {', '.join(values)}"
                    message = f"the look has no variable --{found[1]}"
                    raise RefusedTagError(message, at or node.lineno, hint)
            setattr(node, key, fill_variables(text, values or {}))

    def turn(self, tree: jinja2.nodes.Template) -> jinja2.nodes.Template:
        """The tree that is compiled: one that puts out the pieces that drawings are made of."""
        asks = any(node.name in ("tr", "tr_many") for node in tree.find_all(jinja2.nodes.Name))
        if asks or self._words.is_foreign:
            from sheetgen.template.wording import put_words

            tree = put_words(tree, self._words)
        turned = super().turn(tree)
        return cut_output(turned, cut_text) if self.cuts else turned


class _Loader(jinja2.BaseLoader):
    """Loads templates as the run finds them, including those that others include.

    They may be marked, by a function of a text and the name of its template.
    """

    def __init__(self, templates: Templates, dress: Dress, mark: Mark | None = None) -> None:
        self.templates, self.dress, self.mark = templates, dress, mark

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        name = self.templates.find_part(template.removeprefix(PART), self.dress)
        path = self.templates.find("/".join(split_template_path(name)))
        if path is None:
            raise jinja2.TemplateNotFound(template)
        text = self.templates.read(path)
        return self.mark(text, name) if self.mark else text, str(path), lambda: True


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

    return re.sub(_TAG, mark, text)


def escape_value(value: Any) -> str:
    """A value as SVG text: numbers short, texts escaped, nothing for None.

    A plain text, as a Markup would escape the text before it when the two are joined.
    """
    return Work().escape(value)
