"""Dresses: what the sheets of a game look like, as roles that templates ask for by name.

A look is written in a look.yaml, or under `look:` in a project's sheetgen.yaml. A dress is what
becomes of several, one over the other: a family for each kind of text, sizes, colours, and widths
of lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from sheetgen.ground.colour import contrast
from sheetgen.ground.number import fmt
from sheetgen.ground.record import record
from sheetgen.ground.units import MM
from sheetgen.reading.field import After, Before, Colour, Field, Text
from sheetgen.reading.model import Model

V = TypeVar("V")

BASE = "plain"
"""The look below all others, which says something about every role."""
PARTS = ("frame", "heading", "ground")
"""The keys of a look that name a part: a template that others include as `look/frame.svg`."""
FACES = ("display", "text", "figures")
_ICONS = "icons/"
_ROLE = r"[a-z][a-z0-9-]{0,29}"
_MOST_ROLES = 60


def _check_role(name: str) -> str:
    if not re.fullmatch(_ROLE, name):
        raise ValueError(f"{name[:40]} is no name for a role: small letters, digits and hyphens")
    return name


Role = Annotated[str, After(_check_role)]
Size = Annotated[float, Field(ge=4, le=96)]
Width = Annotated[float, Field(ge=0.05, le=3)]


class FacesSpec(Model):
    """The families of a look."""

    display: Text | None = Field(None, description="the family of names and headings")
    text: Text | None = Field(None, description="the family of sentences and captions")
    figures: Text | None = Field(None, description="the family of values")


class LookSpec(Model):
    """A look as it is written: what it says goes over the look that it starts from."""

    look: Text | None = Field(None, description="the look that it starts from, such as bridge")
    about: Text | None = Field(None, description="a few words for `list looks`")
    faces: FacesSpec = Field(FacesSpec(), description="{display: Cinzel, text: EB Garamond}")
    sizes: dict[Role, Size] = Field(
        default_factory=dict, max_length=_MOST_ROLES, description="role: points"
    )
    palette: dict[Role, Colour] = Field(
        default_factory=dict, max_length=_MOST_ROLES, description='role: "#1f4e79" or navy'
    )
    lines: dict[Role, Width] = Field(
        default_factory=dict, max_length=_MOST_ROLES, description="role: millimetres"
    )
    frame: Text | None = Field(None, description="a look whose frame it is, a template, or none")
    heading: Text | None = Field(None, description="a look whose heading it is, or a template")
    ground: Text | None = Field(None, description="a look whose ground it is, a template, or none")
    icons: Text | None = Field(None, description="the folder of its icons; icons without it")
    logo: Text | None = Field(None, description="a picture, relative to this file")


def _expand_name(value: object) -> object:
    return {"look": value} if isinstance(value, str) else value


OwnLook = Annotated[LookSpec, Before(_expand_name, takes=str | LookSpec)]
"""The look of a project: the name of one, or some keys over those of its games."""


class Roles(dict[str, V]):
    """The values of a look by their roles; templates write `look.palette.ink`."""

    def __getattr__(self, name: str) -> V:
        """The value of a role. Raises AttributeError."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no role {name}", name=name, obj=self) from None


