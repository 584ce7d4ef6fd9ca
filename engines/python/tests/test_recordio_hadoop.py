# SPDX-License-Identifier: Apache-2.0
"""Tests of the client: of the parser and the process with a fake command; where the variable
RECORDIO_TEST_COMMAND names the real one, also with that."""

import contextlib
import errno
import gc
import json
import multiprocessing
import os
import pickle
import signal
import struct
import sys
import tempfile
import threading
import types
import unittest
from unittest import mock

import fake_recordio as fake
from folder import Folder
import recordio_hadoop
from recordio_hadoop import Batch, Reader, RecordIOError, Rows, States, _items, _pipeline

try:
    import numpy as np
except ImportError:
    np = None

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = [sys.executable, "-S", os.path.join(HERE, "fake_recordio.py")]
REAL = os.environ.get("RECORDIO_TEST_COMMAND")
WHOLE = {"item": "record", "seed": 1 << 62, "name": "\u00e9", "marks": [0, 0]}
STEPS = fake.json_record({"marks": [0, 1], "step": [0, 1]})


def is_gone(pid):
    """Whether no process has this number, not even one that ended and was not waited for."""
    try:
        os.kill(pid, 0)
    except OSError as e:
        return e.errno == errno.ESRCH
    return False


class Pipes(Folder):
    def open(self, copy=False, **spec):
        reader = Reader(json.dumps(spec), command=FAKE, copy=copy)
        self.addCleanup(reader.close)
        return reader

    def stream(self, *records, copy=False, **spec):
        return self.open(copy=copy, bytes=self.file("stream", b"".join(records)), **spec)


class Pipe:
    """Bytes as the command's output, some at a time; no process, as many streams are tried."""

    def __init__(self, data, piece=1 << 30, code=0, complaint=None):
        self.data, self.piece, self.code, self.returncode = data, piece, code, None
        self.at, self.said = 0, complaint

    def readinto(self, buffer):
        some = self.data[self.at : self.at + min(self.piece, len(buffer))]
        buffer[: len(some)] = some
        self.at += len(some)
        return len(some)

    def wait(self):
        self.returncode = self.code
        return self.code

    def complaint(self):
        return self.said

    def close(self):
        pass


def parse(pipe):
    """Returns the items of a stream, the state after each, and the error at the end or None."""
    progress = _pipeline._Progress()
    stream = _pipeline._Stream(pipe)
    found, states = [], []
    try:
        for item in _pipeline._items(pipe, stream, progress, False):
            found.append(bytes(item))
            states.append(progress.now())
    except RecordIOError as e:
        return found, states, e
    return found, states, None


