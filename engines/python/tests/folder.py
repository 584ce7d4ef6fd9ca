# SPDX-License-Identifier: Apache-2.0
"""A folder of its own for each test."""

import os
import tempfile
import unittest


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)
