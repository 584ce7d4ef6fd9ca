# SPDX-License-Identifier: Apache-2.0
"""Matrices of XGBoost's, from shards that ``recordio csr`` has written or from a pipeline of rows."""

import json
import os
from typing import Any, Iterator, NamedTuple, Optional, Union

from ._pipeline import Reader

_BATCH_ROWS = 65536


class Block(NamedTuple):
    """Some rows: a SciPy CSR matrix, and arrays with a value a row, or None."""

    data: Any
    label: Any
    weight: Any
    qid: Any
    base_margin: Any


class Shards:
    """The npz shards in a local folder that ``recordio csr`` has written; a block is a shard."""

    def __init__(self, folder: str, columns: Optional[int]):
        self.folder = folder
        path = os.path.join(folder, "_csr.json")
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        if manifest["layout"] != "npz":
            raise ValueError(f"{path}: expected npz shards, found {manifest['layout']}")
        self._shards = manifest["shards"]
        found = manifest["columns"]
        self.columns = found if columns is None else columns
        if found > self.columns:
            raise ValueError(f"{path}: expected at most {columns} columns, found {found}")
        for name in (name for shard in self._shards for name in shard["vectors"]):
            if name.endswith(".labels.npz"):
                raise ValueError(f"{path}: expected a label a row, found several: csr without --labels")

    def __iter__(self) -> Iterator[Block]:
        """Yields the shards in order. Raises ValueError where one does not fit the manifest."""
        import numpy as np
        import scipy.sparse

        for shard in self._shards:
            path = os.path.join(self.folder, shard["file"])
            stem = path[: -len(".npz")]
            data = scipy.sparse.load_npz(path)
            if data.shape[0] != shard["rows"] or data.nnz != shard["nnz"]:
                raise ValueError(
                    f"{path}: expected {shard['rows']} rows of {shard['nnz']} entries, as in "
                    f"_csr.json, found {data.shape[0]} of {data.nnz}"
                )
            data.resize(data.shape[0], self.columns)

            def vector(name: str, shard: Any = shard, stem: str = stem) -> Any:
                if f"{os.path.basename(stem)}.{name}.npy" not in shard["vectors"]:
                    return None
                found = np.load(f"{stem}.{name}.npy")
                if len(found) != shard["rows"]:
                    raise ValueError(
                        f"{stem}.{name}.npy: expected {shard['rows']} values, found {len(found)}"
                    )
                return found

            yield Block(
                data, vector("label"), vector("weight"), vector("qid"), vector("base_margin")
            )


class Pipeline:
    """The rows of a pipeline, in batches; each pass over them is a process of its own.

    A first pass finds the number of columns, and whether any row has a weight or a query id.
    """

    def __init__(self, spec: str, columns: Optional[int], command: Any):
        if not _reads_batches(spec):
            spec += f" | batch({_BATCH_ROWS})"
        self._spec, self._command = spec, command
        found, self._weight, self._qid = 0, False, False
        with Reader(spec, command=command) as reader:
            for rows in reader:
                if not hasattr(rows, "max_index"):
                    raise ValueError(f"expected a pipeline of rows, such as libsvm:PATH, found {spec!r}")
                if len(rows.index):
                    found = max(found, rows.max_index + 1)
                self._weight |= rows.weight is not None
                self._qid |= rows.qid is not None
        self.columns = found if columns is None else columns
        if found > self.columns:
            raise ValueError(f"{spec}: expected at most {columns} columns, found {found}")

    def __iter__(self) -> Iterator[Block]:
        import numpy as np

        with Reader(self._spec, command=self._command) as reader:
            for rows in reader:
                weight, qid = rows.weight, rows.qid
                if self._weight and weight is None:
                    weight = np.ones(len(rows), np.float32)  # no weight in the text means 1
                if self._qid and qid is None:
                    raise ValueError(f"{self._spec}: expected a query id in each row, found rows without")
                label = rows.label.copy()
                yield Block(rows.to_scipy(self.columns), label, _copied(weight), _copied(qid), None)


