"""The file of a pack: a zip archive of plain files with their sums, which is read within bounds.

Nothing is unpacked here: a file of a pack is a name and its bytes. What is odd about an archive, in
whatever way, refuses all of it.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NoReturn

from sheetgen.ground import assets
from sheetgen.ground.diagnostics import Place, ProblemError, declare
from sheetgen.ground.files import is_portable
from sheetgen.ground.textfile import FileError, read_plain

BAD_PACK = declare(
    "bad-pack",
    "error",
    """A pack can't be installed as it is.

    Why: A pack comes from somebody else. So it is checked as a whole before anything of it is
    written: the names of its files, their number and size, whether their sums are those that it
    lists, and whether it holds only what a pack may hold. One thing that is odd refuses all of it.

    Example:
    # sheetgen install fleet.sheetpack     and a file in it is called ../fleet.yaml
    """,
)

SUMS = "SHA256SUMS"
"""The file of a pack that lists the SHA-256 of every other, as the program `sha256sum` does."""
MOST_ARCHIVE, MOST_FILE, MOST_WHOLE, MOST_FILES = 128_000_000, 64_000_000, 256_000_000, 4_000
"""Bytes of an archive, of a file in it, of all of them together; and how many files."""
_END = struct.Struct("<4s4H2LH")  # the end of central directory record (APPNOTE 4.3.16)
_MOST_LISTED = 2_000_000  # bytes of the central directory
_SUM = re.compile(r"([0-9a-f]{64})  (.+)")
_DATE = (1980, 1, 1, 0, 0, 0)


def refuse(file: str, message: str, hint: str = "ask whoever gave it to you") -> NoReturn:
    """Refuses a pack. Raises ProblemError."""
    raise ProblemError([BAD_PACK.at(Place(file), message, hint)])


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """The archive of files; the same for the same files."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def write_sums(files: Mapping[str, bytes]) -> bytes:
    """The list of the sums of files, in the order of their names."""
    lines = (f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "".join(lines).encode()


def read_bytes(path: Path, most: int = MOST_ARCHIVE) -> bytes:
    """The contents of a file that the user names, or of one in a folder. Raises ProblemError."""
    shown = assets.display_name(path)
    try:
        return read_plain(path, most, links=most == MOST_ARCHIVE)[0]
    except FileError as error:
        refuse(shown, f"this {error}", "name the file or folder of a pack")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        refuse(shown, f"this file can't be read: {reason}", "name the file or folder of a pack")


def read_archive(data: bytes, file: str) -> dict[str, bytes]:
    """The files in an archive, called `file` in diagnostics. Raises ProblemError."""
    _check_end(data, file)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            for entry in entries:
                _check_entry(entry, file)
            check_names([entry.filename for entry in entries], file)
            if sum(entry.file_size for entry in entries) > MOST_WHOLE:
                refuse(file, f"it would unpack to more than {MOST_WHOLE // 1_000_000} MB")
            files = {entry.filename: _unpack(archive, entry, file) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as error:
        refuse(file, f"it is damaged: {str(error)[:200]}")
    except (OSError, struct.error, OverflowError):  # offsets that lead nowhere
        refuse(file, "it is damaged")
    return check_sums(files, file)


def _check_end(data: bytes, file: str) -> None:
    """Makes sure that an archive ends as one of a pack, before its list of files is read."""
    if len(data) < _END.size or not data.startswith(b"PK\x03\x04"):
        refuse(file, "this is not a pack", "a pack is made by `sheetgen pack`")
    mark, disk, first, here, count, size, start, comment = _END.unpack(data[-_END.size :])
    large = data[-_END.size - 20 :].startswith(b"PK\x06\x07")  # which says all of this again
    if mark != b"PK\x05\x06" or comment or disk or first or here != count or large:
        refuse(file, "this is not a pack, or something follows its end")
    if count > MOST_FILES or size > _MOST_LISTED:
        refuse(file, f"it holds more than {MOST_FILES:,} files")
    if start + size + _END.size != len(data):
        refuse(file, "its list of files is not where it should be")


def _check_entry(entry: zipfile.ZipInfo, file: str) -> None:
    """Refuses what is no plain file with a name that can be read. Raises ProblemError."""
    name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
    if entry.orig_filename != name or not (name.isascii() or entry.flag_bits & 0x800):
        refuse(file, f"the name of a file in it is not written as UTF-8: {name}")
    if entry.is_dir() or kind not in (0, stat.S_IFREG):
        refuse(file, f"{name} is not a plain file")
    if entry.flag_bits & 1:
        refuse(file, f"{name} is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        refuse(file, f"{name} is packed in a way that packs are not")
    if entry.file_size > MOST_FILE:
        refuse(file, f"{name} is larger than {MOST_FILE // 1_000_000} MB")


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str) -> bytes:
    """The bytes of a file, if they are as many as they are said to be."""
    with archive.open(entry) as packed:
        data = packed.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        refuse(file, f"{entry.filename} is not as large as it is said to be")
    return data


def check_names(names: Iterable[str], file: str) -> None:
    """Refuses names that not every system can have side by side. Raises ProblemError."""
    seen: dict[str, str] = {}
    for name in names:
        if not is_portable(name) or unicodedata.normalize("NFC", name) != name:
            refuse(file, f"no file of a pack can have this name: {name}")
        folded = name.casefold()
        if folded in seen:
            again = seen[folded] == name
            message = f"{name} is in it twice" if again else f"{seen[folded]} and {name}"
            refuse(file, message if again else f"{message} are one name on some systems")
        seen[folded] = name
    for folded, name in seen.items():
        above = folded.rpartition("/")[0]
        while above:
            if above in seen:
                refuse(file, f"{seen[above]} is a file, and the folder of {name}")
            above = above.rpartition("/")[0]


def check_sums(files: Mapping[str, bytes], file: str) -> dict[str, bytes]:
    """The files, if their sums are those that they list. Raises ProblemError."""
    if SUMS not in files:
        refuse(file, f"it has no {SUMS}", "a pack is made by `sheetgen pack`")
    said = dict(_read_sums(files[SUMS], file))
    others = {name: data for name, data in files.items() if name != SUMS}
    for name in sorted(said.keys() ^ others.keys()):
        where = f"{SUMS} lists" if name in said else f"it holds, but {SUMS} does not list"
        refuse(file, f"{where} {name}" + (", which is missing" if name in said else ""))
    for name, data in others.items():
        if sha256(data).hexdigest() != said[name]:
            refuse(file, f"{name} is not what it was: its SHA-256 differs from the one in {SUMS}")
    return dict(files)


def _read_sums(data: bytes, file: str) -> Iterator[tuple[str, str]]:
    """Each name with its sum."""
    seen = set()
    for line in data.decode("utf-8", "replace").splitlines():
        found = _SUM.fullmatch(line)
        if not found or found[2] in seen:
            refuse(file, f"a line of {SUMS} can't be read: {line[:100]}")
        seen.add(found[2])
        yield found[2], found[1]


def read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a pack that lies unpacked in a folder. Raises ProblemError."""
    file, found, whole = assets.display_name(folder), dict[str, bytes](), 0
    for name in walk_folder(folder, file):
        found[name] = read_bytes(folder / name, MOST_FILE)
        whole += len(found[name])
        if whole > MOST_WHOLE:
            refuse(file, f"it holds more than {MOST_WHOLE // 1_000_000} MB")
    check_names(found, file)
    return check_sums(found, file)


def walk_folder(folder: Path, file: str, without: Sequence[str] = ()) -> Iterator[str]:
    """The names of the files below a folder that are not hidden; links are not followed.

    Folders in it that are called as one of `without` are left out. Raises ProblemError.
    """
    count = 0
    for here, folders, names in os.walk(folder):
        skipped = without if Path(here) == folder else ()
        folders[:] = sorted(n for n in folders if n[0] not in "._" and n not in skipped)
        for name in sorted(name for name in names if name[0] != "."):
            count += 1
            if count > MOST_FILES:
                refuse(file, f"it holds more than {MOST_FILES:,} files")
            yield (Path(here) / name).relative_to(folder).as_posix()


def list_changed(folder: Path, sums: str) -> list[str]:
    """The names of what differs in a folder from what its list of sums says, if that has a sum.

    Raises ProblemError for what can't be read.
    """
    file = assets.display_name(folder)
    listed = read_bytes(folder / SUMS, MOST_FILE)
    if sha256(listed).hexdigest() != sums:
        return [SUMS]
    said = {**dict(_read_sums(listed, file)), SUMS: sums}
    there = list(walk_folder(folder, file))
    changed = {
        name
        for name in there
        if sha256(read_bytes(folder / name, MOST_FILE)).hexdigest() != said.get(name)
    }
    return sorted(changed | (said.keys() - there))
