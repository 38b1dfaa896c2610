"""Pictures and fonts broken where their formats keep lengths, places and kinds."""

from __future__ import annotations

import re
import struct
import zlib
from random import Random

from tests.fuzz.text import break_bytes


def break_picture(random: Random, data: bytes) -> bytes:
    """A PNG or JPEG file with something wrong in it, mostly with right checksums."""
    how = random.random()
    if how < 0.03:
        return random.choice(_OTHERS)
    if how < 0.3:
        return break_bytes(random, data)
    return _break_png(random, data) if data.startswith(b"\x89PNG") else _break_jpeg(random, data)


_OTHERS = (
    b"", b"GIF89a" + bytes(40), b"BM" + bytes(60), b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0",
    b"<svg/>", b"%PDF-1.4", bytes(2000),
)  # fmt: skip
"""Files that are no pictures, or no whole ones."""


def _break_png(random: Random, data: bytes) -> bytes:
    chunks = []
    at = 8
    while at + 8 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    place = random.randrange(len(chunks))
    kind, body = chunks[place]
    how = random.randrange(8)
    if how == 0:
        del chunks[place]
    elif how == 1:
        chunks.insert(random.randrange(len(chunks)), (kind, body))
    elif how == 2:
        chunks[place] = random.choice((b"PLTE", b"tRNS", b"iCCP", b"gAMA", b"acTL", b"zTXt")), body
    elif how == 3 and kind == b"IDAT":
        pixels = bytearray(zlib.decompress(body))
        pixels[random.randrange(len(pixels))] = random.randrange(256)
        chunks[place] = kind, zlib.compress(bytes(pixels[: random.choice((len(pixels), 9))]))
    elif how <= 5:
        head = bytearray(chunks[0][1])
        field, form, choices = random.choice((
            (0, ">I", (0, 1, 25, 40000, 2**31)), (4, ">I", (0, 1, 17, 40000, 2**31)),
            (8, "B", (0, 1, 2, 4, 8, 16, 32)), (9, "B", (0, 2, 3, 4, 6, 9)), (10, "B", (1, 9)),
            (12, "B", (1, 2)),
        ))  # fmt: skip
        if len(head) >= 13:
            struct.pack_into(form, head, field, random.choice(choices))
        chunks[0] = chunks[0][0], bytes(head)
    else:
        chunks[place] = kind, break_bytes(random, body)
    made = b"\x89PNG\r\n\x1a\n"
    for kind, body in chunks:
        check = zlib.crc32(kind + body) ^ (random.random() < 0.02)
        made += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)
    return made


def _break_jpeg(random: Random, data: bytes) -> bytes:
    """A JPEG file with a segment changed, left out, repeated, or its length made wrong."""
    starts = [found.start() for found in re.finditer(b"\xff[\xc0-\xfe]", data[:-4])]
    at = random.choice(starts)
    (size,) = struct.unpack_from(">H", data, at + 2)
    end = min(at + 2 + size, len(data))
    how = random.randrange(5)
    if how == 0:
        return data[:at] + data[end:]
    if how == 1:
        return data[:end] + data[at:end] + data[end:]
    if how == 2:
        return data[: at + 1] + bytes([random.randrange(0xC0, 0xFF)]) + data[at + 2 :]
    if how == 3:
        return data[: at + 2] + random.randbytes(2) + data[at + 4 :]
    return data[: at + 4] + break_bytes(random, data[at + 4 : end]) + data[end:]


def break_font(random: Random, data: bytes, other: bytes) -> bytes:
    """A font with a table changed, cut off, left out or taken from another.

    A collection, which has no tables of its own, is changed anywhere.
    """
    if random.random() < 0.1 or data[:4] == b"ttcf":
        return break_bytes(random, data)
    tables = _read_tables(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        if not tables:
            break
        tag = random.choice([*tables, *[t for t in _TELLING if t in tables] * 2])
        body = tables[tag]
        how = random.randrange(8)
        if how == 0:
            del tables[tag]
        elif how == 1:
            tables[tag] = body[: random.choice((0, 1, 3, len(body) // 2, max(0, len(body) - 1)))]
        elif how == 2 and other[:4] != b"ttcf":
            strange = _read_tables(other)
            tables[tag] = strange.get(tag, b"")
        elif how == 3:
            tables[tag] = tables[random.choice(list(tables))]
        elif how == 4:
            tables[tag] = bytes(len(body))
        elif how == 5 and len(body) > 4:
            changed = bytearray(body)
            place = random.randrange(0, min(len(body) - 1, 120) & ~1, 2)
            value = random.choice((0, 1, 0x7FFF, 0x8000, 0xFFFF))
            struct.pack_into(">H", changed, place, value)
            tables[tag] = bytes(changed)
        else:
            tables[tag] = break_bytes(random, body)
    return _write_tables(random, data[:4], tables)


_TELLING = (
    "name", "head", "hhea", "OS/2", "post", "maxp", "cmap", "hmtx", "loca", "glyf", "GSUB", "CFF ",
    "CFF2", "fvar", "gvar", "HVAR",
)  # fmt: skip


def _read_tables(data: bytes) -> dict[str, bytes]:
    (count,) = struct.unpack_from(">H", data, 4)
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * at) for at in range(count))
    return {tag.decode("latin-1"): data[start : start + size] for tag, _, start, size in rows}


def _write_tables(random: Random, version: bytes, tables: dict[str, bytes]) -> bytes:
    start = 12 + 16 * len(tables)
    head = version + struct.pack(">HHHH", len(tables), 0, 0, 0)
    body = b""
    for tag, table in tables.items():
        place, size = start + len(body), len(table)
        if random.random() < 0.01:
            wrong = ((place, 2**31), (2**31, size), (0, size), (place, size + 9))
            place, size = random.choice(wrong)
        head += struct.pack(">4sIII", tag.encode("latin-1"), 0, place, size)
        body += table + bytes(-len(table) % 4)
    return head + body
