"""The wardrobe: which dress the sheets of a game wear, and the look.yaml files that say so.

A look lies in templates/looks/NAME/look.yaml with its parts beside it, that of a game in the folder
of the game's templates. A project's own files win over the shipped ones, as they do for templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Diagnostic, Place, ProblemError, declare, find_nearest
from sheetgen.ground.record import NamedTuple, replace
from sheetgen.reading import source
from sheetgen.reading.document import Document
from sheetgen.reading.refusal import validate
from sheetgen.svg.problem import UNKNOWN_FONT
from sheetgen.template.templates import Templates
from sheetgen.type.dress import (
    BASE,
    FACES,
    PARTS,
    Dress,
    LookSpec,
    Roles,
    list_contrasts,
    merge_roles,
)
from sheetgen.type.fonts import Fonts

if TYPE_CHECKING:
    from sheetgen.systems.contract import System

FILE = "look.yaml"
FOLDER = "looks"
NONE = "common/nothing.svg"
"""The template of a part that a look does without."""
_GROUPS = ("sizes", "palette", "lines")
_MOST_CHAINED = 8

BAD_LOOK = declare(
    "bad-look",
    "error",
    """A look can't be used as it is written.

    Why: A look names its faces, colours, sizes and lines by their roles, and templates ask for
    these roles. A role that no template asks for, a look that starts from itself, or a picture that
    is not there would change nothing on the sheet, and nobody would notice.

    Example:
    palette: {acent: darkred}     # did you mean accent?
    """,
)

LOW_CONTRAST = declare(
    "low-contrast",
    "warning",
    """A colour of a look can hardly be seen on its ground.

    Why: Texts need a contrast of 4.5 with what is behind them, lines and large letters one of 3, as
    WCAG 2.2 has it. Two colours that differ in hue may be the same grey where no colour is printed,
    so their greys are judged as well.

    Example:
    palette: {grey: "#c0c0c0"}     # 1.8 on white; #6b6b6b has 5.3
    """,
)


class WrittenLook(NamedTuple):
    """A look as it was written, where, and the folder among the templates that it lies in."""

    spec: LookSpec
    document: Document
    folder: str
    path: Path
    base: tuple[str, ...]  # the keys that lead to it in its file


class Wardrobe:
    """The dresses of a run's games, each made when it is first asked for.

    `wish` is what the project's own mark says, and `name` the look that all games wear instead.
    """

    def __init__(
        self, templates: Templates, fonts: Fonts, wish: WrittenLook | None = None, name: str = ""
    ) -> None:
        self.templates, self.fonts = templates, fonts
        self.wish, self.name = wish, name
        self._made: dict[tuple[System | None, str], Dress] = {}
        self._layers: dict[Path, WrittenLook] = {}

    def change(self, name: str) -> Wardrobe:
        """A wardrobe from which all games wear the look of that name."""
        return Wardrobe(self.templates, self.fonts, self.wish, name)

    def forget(self, wish: WrittenLook | None) -> None:
        """Forgets the dresses, as something that they were made of has changed."""
        self.wish = wish
        self._made.clear()
        self._layers.clear()

    def list_names(self) -> dict[str, Path]:
        """The names of all looks with their files: the project's own before the shipped ones."""
        found: dict[str, Path] = {}
        for folder in self.templates.folders:
            for path in sorted(folder.glob(f"{FOLDER}/*/{FILE}")) if folder.is_dir() else ():
                found.setdefault(path.parent.name, path)
        return found

    def describe(self, name: str) -> str:
        """Return what a look says about itself. Raises ProblemError."""
        return self._follow(name, None)[-1].spec.about or ""

    def suggest(self, name: str) -> str:
        """Which look may be meant by a name that none has, or all names."""
        known = self.list_names()
        near = find_nearest(name, known)
        return f"did you mean {near}?" if near else f"there are {', '.join(known)}"

    def has(self, name: str) -> bool:
        """Whether there is a look of that name."""
        return self.templates.find(f"{FOLDER}/{name}/{FILE}") is not None

    def find(self, game: System | None, ink: str = "color") -> Dress:
        """The dress of a game's sheets, or of those of no game. Raises ProblemError."""
        made = self._made.get((game, ink))
        if made is None:
            made = self._made[game, ink] = replace(self._make(game), ink=ink)
        return made

    def _make(self, game: System | None) -> Dress:
        base = self._follow(BASE, None)
        own = [*base, *self._read_game(game)]
        worn, every = own, own
        wish = self.wish
        name = self.name or (wish and wish.spec.look) or ""
        if name:
            place = _place_name(wish) if wish and not self.name else None
            worn = [*base, *self._follow(name, place)]
            every = [*own, *worn]
        found = list(_check_roles(every[1:], base[0], closed=False))
        if wish and not self.name:
            found += _check_roles([wish], *every, closed=True)
            worn, every = [*worn, wish], [*every, wish]
        if found:
            raise ProblemError(found)
        return self._dress(worn, every)

    def find_own(self) -> Dress:
        """The roles that a chosen look has beyond `plain`, or the project's mark has over it.

        Raises ProblemError, as `find` does.
        """
        self.find(None)
        wish = None if self.name else self.wish
        name = self.name or (wish and wish.spec.look) or ""
        layers = [*self._follow(name, None), *([wish] if wish else ())]
        own = [layer.spec for layer in layers if layer.folder != f"{FOLDER}/{BASE}"]
        return Dress(**merge_roles(own))

    def read(self, name: str) -> tuple[WrittenLook, Dress, Dress]:
        """A look with the dress that it makes, and that of the look from which it starts.

        Raises ProblemError.
        """
        chain = [*self._follow(BASE, None)[: name != BASE], *self._follow(name, None)]
        found = list(_check_roles(chain[1:], chain[0], closed=False))
        if found:
            raise ProblemError(found)
        return chain[-1], self._dress(chain, chain), self._dress(chain[:-1], chain[:-1])

    def judge(self, name: str) -> list[Diagnostic]:
        """The faults of a look, and those of its own colours that can hardly be read."""
        try:
            layer, dress, _ = self.read(name)
        except ProblemError as error:
            return error.diagnostics
        found = []
        for pair in list_contrasts(dress.palette):
            role = next((r for r in (pair.role, pair.ground) if r in layer.spec.palette), "")
            if role and not pair.is_enough:
                in_grey = pair.grey < pair.least <= pair.color
                shown = f"{pair.grey:.1f} in grey" if in_grey else f"{pair.color:.1f}"
                message = f"{pair.role} on {pair.ground} has a contrast of {shown}"
                hint = f"{pair.least:g} is the least that can be read"
                found.append(LOW_CONTRAST.at(_place_role(layer, role), message, hint))
        return found

    def _read_game(self, game: System | None) -> list[WrittenLook]:
        """The looks that a game names, and its own. Raises ProblemError."""
        if game is None:
            return []
        path = self.templates.find(f"{game.id}/{FILE}")
        if path is None:
            file = assets.display_name(game.folder / assets.GAME) if game.folder else game.id
            return self._follow(game.look, Place(file)) if game.look else []
        layer = self._read(path, game.id)
        if not layer.spec.look:
            return [layer]
        return [*self._follow(layer.spec.look, _place_name(layer)), layer]

    def _follow(self, name: str, place: Place | None) -> list[WrittenLook]:
        """The look of that name after those that it starts from. Raises ProblemError."""
        chain: list[WrittenLook] = []
        while name and (name != BASE or not chain):
            path = self.templates.find(f"{FOLDER}/{name}/{FILE}")
            if path is None:
                message = f"there is no look {name}"
                raise ProblemError([BAD_LOOK.at(place, message, self.suggest(name))])
            layer = self._read(path, f"{FOLDER}/{name}")
            chain.insert(0, layer)
            if len(chain) > _MOST_CHAINED:
                message = f"the look {name} starts from itself, or from too many others"
                raise ProblemError([BAD_LOOK.at(place, message)])
            name, place = layer.spec.look or "", _place_name(layer)
        return chain

    def _read(self, path: Path, folder: str) -> WrittenLook:
        """A look.yaml. Raises ProblemError."""
        if path in self._layers:
            return self._layers[path]
        shown, files = assets.display_name(path), self.templates.files
        read = source.read(path, shown, partial(files.read_text, what="a look"))
        found = [*read.diagnostics, *source.refuse_more(read)]
        if not read.documents:
            message = "this file holds no look"
            raise ProblemError(found or [BAD_LOOK.at(read.start, message)])
        document = read.documents[0]
        spec, wrong = validate(LookSpec, document)
        if spec is None or found:
            raise ProblemError([*found, *wrong])
        layer = self._layers[path] = WrittenLook(spec, document, folder, path, ())
        return layer

    def _dress(self, worn: Sequence[WrittenLook], every: Sequence[WrittenLook]) -> Dress:
        """The dress of looks, the last one on top: `every` one has roles, the `worn` has parts.

        So a template finds the roles of its game in whatever look it is printed. Raises
        ProblemError.
        """
        found = [problem for layer in worn for problem in self._check(layer)]
        roles = merge_roles([layer.spec for layer in every])
        seen: dict[str, str] = {}
        for group, values in roles.items():
            for role in values:
                if seen.setdefault(role, group) != group:
                    layer = next(one for one in every if role in getattr(one.spec, group))
                    place = layer.document.key_place((*layer.base, group, role))
                    message = f"{role} is a role in {seen[role]} already"
                    found.append(BAD_LOOK.at(place, message, "give it another name"))
        if found:
            raise ProblemError(found)
        logos = [layer for layer in worn if layer.spec.logo]
        layers = [*reversed(worn), *reversed(every)]
        folders = dict.fromkeys(one.folder for one in layers if one.folder.startswith(FOLDER))
        made = Dress(
            **roles,
            icons=self._list_icons(layers),
            logo=str(_find_logo(logos[-1])) if logos else "",
            folders=tuple(folders),
            parts={part: name for layer in worn for part, name in _list_parts(layer)},
        )
        return replace(made, key=made.make_key())

    def _check(self, layer: WrittenLook) -> Iterator[Diagnostic]:
        """Yields what a look names that is not there."""
        spec, document, base = layer.spec, layer.document, layer.base
        for key in FACES:
            family = getattr(spec.faces, key)
            if family and not self.fonts.has(family):
                place = document.place((*base, "faces", key))
                yield UNKNOWN_FONT.at(place, *self.fonts.explain(family))
        for part, name in _list_parts(layer):
            if name != NONE and self.templates.find(name) is None:
                place = document.place((*base, part))
                hint = "name a look, a template such as frame.svg, or none"
                yield BAD_LOOK.at(place, f"there is no {part} {getattr(spec, part)}", hint)
        if not spec.logo:
            return
        place = document.place((*base, "logo"))
        if not self.templates.files.is_file(_find_logo(layer)):
            message = f"there is no picture {assets.display_name(_find_logo(layer))}"
            yield BAD_LOOK.at(place, message)
        elif layer.folder and self.templates.find(f"{FOLDER}/{BASE}/{spec.logo}"):
            message = f"{spec.logo} is the name of a part of looks, and would be drawn as that"
            yield BAD_LOOK.at(place, message, "give the picture another name, such as logo.svg")

    def _list_icons(self, layers: Sequence[WrittenLook]) -> Roles[str]:
        """The templates of all icons by their names, those of the first look before others."""
        found: Roles[str] = Roles()
        for layer in layers:
            written = layer.spec.icons or ("icons" if layer.folder else "")
            inside = "/".join(filter(None, (layer.folder, written))) if written else ""
            for folder in self.templates.folders if inside else ():
                for file in assets.list_names(folder / inside):
                    if file.endswith(".svg"):
                        found.setdefault(file.removesuffix(".svg"), f"{inside}/{file}")
        return found


