# SPDX-License-Identifier: Apache-2.0
"""Reads RecordIO files and the pipelines of recordio-hadoop, in Python.

Files on local disks are read by this package alone::

    from recordio_hadoop import RecordFile, unpack

    with RecordFile("train.rec") as records:
        for record in records:
            header, image = unpack(record)

A pipeline runs in a process of its own, ``recordio read SPEC``, which knows HDFS, RecordIO and
LibSVM; its items arrive through a pipe, in the order and with the state that the same text has in
Java::

    from recordio_hadoop import Reader

    with Reader("recordio:hdfs:///data/train | order(epoch,seed=7) | batch(256)") as reader:
        for batch in reader:
            train(batch)
            reader.save("state.json")

For Python 3.9 and later. Local files and rows need NumPy, matrices SciPy, ``IterableDataset``
PyTorch, ``DMatrix`` XGBoost; each is imported when it is first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._matrix import DMatrix, ExtMemQuantileDMatrix
from ._files import Dataset, RecordFile
from ._images import IRHeader, class_names, unpack, unpack_img
from ._items import Batch, Rows
from ._pipeline import Reader
from ._states import States, worker_states
from ._wire import RecordIOError

if TYPE_CHECKING:
    from ._dataiter import DataIter as DataIter
    from ._iterable import IterableDataset as IterableDataset

__version__ = "0.1.0"
__all__ = [
    "Batch", "DMatrix", "Dataset", "ExtMemQuantileDMatrix", "IRHeader", "Reader", "RecordFile",
    "RecordIOError", "Rows", "States", "class_names", "unpack", "unpack_img", "worker_states",
]  # fmt: skip


_NEEDS = {  # classes with foreign base classes, whose import takes seconds: imported when asked for
    "IterableDataset": ("_iterable", "PyTorch: install torch, or iterate over Reader itself"),
    "DataIter": ("_dataiter", "XGBoost: install xgboost and scipy"),
}


def __getattr__(name: str) -> Any:
    if name not in _NEEDS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, needs = _NEEDS[name]
    try:
        found = getattr(import_module("." + module, __name__), name)
    except ImportError as e:
        raise ImportError(f"{name} needs {needs}") from e
    globals()[name] = found
    return found