class ParserTest(unittest.TestCase):
    PAYLOADS = [fake.record(i) for i in range(24)]

    def sound(self):
        head = [fake.json_record(WHOLE), STEPS]
        return head + [fake.framed(p) for p in self.PAYLOADS]

    def test_items_in_pieces_of_any_size(self):
        data = b"".join(self.sound())
        self.assertTrue(any(p.count(fake.MAGIC) > 2 for p in self.PAYLOADS))
        for piece in [*range(1, 40), len(data)]:
            found, states, error = parse(Pipe(data, piece))
            self.assertIsNone(error)
            self.assertEqual(self.PAYLOADS, found)
            self.assertEqual([[0, k + 1] for k in range(24)], states)

    def test_items_longer_than_the_buffer(self):
        with small_buffer(16):
            self.test_items_in_pieces_of_any_size()

    def test_long_record_of_many_parts(self):
        payloads = [fake.MAGIC * 100_000, os.urandom(3 << 20), b"", fake.MAGIC * 5 + b"abc"]
        head = [fake.json_record(WHOLE), STEPS]
        data = b"".join(head + [fake.framed(p) for p in payloads])
        found, _, error = parse(Pipe(data, 65536))
        self.assertIsNone(error)
        self.assertEqual(payloads, found)

    def test_every_truncation_is_an_error_after_the_items_before_it(self):
        records = self.sound()
        data = b"".join(records)
        ends = [sum(map(len, records[: i + 1])) for i in range(len(records))]
        for size in (16, 1 << 18):
            with small_buffer(size):
                for cut in range(len(data)):
                    whole = sum(end <= cut for end in ends)
                    found, states, error = parse(Pipe(data[:cut]))
                    self.assertEqual(self.PAYLOADS[: max(0, whole - 2)], found, cut)
                    self.assertEqual([[0, k + 1] for k in range(len(found))], states)
                    if cut in ends and whole != 2:
                        # The end of a record: only the exit code can say that more was to come. After
                        # marks an item has to come.
                        self.assertEqual(whole != 1 and cut == 0, error is not None, cut)
                        _, _, error = parse(Pipe(data[:cut], code=3, complaint="recordio: gone"))
                        self.assertEqual(("recordio: gone", 3), (str(error), error.returncode))
                    else:
                        self.assertIsNotNone(error, cut)
                        self.assertIn("expected", str(error))

    def test_the_commands_own_error_explains_a_cut(self):
        data = b"".join(self.sound())[:-5]
        _, _, error = parse(Pipe(data, code=3, complaint="recordio: lost block: f at offset 7"))
        self.assertEqual("recordio: lost block: f at offset 7", str(error))
        self.assertEqual(3, error.returncode)
        self.assertIn("at offset", str(error.__cause__))

    def test_damage_names_its_offset(self):
        records = self.sound()
        at = sum(map(len, records[:5]))
        data = bytearray(b"".join(records))
        for i, word in [(0, 0x01), (7, 0x80), (7, 0x40), (7, 0x60)]:  # magic, parts that do not fit
            bad = data[:]
            bad[at + i] ^= word
            found, _, error = parse(Pipe(bytes(bad), 11))
            self.assertEqual(self.PAYLOADS[:3], found)
            self.assertIn(f"at offset {at}: expected a record, found the words", str(error))

    def test_parts_that_do_not_follow_each_other(self):
        head = fake.json_record(WHOLE) + STEPS
        word = lambda kind, length: fake.MAGIC + struct.pack("<I", kind << 29 | length)
        for tail, what in [
            (word(1, 4) + b"abcd" + word(0, 4) + b"abcd", "next part"),
            (word(1, 4) + b"abcd" + word(1, 4) + b"abcd", "next part"),
            (word(1, 3) + b"abc\0" + word(3, 4) + b"abcd", "no multiple of 4"),
            (word(1, 4) + b"abcd" + b"abcd" + word(3, 4), "next part"),
            (word(0, 2) + b"ab\0\0", "found 2 bytes"),
            (fake.framed(b"x", 7), "kind 7"),
            (fake.framed(b"x", 6), "kind 6"),
            (fake.framed(b"{}", 1), "expected marks"),
            (fake.framed(b"[1]", 1), "found no object"),
            (fake.framed(b"{", 1), "expected JSON"),
            (fake.json_record({"marks": [1], "step": [1, 2]}), "as many steps"),
            (fake.json_record({"marks": [1.5], "step": [1]}), "whole numbers"),
        ]:
            found, _, error = parse(Pipe(head + tail))
            self.assertEqual([], found)
            self.assertIn(what, str(error))

    def test_marks_come_before_the_first_item(self):
        found, _, error = parse(Pipe(fake.json_record(WHOLE) + fake.framed(b"x")))
        self.assertEqual([], found)
        self.assertIn("expected marks before the first item", str(error))

    def test_the_state_comes_first(self):
        for first in (fake.framed(b"x"), fake.framed(b"", 1), fake.json_record({"item": "car"}), b""):
            found, _, error = parse(Pipe(first))
            self.assertEqual([], found)
            self.assertIn("expected", str(error))

    def test_a_claimed_length_takes_no_memory(self):
        data = fake.json_record(WHOLE) + fake.MAGIC + struct.pack("<I", (1 << 29) - 1) + b"abc"
        pipe = Pipe(data)
        stream = _pipeline._Stream(pipe)
        stream.begin(_pipeline._Progress())
        with self.assertRaisesRegex(RecordIOError, "11 of its 536870920 bytes"):
            stream.record(stream.pos)
        self.assertEqual(_pipeline._BUFFER, len(stream.buffer))


@contextlib.contextmanager
def small_buffer(size):
    before = _pipeline._BUFFER
    _pipeline._BUFFER = size
    try:
        yield
    finally:
        _pipeline._BUFFER = before


