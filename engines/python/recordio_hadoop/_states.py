# SPDX-License-Identifier: Apache-2.0
"""States of pipelines under PyTorch's loaders: what they are made of, and what follows them."""

import json
import os
from typing import Any, Iterable, Iterator, Optional, Union

from ._pipeline import _replace, _state

_KEY = "recordio_hadoop"  # of what IterableDataset puts into a state of StatefulDataLoader
_BEHIND = "_steps_since_snapshot"  # what StatefulDataLoader calls the items after its snapshot
_ALL = (1 << 63) - 1  # as a count of items of an epoch: all of them


class Delivery:
    """What a worker of ``IterableDataset(states=True)`` sends: an item and the state that it makes.

    The first of each worker has no item, and the whole state; the others have its marks.
    """

    __slots__ = ("item", "worker", "workers", "whole", "marks")

    def __init__(self, item, worker, workers, whole, marks):
        self.item, self.worker, self.workers = item, worker, workers
        self.whole, self.marks = whole, marks

    def __reduce__(self):
        return (Delivery, (self.item, self.worker, self.workers, self.whole, self.marks))


class States:
    """Follows the states of a DataLoader's workers in the process that trains.

    Workers are ahead of the consumer, so each item brings its state along::

        loader = DataLoader(IterableDataset(spec, states=True), batch_size=None, num_workers=4)
        states = States()
        for item in states.follow(loader):
            train(item)
            states.save("state.json")

    ``resume=["state.json"]`` goes on from there, with as many workers as one likes.
    """

    def __init__(self):
        self._whole = {}
        self._marks = {}
        self._workers = None

    def follow(self, loader: Iterable[Any]) -> Iterator[Any]:
        """Hands out the loader's items; from then on they count as read."""
        for delivery in loader:
            if not isinstance(delivery, Delivery):
                raise TypeError(
                    "expected a DataLoader with batch_size=None over IterableDataset(states=True), "
                    f"found an item of type {type(delivery).__name__}"
                )
            worker = delivery.worker
            self._workers = delivery.workers
            if delivery.whole is not None:
                self._whole[worker] = delivery.whole
            self._marks[worker] = delivery.marks
            if delivery.whole is None:
                yield delivery.item

    def states(self) -> list[str]:
        """Returns a list of texts (JSON), one of each worker.

        Raises RuntimeError before the first item of each worker was asked for.
        """
        if self._workers is None or len(self._whole) < self._workers:
            raise RuntimeError(
                f"expected states of {self._workers or 'all'} workers, found {len(self._whole)}: "
                "each is known once the worker was asked for its first item"
            )
        return [_state(self._whole[w], self._marks[w]) for w in range(self._workers)]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes all workers' states to one local file; one that is there is replaced in one step."""
        _replace(path, "[" + ",\n".join(self.states()) + "]\n")


def loader_state(whole: Optional[dict[str, Any]], marks: Optional[list[int]]) -> dict[str, Any]:
    """Returns a worker's state as a value of StatefulDataLoader's: what changes is apart, and small."""
    return {_KEY: {"whole": None if whole is None else json.dumps(whole), "marks": marks}}


def worker_state(state: dict[str, Any]) -> Optional[dict[str, Any]]:
    """Returns the state of a worker that ``loader_state`` has packed; None before anything is known."""
    if not isinstance(state, dict) or _KEY not in state:
        raise ValueError(f"expected a state of IterableDataset, found {str(state)[:100]!r}")
    whole, marks = state[_KEY]["whole"], state[_KEY]["marks"]
    if whole is None:
        return None
    whole = json.loads(whole)
    return whole if marks is None else {**whole, "marks": list(marks)}


def worker_states(loader_states: Iterable[dict[str, Any]]) -> list[str]:
    """Returns the states of all workers in the ``state_dict()`` of the StatefulDataLoaders of all ranks.

    ``IterableDataset(spec, resume=worker_states(saved))`` goes on from there with as many workers
    and ranks as one likes, where ``load_state_dict`` wants the same number of both.

    Raises ValueError where a snapshot is older than the loader's last item: the loader needs
    ``snapshot_every_n_steps=1``, which is its default.
    """
    texts = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            if value.get(_BEHIND):
                raise ValueError(
                    f"expected states after the last item, found one {value[_BEHIND]} items before: "
                    "make the StatefulDataLoader with snapshot_every_n_steps=1"
                )
            if _KEY in value:
                whole = worker_state(value)
                if whole is not None:
                    texts.append(json.dumps(whole))
                return
            value = list(value.values())
        if isinstance(value, (list, tuple)):
            for one in value:
                collect(one)

    collect(list(loader_states))
    if not texts:
        raise ValueError("expected states of IterableDataset's workers, found none")
    return texts


def alone(state: dict[str, Any]) -> list[str]:
    """Returns states of all workers with which this one, of the same number, goes on by itself.

    Worker i of n has every n-th position, from i. If all of them had read as many as this one, the
    first of what is left would be its next one, and every n-th from there its own: exactly what it
    has not read. So the others' states, which a worker of a loader does not know, are not needed.
    """
    return [json.dumps({**state, "worker": i}) for i in range(state["workers"])]


def joined(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Returns the state of a worker that went on by itself, as if it had never stopped.

    ``before`` is the state it went on from, ``now`` its state in the run that ``alone`` began. That
    run counts from what was left in the epoch, and names ``before`` as an earlier run of all
    workers, which is true for this worker only. Together with the true states of the others it
    has to count from the beginning of the epoch.
    """
    marks, sources = list(now["marks"]), []
    for then, source in zip(before["sources"], now["sources"]):
        earlier, at = then.get("earlier", []), source["marksAt"]
        if len(source.get("earlier", [])) > len(earlier):  # else its marks count from the beginning
            epoch, count = _normal(*before["marks"][at : at + 2])
            marks[at], marks[at + 1] = _normal(*marks[at : at + 2])
            if marks[at] == epoch:
                marks[at + 1] += count
        source = {**source, "from": then["from"], "earlier": earlier}
        if not earlier:
            del source["earlier"]
        sources.append(source)
    return {**now, "first": before["first"], "sources": sources, "marks": marks}


def _normal(epoch: int, count: int) -> tuple[int, int]:
    return (epoch + 1, 0) if count == _ALL else (epoch, count)
