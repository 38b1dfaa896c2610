"""The display of bench/display.typ set by typst, for ships in a JSON file.

python bench/typeset.py ships.json out.pdf
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def main() -> None:
    """Prints a file of ships, as a script."""
    ships, out = Path(sys.argv[1]).resolve(), sys.argv[2]
    spec = find_spec("fontpkg_barlow")
    assert spec is not None and spec.origin is not None
    import_module("typst").compile(  # which need not be installed to check this file
        Path(__file__).with_name("display.typ"),
        output=out,
        root="/",
        font_paths=[str(Path(spec.origin).parent / "files")],
        sys_inputs={"ships": str(ships)},
    )


if __name__ == "__main__":
    main()