class ItemsTest(Pipes):
    def test_records(self):
        reader = self.stream(fake.json_record(WHOLE), STEPS, fake.framed(b"abc"), fake.framed(b""))
        self.assertEqual(["abc", ""], [str(item, "ascii") for item in reader])
        self.assertEqual(0, reader.returncode)

    def test_views_without_a_copy_and_copies(self):
        records = [fake.json_record(WHOLE), STEPS, fake.framed(b"abc"), fake.framed(b"defg")]
        self.assertEqual([memoryview] * 2, [type(item) for item in self.stream(*records)])
        kept = list(self.stream(*records, copy=True))
        self.assertEqual([b"abc", b"defg"], kept)

    def batch(self, payloads, fill, copy=False):
        whole = fake.json_record({**WHOLE, "item": "records"})
        return list(self.stream(whole, STEPS, fake.framed(fake.batch(payloads, fill)), copy=copy))[0]

    def test_batches(self):
        payloads = [b"a", b"", b"bcd", fake.MAGIC * 2, b"last"]
        batch = self.batch(payloads, 2)
        self.assertEqual((5, 2), (len(batch), batch.fill))
        self.assertEqual(payloads, list(batch))
        self.assertEqual(payloads, [batch[i] for i in range(5)])
        self.assertEqual(payloads[-2], batch[-2])
        self.assertEqual(b"".join(payloads), batch.data)
        self.assertEqual([1, 0, 3, 8, 4], list(batch.lengths))
        for i in (5, -6):
            with self.assertRaises(IndexError):
                batch[i]
        self.assertEqual(0, len(self.batch([], 0)))

    def test_batches_without_numpy(self):
        before, _items.np = _items.np, None
        try:
            self.test_batches()
            with self.assertRaisesRegex(ImportError, "NumPy"):
                Rows(b"")
            reader = self.stream(fake.json_record({**WHOLE, "item": "rows"}))
            with self.assertRaisesRegex(ImportError, "NumPy"):
                next(reader)
            self.assertTrue(is_gone(reader.pid))
        finally:
            _items.np = before

    def test_batches_that_are_kept(self):
        batch = self.batch([b"a", b"bc"], 1, copy=True)
        for kept in (batch, batch.copy(), pickle.loads(pickle.dumps(batch))):
            self.assertEqual(([b"a", b"bc"], 1), (list(kept), kept.fill))
            self.assertTrue(kept.data.readonly)

    def test_damaged_batches(self):
        sound = fake.batch([b"abc", b"d"], 1)
        for bad in (b"", sound[:-1], sound + b"x", sound[:11], struct.pack("<II", 1 << 30, 0)):
            with self.assertRaisesRegex(ValueError, "expected"):
                Batch(bad)
        with self.assertRaisesRegex(ValueError, "3 fill up"):
            Batch(struct.pack("<IIII", 2, 3, 0, 0))
        whole = fake.json_record({**WHOLE, "item": "records"})
        reader = self.stream(whole, STEPS, fake.framed(sound), fake.framed(sound[:-1]))
        self.assertEqual(2, len(next(reader)))
        with self.assertRaisesRegex(RecordIOError, "at offset .* expected 4 bytes of 2 records"):
            next(reader)
        self.assertEqual([0, 1], json.loads(reader.state())["marks"])

    BLOCK = fake.rows([0, 2, 2, 3], [1, 0, -1], [], [], [], [5, 1 << 40, 7], [0.5, 1, 2], 0, 1 << 40)
    FULL = fake.rows([0, 1, 2], [1, 0], [0.5, 2], [7, 1 << 63], [3, 4], [5, 6], [1, -2], 4, 6)

    @unittest.skipIf(np is None, "no NumPy")
    def test_rows(self):
        whole = fake.json_record({**WHOLE, "item": "rows"})
        reader = self.stream(
            whole, STEPS, fake.framed(self.BLOCK, 4), fake.framed(self.FULL), copy=True
        )
        rows, full = reader
        self.assertEqual((3, 2), (len(rows), rows.fill))
        self.assertEqual([0, 2, 2, 3], rows.offset.tolist())
        self.assertEqual([1, 0, -1], rows.label.tolist())
        self.assertEqual([5, 1 << 40, 7], rows.index.tolist())
        self.assertEqual([0.5, 1, 2], rows.value.tolist())
        self.assertEqual((None, None, None), (rows.weight, rows.qid, rows.field))
        self.assertEqual((0, 1 << 40), (rows.max_field, rows.max_index))
        self.assertEqual([0.5, 2], full.weight.tolist())
        self.assertEqual([7, 1 << 63], full.qid.tolist())
        self.assertEqual([3, 4], full.field.tolist())
        self.assertEqual([np.uint64, np.float32], [full.index.dtype, full.value.dtype])
        for kept in (rows.copy(), pickle.loads(pickle.dumps(rows))):
            self.assertEqual(([5, 1 << 40, 7], 2), (kept.index.tolist(), kept.fill))

    @unittest.skipIf(np is None, "no NumPy")
    def test_rows_without_a_copy(self):
        whole = fake.json_record({**WHOLE, "item": "row"})
        reader = self.stream(whole, STEPS, fake.framed(self.BLOCK))
        rows = next(reader)
        self.assertTrue(np.shares_memory(rows.value, np.frombuffer(reader._stream.buffer, "u1")))

    @unittest.skipIf(np is None, "no NumPy")
    def test_damaged_rows(self):
        for end in range(len(self.FULL)):
            with self.assertRaisesRegex(ValueError, "expected a row block"):
                Rows(self.FULL[:end])
        with self.assertRaisesRegex(ValueError, "expected a row block"):
            Rows(self.FULL + b"\0")
        for arrays in (
            ([0, 1], [1, 0], [], [], [], [5, 6], [1, -2]),
            ([0, 1, 1], [1, 0], [], [], [], [5, 6], [1, -2]),
            ([0, 1, 2], [1, 0], [1], [], [], [5, 6], [1, -2]),
            ([0, 1, 2], [1, 0], [], [1], [], [5, 6], [1, -2]),
            ([0, 1, 2], [1, 0], [], [], [1], [5, 6], [1, -2]),
            ([0, 1, 2], [1, 0], [], [], [], [5, 6], []),
            ([], [], [], [], [], [], []),
        ):
            with self.assertRaisesRegex(ValueError, "fit each other"):
                Rows(fake.rows(*arrays))
        with self.assertRaisesRegex(ValueError, "fit each other"):
            Rows(self.BLOCK, 4)


