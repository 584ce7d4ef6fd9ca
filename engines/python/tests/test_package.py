# SPDX-License-Identifier: Apache-2.0
"""Tests of the wheel that this folder makes, and of the lines that the README begins with."""

import importlib.util
import json
import os
import shutil
import struct
import subprocess
import sys
import zipfile

import fake_recordio as fake
from folder import Folder
from test_files import text_index

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def lacks(*modules):
    return [name for name in modules if importlib.util.find_spec(name) is None]


class PackageTest(Folder):
    def run_python(self, *words, **options):
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, **options)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def test_wheel(self):
        if lacks("pip", "setuptools", "wheel"):
            self.skipTest("needs pip, setuptools and wheel")
        source = self.path("source")
        shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("tests", "__pycache__", ".*"))
        self.run_python(
            "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index", "-w",
            self.folder, source,
        )  # fmt: skip
        (name,) = (name for name in os.listdir(self.folder) if name.endswith(".whl"))
        self.assertRegex(name, "^recordio_hadoop-0[.]1[.]0.*-py3-none-any[.]whl$")
        with zipfile.ZipFile(self.path(name)) as wheel:
            wheel.extractall(self.path("installed"))
        packed = {file for file in os.listdir(self.path("installed/recordio_hadoop"))}
        ours = set(os.listdir(os.path.join(ROOT, "recordio_hadoop"))) - {"__pycache__"}
        self.assertEqual(ours, packed)
        code = (
            "import sys, recordio_hadoop; print(recordio_hadoop.__file__, recordio_hadoop.__version__);"
            "[getattr(recordio_hadoop, name) for name in recordio_hadoop.__all__];"
            "print([m for m in ('torch', 'xgboost', 'scipy', 'cv2') if m in sys.modules])"
        )
        environment = {**os.environ, "PYTHONPATH": self.path("installed")}
        said = self.run_python("-c", code, cwd=self.folder, env=environment).split("\n")
        self.assertIn(self.path("installed"), said[0])
        self.assertTrue(said[0].endswith(" 0.1.0"))
        self.assertEqual("[]", said[1], "nothing large is imported")

    def test_the_first_lines_of_the_readme(self):
        if lacks("numpy", "cv2"):
            self.skipTest("needs OpenCV")
        import cv2
        import numpy as np

        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            page = file.read()
        begin = page.index("    from recordio_hadoop")
        code = page[begin : page.index("\nThe wheel", begin)]
        image = cv2.imencode(".png", np.full((4, 6, 3), 7, np.uint8))[1].tobytes()
        payloads = [struct.pack("<IfQQ", 0, 1, key, 0) + image for key in (3, 4711, 5)]
        os.mkdir(self.path("packed"))
        records = [fake.parts(payload) for payload in payloads]
        self.file("packed/part-00000.rec", b"".join(records))
        self.file("packed/part-00000.idx", text_index(records, [3, 4711, 5]))
        self.file("packed/_pack.json", json.dumps({"labels": {"cat": 0, "dog": 1}}).encode())
        code = "\n".join(line[4:] for line in code.split("\n"))
        code += "\nprint(header.id, pixels.shape, unpack(record)[0].id, len(image))"
        said = self.run_python("-c", code, cwd=self.folder, env={**os.environ, "PYTHONPATH": ROOT})
        self.assertEqual(f"3 dog\n5 (4, 6, 3) 4711 {len(image)}\n", said)
