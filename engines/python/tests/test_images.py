# SPDX-License-Identifier: Apache-2.0
"""Tests of image records, against what libmxnet has written, and of the names of classes."""

import builtins
import csv
import hashlib
import os
import struct
import unittest
from unittest import mock

from folder import Folder
from recordio_hadoop import IRHeader, RecordFile, class_names, unpack, unpack_img
from test_files import fixture

try:
    import cv2
    import numpy as np
    import PIL.Image
except ImportError:
    cv2 = None


class UnpackTest(unittest.TestCase):
    def test_records_of_im2rec(self):
        count = 0
        for name in ("single", "multi"):
            with open(fixture("images", name + ".tsv"), newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
            with RecordFile(fixture("images", name + ".rec")) as records:
                self.assertEqual(len(rows), len(records))
                for row in rows:
                    header, image = unpack(records.by_key(int(row["key"])))
                    labels = [header.label] if header.flag == 0 else header.label.tolist()
                    bits = [int(word, 16) for word in row["label_bits"].split(",")]
                    self.assertEqual(bits, [struct.unpack("<I", struct.pack("<f", x))[0] for x in labels])
                    self.assertEqual(
                        [int(row[field]) for field in ("flag", "id", "id2")],
                        [header.flag, header.id, header.id2],
                    )
                    self.assertEqual(row["image_sha256"], hashlib.sha256(image).hexdigest())
                    count += 1
        self.assertGreater(count, 40)

    def test_header_as_mxnet_users_know_it(self):
        header, image = unpack(struct.pack("<IfQQ", 0, 2.5, 7, 0) + b"jpeg")
        self.assertEqual((IRHeader(0, 2.5, 7, 0), b"jpeg"), (header, image))
        flag, label, id, id2 = header
        self.assertEqual((0, 2.5, 7, 0), (flag, label, id, id2))
        self.assertEqual(b"", unpack(memoryview(struct.pack("<IfQQ", 0, 1, 7, 0)))[1])

    def test_records_that_are_too_short(self):
        for record, what in (
            (b"x" * 23, "24 bytes, found 23 bytes"),
            (struct.pack("<IfQQf", 2, 0, 7, 0, 1), "2 labels after the image header, found 4 bytes"),
            (struct.pack("<IfQQf", 1 << 31, 0, 7, 0, 1), "labels after the image header"),
        ):
            with self.assertRaisesRegex(ValueError, what):
                unpack(record)


@unittest.skipIf(cv2 is None, "needs OpenCV and Pillow")
class PixelsTest(unittest.TestCase):
    def record(self, pixels, ending=".png"):
        return struct.pack("<IfQQ", 0, 1, 7, 0) + cv2.imencode(ending, pixels)[1].tobytes()

    def decoded(self, record, iscolor):
        """Returns the pixels from OpenCV and from Pillow."""
        header, first = unpack_img(record, iscolor)
        self.assertEqual(unpack(record)[0].id, header.id)
        real = builtins.__import__

        def without(name, *arguments, **options):
            if name == "cv2":
                raise ImportError(name)
            return real(name, *arguments, **options)

        with mock.patch("builtins.__import__", without):
            return first, unpack_img(record, iscolor)[1]

    def test_both_decoders_agree(self):
        random = np.random.RandomState(3)
        for channels in (1, 3, 4):
            pixels = random.randint(0, 256, (5, 7, channels), np.uint8)
            record = self.record(pixels)
            for found in self.decoded(record, -1):
                self.assertTrue(np.array_equal(pixels.squeeze(), found))
            colours = self.decoded(record, 1)
            self.assertTrue(np.array_equal(*colours))
            self.assertEqual((5, 7, 3), colours[0].shape)
            grey = self.decoded(record, 0)
            self.assertEqual((5, 7), grey[0].shape)
            self.assertLessEqual(np.abs(grey[0].astype(int) - grey[1]).max(), 1)

    def test_images_of_im2rec(self):
        with RecordFile(fixture("formats", "images.rec")) as records:
            for record in records:
                first, second = self.decoded(record, 1)
                self.assertEqual(first.shape, second.shape)

    def test_bytes_that_are_no_image(self):
        for data in (b"", b"no image"):
            record = struct.pack("<IfQQ", 0, 1, 7, 0) + data
            with self.assertRaisesRegex(ValueError, f"expected an image, found {len(data)} bytes"):
                unpack_img(record)
            with self.assertRaises(ValueError):
                self.decoded(self.record(np.zeros((2, 2), np.uint8))[:40], -1)


class ClassNamesTest(Folder):
    def test_manifest_then_synset(self):
        with self.assertRaisesRegex(FileNotFoundError, "found none"):
            class_names(self.folder)
        self.file("synset.txt", "dog\nblue tit\nkatze\u2028\n".encode())
        self.assertEqual({0: "dog", 1: "blue tit", 2: "katze\u2028"}, class_names(self.folder))
        self.file("_pack.json", b'{"records": 2, "labels": {}}')
        self.assertEqual("dog", class_names(self.path("a.rec"))[0])
        self.file("_pack.json", b'{"labels": {"b": 4, "a/c": 0}}')
        self.assertEqual({0: "a/c", 4: "b"}, class_names(self.path("a.rec")))

    def test_damaged_manifests(self):
        for data in (b"{", b"[]", b'{"x": 1}', b'{"labels": {"a": "b"}}', b'{"labels": {"a": 0, "b": 0}}'):
            self.file("_pack.json", data)
            with self.assertRaisesRegex(ValueError, "_pack.json: expected"):
                class_names(self.folder)


if __name__ == "__main__":
    unittest.main()
