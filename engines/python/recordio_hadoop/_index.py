# SPDX-License-Identifier: Apache-2.0
"""Indexes of a record file: the text index ``.idx``, and the binary index ``.ridx``.

docs/FORMAT.md of the project specifies both.
"""

import os
import struct
from typing import Any, NamedTuple, NoReturn, Optional

import numpy as np

from ._wire import RecordIOError

_KEYS, _CHECKSUMS, _RECORDS_CHECKSUM = 1, 2, 4
_HEADER = struct.Struct("<4sIII")
_FOOTER = struct.Struct("<QQIIII")  # the end mark too, as a number
_END = int.from_bytes(b"XDIR", "little")
_LANE = 1024  # bytes: NumPy computes many lanes at a time
_LANES = 4096  # at most, which fit the processor's cache


class Index(NamedTuple):
    """Where the records of a file are: arrays of NumPy, an entry a record, in the order of offsets."""

    path: str
    offsets: Any  # int64, bytes
    keys: Any  # uint64; None where the key of a record is its number
    lengths: Any  # int64, bytes of the payload; None in a text index
    checksums: Any  # uint32, CRC32C of the payload; None where the index has none


def damaged(path: str, offset: int, expected: str, found: str) -> RecordIOError:
    """Returns the error to raise about the byte at ``offset`` of a file."""
    return RecordIOError(f"{path} at offset {offset}: expected {expected}, found {found}")


def read_text(path: str, size: int) -> Index:
    """Reads an ``.idx`` of a record file of ``size`` bytes.

    Raises RecordIOError where a line is no key and offset, or an offset is none of a record's.
    """
    with open(path, "rb") as file:
        data = file.read()
    tokens = data.split()
    try:
        numbers = np.array(tokens, "S").astype(np.uint64) if tokens else np.empty(0, np.uint64)
        # The cast also takes signs and underscores, which are no digits of an index.
        sound = not data.translate(None, b"0123456789 \t\r\n") and len(tokens) % 2 == 0
    except (ValueError, OverflowError):
        sound = False
    # A line of one number and a line of three would be pairs, too: each line must have its two.
    if not sound or any(len(line.split()) not in (0, 2) for line in data.splitlines()):
        _wrong_line(path, data)
    keys, offsets = numbers[::2], numbers[1::2]
    order = np.argsort(offsets, kind="stable")
    keys, offsets = keys[order], offsets[order]
    wrong = np.flatnonzero((offsets & 3 != 0) | (offsets > max(0, size - 8)))
    if len(wrong):
        raise RecordIOError(
            f"{path}: expected offsets of records in a file of {size} bytes, "
            f"found {offsets[wrong[0]]} for key {keys[wrong[0]]}"
        )
    same = np.flatnonzero(offsets[1:] == offsets[:-1])
    if len(same):
        raise RecordIOError(
            f"{path}: expected an offset for each record, found {offsets[same[0]]} twice"
        )
    return Index(path, offsets.astype(np.int64), keys, None, None)


def _wrong_line(path: str, data: bytes) -> NoReturn:
    at = 0
    for line in data.splitlines(keepends=True):
        words = line.split()
        if words and not (len(words) == 2 and all(_is_number(word) for word in words)):
            raise damaged(path, at, "a key and an offset", repr(line[:80]))
        at += len(line)
    raise damaged(path, 0, "lines of a key and an offset", f"{len(data)} bytes of something else")


def _is_number(word: bytes) -> bool:
    return word.isdigit() and int(word) < 1 << 64


