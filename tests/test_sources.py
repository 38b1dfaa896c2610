"""The program's texts are in our own words: no run of eight words is one of the games' texts.

The games' texts belong to their authors and are not in the repository. Hashes of their runs of
words are kept in sources.bin beside this file, in which nobody can read them.
`python tests/test_sources.py FOLDER` writes it from a folder with the texts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT.parent / "shared" / "rules" / "source"
PLACES = {
    "sheetgen/systems": (".py", ".yaml"),
    "templates": (".svg", ".yaml", ".md"),
    "ships": (".yaml", ".md"),
    "docs": (".md",),
}
OURS = (
    "Everybody plots first. Then the ships move,\nall at once; and only those that "
    "are still afloat may fire."
)

LENGTH = 8
"""Words of a run."""
DIGEST = 5
"""Bytes of a hash: among all runs of the program, less than one in a hundred hits by chance."""
HASHES = Path(__file__).with_name("sources.bin")

# Figures and the cells of tables are facts, which may be the same; no run goes across them.
_BREAK = re.compile(r"[\d|{}\[\]]+")
_MARKUP = re.compile(r"<!--\s*\{%.*?%\}\s*-->|\{%.*?%\}|<[^>]*>", re.DOTALL)
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


def list_runs(text: str) -> Iterator[str]:
    """All runs of eight words in a text, without its case, punctuation and markup."""
    text = re.sub(r'\b[fr]"', '"', _MARKUP.sub(" ", text)).lower().replace("’", "'")
    for stretch in _BREAK.split(text):
        words = _WORD.findall(stretch)
        for at in range(len(words) - LENGTH + 1):
            yield " ".join(words[at : at + LENGTH])


def hash_run(run: str) -> bytes:
    """The hash of a run."""
    return blake2b(run.encode(), digest_size=DIGEST).digest()


def hash_texts(texts: Iterable[str]) -> bytes:
    """The hashes of all runs of some texts, one after the other, from the lowest up."""
    return b"".join(sorted({hash_run(run) for text in texts for run in list_runs(text)}))


def read_hashes(data: bytes) -> frozenset[bytes]:
    """The hashes in what `hash_texts` made."""
    return frozenset(data[at : at + DIGEST] for at in range(0, len(data), DIGEST))


def read_folder(folder: Path) -> Iterator[str]:
    """The texts of a folder."""
    return (path.read_text("utf-8") for path in sorted(folder.glob("*.txt")))


def list_texts() -> Iterator[Path]:
    for folder, endings in PLACES.items():
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in endings)
    yield from ROOT.glob("*.md")


def test_no_text_repeats_eight_words_of_a_source() -> None:
    known = read_hashes(HASHES.read_bytes())
    texts = list(list_texts())
    found = [
        f"{path.relative_to(ROOT)}: {run}"
        for path in texts
        for run in list_runs(path.read_text("utf-8"))
        if hash_run(run) in known
    ]
    assert not found
    assert len(texts) > 200
    assert len(known) > 8000


@pytest.mark.parametrize(
    "copy",
    [
        "EVERYBODY PLOTS FIRST; THEN THE SHIPS MOVE ALL",
        'effect: "then the ships move, all at once, and"  # of another text',
        '<text y="4">only those that <tspan class="b">are</tspan> still <!--{% if x %}-->afloat '
        "may<!--{% endif %}--> fire.</text>",
        'text = (\n    f"ships move, all at once; "\n    f"and only those"\n)',
    ],
)
def test_a_copied_run_is_found_in_any_dress(copy: str) -> None:
    known = read_hashes(hash_texts([OURS]))
    assert any(hash_run(run) in known for run in list_runs(copy))


@pytest.mark.parametrize(
    "free",
    [
        "then the ships move, all at once, but",  # seven words
        "then the ships move | all at once; and only",  # cells of a table
        "then the ships move 6 all at once; and only",
    ],
)
def test_shorter_runs_and_tables_are_free(free: str) -> None:
    known = read_hashes(hash_texts([OURS]))
    assert not any(hash_run(run) in known for run in list_runs(free))


@pytest.mark.skipif(not SOURCES.exists(), reason="the games' texts are not here")
def test_the_hashes_are_those_of_the_sources() -> None:
    assert HASHES.read_bytes() == hash_texts(read_folder(SOURCES))


if __name__ == "__main__":
    HASHES.write_bytes(hash_texts(read_folder(Path(sys.argv[1]))))
