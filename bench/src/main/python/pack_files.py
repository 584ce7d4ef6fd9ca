# SPDX-License-Identifier: Apache-2.0
# Packs the files below a folder into OUTPUT.rec and OUTPUT.idx, byte for byte as `recordio pack --header none` does,
# and prints how many files and bytes it has packed.
import os
import struct
import sys

MAGIC = struct.pack("<I", 0xCED7230A)


def walk(folder):
    """Yields the files of a folder in order, then the files of its folders."""
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    for entry in entries:
        if not entry.is_dir():
            yield entry.path
    for entry in entries:
        if entry.is_dir():
            yield from walk(entry.path)


def parts(data):
    """Splits a payload at the magic words in it, which begin at multiples of four."""
    start = 0
    at = data.find(MAGIC)
    while at >= 0:
        if at % 4 == 0:
            yield data[start:at]
            start = at + 4
            at = data.find(MAGIC, start)
        else:
            at = data.find(MAGIC, at + 1)
    yield data[start:]


def record(data):
    """Frames a payload as a record."""
    pieces = list(parts(data))
    framed = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        flag = 0 if len(pieces) == 1 else 1 if number == 0 else 3 if last else 2
        framed += [MAGIC, struct.pack("<I", flag << 29 | len(piece)), piece, bytes(-len(piece) % 4)]
    return b"".join(framed)


source, output = sys.argv[1:]
count = packed = offset = 0
with open(output + ".rec", "wb") as records, open(output + ".idx", "w") as index:
    for path in walk(source):
        with open(path, "rb") as file:
            content = file.read()
        framed = record(content)
        records.write(framed)
        index.write(f"{count}\t{offset}\n")
        offset += len(framed)
        packed += len(content)
        count += 1
print(count, packed)
