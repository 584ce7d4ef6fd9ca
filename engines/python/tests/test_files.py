# SPDX-License-Identifier: Apache-2.0
"""Tests of record files on local disks: files that libdmlc and libmxnet have written, and damage."""

import csv
import hashlib
import os
import pickle
import struct
import unittest
import warnings

import fake_recordio as fake
from folder import Folder
import recordio_hadoop
from recordio_hadoop import Dataset, RecordFile, RecordIOError, _files, _index

HERE = os.path.dirname(os.path.abspath(__file__))
RESOURCES = os.path.join(HERE, *[os.pardir] * 3, "inputformat", "src", "test", "resources")
FIXTURES = os.path.join(RESOURCES, "fixtures")


def fixture(*names):
    return os.path.join(FIXTURES, *names)


def table(*names):
    with open(fixture(*names), newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def digests(records):
    return [hashlib.sha256(record).hexdigest() for record in records]


def text_index(records, keys=None):
    """Returns an .idx of encoded records."""
    at, lines = 0, []
    for i, record in enumerate(records):
        lines.append(f"{i if keys is None else keys[i]}\t{at}\n")
        at += len(record)
    return "".join(lines).encode()


def binary_index(records, payloads, keys=None, checksums=True):
    """Returns a .ridx of encoded records, written after docs/FORMAT.md."""
    flags = (1 if keys is not None else 0) | (2 if checksums else 0)
    width = 12 + (4 if checksums else 0) + (8 if keys is not None else 0)
    body = struct.pack("<4sIII", b"RIDX", 1, flags, width)
    at = 0
    for i, (record, payload) in enumerate(zip(records, payloads)):
        body += struct.pack("<QI", at, len(payload))
        body += struct.pack("<I", _index.crc32c(payload)) if checksums else b""
        body += struct.pack("<Q", keys[i]) if keys is not None else b""
        at += len(record)
    foot = struct.pack("<QQII", len(records), at, 0, _index.crc32c(body))
    return body + foot + struct.pack("<I4s", _index.crc32c(foot), b"XDIR")


class Files(Folder):
    def open(self, path, index=None):
        records = RecordFile(path, index)
        self.addCleanup(records.close)
        return records


class WrittenByOthersTest(Files):
    def test_files_of_libdmlc(self):
        for name in ("plain", "mixed", "magic", "empty-records", "indexed", "tiny"):
            rows = table("recordio", name + ".tsv")
            # A copy without the index beside it, whose records are found by reading.
            with open(fixture("recordio", name + ".rec"), "rb") as file:
                records = self.open(self.file("alone.rec", file.read()))
            wanted = [row["sha256"] for row in rows]
            self.assertEqual(wanted, digests(records), name)
            self.assertEqual([int(row["offset"]) for row in rows], records._loaded().offsets.tolist())
            self.assertEqual(wanted, digests(records[i] for i in range(len(records))), name)
            self.assertEqual(len(rows), records.verify())

    def test_reads_of_any_size_find_the_same(self):
        rows = table("recordio", "mixed.tsv")
        records = self.open(fixture("recordio", "mixed.rec"))
        before = _files._CHUNK
        try:
            for size in (16, 60, 1000, 4096, 1 << 20):
                _files._CHUNK = size
                self.assertEqual([row["sha256"] for row in rows], digests(records), size)
        finally:
            _files._CHUNK = before

    def test_text_index_in_any_order(self):
        rows = table("recordio", "indexed.tsv")
        for name in ("indexed.idx", "indexed-unsorted.idx"):
            index = fixture("recordio", name)
            records = self.open(fixture("recordio", "indexed.rec"), index)
            self.assertEqual([row["sha256"] for row in rows], digests(map(records.__getitem__, range(121))))
            with open(index) as file:
                pairs = [tuple(map(int, line.split())) for line in file if line.strip()]
            wanted = {int(row["offset"]): row["sha256"] for row in rows}
            self.assertEqual(121, len(pairs))
            for key, offset in pairs:
                self.assertEqual([wanted[offset]], digests([records.by_key(key)]))
            self.assertEqual(sorted(key for key, _ in pairs), sorted(records.keys.tolist()))

    def test_files_of_libmxnet(self):
        for name in ("images", "formats"):
            stem = "single" if name == "images" else "images"
            records = self.open(fixture(name, stem + ".rec"))
            with open(fixture(name, stem + ".idx")) as file:
                keys = [int(line.split()[0]) for line in file]
            self.assertEqual(keys, records.keys.tolist())
            self.assertEqual(digests(records), digests(records[i] for i in range(len(keys))))
            for key in keys:
                header, image = recordio_hadoop.unpack(records.by_key(key))
                self.assertEqual(key, header.id)

    def test_damaged_files_of_libdmlc(self):
        for name, offset in (
            ("cut-between-parts", 204), ("cut-in-header", 248), ("cut-in-payload", None),
            ("leading-garbage", 0), ("not-multiple-of-4", None), ("starts-mid-record", 0),
        ):  # fmt: skip
            path = fixture("recordio", "damaged", name + ".rec")
            with self.assertRaisesRegex(RecordIOError, "at offset [0-9]+: expected .*, found ") as caught:
                list(self.open(path))
            self.assertIn(path, str(caught.exception))
            if offset is not None:
                self.assertIn(f"at offset {offset}:", str(caught.exception))


class RandomAccessTest(Files):
    PAYLOADS = [fake.record(i) for i in range(24)]
    KEYS = [100 + 7 * i % 24 for i in range(24)]

    def setUp(self):
        super().setUp()
        self.records = [fake.parts(payload) for payload in self.PAYLOADS]
        self.rec = self.file("a.rec", b"".join(self.records))

    def check(self, records, keys=None):
        self.assertEqual(24, len(records))
        self.assertEqual(self.PAYLOADS, [records[i] for i in range(24)])
        self.assertEqual(self.PAYLOADS, [records[i - 24] for i in range(24)])
        self.assertEqual(self.PAYLOADS, list(records))
        self.assertEqual(24, records.verify())
        for i in (24, -25, 1 << 70):
            with self.assertRaises(IndexError):
                records[i]
        with self.assertRaises(TypeError):
            records["1"]
        keys = range(24) if keys is None else keys
        self.assertEqual(list(keys), records.keys.tolist())
        self.assertEqual(self.PAYLOADS, [records.by_key(key) for key in keys])
        for key in (99, -1, 1 << 64):
            with self.assertRaises(KeyError):
                records.by_key(key)

    def test_without_an_index(self):
        self.check(self.open(self.rec))

    def test_text_index(self):
        self.file("a.idx", text_index(self.records, self.KEYS))
        self.check(self.open(self.rec), self.KEYS)

    def test_binary_index(self):
        for keys in (None, self.KEYS):
            for checksums in (False, True):
                data = binary_index(self.records, self.PAYLOADS, keys, checksums)
                self.check(self.open(self.rec, self.file("a.ridx", data)), keys)
                self.check(self.open(self.rec), keys)

    def test_binary_index_of_the_format_page(self):
        data = bytes.fromhex(
            "52494458 01000000 07000000 18000000"
            "0000000000000000 02000000 3629A2E2 0000000000000000"
            "0C00000000000000 04000000 1DADA724 0700000000000000"
            "1C00000000000000 00000000 00000000 0200000000000000"
            "0300000000000000 2400000000000000 941CF7F4 3DD9C2E5 C1D7307A 58444952".replace("7A", "85")
        )
        payloads = [b"ab", fake.MAGIC, b""]
        rec = self.file("b.rec", b"".join(map(fake.parts, payloads)))
        records = self.open(rec, self.file("b.ridx", data))
        self.assertEqual(payloads, [records.by_key(key) for key in (0, 7, 2)])
        self.assertEqual(3, records.verify())

    def test_checksum_of_long_bytes(self):
        table = _index._BYTES
        for length in (0, 1, 4095, 4096, 5000, 70001):
            data = os.urandom(length)
            register = 0xFFFFFFFF
            for byte in data:
                register = table[(register ^ byte) & 0xFF] ^ register >> 8
            self.assertEqual(register ^ 0xFFFFFFFF, _index.crc32c(data))
            half = length // 2
            self.assertEqual(_index.crc32c(data), _index.crc32c(data[half:], _index.crc32c(data[:half])))
        self.assertEqual(0xE3069283, _index.crc32c(b"123456789"))

    def test_the_last_of_equal_keys(self):
        self.file("a.idx", text_index(self.records, [5] * 24))
        self.assertEqual(self.PAYLOADS[-1], self.open(self.rec).by_key(5))

    def test_an_index_that_lacks_records_has_fewer_numbers(self):
        lines = text_index(self.records).splitlines(keepends=True)
        records = self.open(self.rec, self.file("b.idx", b"".join(lines[3:20:2])))
        self.assertEqual(self.PAYLOADS[3:20:2], [records[i] for i in range(len(records))])
        self.assertEqual(self.PAYLOADS, list(records))
        with self.assertRaisesRegex(RecordIOError, "b.idx has none"):
            records.verify()

    def test_an_index_of_another_file(self):
        other = [fake.parts(payload + b"1234") for payload in self.PAYLOADS]
        payloads = [payload + b"1234" for payload in self.PAYLOADS]
        given = self.file("b.ridx", binary_index(other, payloads))
        with self.assertRaisesRegex(RecordIOError, "b.ridx: expected an index of a file of"):
            len(self.open(self.rec, given))
        self.file("a.ridx", binary_index(other, payloads))
        with self.assertWarnsRegex(RuntimeWarning, "an index is not used: .*a.ridx"):
            self.check(self.open(self.rec))
        records = self.open(self.rec, self.file("b.idx", b"".join(text_index(other).splitlines(keepends=True)[:4])))
        with self.assertRaisesRegex(RecordIOError, "at offset [0-9]+: expected a record, found"):
            [records[i] for i in range(len(records))]

    def test_a_text_index_that_is_newer(self):
        ridx = self.file("a.ridx", binary_index(self.records, self.PAYLOADS))
        idx = self.file("a.idx", text_index(self.records, self.KEYS))
        os.utime(ridx, (1, 1))
        with self.assertWarnsRegex(RuntimeWarning, "a.ridx is not used: .*a.idx is newer"):
            self.check(self.open(self.rec), self.KEYS)
        os.utime(idx, (1, 1))
        self.check(self.open(self.rec))

    def test_verify_finds_other_payloads(self):
        self.file("a.ridx", binary_index(self.records, self.PAYLOADS))
        data = bytearray(b"".join(self.records))
        at = data.index(b"5.5.")
        data[at] ^= 1
        records = self.open(self.file("a.rec", data))
        with self.assertRaisesRegex(RecordIOError, "expected a payload of CRC32C"):
            records.verify()

    def test_every_damaged_byte_of_a_text_index(self):
        sound = text_index(self.records, self.KEYS)
        wanted = dict(zip(self.KEYS, self.PAYLOADS))
        refused = 0
        for at in range(len(sound)):
            for flip in (1, 4, 16, 64):
                bad = bytearray(sound)
                bad[at] ^= flip
                records = RecordFile(self.rec, self.file("b.idx", bad))
                try:
                    for i in range(len(records)):
                        # Another key, or a record start of another record, is nothing that text can
                        # tell; a payload that is no record's would be.
                        self.assertIn(records[i], wanted.values())
                except RecordIOError as e:
                    self.assertIn("expected", str(e))
                    refused += 1
                finally:
                    records.close()
        self.assertGreater(refused, len(sound))

    def test_every_damaged_byte_of_a_binary_index_is_refused(self):
        sound = binary_index(self.records[:5], self.PAYLOADS[:5], self.KEYS[:5])
        rec = self.file("b.rec", b"".join(self.records[:5]))
        size = os.path.getsize(rec)
        for at in range(len(sound)):
            for flip in (0x01, 0x80):
                bad = bytearray(sound)
                bad[at] ^= flip
                # The checksum of the .rec is in the footer, so it is covered as all else is.
                with self.assertRaisesRegex(RecordIOError, "expected"):
                    _index.read_binary(self.file("b.ridx", bad), size)
        for end in range(len(sound)):
            with self.assertRaisesRegex(RecordIOError, "expected"):
                _index.read_binary(self.file("b.ridx", sound[:end]), size)

    def test_text_that_is_no_index(self):
        for data in (b"0\t0\n1\n", b"0 0 1\n8\n", b"0\t+0\n", b"0\t0x0\n", b"0\t18446744073709551616\n", b"\xff",
                     b"0\t2\n", b"0\t400000\n", b"0\t0\n1\t0\n"):  # fmt: skip
            with self.assertRaisesRegex(RecordIOError, "b.idx.*: expected .*, found", msg=data):
                len(self.open(self.rec, self.file("b.idx", data)))

    def test_pickles_and_forks(self):
        self.file("a.idx", text_index(self.records, self.KEYS))
        records = self.open(self.rec)
        again = pickle.loads(pickle.dumps(records))
        self.addCleanup(again.close)
        self.check(again, self.KEYS)

    def test_closed(self):
        with RecordFile(self.rec) as records:
            self.assertEqual(self.PAYLOADS[0], records[0])
        with self.assertRaisesRegex(ValueError, "closed"):
            records[0]
        records.close()

    def test_a_file_that_is_truncated_while_it_is_open(self):
        records = self.open(self.rec)
        len(records)
        os.truncate(self.rec, 100)
        for read in (lambda: records[20], lambda: list(records)):
            with self.assertRaisesRegex(RecordIOError, "expected a file of"):
                read()


class DamageTest(Files):
    """Damage is an error, or the same records: never others."""

    PAYLOADS = [b"", b"a", fake.MAGIC, b"abcdefgh", fake.MAGIC * 2 + b"xyz", b"0123456789", b"end"]

    def setUp(self):
        super().setUp()
        self.records = [fake.parts(payload) for payload in self.PAYLOADS]
        self.data = b"".join(self.records)

    def read(self, data):
        """Returns the records before the error, and the error or None."""
        found = []
        with RecordFile(self.file("d.rec", data)) as records:
            try:
                for record in records:
                    found.append(record)
            except RecordIOError as e:
                return found, e
        return found, None

    def each_way(self, data):
        """Yields what reads of many sizes find; they end at different places of the file."""
        before = _files._CHUNK
        try:
            for size in (16, 1 << 18):
                _files._CHUNK = size
                yield self.read(data)
        finally:
            _files._CHUNK = before

    def test_sound(self):
        for found, error in self.each_way(self.data):
            self.assertEqual((self.PAYLOADS, None), (found, error))

    def test_every_truncation(self):
        ends = [sum(map(len, self.records[: i + 1])) for i in range(len(self.records))]
        for cut in range(len(self.data)):
            whole = sum(end <= cut for end in ends)
            for found, error in self.each_way(self.data[:cut]):
                self.assertEqual(self.PAYLOADS[:whole], found, cut)
                if cut == 0 or cut in ends:
                    self.assertIsNone(error)  # nothing says that more was to come
                else:
                    self.assertIn("expected", str(error))
                    self.assertIn("end of the file", str(error))

    def test_every_bit_of_headers_and_every_byte_of_all(self):
        is_header = set()
        at = 0
        while at < len(self.data):
            is_header.update(range(at, at + 8))
            (word,) = struct.unpack_from("<I", self.data, at + 4)
            at += 8 + ((word & (1 << 29) - 1) + 3 & -4)
        tried = errors = 0
        for at in range(len(self.data)):
            for flip in (0x01, 0x02, 0x04, 0x20, 0x80):
                bad = bytearray(self.data)
                bad[at] ^= flip
                for found, error in self.each_way(bytes(bad)):
                    tried += 1
                    if error is not None:
                        errors += 1
                        self.assertEqual(self.PAYLOADS[: len(found)], found)
                        self.assertIn("at offset ", str(error))
                    elif at in is_header:
                        # Only the length of a last part can change unseen, within its padding.
                        self.assertEqual(len(self.PAYLOADS), len(found))
                        wrong = [i for i, p in enumerate(self.PAYLOADS) if p != found[i]]
                        self.assertEqual(1, len(wrong))
                        i = wrong[0]
                        self.assertEqual((len(self.PAYLOADS[i]) + 3) // 4, (len(found[i]) + 3) // 4)
                    else:
                        self.assertEqual(list(map(len, self.PAYLOADS)), list(map(len, found)))
        self.assertGreater(errors, tried // 3)

    def test_a_length_that_swallows_the_next_record(self):
        first, second, third = fake.parts(b"abcd"), fake.parts(b"efgh"), fake.parts(b"ijkl")
        swallowing = fake.MAGIC + struct.pack("<I", 4 + len(second)) + b"abcd"
        for found, error in self.each_way(swallowing + second + third):
            self.assertEqual([], found)
            self.assertIn(f"at offset {len(first)}: expected a payload, found a magic word", str(error))

    def test_a_length_of_more_than_the_file(self):
        for found, error in self.each_way(fake.MAGIC + struct.pack("<I", (1 << 29) - 1) + b"abc\0"):
            self.assertEqual([], found)
            self.assertRegex(str(error), "found 12 of its 536870920 bytes and then the end of the file")

    def test_parts_that_do_not_follow_each_other(self):
        word = lambda kind, length: fake.MAGIC + struct.pack("<I", kind << 29 | length)
        sound = [b"sound"]
        for before, tail, what in [
            (sound, word(1, 4) + b"abcd" + word(0, 4) + b"abcd", "next part"),
            (sound, word(1, 4) + b"abcd" + word(1, 4) + b"abcd", "next part"),
            (sound, word(1, 3) + b"abc\0" + word(3, 4) + b"abcd", "no multiple of 4"),
            (sound, word(1, 4) + b"abcd" + b"abcd" + word(3, 4), "next part"),
            ([], word(2, 4) + b"abcd", "expected a record"),
            ([], word(3, 4) + b"abcd", "expected a record"),
            ([], word(5, 4) + b"abcd", "expected a record"),
        ]:
            for found, error in self.each_way(fake.parts(b"sound") + tail):
                # A record that no record follows is held back: its own length may be what is wrong.
                self.assertEqual(before, found)
                self.assertIn(what, str(error))

    def test_orders_of_records_and_kinds(self):
        kinds = [b"", b"abc", fake.MAGIC, b"x" * 61, fake.MAGIC + b"y" * 45]
        for i in range(5**3):
            payloads = [kinds[i // 5**k % 5] for k in range(3)]
            found, error = self.read(b"".join(map(fake.parts, payloads)))
            self.assertEqual((payloads, None), (found, error))

    def test_records_longer_than_a_read(self):
        payloads = [os.urandom(700_000), fake.MAGIC * 300_000, b"", os.urandom(1 << 20), b"z"]
        self.assertEqual((payloads, None), self.read(b"".join(map(fake.parts, payloads))))


class DatasetTest(Files):
    PAYLOADS = [fake.record(i) + b"%d" % i for i in range(30)]

    def setUp(self):
        super().setUp()
        for name, some in (("b", self.PAYLOADS[10:10]), ("a", self.PAYLOADS[:10]), ("c", self.PAYLOADS[10:])):
            self.file(name + ".rec", b"".join(map(fake.parts, some)))
        self.file("_temporary.rec", b"not a record")

    def test_numbers_over_files(self):
        a, c = self.path("a.rec"), self.path("c.rec")
        for paths in (self.folder, self.path("[abc].rec"), [a, c], (a, c)):
            dataset = Dataset(paths)
            self.assertEqual(30, len(dataset))
            self.assertEqual(self.PAYLOADS, [dataset[i] for i in range(30)])
            self.assertEqual(self.PAYLOADS, [dataset[i - 30] for i in range(30)])
            self.assertEqual(self.PAYLOADS, list(dataset))
            for i in (30, -31):
                with self.assertRaises(IndexError):
                    dataset[i]

    def test_transform_and_pickle(self):
        dataset = pickle.loads(pickle.dumps(Dataset(self.folder, transform=len)))
        self.assertEqual(list(map(len, self.PAYLOADS)), list(dataset))

    def test_no_files(self):
        os.mkdir(self.path("empty"))
        for paths in (self.path("empty"), self.path("x*.rec"), self.path("x.rec"), []):
            with self.assertRaisesRegex(FileNotFoundError, "expected record files"):
                Dataset(paths)

    def test_indexes_beside_the_files(self):
        some = [fake.parts(p) for p in self.PAYLOADS[:10]]
        self.file("a.idx", text_index(some, range(50, 60)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            dataset = Dataset(self.path("a.rec"))
        self.assertEqual(self.PAYLOADS[3], dataset.files[0].by_key(53))


if __name__ == "__main__":
    unittest.main()
