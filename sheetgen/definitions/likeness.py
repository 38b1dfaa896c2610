"""Likeness: a definition with `like: ID` has the keys of another one, with its own over them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from sheetgen.ground.diagnostics import Diagnostic, Mend, declare, find_nearest
from sheetgen.ground.files import locate
from sheetgen.reading.document import Document, merge
from sheetgen.reading.refusal import WRONG_TYPE
from sheetgen.systems.contract import System

LIKE_ITSELF = declare(
    "like-itself",
    "error",
    """A definition is like itself, directly or by way of others.

    Why: `like:` takes the keys of another definition and lays those of this one over them. That
    one may be like a third, but somewhere there must be one that stands for itself. A definition
    that names its own id means the next one of that id, such as a shipped ship.

    Example:
    id: kestrel
    like: merlin     # while the merlin is like the kestrel
    """,
)
UNKNOWN_LIKENESS = declare(
    "unknown-likeness",
    "error",
    """A definition is like one that does not exist.

    Why: What `like:` names is looked up by its id in the same file, then beside it and in the
    folders below, then in the rest of the project, and last among the shipped ships of its game.

    Example:
    like: warior     # did you mean warrior?
    """,
)

_OWN = ("id", "like")
"""Keys that a definition never takes from another one."""

Found: TypeAlias = tuple[Document, Path]


class Originals:
    """Where definitions are looked up that others are like; this one holds none."""

    def seek_documents(self, id: str, path: Path, system: System) -> Iterator[Found]:
        """Yield the documents of a game with an id, and their files, as seen from a file."""
        yield from ()

    def guess_all(self, start: Path | None) -> Iterator[str]:
        """Yield the ids that definitions named from a folder may have."""
        yield from ()


def follow(
    document: Document, path: Path, system: System, library: Originals, found: list[Diagnostic]
) -> bool:
    """Lays a document over the one that it is like; what stands in the way of that is noted.

    Returns whether it could be done, which it is also where a document is like no other.
    """
    if "like" not in document.data:
        return True
    base = _gather(document, path, system, library, found)
    if base is not None:
        document.lay_over(base)
    return base is not None


def _gather(
    document: Document, path: Path, system: System, library: Originals, found: list[Diagnostic]
) -> dict[str, Any] | None:
    """The keys that a document takes from the one that it is like, and that from another."""
    chain = [(document, path)]
    while "like" in chain[-1][0].data:
        asker, here = chain[-1]
        id = asker.data["like"]
        place = document.place(("like",))
        if not isinstance(id, str):
            found.append(WRONG_TYPE.at(place, "like: expected the id of a definition"))
            return None
        met = {_identify(*one) for one in chain}
        own = _identify(asker, here)
        others = (one for one in library.seek_documents(id, here, system) if _identify(*one) != own)
        there = next(others, None)
        if there is None or _identify(*there) in met:
            if there or id == asker.data.get("id", here.stem):
                through = " → ".join(str(one.data["like"]) for one, _ in chain)
                message = (
                    f"this is like itself, by way of {through}"
                    if there
                    else (f"this is like {id}, and there is no other {id}")
                )
                found.append(LIKE_ITSELF.at(place, message, "one of them must stand for itself"))
            else:
                found.append(_report_unknown(document, id, asker, here, library))
            return None
        chain.append(there)
    keys: dict[str, Any] = {}
    for one, file in reversed(chain[1:]):
        keys = merge(keys, _fit(one, file, path, system))
    return {key: value for key, value in keys.items() if key not in _OWN}


def _identify(document: Document, path: Path) -> tuple[str, int]:
    return locate(path), document.index


def _fit(document: Document, file: Path, path: Path, system: System) -> Mapping[str, Any]:
    """The keys of a document as another file would write them."""
    if document.cells:
        from sheetgen.reading.table import fit_cells

        fit_cells(system.find_kind(document.data).model, document)
    keys: Mapping[str, Any] = document.data
    art = keys.get("art")
    if isinstance(art, str) and file.parent != path.parent:
        art = os.path.relpath(file.parent / art, path.parent)
        keys = {**keys, "art": Path(art).as_posix()}
    return keys


def _report_unknown(
    document: Document, id: str, asker: Document, here: Path, library: Originals
) -> Diagnostic:
    message = f"there is no definition called '{id}'"
    if asker is not document:
        message += f", which {document.data['like']} is like"
    near = find_nearest(id, library.guess_all(here.parent.absolute()))
    hint = f"did you mean {near}?" if near else "`sheetgen list ships` shows the shipped ones"
    if near == id:
        near, hint = "", f"{id} belongs to another game"
    mends = [Mend(("like",), near)] if near and asker is document else []
    return UNKNOWN_LIKENESS.at(document.place(("like",)), message, hint, mends)
