# SPDX-License-Identifier: Apache-2.0
# Reads rows of one length by their numbers, as often as it is told: numpy or lmdb. What it reads is made first,
# from a file with the rows one after the other. For each line of standard input it reads them - after opening the data
# anew, if the line is "cold" - and prints "done", the rows, their bytes,
# a checksum over the first and last byte of each, and the nanoseconds of the reading, by the clock and on a processor.
import os
import sys
import time

import numpy

kind, file, width, ids_file, folder = sys.argv[1:6]
width = int(width)
ids = numpy.fromfile(ids_file, dtype="<i8")


def memmap():
    return numpy.memmap(file, dtype="u1", mode="r").reshape(-1, width)


class Numpy:
    def open(self):
        self.rows = memmap()

    def close(self):
        del self.rows

    def read(self):
        return self.rows[ids]


class Lmdb:
    def __init__(self):
        rows = memmap()
        self.path = os.path.join(folder, "lmdb")
        self.keys = [int(i).to_bytes(8, "big") for i in ids]
        with lmdb.open(self.path, map_size=4 * rows.size + (1 << 26), subdir=False, sync=False) as env:
            with env.begin(write=True) as txn:
                pairs = ((i.to_bytes(8, "big"), rows[i].tobytes()) for i in range(len(rows)))
                txn.cursor().putmulti(pairs, append=True)

    def open(self):
        self.env = lmdb.open(self.path, subdir=False, readonly=True, lock=False)

    def close(self):
        self.env.close()

    def read(self):
        with self.env.begin() as txn:
            return [txn.get(key) for key in self.keys]


if kind == "numpy":
    peer = Numpy()
else:
    import lmdb

    peer = Lmdb()
peer.open()


def checksum(read_rows):
    total = 0
    for row in read_rows:
        first, last = row[0], row[-1]
        signed = int(first) - 256 if first > 127 else int(first)
        total = (total * 31 + (signed << 8 | int(last))) & 0xFFFFFFFFFFFFFFFF
    return total - (1 << 64) if total >> 63 else total


print("ready", flush=True)
for line in sys.stdin:
    cold = line.strip() == "cold"
    if cold:
        peer.close()
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    if cold:
        peer.open()
    got = peer.read()
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    print("done", len(got), sum(len(row) for row in got), checksum(got), wall, cpu, flush=True)
    del got
