# SPDX-License-Identifier: Apache-2.0
"""Shuffles a RecordIO file with a random read for each record of its .idx, and writes the records with an .idx. The
length of a record is the distance to the next one of the file. Prints how many there were."""
import os
import random
import sys

source, target, seed = sys.argv[1:4]
with open(os.path.splitext(source)[0] + ".idx") as idx:
    begins = sorted(int(line.split("\t")[1]) for line in idx)
ends = begins[1:] + [os.path.getsize(source)]
order = list(range(len(begins)))
random.Random(int(seed)).shuffle(order)
records = os.open(source, os.O_RDONLY)
written = 0
with open(target, "wb", 1 << 20) as rec, open(os.path.splitext(target)[0] + ".idx", "w", 1 << 20) as idx:
    for key, i in enumerate(order):
        begin = begins[i]
        rec.write(os.pread(records, ends[i] - begin, begin))
        idx.write(f"{key}\t{written}\n")
        written += ends[i] - begin
os.close(records)
print(len(order))
