"""XML text → Elements with their places, by expat; document types and entities are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn
from xml.parsers import expat

from sheetgen.svg.problem import XML_ENTITY, XML_SYNTAX, Problem

LINE_MARK = "data-sheetgen-line"
"""Attribute with `line:column:file` of an element in its template; see template.py."""

MOST_DEPTH = 60
_SVG = "http://www.w3.org/2000/svg"
_MARK = re.compile(r"([0-9]{1,9}):([0-9]{1,9}):(.*)", re.DOTALL)
# The doctype of older drawing programs, which only names a file.
_DOCTYPE = re.compile(
    r"""(?s)(?:[^<]|<[?]|<!--.*?-->)*+(<!DOCTYPE(?:[^\["'>]|"[^"]*"|'[^']*')*+>)"""
)
_UNDEFINED = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]


class DrawingError(Exception):
    """A drawing can't be read at all."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


class Element:
    """An element with its attributes, its children (elements and texts) and its place.

    The tag of an SVG element is its bare name; elements of other namespaces have a prefix.
    """

    __slots__ = ("attributes", "children", "column", "file", "line", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], line: int = 0, column: int = 0
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []
        self.line = line
        self.column = column
        self.file = ""
        mark = _MARK.fullmatch(attributes.pop(LINE_MARK, ""))
        if mark:
            self.line, self.column, self.file = int(mark[1]), int(mark[2]), mark[3]

    @property
    def elements(self) -> Iterator[Element]:
        """Its child elements, without the texts between them."""
        return (child for child in self.children if isinstance(child, Element))

    @property
    def text(self) -> str:
        """All text inside it."""
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def walk(self) -> Iterator[Element]:
        """Itself and every element below it, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(list(element.elements)))


def parse_tree(text: str) -> Element:
    """The root element of an XML text. Raises DrawingError."""
    return _Builder().parse(text)


class _Builder:
    """Builds Elements from expat's events."""

    def __init__(self) -> None:
        # The text is Unicode by now, whatever encoding its declaration names.
        self.parser = parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text
        parser.EntityDeclHandler = self._refuse
        parser.StartDoctypeDeclHandler = self._refuse
        parser.ExternalEntityRefHandler = self._refuse
        self.roots: list[Element] = []
        self.open: list[Element] = []
        self.namespaces = [{"": _SVG, "svg": _SVG}]

    def parse(self, text: str) -> Element:
        if "<!DOCTYPE" in text:
            # Blanked out, so that expat takes no entity for one that an outer file declares.
            match = _DOCTYPE.match(text)
            if match:
                blank = "".join(c if c == "\n" else " " for c in match[1])
                text = text[: match.start(1)] + blank + text[match.end(1) :]
        try:
            self.parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            raise DrawingError(_explain(error, text)) from None
        except UnicodeEncodeError:
            message = "the text contains a character that no file can contain"
            raise DrawingError(self._fault(message)) from None
        finally:
            del self.parser  # it refers back here, and commands don't collect such circles
        return self.roots[0]

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= MOST_DEPTH:
            raise DrawingError(self._fault(f"elements are nested more than {MOST_DEPTH} deep"))
        names = self.namespaces[-1]
        if any(name.startswith("xmlns") for name in attributes):
            names = names | {
                name[6:]: value
                for name, value in attributes.items()
                if name == "xmlns" or name.startswith("xmlns:")
            }
        self.namespaces.append(names)
        prefix, _, bare = tag.rpartition(":")
        if names.get(prefix) == _SVG:
            tag = bare
        elif not prefix:
            tag = f"other:{tag}"
        element = Element(
            tag, attributes, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        )
        (self.open[-1].children if self.open else self.roots).append(element)
        self.open.append(element)

    def _end(self, tag: str) -> None:
        self.open.pop()
        self.namespaces.pop()

    def _add_text(self, text: str) -> None:
        self.open[-1].children.append(text)

    def _refuse(self, *_: object) -> NoReturn:
        message = "entities, and document types with declarations of their own, are not read"
        problem = self._fault(message)
        hint = "remove the <!DOCTYPE …> part"
        raise DrawingError(problem._replace(rule=XML_ENTITY, hint=hint))

    def _fault(self, message: str) -> Problem:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return Problem(XML_SYNTAX, message, line=line, column=column)


def _explain(error: expat.ExpatError, text: str) -> Problem:
    reason = expat.errors.messages.get(error.code, str(error))
    hint = "open the file in a browser to see the place"
    if error.code == _UNDEFINED:
        reason = "an entity that XML does not know"
        hint = "write the character itself"
    line = text.split("\n")[error.lineno - 1] if error.lineno <= text.count("\n") + 1 else ""
    if line[max(0, error.offset - 1) : error.offset + 1].startswith("&"):
        hint = "write &amp; for an & in a text"
    message = f"not well-formed XML: {reason}"
    return Problem(XML_SYNTAX, message, hint, "", error.lineno, error.offset + 1)