def _place_name(layer: WrittenLook) -> Place:
    """Where a look names the one that it starts from."""
    return layer.document.place((*layer.base, "look"))


def _place_role(layer: WrittenLook, role: str) -> Place:
    return layer.document.place((*layer.base, "palette", role))


def _check_roles(
    layers: Sequence[WrittenLook], *known: WrittenLook, closed: bool
) -> Iterator[Diagnostic]:
    """Yields roles that are none of the known ones, or, unless that is `closed`, nearly are."""
    for layer in layers:
        for group in _GROUPS:
            roles = [role for one in known for role in getattr(one.spec, group)]
            for role in getattr(layer.spec, group):
                near = "" if role in roles else find_nearest(role, roles)
                counted = near.rstrip("0123456789") == role.rstrip("0123456789")
                if role not in roles and (closed or (near and not counted)):
                    place = layer.document.key_place((*layer.base, group, role))
                    hint = f"did you mean {near}?" if near else f"there are {', '.join(roles)}"
                    yield BAD_LOOK.at(place, f"there is no role {role} in {group}", hint)


def _find_logo(layer: WrittenLook) -> Path:
    return layer.path.parent / str(layer.spec.logo)


def _list_parts(layer: WrittenLook) -> Iterator[tuple[str, str]]:
    """The parts that a look names, each with its template."""
    for part in PARTS:
        written = getattr(layer.spec, part)
        if not written:
            continue
        if written == "none":
            yield part, NONE
        elif written.endswith(".svg"):
            yield part, "/".join(filter(None, (layer.folder, written)))
        else:
            yield part, f"{FOLDER}/{written}/{part}.svg"