class StateTest(Pipes):
    def test_state_after_each_item(self):
        marks = lambda marks, step: fake.json_record({"marks": marks, "step": step})
        item = fake.framed(b"x")
        reader = self.stream(
            fake.json_record({**WHOLE, "marks": [3, 9, 0]}),
            marks([3, 10, 5], [0, 1, -2]), item, item, item,
            marks([4, 1 << 62, 0], [0, 0, 0]), item, item,
            marks([5, 0, 0], [1, 1, 1]), marks([6, 0, 0], [1, 1, 1]), item, item,
        )  # fmt: skip
        wanted = [
            [3, 10, 5], [3, 11, 3], [3, 12, 1], [4, 1 << 62, 0], [4, 1 << 62, 0], [6, 0, 0], [7, 1, 1],
        ]  # fmt: skip
        self.assertEqual({**WHOLE, "marks": [3, 9, 0]}, json.loads(reader.state()))
        for i, _ in enumerate(reader):
            self.assertEqual({**WHOLE, "marks": wanted[i]}, json.loads(reader.state()))
        self.assertEqual(len(wanted), i + 1)
        self.assertEqual({**WHOLE, "marks": wanted[-1]}, json.loads(reader.state()))
        reader.close()
        self.assertEqual({**WHOLE, "marks": wanted[-1]}, json.loads(reader.state()))

    def test_state_after_an_error_is_of_what_was_handed_out(self):
        cut = fake.json_record({"marks": [1, 0], "step": [0, 1]}) + fake.framed(b"yy")[:-4]
        reader = self.stream(fake.json_record(WHOLE), STEPS, fake.framed(b"x"), cut)
        with self.assertRaises(RecordIOError):
            list(reader)
        self.assertEqual([0, 1], json.loads(reader.state())["marks"])

    def test_save_replaces_in_one_step(self):
        reader = self.stream(fake.json_record(WHOLE), STEPS, fake.framed(b"x"))
        saved = self.file("state", b"old")
        with open(saved) as old:
            next(reader)
            reader.save(saved)
            self.assertEqual("old", old.read())
        with open(saved, encoding="utf-8") as new:
            self.assertEqual({**WHOLE, "marks": [0, 1]}, json.load(new))
        self.assertEqual(["state", "stream"], sorted(os.listdir(self.folder)))
        with self.assertRaises(OSError):
            reader.save(self.folder + "/")
        self.assertEqual(["state", "stream"], sorted(os.listdir(self.folder)))


class ShardsTest(Pipes):
    SPEC = {"count": 23, "epochs": 3, "lost": [4, 5, 16]}
    ALL = sorted(fake.record(i) for i in range(23) if i not in (4, 5, 16))

    def reader(self, shard=None, spec=SPEC, **options):
        reader = Reader(json.dumps(spec), shard=shard, command=FAKE, copy=True, **options)
        self.addCleanup(reader.close)
        return reader

    def test_shards_share_all(self):
        found = []
        for i in range(3):
            found += self.reader((i, 3), {**self.SPEC, "epochs": 1})
        self.assertEqual(self.ALL, sorted(found))

    def test_shards_are_written_either_way(self):
        self.assertEqual(list(self.reader("1/3")), list(self.reader((1, 3))))
        for bad in ("3/3", (-1, 2), (0, 0), "x/2", "1"):
            with self.assertRaises(ValueError):
                self.reader(bad)

    def test_epoch(self):
        self.assertEqual(list(self.reader())[20:], list(self.reader(epoch=1)))

    def run_some(self, count, shard, resume):
        """Hands out some items of a worker; returns them, and its state."""
        with self.reader(shard, resume=resume) as reader:
            return [item for _, item in zip(range(count), reader)], reader.state()

    def test_restart_anywhere_on_any_number_of_workers(self):
        for counts in ([0, 0, 0], [1, 5, 0], [7, 2, 9], [20, 0, 3]):
            found, states = [], []
            for i, count in enumerate(counts):
                some, state = self.run_some(count, (i, 3), None)
                found += some
                states.append(state)
            paths = []
            for i, count in enumerate([2, 4]):
                some, state = self.run_some(count, (i, 2), states)
                found += some
                paths.append(self.file(f"state,{i}" if i else "state", state.encode()))
            both = [json.loads(_pipeline._content(path)) for path in paths]
            saved = self.file("all", json.dumps(both).encode())
            rest = [list(self.reader(resume=resume)) for resume in (paths, [saved], saved)]
            self.assertEqual(rest[0], rest[1])
            self.assertEqual(rest[0], rest[2])
            self.assertEqual(sorted(self.ALL * 3), sorted(found + rest[0]))

    def test_states_that_are_refused(self):
        _, state = self.run_some(1, (0, 2), None)
        with self.assertRaisesRegex(RecordIOError, "^recordio: expected the states of all workers"):
            next(self.reader(resume=[state]))
        with self.assertRaisesRegex(ValueError, "found none"):
            self.reader(resume=[])
        with self.assertRaisesRegex(ValueError, "at most 120000 bytes"):
            self.reader(resume=["hdfs:///" + "x" * 120_000])

    def test_what_is_resumed_from_leaves_no_files(self):
        _, state = self.run_some(3, None, None)
        before, tempfile.tempdir = tempfile.tempdir, self.folder
        self.addCleanup(setattr, tempfile, "tempdir", before)
        reader = self.reader(resume=[state])
        next(reader)
        self.assertEqual(1, len(os.listdir(self.folder)))
        if hasattr(os, "fork"):
            child = os.fork()
            if child == 0:
                reader.close()
                os._exit(0)
            os.waitpid(child, 0)
            self.assertEqual(1, len(os.listdir(self.folder)))
        reader.close()
        self.assertEqual([], os.listdir(self.folder))
        for wrong in ({"resume": []}, {"resume": [state], "command": self.path("missing")}):
            with self.assertRaises((ValueError, RecordIOError)):
                Reader("x", **{"command": FAKE, **wrong})
            self.assertEqual([], os.listdir(self.folder))

    def test_batches(self):
        spec = {**self.SPEC, "batch": 4}
        with self.reader(spec=spec) as reader:
            first = list(next(reader)) + list(next(reader))
            state = reader.state()
        found = first + [r for batch in self.reader(spec=spec, resume=state) for r in batch]
        found = [bytes(r) for r in found]
        self.assertEqual(sorted(self.ALL * 3), sorted(found))


