# SPDX-License-Identifier: Apache-2.0
# Reads rows of one length by their numbers, as often as it is told: numpy, lmdb or zarr. What it reads is made first,
# from a file with the rows one after the other. For each line of standard input it prints "done", the rows, their bytes,
# a checksum over the first and last byte of each, and the nanoseconds of the reading, by the clock and on a processor.
import os
import sys
import time

import numpy

kind, file, width, ids_file, folder = sys.argv[1:6]
width = int(width)
ids = numpy.fromfile(ids_file, dtype="<i8")
rows = numpy.memmap(file, dtype="u1", mode="r").reshape(-1, width)

if kind == "numpy":

    def read():
        return rows[ids]

elif kind == "lmdb":
    import lmdb

    env = lmdb.open(os.path.join(folder, "lmdb"), map_size=4 * rows.size + (1 << 26), subdir=False, sync=False)
    with env.begin(write=True) as txn:
        cursor = txn.cursor()
        cursor.putmulti(((i.to_bytes(8, "big"), rows[i].tobytes()) for i in range(len(rows))), append=True)
    keys = [int(i).to_bytes(8, "big") for i in ids]

    def read():
        with env.begin() as txn:
            return [txn.get(key) for key in keys]

else:
    import zarr

    array = zarr.open(
        os.path.join(folder, "zarr"),
        mode="w",
        shape=rows.shape,
        chunks=(max(1, (1 << 20) // width), width),
        dtype="u1",
        compressor=None,
    )
    array[:] = rows

    def read():
        return array.oindex[ids, :]


def checksum(read_rows):
    total = 0
    for row in read_rows:
        first, last = row[0], row[-1]
        signed = int(first) - 256 if first > 127 else int(first)
        total = (total * 31 + (signed << 8 | int(last))) & 0xFFFFFFFFFFFFFFFF
    return total - (1 << 64) if total >> 63 else total


print("ready", flush=True)
for line in sys.stdin:
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    got = read()
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    print("done", len(got), sum(len(row) for row in got), checksum(got), wall, cpu, flush=True)
    del got
