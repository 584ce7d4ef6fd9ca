# SPDX-License-Identifier: Apache-2.0
"""A small command for tests that writes what ``recordio read --to rec --with-state`` writes.

Its specification is JSON: {"bytes": FILE, "piece": N, "exit": CODE, "error": TEXT, "hang": true} writes
a file's bytes, N at a time; {"count": N, "epochs": E, "batch": B, "lost": [ordinals]} reads the
records ``record(0)`` to ``record(N - 1)`` for E epochs, shared and resumed as the real command does.
"""

import argparse
import json
import os
import signal
import struct
import sys
import time

MAGIC = struct.pack("<I", 0xCED7230A)


def parts(payload):
    """Returns a payload as a record: parts that are cut where it has the magic word, aligned."""
    cuts = [i for i in range(0, len(payload) - 3, 4) if payload[i : i + 4] == MAGIC]
    begins = [0] + [cut + 4 for cut in cuts]
    pieces = [payload[b:e] for b, e in zip(begins, cuts + [len(payload)])]
    last = len(pieces) - 1
    out = []
    for i, piece in enumerate(pieces):
        kind = 0 if not last else 1 if i == 0 else 3 if i == last else 2
        out.append(MAGIC + struct.pack("<I", kind << 29 | len(piece)) + piece)
    return b"".join(out) + b"\0" * (-len(payload) % 4)


def framed(payload, kind=0):
    return parts(payload + struct.pack("<I", kind))


def json_record(value):
    return framed(json.dumps(value).encode(), 1)


def record(ordinal):
    """The payload of a number: of many lengths, empty too, and with magic words in it."""
    return (MAGIC if ordinal % 3 == 0 else b"") + b"%d." % ordinal * (ordinal % 6) + MAGIC * (ordinal % 4)


def batch(payloads, fill=0):
    lengths = [len(p) for p in payloads]
    return struct.pack(f"<{2 + len(lengths)}I", len(lengths), fill, *lengths) + b"".join(payloads)


def rows(offset, label, weight, qid, field, index, value, max_field=0, max_index=0):
    out = b""
    for kind, numbers in zip("QffQQQf", (offset, label, weight, qid, field, index, value)):
        out += struct.pack(f"<Q{len(numbers)}{kind}", len(numbers), *numbers)
    return out + struct.pack("<QQ", max_field, max_index)


def left(count, chain, epoch):
    """The positions of an epoch that earlier runs, each a list of its workers' marks, have left."""
    positions = list(range(count))
    for run in chain:
        read = set()
        for i, (at, number) in enumerate(run):
            mine = positions[i :: len(run)]
            read.update(mine if at > epoch else mine[:number] if at == epoch else [])
        positions = [p for p in positions if p not in read]
    return positions


def items(spec, chain, first, i, n):
    """Yields (marks, payload) of one worker; lost records have a place in the order, but no item."""
    count, size, lost = spec["count"], spec.get("batch", 1), set(spec.get("lost", ()))
    for epoch in range(first, spec.get("epochs", 1)):
        mine = left(count, chain, epoch)[i::n]
        sound = [(k, p) for k, p in enumerate(mine) if p not in lost]
        for b in range(0, len(sound), size):
            some = sound[b : b + size]
            payloads = [record(p) for _, p in some]
            yield [epoch, some[-1][0] + 1], batch(payloads) if "batch" in spec else payloads[0]


def pipeline(spec, options):
    i, n = map(int, (options.shard or "0/1").split("/"))
    chain, first = [], options.epoch or 0
    earlier = []
    if options.resume:
        states = []
        for name in options.resume.split(","):
            with open(name[len("file:") :], encoding="utf-8") as file:
                states.append(json.load(file))
        states.sort(key=lambda state: state["worker"])
        if [state["worker"] for state in states] != list(range(states[0]["workers"])):
            sys.exit("recordio: expected the states of all workers: found %d" % len(states))
        chains = {json.dumps(state["sources"][0].get("earlier", [])) for state in states}
        if len(chains) > 1:
            sys.exit("recordio: expected states of one run, found several")
        earlier = states[0]["sources"][0].get("earlier", [])
        earlier = earlier + [",".join("%d:%d" % tuple(state["marks"]) for state in states)]
        chain = [[tuple(map(int, m.split(":"))) for m in run.split(",")] for run in earlier]
        first = min(state["marks"][0] for state in states)
    source = {"from": first, "marksAt": 0}
    if earlier:
        source["earlier"] = earlier
    whole = {
        "format": "fake", "item": "records" if "batch" in spec else "record", "worker": i,
        "workers": n, "first": first, "sources": [source], "marks": [first, 0],
    }  # fmt: skip
    yield json_record(whole)
    marks, step = None, [0, 1]
    for now, payload in items(spec, chain, first, i, n):
        if marks is None or now != [m + s for m, s in zip(marks, step)]:
            step = [0, spec.get("batch", 1)]
            yield json_record({"marks": now, "step": step})
        marks = now
        yield framed(payload)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("command", choices=["read"])
    words.add_argument("spec")
    words.add_argument("--to", choices=["rec"], required=True)
    words.add_argument("--with-state", action="store_true", required=True)
    words.add_argument("--shard")
    words.add_argument("--epoch", type=int)
    words.add_argument("--resume")
    options = words.parse_args()
    spec = json.loads(options.spec)
    if spec.get("deaf"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "bytes" in spec:
        with open(spec["bytes"], "rb") as file:
            data = file.read()
        size = spec.get("piece", len(data) or 1)
        for b in range(0, len(data), size):
            os.write(1, data[b : b + size])
    else:
        for data in pipeline(spec, options):
            sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    sys.stderr.write(spec.get("error", ""))
    sys.stderr.flush()
    if spec.get("hang"):
        time.sleep(600)  # until it is ended
    if "signal" in spec:
        os.kill(os.getpid(), spec["signal"])
    return spec.get("exit", 0)


if __name__ == "__main__":
    sys.exit(main())
