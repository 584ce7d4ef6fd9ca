# SPDX-License-Identifier: Apache-2.0
"""Tests of the datasets under PyTorch's DataLoader and torchdata's StatefulDataLoader, the real ones."""

import json
import os
import unittest

import fake_recordio as fake
from folder import Folder
from recordio_hadoop import Dataset, Rows, worker_states
from test_recordio_hadoop import FAKE, forget_dataset

try:
    import torch
    from torch.utils.data import DataLoader
except ImportError:
    torch = None
try:
    from torchdata.stateful_dataloader import StatefulDataLoader
except ImportError:
    StatefulDataLoader = None

REAL = os.environ.get("RECORDIO_TEST_COMMAND")


def dataset(*arguments, **options):
    from recordio_hadoop import IterableDataset

    return IterableDataset(*arguments, **options)


@unittest.skipIf(torch is None, "needs PyTorch")
class DataLoaderTest(Folder):
    def setUp(self):
        super().setUp()
        forget_dataset()

    def test_map_style_in_workers(self):
        payloads = [fake.record(i) + b"%d" % i for i in range(50)]
        self.file("a.rec", b"".join(map(fake.parts, payloads)))
        for workers in (0, 2):
            loader = DataLoader(Dataset(self.folder), batch_size=None, num_workers=workers)
            self.assertEqual(payloads, list(loader))
            loader = DataLoader(Dataset(self.folder), batch_size=8, shuffle=True, collate_fn=list)
            self.assertEqual(sorted(payloads), sorted(r for batch in loader for r in batch))

    def test_iterable_in_workers(self):
        spec = json.dumps({"count": 40, "epochs": 2})
        loader = DataLoader(dataset(spec, command=FAKE), batch_size=None, num_workers=3)
        self.assertEqual(sorted([fake.record(i) for i in range(40)] * 2), sorted(loader))

    def test_sparse_tensor(self):
        block = fake.rows([0, 2, 2, 3], [1, 0, -1], [], [], [], [5, 7, 2], [0.5, 1, 2], 0, 7)
        made = Rows(block).to_torch(9)
        self.assertEqual((torch.sparse_csr, (3, 9)), (made.layout, tuple(made.shape)))
        self.assertEqual(Rows(block).to_scipy(9).toarray().tolist(), made.to_dense().tolist())
        with self.assertRaisesRegex(ValueError, "below 7 columns, found 7"):
            Rows(block).to_torch(7)
        unsorted = fake.rows([0, 2], [1], [], [], [], [5, 2], [0.5, 1], 0, 5)
        with self.assertRaises(RuntimeError):
            Rows(unsorted).to_torch(9)


class Stateful(Folder):
    """Stops at any item, goes on with as many workers, stops again, goes on with others."""

    def stops(self, spec, everything, command, workers, first, second):
        def loader(rank, **options):
            data = dataset(spec, rank=rank, world=2, command=command, **options)
            return StatefulDataLoader(data, batch_size=None, num_workers=workers)

        found, saved = [], []
        for rank in range(2):
            state = None
            for count in (first, second):
                running = loader(rank)
                if state is not None:
                    running.load_state_dict(state)
                items = iter(running)
                found += [item for _, item in zip(range(count), items)]
                state = json.loads(json.dumps(running.state_dict()))
                del items, running
            saved.append(state)
        rest = []
        for shard in range(3):  # three ranks without workers
            rest += list(dataset(spec, rank=shard, world=3, command=command, resume=worker_states(saved)))
        self.assertEqual(sorted(everything), sorted(found + rest))
        # And the same with as many workers as before.
        for rank in range(2):
            running = loader(rank)
            running.load_state_dict(saved[rank])
            found += list(running)
        self.assertEqual(sorted(everything), sorted(found))


@unittest.skipIf(StatefulDataLoader is None, "needs torchdata")
class StatefulDataLoaderTest(Stateful):
    SPEC = json.dumps({"count": 37, "epochs": 3, "lost": [11]})
    ALL = [fake.record(i) for i in range(37) if i != 11] * 3

    def setUp(self):
        super().setUp()
        forget_dataset()

    def test_stop_anywhere(self):
        for workers, first, second in ((0, 3, 5), (0, 20, 18), (0, 40, 1), (2, 5, 7), (2, 0, 21), (2, 17, 30)):
            with self.subTest(workers=workers, first=first, second=second):
                self.stops(self.SPEC, self.ALL, FAKE, workers, first, second)

    def test_states_of_other_workers_are_refused(self):
        def state(workers):
            loader = StatefulDataLoader(
                dataset(self.SPEC, command=FAKE), batch_size=None, num_workers=workers
            )
            items = iter(loader)
            next(items)
            return loader.state_dict()

        data = dataset(self.SPEC, rank=1, world=2, command=FAKE)
        loader = StatefulDataLoader(data, batch_size=None)
        loader.load_state_dict(state(0))
        with self.assertRaisesRegex(ValueError, "worker 1 of 2, found one of worker 0 of 1"):
            next(iter(loader))
        with self.assertRaisesRegex(ValueError, "found none"):
            worker_states([{"other": 1}])

    def test_snapshots_that_are_behind_are_refused(self):
        loader = StatefulDataLoader(
            dataset(self.SPEC, command=FAKE), batch_size=None, num_workers=2, snapshot_every_n_steps=4
        )
        items = iter(loader)
        for _ in range(3):
            next(items)
        with self.assertRaisesRegex(ValueError, "3 items before"):
            worker_states([loader.state_dict()])


@unittest.skipIf(StatefulDataLoader is None, "needs torchdata")
@unittest.skipUnless(REAL, "RECORDIO_TEST_COMMAND names no command")
class RealCommandStatefulTest(Stateful):
    def test_stop_and_go_on(self):
        forget_dataset()
        payloads = [fake.record(i) + b" %d" % i for i in range(60)]
        self.file("a.rec", b"".join(map(fake.parts, payloads)))
        spec = f"recordio:{self.folder}/a.rec | order(epoch,seed=7,block=4,window=16) | repeat(2)"
        self.stops(spec, payloads * 2, REAL, 2, 25, 20)


if __name__ == "__main__":
    unittest.main()
