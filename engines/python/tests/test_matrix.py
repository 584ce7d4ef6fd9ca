# SPDX-License-Identifier: Apache-2.0
"""Tests of XGBoost's matrices: trees and predictions are equal to XGBoost's own on what SciPy loads."""

import glob
import json
import os
import unittest

import fake_recordio as fake
from folder import Folder
import recordio_hadoop
from recordio_hadoop import DMatrix, RecordIOError
from test_recordio_hadoop import FAKE

try:
    import numpy as np
    import scipy.sparse
    import xgboost
except ImportError:
    xgboost = None

REAL = os.environ.get("RECORDIO_TEST_COMMAND")
EXTERNAL = xgboost is not None and hasattr(xgboost, "ExtMemQuantileDMatrix")


def random_rows(rows, columns, seed):
    """Returns a matrix with entries that are zeros, and labels, weights, query ids."""
    random = np.random.RandomState(seed)
    data = scipy.sparse.random(rows, columns, 0.2, "csr", np.float32, random)
    data.data[::7] = 0
    label = (data.sum(axis=1).A1 > columns * 0.1).astype("f4")
    return data, label, random.randint(1, 5, rows).astype("f4"), np.sort(random.randint(0, 9, rows))


@unittest.skipIf(xgboost is None, "needs XGBoost and SciPy")
class Matrices(Folder):
    COLUMNS = 20

    def setUp(self):
        super().setUp()
        self.data, self.label, self.weight, self.qid = random_rows(300, self.COLUMNS, 5)

    def shards(self, *cuts, **vectors):
        """Writes rows as ``recordio csr`` does: shards that end at ``cuts``."""
        listed, begin = [], 0
        os.mkdir(self.path("npz"))
        for i, end in enumerate([*cuts, self.data.shape[0]]):
            stem, some = f"part-00000-{i:05d}", self.data[begin:end]
            scipy.sparse.save_npz(self.path(f"npz/{stem}.npz"), some, compressed=False)
            sizes = {}
            for name, vector in {"label": self.label, **vectors}.items():
                np.save(self.path(f"npz/{stem}.{name}.npy"), vector[begin:end])
                sizes[f"{stem}.{name}.npy"] = 1
            listed.append({"file": stem + ".npz", "rows": end - begin, "nnz": int(some.nnz), "vectors": sizes})
            begin = end
        manifest = {"layout": "npz", "columns": self.COLUMNS, "shards": listed}
        self.file("npz/_csr.json", json.dumps(manifest).encode())
        return self.path("npz")

    def stream(self, *cuts, weight=None, qid=None):
        """Writes the output of a pipeline of batches that end at ``cuts``; returns its specification."""
        records, begin = [fake.json_record({"item": "rows", "marks": [0]})], 0
        records.append(fake.json_record({"marks": [1], "step": [1]}))
        for end in [*cuts, self.data.shape[0]]:
            some = self.data[begin:end]
            vectors = [[] if v is None else v[begin:end].tolist() for v in (weight, qid)]
            largest = int(some.indices.max()) if some.nnz else 0
            block = fake.rows(some.indptr.tolist(), self.label[begin:end].tolist(), *vectors, [],
                              some.indices.tolist(), some.data.tolist(), 0, largest)  # fmt: skip
            records.append(fake.framed(block))
            begin = end
        # A specification of JSON with a stage batch() in it is left as it is.
        return json.dumps({"bytes": self.file("stream", b"".join(records)), "error": ""})

    def predictions(self, matrix, rank=False):
        objective = "rank:ndcg" if rank else "binary:logistic"
        booster = xgboost.train({"objective": objective, "max_depth": 4, "tree_method": "hist"}, matrix, 8)
        mine = booster.predict(xgboost.DMatrix(self.data))
        self.assertGreater(len(set(mine.tolist())), 20)
        return mine.tolist(), booster.get_dump()

    def loaded(self, **vectors):
        return xgboost.DMatrix(self.data, self.label, **vectors)


class FakePipeline(Matrices):
    """The fake command takes JSON only: the stage that batches the rows is not appended to it."""

    def setUp(self):
        super().setUp()
        before = recordio_hadoop._matrix._reads_batches
        recordio_hadoop._matrix._reads_batches = lambda spec: spec.startswith("{") or before(spec)
        self.addCleanup(setattr, recordio_hadoop._matrix, "_reads_batches", before)