@record
class Dress:
    """The dress of a game's sheets; sizes and widths of lines are in millimetres.

    `icons` are the templates of its icons by their names, `logo` is a picture's file, empty for
    none, and `ink` is that of the run: color, grey or low. `parts` are the templates of those parts
    that are not in one of the `folders`, where all others are looked for. The `key` differs where
    what is filled in it differs, whatever the ink; it is empty for none.
    """

    faces: Roles[str] = field(default_factory=Roles)
    sizes: Roles[float] = field(default_factory=Roles)
    palette: Roles[str] = field(default_factory=Roles)
    lines: Roles[float] = field(default_factory=Roles)
    icons: Roles[str] = field(default_factory=Roles)
    logo: str = ""
    ink: str = "color"
    folders: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    key: str = ""

    def list_variables(self) -> dict[str, str]:
        """The values of its roles as CSS has them in a drawing whose unit is the millimetre."""
        from html import escape  # of which a run whose templates are known needs none

        return {
            **{role: escape(family) for role, family in self.faces.items()},
            **{role: f"{fmt(size)}px" for role, size in self.sizes.items()},
            **self.palette,
            **{role: fmt(width) for role, width in self.lines.items()},
        }

    def make_key(self) -> str:
        """A key for it."""
        worn = self.faces, self.sizes, self.palette, self.lines, self.icons
        made = repr((*worn, self.folders, self.parts))
        return sha256(made.encode(errors="surrogatepass")).hexdigest()

    def find_parts(self, name: str) -> Iterator[str]:
        """The templates that a part such as `frame.svg` or `icons/fire.svg` may be, best first."""
        part = name.removesuffix(".svg")
        if part in self.parts:
            yield self.parts[part]
        elif part.startswith(_ICONS):
            yield self.icons.get(part.removeprefix(_ICONS), "")
        else:
            yield from (f"{folder}/{name}" for folder in self.folders)


UNDRESSED = Dress(faces=Roles(display="sheet", text="sheet", figures="sheet"))
"""The dress of templates that are filled without one: variables leave what stands in for them."""


def merge_roles(specs: Sequence[LookSpec]) -> dict[str, Any]:
    """The roles of looks that are written one over the other, the last one on top."""
    made: dict[str, Any] = {name: Roles() for name in ("faces", "sizes", "palette", "lines")}
    for spec in specs:
        faces = {name: getattr(spec.faces, name) for name in FACES}
        made["faces"].update({name: family for name, family in faces.items() if family})
        made["sizes"].update({role: round(size / MM, 4) for role, size in spec.sizes.items()})
        made["palette"].update(spec.palette)
        made["lines"].update(spec.lines)
    return made


# Whether what is written in the colours of a look can be read


_TEXT, _LARGE = 4.5, 3.0
"""The least contrast of texts, and of lines and large letters: WCAG 2.2 §1.4.3 and §1.4.11."""
_ON_GROUNDS = {
    ("ink", "paper"): _TEXT,
    ("ink", "ground"): _TEXT,
    ("grey", "paper"): _TEXT,
    ("grey", "ground"): _TEXT,
    ("accent", "paper"): _LARGE,
    **{(f"side{number}", "paper"): _LARGE for number in range(1, 5)},
}


@record
class Contrast:
    """The contrast of a role's colour with its ground, from 1 to 21, and that of their greys."""

    role: str
    ground: str
    color: float
    grey: float
    least: float

    @property
    def is_enough(self) -> bool:
        """Whether it can be read, in colour and in grey."""
        return min(self.color, self.grey) >= self.least


def list_contrasts(palette: Mapping[str, str]) -> list[Contrast]:
    """The contrasts that matter on sheets, of those roles that a palette has."""
    found = []
    for (role, ground), least in _ON_GROUNDS.items():
        if role in palette and ground in palette:
            shown = palette[role], palette[ground]
            pair = contrast(*shown), contrast(*shown, grey=True)
            found.append(Contrast(role, ground, *pair, least))
    return found


# Variables in the text of templates and drawings: `var(--ink)`, `var(--ink, #333)`


VARIABLE = r"var\(\s*+--([\w-]++)\s*+(?:,\s*+((?:[^()\"<>]|\([^()\"<>]*+\))*+))?\)"


def find_variables(text: str) -> Iterator[re.Match[str]]:
    """The variables in a text: each with its name, and with what stands in for it."""
    return re.finditer(VARIABLE, text)


def fill_variables(text: str, values: Mapping[str, str]) -> str:
    """The text with the values of variables; those without one leave what stands in for them."""

    def write(found: re.Match[str]) -> str:
        value = values.get(found[1])
        other = found[0] if found[2] is None else found[2].strip()
        return other if value is None else value

    return re.sub(VARIABLE, write, text) if "var(" in text else text