class ProcessTest(Pipes):
    HEAD = fake.json_record(WHOLE) + STEPS

    def test_error_text_after_the_records_before_it(self):
        text = "recordio: lost: f at offset 8: expected a, found b"
        said = f"log4j: something\nrecordio: first\n{text}\n at x\n"
        reader = self.stream(self.HEAD, fake.framed(b"x"), exit=3, error=said)
        self.assertEqual(b"x", next(reader))
        for _ in range(2):  # and not a silent end when asked again
            with self.assertRaises(RecordIOError) as caught:
                next(reader)
            self.assertEqual(text, str(caught.exception))
            self.assertEqual(3, caught.exception.returncode)
        with self.assertRaises(RecordIOError):
            iter(reader)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(caught.exception), 3), (str(again), again.returncode))

    def test_error_instead_of_the_state(self):
        reader = self.stream(exit=2, error="recordio: no stage bach; did you mean batch?\n")
        for ask in (reader.state, reader.__next__, reader.state):
            with self.assertRaisesRegex(RecordIOError, "did you mean batch") as caught:
                ask()
            self.assertEqual(2, caught.exception.returncode)
        self.assertTrue(is_gone(reader.pid))

    def test_error_without_a_text_and_signals(self):
        with self.assertRaisesRegex(RecordIOError, "ended with 7 without"):
            list(self.stream(self.HEAD, fake.framed(b"x"), exit=7))
        with self.assertRaisesRegex(RecordIOError, "by signal 9") as caught:
            list(self.stream(self.HEAD, fake.framed(b"x"), signal=9))
        self.assertEqual(-9, caught.exception.returncode)
        with self.assertRaisesRegex(RecordIOError, "^Killed: no memory$"):
            list(self.stream(self.HEAD, exit=1, error="Killed: no memory\n"))

    def test_skipped_records_are_a_warning(self):
        with self.assertWarnsRegex(RuntimeWarning, "^recordio: left out 2$") as caught:
            found = list(self.stream(self.HEAD, fake.framed(b"x"), exit=5, error="recordio: left out 2\n"))
        self.assertEqual(1, len(found))
        self.assertEqual(__file__, caught.filename)

    def test_many_errors_block_nobody(self):
        said = "warning\n" * 200_000 + "recordio: at last\n"
        path = self.file("long", said.encode())
        script = self.path("noisy.py")
        with open(script, "w") as file:
            file.write(f"import sys\nsys.stderr.write(open({path!r}).read())\nsys.exit(3)\n")
        with self.assertRaisesRegex(RecordIOError, "^recordio: at last$"):
            list(Reader("x", command=[sys.executable, script]))

    def test_command_that_is_not_there(self):
        with self.assertRaisesRegex(RecordIOError, "no-such-command.*RECORDIO") as caught:
            Reader("x", command=self.path("no-such-command"), resume=["{}"])
        self.assertIsNone(caught.exception.returncode)

    def test_where_the_command_is_found(self):
        before = dict(os.environ)
        try:
            os.environ.pop("RECORDIO", None)
            os.environ["PATH"] = self.folder
            beside = _pipeline._command(None)[0]
            self.assertEqual(
                os.path.join(HERE.split(os.path.join("", "engines", "python"))[0], "bin", "recordio"),
                os.path.realpath(beside),
            )
            os.chmod(self.file("recordio", b"#!/bin/sh\n"), 0o755)
            self.assertEqual([self.path("recordio")], _pipeline._command(None))
            os.environ["RECORDIO"] = "elsewhere"
            self.assertEqual(["elsewhere"], _pipeline._command(None))
            self.assertEqual(["mine"], _pipeline._command("mine"))
        finally:
            os.environ.clear()
            os.environ.update(before)

    def test_close_in_the_middle(self):
        threads = threading.active_count()
        files = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
        reader = self.open(count=5000, epochs=10_000)
        with reader:
            next(reader)
            pid = reader.pid
            self.assertFalse(is_gone(pid))
        self.assertTrue(is_gone(pid))
        self.assertEqual(-signal.SIGTERM, reader.returncode)
        self.assertEqual(threads, threading.active_count())
        if files is not None:
            self.assertEqual(files, len(os.listdir("/proc/self/fd")))
        reader.close()
        for ask in (reader.__next__, reader.__iter__):
            with self.assertRaisesRegex(ValueError, "closed"):
                ask()

    def test_close_within_the_loop(self):
        reader = self.open(count=100)
        found = 0
        with self.assertRaisesRegex(ValueError, "closed"):
            for _ in reader:
                found += 1
                reader.close()
        self.assertEqual(1, found)

    def test_closed_before_anything(self):
        reader = self.open(count=100)
        reader.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            reader.state()

    def test_command_that_does_not_end_when_asked(self):
        before, _pipeline._END_SECONDS = _pipeline._END_SECONDS, 0.1
        try:
            reader = self.stream(self.HEAD, fake.framed(b"x"), hang=True, deaf=True)
            next(reader)
            reader.close()
        finally:
            _pipeline._END_SECONDS = before
        self.assertTrue(is_gone(reader.pid))
        self.assertEqual(-9, reader.returncode)

    def test_close_while_another_thread_reads(self):
        reader = self.stream(self.HEAD, fake.framed(b"x"), hang=True)
        caught = []
        first = threading.Event()

        def read():
            try:
                for _ in reader:
                    first.set()
            except ValueError as e:
                caught.append(str(e))

        thread = threading.Thread(target=read)
        thread.start()
        self.assertTrue(first.wait(60))
        reader.close()
        thread.join(60)
        self.assertFalse(thread.is_alive())
        self.assertEqual(["the reader is closed"], caught)

    def test_reader_that_is_let_go_ends_its_command(self):
        reader = self.open_alone()
        next(reader)
        pid = reader.pid
        del reader
        self.assertTrue(is_gone(pid))

    def test_loop_over_a_reader_that_has_no_name(self):
        self.assertEqual(3000, sum(1 for _ in self.open_alone(count=3000)))

    def open_alone(self, count=1_000_000):
        return Reader(json.dumps({"count": count}), command=FAKE)

    def test_loops_go_on_where_the_last_one_stopped(self):
        reader = self.open(copy=True, count=10)
        first = [item for _, item in zip(range(3), reader)]
        self.assertEqual([fake.record(i) for i in range(10)], first + list(reader))
        self.assertEqual([], list(reader))

    def test_damaged_output_ends_the_command(self):
        reader = self.stream(self.HEAD, b"recordio says hello!", hang=True)
        with self.assertRaisesRegex(RecordIOError, "at offset"):
            next(reader)
        self.assertTrue(is_gone(reader.pid))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_child_does_not_end_the_command(self):
        reader = self.open(copy=True, count=2000)
        first = next(reader)
        child = os.fork()
        if child == 0:
            reader.close()
            os._exit(0)
        self.assertEqual(0, os.waitpid(child, 0)[1])
        self.assertEqual([fake.record(i) for i in range(2000)], [first, *reader])


