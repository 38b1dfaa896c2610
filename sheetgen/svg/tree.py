"""XML text → Elements with their places, by expat, refusing document types and entities."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from sheetgen.svg.problem import XML_ENTITY, XML_SYNTAX, Problem

_MOST_DEPTH = 100
LINE_MARK = "data-sheetgen-line"
"""Attribute with `line:column:file` of an element in its template; see template.py."""


class DrawingError(Exception):
    """The drawing can't be read at all."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


class Element:
    """An element with its attributes, its children (elements and texts) and its place."""

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
        mark = attributes.pop(LINE_MARK, "")
        if mark:
            line_text, column_text, self.file = mark.split(":", 2)
            self.line, self.column = int(line_text), int(column_text)

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
    parser = expat.ParserCreate()
    parser.buffer_text = True
    root: list[Element] = []
    stack: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        tag = tag.removeprefix("svg:")
        if len(stack) >= _MOST_DEPTH:
            raise _fail(parser, f"elements are nested more than {_MOST_DEPTH} deep")
        element = Element(tag, attributes, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        (stack[-1].children if stack else root).append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def data(part: str) -> None:
        if stack:
            stack[-1].children.append(part)

    def refuse(*_: object) -> None:
        problem = Problem(
            XML_ENTITY,
            "document types and entities are not read",
            "remove the <!DOCTYPE …> part",
            line=parser.CurrentLineNumber,
            column=parser.CurrentColumnNumber + 1,
        )
        raise DrawingError(problem)

    def doctype(name: str, system: str | None, public: str | None, has_internal: int) -> None:
        # The plain `<!DOCTYPE svg PUBLIC …>` of older drawing programs names a file that is
        # never fetched and is harmless; one with declarations inside is not.
        if has_internal:
            refuse()

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = refuse
    parser.StartDoctypeDeclHandler = doctype
    parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, str(error)) if error.code else str(error)
        if (
            error.code
            and expat.errors.messages[error.code] == expat.errors.XML_ERROR_UNDEFINED_ENTITY
        ):
            reason = "an entity that XML does not know (use the character itself)"
        problem = Problem(
            XML_SYNTAX,
            f"not well-formed XML: {reason}",
            "open the file in a browser to see the place",
            line=error.lineno,
            column=error.offset + 1,
        )
        raise DrawingError(problem) from None
    except UnicodeEncodeError:
        raise _fail(parser, "the text holds a character that no file can hold") from None
    return root[0]


def _fail(parser: expat.XMLParserType, message: str) -> DrawingError:
    line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
    return DrawingError(Problem(XML_SYNTAX, message, line=line, column=column))