class DMatrixTest(FakePipeline):
    def test_shards(self):
        folder = self.shards(1, 100, 100, 250, weight=self.weight, qid=self.qid)
        mine = DMatrix(folder)
        self.assertEqual(self.data.nnz, mine.num_nonmissing(), "zeros are values")
        self.assertEqual(
            self.predictions(self.loaded(weight=None, qid=self.qid), True)[0],
            self.predictions(DMatrix(self.without_weight(folder)), True)[0],
        )

    def without_weight(self, folder):
        path = os.path.join(folder, "_csr.json")
        with open(path) as file:
            manifest = json.load(file)
        for shard in manifest["shards"]:
            shard["vectors"] = {n: s for n, s in shard["vectors"].items() if ".weight." not in n}
        with open(path, "w") as file:
            json.dump(manifest, file)
        return folder

    def test_weights_of_shards(self):
        folder = self.shards(1, 100, 250, weight=self.weight)
        self.assertEqual(self.predictions(self.loaded(weight=self.weight)), self.predictions(DMatrix(folder)))

    def test_pipeline(self):
        for weight in (None, self.weight):
            spec = self.stream(7, 200, 201, weight=weight)
            wanted = self.predictions(self.loaded(weight=weight))
            self.assertEqual(wanted, self.predictions(DMatrix(spec, command=FAKE)))

    def test_margins_of_shards(self):
        margin = np.linspace(-1, 1, 300, dtype="f4")
        folder = self.shards(40, base_margin=margin)
        self.assertEqual(
            self.predictions(self.loaded(base_margin=margin)), self.predictions(DMatrix(folder))
        )

    def test_columns(self):
        folder, spec = self.shards(40), self.stream(40)
        for source in (folder, spec):
            self.assertEqual(self.COLUMNS, DMatrix(source, command=FAKE).num_col())
            self.assertEqual(31, DMatrix(source, 31, command=FAKE).num_col())
            with self.assertRaisesRegex(ValueError, "at most 19 columns, found 20"):
                DMatrix(source, 19, command=FAKE)

    def test_errors(self):
        folder = self.shards(40)
        os.remove(os.path.join(folder, "part-00000-00001.npz"))
        with self.assertRaises(FileNotFoundError):
            DMatrix(folder)
        scipy.sparse.save_npz(os.path.join(folder, "part-00000-00001.npz"), self.data[:3])
        with self.assertRaisesRegex(ValueError, "00001.npz: expected 260 rows"):
            DMatrix(folder)
        with self.assertRaisesRegex(ValueError, "query ids below 2\\^32"):
            DMatrix(self.stream(qid=self.qid + (1 << 32)), command=FAKE)
        with self.assertRaisesRegex(ValueError, "expected a pipeline of rows"):
            DMatrix(json.dumps({"count": 3}), command=FAKE)
        stop = json.dumps({"bytes": self.file("none", b""), "exit": 3, "error": "recordio: no such file\n"})
        with self.assertRaisesRegex(RecordIOError, "no such file"):
            DMatrix(stop, command=FAKE)


class DataIterTest(FakePipeline):
    def test_quantile_matrix(self):
        wanted = self.predictions(xgboost.QuantileDMatrix(self.data, self.label, weight=self.weight))
        folder, spec = self.shards(40, 200, weight=self.weight), self.stream(40, 200, weight=self.weight)
        for source in (folder, spec):
            mine = recordio_hadoop.DataIter(source, command=FAKE)
            # Cuts of one sketch of all rows and of a sketch of each batch differ where weights do.
            found = self.predictions(xgboost.QuantileDMatrix(mine))
            self.assertLess(np.abs(np.subtract(wanted[0], found[0])).max(), 0.05)
        first = self.predictions(xgboost.QuantileDMatrix(recordio_hadoop.DataIter(folder)))
        self.assertEqual(first, found, "shards and a pipeline of the same batches")

    def test_errors_of_the_pipeline_arrive(self):
        spec = self.stream(40)
        mine = recordio_hadoop.DataIter(spec, command=FAKE)
        with open(self.path("stream"), "r+b") as file:
            file.truncate(os.path.getsize(self.path("stream")) - 8)
        with self.assertRaisesRegex(RecordIOError, "end of the stream"):
            xgboost.QuantileDMatrix(mine)

    def test_external_memory(self):
        folder = self.shards(40, 200)
        mine = xgboost.DMatrix(recordio_hadoop.DataIter(folder, self.path("cache")))
        self.assertEqual((300, self.COLUMNS), (mine.num_row(), mine.num_col()))
        self.assertTrue(glob.glob(self.path("cache") + "*"), "the files are there")
        found = xgboost.train({"objective": "binary:logistic", "tree_method": "approx"}, mine, 5)
        wanted = xgboost.train({"objective": "binary:logistic", "tree_method": "approx"}, self.loaded(), 5)
        test = xgboost.DMatrix(self.data)
        self.assertLess(np.abs(found.predict(test) - wanted.predict(test)).max(), 0.05)

    @unittest.skipUnless(EXTERNAL, "needs XGBoost 3")
    def test_external_quantile_matrix(self):
        folder = self.shards(40, 200, weight=self.weight)
        wanted = self.predictions(xgboost.QuantileDMatrix(recordio_hadoop.DataIter(folder)))
        mine = recordio_hadoop.ExtMemQuantileDMatrix(folder, self.path("cache"))
        self.assertEqual(wanted, self.predictions(mine))

    @unittest.skipIf(EXTERNAL, "needs an XGBoost before 3")
    def test_an_xgboost_that_has_no_such_matrix(self):
        with self.assertRaisesRegex(ImportError, "needs XGBoost 3.0 or later, found " + xgboost.__version__):
            recordio_hadoop.ExtMemQuantileDMatrix(self.shards(), self.path("cache"))


@unittest.skipUnless(REAL, "RECORDIO_TEST_COMMAND names no command")
class RealCommandMatrixTest(Matrices):
    def test_libsvm(self):
        rows = []
        for i in range(300):
            some = self.data[i]
            entries = " ".join(f"{j}:{value!r}" for j, value in zip(some.indices, map(float, some.data)))
            rows.append(f"{int(self.label[i])} {entries}\n")
        path = self.file("rows.libsvm", "".join(rows).encode())
        for source in (path, "libsvm:" + path, f"libsvm:{path} | batch(70)"):
            mine = DMatrix(source, self.COLUMNS, command=REAL)
            self.assertEqual(self.data.nnz, mine.num_nonmissing())
            self.assertEqual(self.predictions(self.loaded()), self.predictions(mine))


if __name__ == "__main__":
    unittest.main()
