# SPDX-License-Identifier: Apache-2.0
"""Reads records through the client of engines/python, and prints: records bytes, then the nanoseconds from the first
record to the end."""
import sys
import time

sys.path.insert(0, sys.argv[1])
from recordio_hadoop import Reader  # noqa: E402 - its folder is an argument

records = 0
size = 0
with Reader(sys.argv[3], command=sys.argv[2]) as reader:
    record = next(reader)
    begun = time.perf_counter_ns()
    size += len(record)
    records += 1
    for record in reader:
        size += len(record)
        records += 1
    print(records, size, time.perf_counter_ns() - begun)
