"""XML text → Elements with their places, by expat.

Entities are read in drawings from elsewhere only: plain ones of the file itself, within bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn
from xml.parsers import expat

from sheetgen.ground.diagnostics import Place
from sheetgen.svg.problem import XML_ENTITY, XML_SYNTAX, Problem

MARK = "sheetgen-place"
"""A processing instruction before an element, with its place's number (template/templates.py)."""

MOST_DEPTH = 60
_SVG = "http://www.w3.org/2000/svg"
# The doctype of older drawing programs, which only names a file.
_DOCTYPE = r"""(?s)(?:[^<]|<[?]|<!--.*?-->)*+(<!DOCTYPE(?:[^\["'>]|"[^"]*"|'[^']*')*+>)"""
_SUBSET = (
    r"""(?s)(?:[^<]|<[?]|<!--.*?-->)*+<!DOCTYPE\s+[^\s\["'>]++((?:[^\["'>]|"[^"]*"|'[^']*')*+)\["""
)
_NESTED = r"&(?!#|(?:amp|lt|gt|quot|apos);)"
_ATTLIST = r"""<!ATTLIST(?:[^>"']|"[^"]*"|'[^']*')*+"""
_MOST_ENTITIES = 100
_MOST_EXPANDED = 1_000_000
"""Letters that all entities of a drawing may become where they are used."""
_EMPTY = re.compile(r"""<([A-Za-z]+)((?: [A-Za-z][A-Za-z0-9-]*="[^"<&]*")*) ?/>""")
_ATTRIBUTE = re.compile(r""" ([A-Za-z0-9-]+)="([^"]*)\"""")
_UNDEFINED = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]


_NOWHERE, _START = Place(), Place("", 1, 1)


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

    def __init__(self, tag: str, attributes: dict[str, str], place: Place = _NOWHERE) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []
        self.file, self.line, self.column = place

    @property
    def place(self) -> Place:
        """Where it starts; the file is empty for that of the drawing itself."""
        return Place(self.file, self.line, self.column)

    @property
    def reference(self) -> str:
        """The target that its `href` names; empty if it names nothing."""
        return self.attributes.get("href", self.attributes.get("xlink:href", "")).strip()

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


def parse_tree(text: str, places: Sequence[Place] = (), entities: bool = False) -> Element:
    """The root element of an XML text, which may declare `entities`. Raises DrawingError.

    `places` are those that its marks number. Without them, marks are ignored, as are those that
    somebody else has written into a file.
    """
    return (None if places else _read_empty(text)) or _Builder(places, entities).parse(text)


def is_sound(text: str) -> bool:
    """Whether an XML text is surely a tree, without making it: it is shallow and has no doctype."""
    if "<!D" in text or text.count("</") >= MOST_DEPTH:
        return False
    parser = expat.ParserCreate("utf-8")
    try:
        parser.Parse(text.encode(), True)
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _read_empty(text: str) -> Element | None:
    """The element that a text consists of, if it is empty and means what it seems to at a glance.

    Most elements of templates are like that, and expat takes ten times as long to start.
    """
    found = _EMPTY.fullmatch(text)
    if found is None or "xmlns" in text or not text.isprintable():
        return None
    pairs = _ATTRIBUTE.findall(found[2])
    attributes = dict(pairs)
    return Element(found[1], attributes, _START) if len(pairs) == len(attributes) else None


class _Builder:
    """Builds Elements from expat's events."""

    def __init__(self, places: Sequence[Place], entities: bool = False) -> None:
        # The text is Unicode by now, whatever encoding its declaration names.
        self.parser = parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text
        parser.ExternalEntityRefHandler = self._refuse
        self.entities: dict[str, str] | None = {} if entities else None
        self.text, self.declared = "", 0
        if entities:
            parser.EntityDeclHandler = self._declare
            parser.EndDoctypeDeclHandler = self._measure
            parser.SkippedEntityHandler = self._refuse
            parser.ElementDeclHandler = self._refuse
            # Attributes that the document type gives to elements are those of namespaces.
            parser.AttlistDeclHandler = self._count
            parser.specified_attributes = True
        else:
            parser.EntityDeclHandler = parser.StartDoctypeDeclHandler = self._refuse
        self.places = places
        self.place: Place | None = None  # the latest that a mark has numbered
        if places:
            parser.ProcessingInstructionHandler = self._mark
        self.roots: list[Element] = []
        self.open: list[Element] = []
        self.namespaces = [{"": _SVG, "svg": _SVG}]

    def parse(self, text: str) -> Element:
        if "<!DOCTYPE" in text:
            # Blanked out, so that expat takes no entity for one that an outer file declares.
            match = re.match(_DOCTYPE, text)
            match = match or (None if self.entities is None else re.match(_SUBSET, text))
            if match:
                blank = "".join(c if c == "\n" else " " for c in match[1])
                text = text[: match.start(1)] + blank + text[match.end(1) :]
        self.text = text
        try:
            if "<!ATTLIST" in text and any("&" in a for a in re.findall(_ATTLIST, text)):
                self._refuse()
            self.parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            problem = _explain(error, text)
            if self.place:  # the text is not what anybody wrote: the template's element is
                problem = problem._replace(**self.place._asdict())
            raise DrawingError(problem) from None
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
        element = Element(tag, attributes, self._find_place())
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

    def _declare(
        self, name: str, is_parameter: bool, value: str | None, *elsewhere: str | None
    ) -> None:
        """Notes an entity that is a plain text; others are refused."""
        assert self.entities is not None  # otherwise none are declared
        if is_parameter or value is None or any(elsewhere):
            self._refuse()
        if re.search(_NESTED, value):
            self._complain(f"the entity {name[:40]} consists of others")
        self.entities.setdefault(name, value)
        if len(self.entities) > _MOST_ENTITIES:
            self._complain(f"more than {_MOST_ENTITIES} entities are declared")

    def _count(self, *_: object) -> None:
        self.declared += 1
        if self.declared > _MOST_ENTITIES:
            self._complain(f"more than {_MOST_ENTITIES} attributes are declared")

    def _measure(self) -> None:
        """Refuses entities that would make the text much longer."""
        assert self.entities is not None
        uses = ((self.text.count(f"&{name};"), value) for name, value in self.entities.items())
        if sum(count * len(value) for count, value in uses) > _MOST_EXPANDED:
            self._complain(f"the entities become more than {_MOST_EXPANDED:,} letters")

    def _complain(self, message: str) -> NoReturn:
        problem = self._fault(message)
        raise DrawingError(problem._replace(rule=XML_ENTITY, hint="write the text itself"))

    def _mark(self, target: str, number: str) -> None:
        """Notes the place of the element that follows, or that of none."""
        if target == MARK and number.isdecimal() and int(number) < len(self.places):
            self.place = self.places[int(number)]

    def _find_place(self) -> Place:
        parser = self.parser
        return self.place or Place("", parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def _fault(self, message: str) -> Problem:
        return Problem(XML_SYNTAX, message, "", *self._find_place())


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