def forget_dataset():
    """Forgets the dataset class, whose base class is of the torch that was there."""
    vars(recordio_hadoop).pop("IterableDataset", None)
    vars(recordio_hadoop).pop("_iterable", None)
    sys.modules.pop("recordio_hadoop._iterable", None)


class Worker:
    """What torch.utils.data.get_worker_info() returns, in a worker."""

    now = None

    def __init__(self, id, num_workers):
        self.id, self.num_workers = id, num_workers


def serve(dataset, worker, queue):
    Worker.now = worker
    try:
        for item in dataset:
            queue.put(item)
        queue.put(None)
    except BaseException as e:
        queue.put(e)


class Loader:
    """A stand-in of DataLoader: worker processes, which are ahead, asked in turn."""

    def __init__(self, dataset, workers):
        self.dataset, self.workers = dataset, workers

    def __iter__(self):
        context = multiprocessing.get_context("fork")
        queues = [context.Queue(4) for _ in range(self.workers)]
        processes = [
            context.Process(target=serve, args=(self.dataset, Worker(i, self.workers), queue))
            for i, queue in enumerate(queues)
        ]
        for process in processes:
            process.start()
        try:
            while queues:
                for queue in list(queues):
                    item = queue.get(timeout=60)
                    if item is None:
                        queues.remove(queue)
                    elif isinstance(item, BaseException):
                        raise item
                    else:
                        yield item
        finally:
            for process in processes:
                process.terminate()
                process.join()


