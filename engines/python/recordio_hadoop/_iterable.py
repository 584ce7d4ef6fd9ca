# SPDX-License-Identifier: Apache-2.0
"""The dataset over a pipeline. Importing this module imports PyTorch."""

from typing import Any, Callable, Iterator, Optional

from torch.utils.data import IterableDataset as Base
from torch.utils.data import get_worker_info

from ._pipeline import Reader, _shard
from ._states import Delivery, alone, joined, loader_state, worker_state


class IterableDataset(Base):  # type: ignore[type-arg, misc]
    """A PyTorch dataset over a pipeline: worker i of n of a DataLoader reads shard i of n.

    With ``world`` processes, worker i of process ``rank`` reads shard rank * n + i of world * n.
    Items are copies: bytes, ``Batch`` or ``Rows``; ``transform`` is called on each in the worker.
    Use ``batch_size=None`` and let the pipeline make batches.

    Each worker starts a process ``recordio read`` of its own, a JVM: one to two seconds before its
    first item, and some 100 MB of memory beside the pipeline's own buffers. For local files
    ``Dataset`` needs no JVM.

    With ``states=True`` read through ``States.follow``. To resume, give the files (or texts)
    of all ranks as ``resume``; the number of workers and of ranks may differ from before.
    More epochs come from ``repeat`` in the specification.

    torchdata's StatefulDataLoader needs no ``states``: its ``state_dict()`` has the states of all
    workers, and ``load_state_dict`` goes on with as many workers and ranks. With another number,
    give ``worker_states`` of the state_dicts of all ranks as ``resume``.
    """

    def __init__(
        self, spec: str, rank: int = 0, world: int = 1, epoch: Optional[int] = None,
        resume: Any = None, command: Any = None, transform: Optional[Callable[[Any], Any]] = None,
        states: bool = False,
    ):  # fmt: skip
        super().__init__()
        _shard((rank, world))
        self._spec, self._rank, self._world = spec, rank, world
        self._epoch, self._resume, self._command = epoch, resume, command
        self._transform, self._states = transform, states

    def __iter__(self) -> Iterator[Any]:
        info = get_worker_info()
        worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
        if self._states:
            return self._deliveries(worker, workers)
        return _Items(self, worker, workers)

    def _reader(self, worker: int, workers: int, resume: Any) -> Reader:
        shard = (self._rank * workers + worker, self._world * workers)
        return Reader(self._spec, shard, self._epoch, resume, self._command, copy=True)

    def _deliveries(self, worker: int, workers: int) -> Iterator[Delivery]:
        with self._reader(worker, workers, self._resume) as reader:
            progress = reader._progress
            reader.state()
            yield Delivery(None, worker, workers, progress.whole, None)
            for item in reader:
                if self._transform is not None:
                    item = self._transform(item)
                yield Delivery(item, worker, workers, None, progress.now())


class _Items:
    """A worker's items. Its state can be taken after each, and set before the first."""

    def __init__(self, dataset: IterableDataset, worker: int, workers: int):
        self._dataset, self._worker, self._workers = dataset, worker, workers
        self._reader: Optional[Reader] = None  # started when it is needed: loading comes after iter()
        self._before: Optional[dict[str, Any]] = None  # the state that was loaded

    def _started(self) -> Reader:
        if self._reader is None:
            before = self._before
            resume = self._dataset._resume if before is None else alone(before)
            self._reader = self._dataset._reader(self._worker, self._workers, resume)
        return self._reader

    def __iter__(self) -> "_Items":
        return self

    def __next__(self) -> Any:
        item = next(self._started())
        transform = self._dataset._transform
        return item if transform is None else transform(item)

    def state_dict(self) -> dict[str, Any]:
        """Returns what this worker has handed out."""
        reader = self._started()
        reader.state()  # waits for the state that the command begins with
        progress = reader._progress
        whole, marks = progress.whole, progress.now()
        if self._before is not None:
            whole = joined(self._before, whole if marks is None else {**whole, "marks": marks})
            marks = whole.pop("marks")
            # Only marks change from item to item, so the rest is the same text each time.
            whole["marks"] = self._before["marks"]
        return loader_state(whole, marks)

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Makes this worker go on from a state of the same worker of as many.

        Raises ValueError for a state of another worker or number of workers, RuntimeError after the
        first item.
        """
        if self._reader is not None:
            raise RuntimeError("expected a state before the first item, found items handed out")
        before = worker_state(state)
        if before is not None:
            dataset, workers = self._dataset, self._workers
            mine = (dataset._rank * workers + self._worker, dataset._world * workers)
            found = (before["worker"], before["workers"])
            if found != mine:
                raise ValueError(
                    f"expected the state of worker {mine[0]} of {mine[1]}, found one of worker "
                    f"{found[0]} of {found[1]}: give worker_states of all ranks as resume="
                )
            self._before = before