def _copied(array: Any) -> Any:
    """Returns an array of its own memory: the pipeline's is overwritten by the next item."""
    return None if array is None else array.copy()


def _reads_batches(spec: str) -> bool:
    stages = [stage.strip() for stage in spec.split("|")[1:]]
    return any(stage.startswith("batch(") for stage in stages)


def open_rows(
    source: Union[str, "os.PathLike[str]"], columns: Optional[int], command: Any
) -> Union[Shards, Pipeline]:
    """Returns the rows of a source, which can be iterated over again and again, in the same order."""
    text = os.fspath(source)
    if os.path.exists(os.path.join(text, "_csr.json")):
        return Shards(text, columns)
    return Pipeline(text, columns, command)


def fields(block: Block) -> dict[str, Any]:
    """Returns what the block has, by the names that XGBoost gives them."""
    if block.qid is not None and len(block.qid) and int(block.qid.max()) >= 1 << 32:
        # XGBoost keeps 32 bits of them, and would take two queries for one.
        raise ValueError(f"expected query ids below 2^32, found {block.qid.max()}")
    return {name: value for name, value in block._asdict().items() if value is not None}


def DMatrix(
    source: Union[str, "os.PathLike[str]"],
    columns: Optional[int] = None,
    command: Any = None,
    **options: Any,
) -> Any:
    """Returns an ``xgboost.DMatrix`` in memory, with labels, weights, query ids and base margins.

    source -- a local folder that ``recordio csr`` has written as npz, which is read without a JVM;
        or a pipeline of rows for ``recordio read``, such as ``rows.libsvm`` or
        ``libsvm:hdfs:///data/train``, which is read twice
    columns -- how many the matrix has; else as many as the source has. Give test data the number of
        the training data
    command -- as for ``Reader``
    options -- of ``xgboost.DMatrix``, such as ``feature_names``

    Entries that are not in a row are missing; zeros that are written are values.

    Raises ValueError where the source has more columns or is no source of rows, RecordIOError where
    the pipeline fails, ImportError without XGBoost or SciPy.
    """
    import numpy as np
    import scipy.sparse
    import xgboost

    rows = open_rows(source, columns, command)
    blocks = [fields(block) for block in rows]
    if not blocks:
        raise ValueError(f"expected rows, found none: {os.fspath(source)}")
    data = scipy.sparse.vstack([block.pop("data") for block in blocks], format="csr")
    for name in blocks[0]:
        options[name] = np.concatenate([block[name] for block in blocks])
    return xgboost.DMatrix(data, **options)


def ExtMemQuantileDMatrix(
    source: Union[str, "os.PathLike[str]"],
    cache: Union[str, "os.PathLike[str]"],
    columns: Optional[int] = None,
    command: Any = None,
    **options: Any,
) -> Any:
    """Returns an ``xgboost.ExtMemQuantileDMatrix``: rows as bins in files, for data larger than memory.

    cache -- the beginning of the names of XGBoost's files, on a local disk: 1 to 2 bytes an entry
    options -- of ``xgboost.ExtMemQuantileDMatrix``, such as ``max_bin``; for validation data give
        ``ref``, the matrix of the training data, and ``columns=ref.num_col()``

    Other arguments and errors as for ``DMatrix``. XGBoost reads the source three times, and a
    pipeline is read once more before, each time by a new JVM: for several trainings write shards
    with ``recordio csr``. Memory holds a shard, or a batch of 65,536 rows.

    Raises ImportError with an XGBoost before 3.0, which has no such matrix.
    """
    import xgboost

    if not hasattr(xgboost, "ExtMemQuantileDMatrix"):
        raise ImportError(
            f"ExtMemQuantileDMatrix needs XGBoost 3.0 or later, found {xgboost.__version__}"
        )
    from ._dataiter import DataIter

    return xgboost.ExtMemQuantileDMatrix(DataIter(source, cache, columns, command), **options)
