# SPDX-License-Identifier: Apache-2.0
"""Reads the records of a local file with nothing but the standard library, and prints: records bytes, then the
nanoseconds from the first record to the end."""
import struct
import sys
import time

MAGIC = struct.pack("<I", 0xCED7230A)


def payloads(file):
    """Yields the records of a file, their parts joined."""
    parts = []
    while head := file.read(8):
        if head[:4] != MAGIC:
            raise ValueError("expected the magic word at %d" % (file.tell() - len(head)))
        (word,) = struct.unpack("<I", head[4:])
        flag, length = word >> 29, word & 0x1FFFFFFF
        part = file.read(length + 3 & ~3)[:length]
        if flag == 0:
            yield part
            continue
        parts.append(part)
        if flag == 3:
            yield MAGIC.join(parts)
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