class DatasetTest(Pipes):
    SPEC = {"count": 57, "epochs": 2, "lost": [11]}
    ALL = sorted([fake.record(i) for i in range(57) if i != 11] * 2)

    def setUp(self):
        super().setUp()
        data = types.ModuleType("torch.utils.data")
        data.IterableDataset = type("IterableDataset", (), {})
        data.get_worker_info = lambda: Worker.now
        modules = {"torch": types.ModuleType("torch"), "torch.utils": types.ModuleType("torch.utils")}
        modules["torch.utils.data"] = data
        before = {name: sys.modules[name] for name in modules if name in sys.modules}
        sys.modules.update(modules)
        self.addCleanup(self.forget, modules, before)
        forget_dataset()

    def forget(self, modules, before):
        for name in modules:
            sys.modules.pop(name, None)
        sys.modules.update(before)
        forget_dataset()

    def dataset(self, **options):
        return recordio_hadoop.IterableDataset(json.dumps(self.SPEC), command=FAKE, **options)

    def test_without_workers(self):
        self.assertEqual(self.ALL, sorted(self.dataset()))

    def test_workers_share_all(self):
        dataset = self.dataset()
        self.assertIsInstance(dataset, sys.modules["torch.utils.data"].IterableDataset)
        self.assertEqual(self.ALL, sorted(Loader(dataset, 3)))

    def test_ranks_of_workers_share_all(self):
        found = []
        for rank in range(2):
            mine = list(Loader(self.dataset(rank=rank, world=2), 2))
            spec = json.dumps(self.SPEC)
            shards = [Reader(spec, (2 * rank + i, 4), command=FAKE, copy=True) for i in (0, 1)]
            self.assertEqual(sorted([*shards[0], *shards[1]]), sorted(mine))
            found += mine
        self.assertEqual(self.ALL, sorted(found))
        with self.assertRaises(ValueError):
            self.dataset(rank=2, world=2)

    def test_transform(self):
        self.assertEqual(sorted(map(len, self.ALL)), sorted(Loader(self.dataset(transform=len), 2)))

    def test_resume_with_other_workers(self):
        saved = [self.path("0"), self.path("1")]
        for stop in (1, 2, 50):
            found = []
            for rank in range(2):
                states = States()
                loader = Loader(self.dataset(rank=rank, world=2, states=True), 2)
                with contextlib.closing(states.follow(loader)) as items:
                    for i, item in enumerate(items):
                        found.append(item)
                        if i == stop:
                            states.save(saved[rank])
                            break
            found += Loader(self.dataset(resume=saved), 3)
            self.assertEqual(self.ALL, sorted(found))

    def test_states_are_incomplete_before_every_worker_was_asked(self):
        states = States()
        with self.assertRaisesRegex(RuntimeError, "states of all workers, found 0"):
            states.states()
        deliveries = list(Loader(self.dataset(states=True), 2))
        with contextlib.closing(states.follow(d for d in deliveries if d.worker == 0)) as items:
            next(items)
            with self.assertRaisesRegex(RuntimeError, "states of 2 workers, found 1"):
                states.states()

    def test_follow_wants_deliveries(self):
        with self.assertRaisesRegex(TypeError, "states=True"):
            list(States().follow(Loader(self.dataset(), 1)))

    def test_errors_of_workers_arrive(self):
        dataset = recordio_hadoop.IterableDataset(
            json.dumps({"bytes": self.file("empty", b""), "exit": 3, "error": "recordio: no\n"}),
            command=FAKE,
        )
        with self.assertRaisesRegex(RecordIOError, "^recordio: no$"):
            list(Loader(dataset, 2))

    def test_dataset_is_found_by_name(self):
        again = pickle.loads(pickle.dumps(self.dataset(rank=1, world=2)))
        self.assertIs(recordio_hadoop.IterableDataset, type(again))


class TorchIsMissingTest(unittest.TestCase):
    def test_import_error_says_what_to_do(self):
        forget_dataset()
        missing = {"torch": None, "torch.utils.data": None}  # an import fails
        with mock.patch.dict(sys.modules, missing):
            with self.assertRaisesRegex(ImportError, "needs PyTorch"):
                recordio_hadoop.IterableDataset
        with self.assertRaises(AttributeError):
            recordio_hadoop.Nothing