def read_binary(path: str, size: int) -> Index:
    """Reads a ``.ridx`` of a record file of ``size`` bytes.

    Raises RecordIOError where it is damaged, or belongs to another file.
    """
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < _HEADER.size + _FOOTER.size:
        raise damaged(path, len(data), "a header and a footer of 48 bytes", "the end of the file")
    magic, version, flags, width = _HEADER.unpack_from(data)
    if magic != b"RIDX" or version != 1:
        raise damaged(path, 0, "RIDX and version 1", f"{magic!r} and {version}")
    wanted = 12 + (4 if flags & _CHECKSUMS else 0) + (8 if flags & _KEYS else 0)
    if flags > 7 or width != wanted:
        raise damaged(path, 8, f"flags below 8 and entries of {wanted} bytes", f"{flags}, {width}")
    at = len(data) - _FOOTER.size
    count, length, _, checksum, footer, end = _FOOTER.unpack_from(data, at)
    if end != _END or crc32c(data[at : at + 24]) != footer:
        raise damaged(path, at, "a footer and its checksum", "something else: the index is cut")
    if at != _HEADER.size + count * width:
        raise damaged(path, at, f"the footer after {count} entries", f"{at - 16} bytes of entries")
    if length != size:
        raise RecordIOError(
            f"{path}: expected an index of a file of {size} bytes, found one of {length} bytes"
        )
    if crc32c(data[:at]) != checksum:
        raise damaged(path, 0, f"entries of checksum {checksum:08x}", "others: the index is damaged")
    fields: list[tuple[str, str]] = [("offset", "<u8"), ("length", "<u4")]
    if flags & _CHECKSUMS:
        fields.append(("checksum", "<u4"))
    if flags & _KEYS:
        fields.append(("key", "<u8"))
    entries = np.frombuffer(data, np.dtype(fields), count, _HEADER.size)
    offsets, lengths = entries["offset"].astype(np.int64), entries["length"].astype(np.int64)
    if count == 0:
        sound = size == 0
    else:
        # A record begins where the one before can end: a record of parts takes 8 bytes more for
        # each, and has 4 bytes less in it, so at most its own padded length more.
        padded = (lengths + 3) & -4
        steps = np.diff(np.append(offsets, size)) - 8 - padded
        sound = offsets[0] == 0 and bool(np.all((steps >= 0) & (steps <= padded)))
    if not sound:
        raise RecordIOError(f"{path}: expected offsets of records that follow each other, found others")
    return Index(
        path,
        offsets,
        entries["key"].copy() if flags & _KEYS else None,
        lengths,
        entries["checksum"].copy() if flags & _CHECKSUMS else None,
    )


def _table() -> Any:
    values = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        values = (values >> 1) ^ np.where(values & 1, np.uint32(0x82F63B78), np.uint32(0))
    return values


_TABLE = _table()
_BYTES = _TABLE.tolist()
_skip: Optional[list[list[int]]] = None


def _skip_tables() -> list[list[int]]:
    """Returns what a lane of zeros makes of each value of each byte of the register."""
    global _skip
    if _skip is None:
        values = (np.arange(256, dtype=np.uint32)[None, :] << np.array([[0], [8], [16], [24]], "u4"))
        values = values.astype(np.uint32)
        for _ in range(_LANE):
            values = _TABLE[values & 0xFF] ^ (values >> 8)
        _skip = values.tolist()
    return _skip


def crc32c(data: "bytes | memoryview", crc: int = 0) -> int:
    """Returns the CRC32C of bytes as a number, or of bytes whose CRC32C is ``crc`` and these."""
    register = crc ^ 0xFFFFFFFF
    view, at = memoryview(data), 0
    while len(view) - at >= 4 * _LANE:
        # Lanes side by side, each with a register of 0. The register after a lane is what the lane
        # alone makes, and what zeros in its place make of the register before it: CRCs are linear.
        count = min((len(view) - at) // _LANE, _LANES)
        lanes = np.zeros(count, np.uint32)
        block = np.frombuffer(view, np.uint8, count * _LANE, at).reshape(count, _LANE)
        for column in np.ascontiguousarray(block.T):
            lanes = np.take(_TABLE, lanes.astype(np.uint8) ^ column) ^ (lanes >> 8)
        a, b, c, d = _skip_tables()
        for lane in lanes.tolist():
            register = (
                a[register & 0xFF] ^ b[register >> 8 & 0xFF] ^ c[register >> 16 & 0xFF]
                ^ d[register >> 24] ^ lane
            )  # fmt: skip
        at += count * _LANE
    for byte in view[at:]:
        register = _BYTES[(register ^ byte) & 0xFF] ^ (register >> 8)
    return register ^ 0xFFFFFFFF


def open_index(path: "str | os.PathLike[str]", size: int) -> Index:
    """Reads an index of either kind; the first bytes say which it is."""
    path = os.fspath(path)
    with open(path, "rb") as file:
        first = file.read(4)
    return read_binary(path, size) if first == b"RIDX" or path.endswith(".ridx") else read_text(path, size)
