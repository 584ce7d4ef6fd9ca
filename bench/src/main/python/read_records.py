# SPDX-License-Identifier: Apache-2.0
"""Reads the records of a local file with nothing but the standard library, and prints: records bytes, then the
nanoseconds from the first record to the end."""
import struct
import sys
import time

MAGIC = 0xCED7230A
MAGIC_BYTES = struct.pack("<I", MAGIC)


def payloads(file):
    """Yields the records of a file, their parts joined."""
    parts = []
    while head := file.read(8):
        magic, length = struct.unpack("<II", head)
        if magic != MAGIC:
            raise ValueError("expected the magic word at %d" % (file.tell() - 8))
        flag, length = length >> 29, length & 0x1FFFFFFF
        part = file.read(length + 3 & ~3)[:length]
        if flag == 0:
            yield part
            continue
        parts.append(part)
        if flag == 3:
            yield MAGIC_BYTES.join(parts)
            parts = []


records = 0
size = 0
with open(sys.argv[1], "rb") as file:
    for record in payloads(file):
        if records == 0:
            begun = time.perf_counter_ns()
        size += len(record)
        records += 1
print(records, size, time.perf_counter_ns() - begun)