@unittest.skipUnless(REAL, "RECORDIO_TEST_COMMAND names no command")
class RealCommandTest(Pipes):
    """The same promises of the real command."""

    COUNT = 500

    def setUp(self):
        super().setUp()
        self.payloads = [fake.record(i) + b" %d" % i for i in range(self.COUNT)]
        self.file("a.rec", b"".join(map(fake.parts, self.payloads[:300])))
        self.file("b.rec", b"".join(map(fake.parts, self.payloads[300:])))

    def reader(self, stages="", source="recordio", name="*.rec", **options):
        spec = f"{source}:{self.folder}/{name}{stages}"
        reader = Reader(spec, command=REAL, copy=True, **options)
        self.addCleanup(reader.close)
        return reader

    def test_records_in_order(self):
        self.assertEqual(self.payloads, list(self.reader()))

    def test_workers_stop_and_others_go_on(self):
        stages = " | order(epoch,seed=7,block=4,window=64) | repeat(2)"
        found, states = [], []
        for i, count in enumerate((5, 260)):
            reader = self.reader(stages, shard=(i, 2))
            for _ in range(count):
                found.append(next(reader))
            path = self.path(f"state-{i}")
            reader.save(path)
            reader.close()
            states.append(path)
        readers = [self.reader(stages, shard=(i, 3), resume=states) for i in range(3)]
        rest = [list(reader) for reader in readers]
        self.assertEqual(sorted(self.payloads * 2), sorted(found + rest[0] + rest[1] + rest[2]))

    def test_workers_of_a_mix_stop_and_others_go_on(self):
        spec = (
            f"mix({self.folder}/a.rec:3,{self.folder}/b.rec:1,seed=5,stop=all)"
            " | order(epoch,seed=7,block=4,window=64)"
        )

        def opened(shard, resume=None):
            reader = Reader(spec, shard, resume=resume, command=REAL, copy=True)
            self.addCleanup(reader.close)
            return reader

        whole = list(opened((0, 1)))
        self.assertEqual(set(self.payloads), set(whole))
        found, states = [], []
        for i, count in enumerate((5, 260)):
            reader = opened((i, 2))
            found += [next(reader) for _ in range(count)]
            states.append(reader.state())
            reader.close()
        state = json.loads(states[1])
        self.assertEqual([f"{self.folder}/{x}.rec" for x in "ab"], state["sources"][0]["counted"])
        before = [record in self.payloads[:300] for record in whole[: 2 * 260 + 1]]
        self.assertEqual([0, 260, sum(before), len(before) - sum(before)], state["marks"])
        rest = [list(opened((i, 3), states)) for i in range(3)]
        self.assertEqual(sorted(whole), sorted(found + rest[0] + rest[1] + rest[2]))

    def test_batches(self):
        batches = list(self.reader(" | batch(64,tail=pad)"))
        self.assertEqual([64] * 8, [len(batch) for batch in batches])
        self.assertEqual([0] * 7 + [12], [batch.fill for batch in batches])
        found = [bytes(r) for batch in batches for r in batch]
        self.assertEqual(self.payloads + [self.payloads[-1]] * 12, found)

    @unittest.skipIf(np is None, "no NumPy")
    def test_rows(self):
        self.file("a.libsvm", b"1:1 0:0.5 3:2\n0:3\n-1:2 7:1\n")
        rows, last = self.reader(" | batch(2,tail=pad)", "libsvm", "a.libsvm")
        self.assertEqual([1, 0], rows.label.tolist())
        self.assertEqual([1, 3], rows.weight.tolist())
        self.assertEqual([0, 2, 2], rows.offset.tolist())
        self.assertEqual([0, 3], rows.index.tolist())
        self.assertEqual([0.5, 2], rows.value.tolist())
        self.assertEqual(([-1, -1], [7, 7], 1), (last.label.tolist(), last.index.tolist(), last.fill))

    @unittest.skipIf(np is None, "no NumPy")
    def test_zipped_items(self):
        self.file("b.libsvm", b"1 7:1\n" * self.COUNT)
        reader = self.reader(f' | zip("libsvm:{self.folder}/b.libsvm")')
        found = list(reader)
        self.assertEqual(self.payloads, [bytes(item[0]) for item in found])
        self.assertEqual([7], recordio_hadoop.Rows(found[1][1]).index.tolist())

    def test_errors(self):
        with self.assertRaisesRegex(RecordIOError, "^recordio: ") as caught:
            list(self.reader(name="missing.rec"))
        self.assertEqual(3, caught.exception.returncode)
        with self.assertRaisesRegex(RecordIOError, "batch") as caught:
            list(self.reader(" | bach(4)"))
        self.assertEqual(2, caught.exception.returncode)

    def test_close_in_the_middle(self):
        reader = self.reader(" | repeat(inf)")
        next(reader)
        pid = reader.pid
        reader.close()
        self.assertTrue(is_gone(pid))


if __name__ == "__main__":
    unittest.main()
