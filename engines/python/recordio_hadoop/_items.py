# SPDX-License-Identifier: Apache-2.0
"""Items of pipelines that are more than one record: batches of records, and sparse rows."""

import itertools
import struct
from typing import Any, Iterator, Optional

try:
    import numpy as np
except ImportError:  # plain records and batches of them do without
    np = None  # type: ignore[assignment]

_two_words = struct.Struct("<II").unpack_from
_long = struct.Struct("<Q").unpack_from


class Batch:
    """A batch of records: ``len(batch)`` of them; the last ``fill`` only fill it up.

    ``batch[i]`` is a memoryview of record i, ``lengths`` are their lengths in bytes (an array of
    NumPy where it is there) and ``data`` are all their bytes, one record after the other. Valid
    until the reader's next item; ``copy()`` can be kept, and so can what ``copy=True`` gives.
    """

    __slots__ = ("fill", "lengths", "data", "_item", "_ends")

    fill: int
    lengths: Any
    data: memoryview

    def __init__(self, item: Any) -> None:
        item = memoryview(item)
        if len(item) < 8:
            raise ValueError(f"expected a batch of records, found {len(item)} bytes")
        count, self.fill = _two_words(item)
        begin = 8 + 4 * count
        if begin > len(item) or self.fill > count:
            raise ValueError(
                f"expected a batch of records in {len(item)} bytes, "
                f"found one of {count}, of which {self.fill} fill up"
            )
        if np is not None:
            self.lengths = np.frombuffer(item, "<u4", count, 8)
            total = int(self.lengths.sum(dtype=np.uint64))
        else:
            self.lengths = struct.unpack_from(f"<{count}I", item, 8)
            total = sum(self.lengths)
        self.data = item[begin:]
        if total != len(self.data):
            raise ValueError(f"expected {total} bytes of {count} records, found {len(self.data)}")
        self._item = item
        self._ends: Optional[list[int]] = None

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, i: int) -> memoryview:
        count = len(self.lengths)
        if not -count <= i < count:
            raise IndexError(f"record {i} of a batch of {count}")
        i %= count
        if self._ends is None:
            lengths = self.lengths if np is None else self.lengths.tolist()
            self._ends = list(itertools.accumulate(lengths))
        return self.data[self._ends[i - 1] if i else 0 : self._ends[i]]

    def __iter__(self) -> Iterator[memoryview]:
        data, begin = self.data, 0
        for length in self.lengths if np is None else self.lengths.tolist():
            yield data[begin : begin + length]
            begin += length

    def __repr__(self):
        return f"Batch({len(self)} records, {len(self.data)} bytes, fill={self.fill})"

    def __reduce__(self):
        return (Batch, (bytes(self._item),))

    def copy(self) -> "Batch":
        """Returns a batch with bytes of its own."""
        return Batch(bytes(self._item))


class Rows:
    """Rows of sparse features, compressed: row i has the entries ``offset[i]`` to ``offset[i+1]``.

    Arrays of NumPy over the bytes as they came, without a copy: ``offset`` (uint64, one more than
    rows), ``label`` (float32), ``weight`` (float32) and ``qid`` (uint64), one for each row or
    ``None``; ``index`` (uint64), ``value`` (float32) and ``field`` (uint64 or ``None``), one for
    each entry. ``max_index`` and ``max_field`` are the largest of this block. The last ``fill``
    rows only fill up. Valid until the reader's next item, as ``Batch``. Their addresses need not be
    multiples of 8: where other code asks for that, ``numpy.require(a, requirements="A")``.
    """

    __slots__ = (
        "offset", "label", "weight", "qid", "field", "index", "value", "max_field", "max_index",
        "fill", "_item",
    )  # fmt: skip

    def __init__(self, item: Any, fill: int = 0) -> None:
        if np is None:
            raise ImportError("rows need NumPy: install it, or read `recordio:` records")
        item = memoryview(item)
        arrays = []
        at = 0
        for kind in ("<u8", "<f4", "<f4", "<u8", "<u8", "<u8", "<f4"):
            width = int(kind[2])
            count = _long(item, at)[0] if at + 8 <= len(item) else None
            if count is None or count > (len(item) - at - 8) // width:
                raise ValueError(
                    f"expected a row block in {len(item)} bytes, "
                    f"found {'its end' if count is None else f'{count} numbers'} at byte {at}"
                )
            arrays.append(np.frombuffer(item, kind, count, at + 8))
            at += 8 + width * count
        if len(item) != at + 16:
            raise ValueError(f"expected a row block of {at + 16} bytes, found {len(item)}")
        self.max_field, self.max_index = _long(item, at)[0], _long(item, at + 8)[0]
        self.offset, self.label, weight, qid, field, self.index, self.value = arrays
        rows, entries = len(self.label), len(self.index)
        fits = (
            len(self.offset) == rows + 1
            and self.offset[rows] == entries
            and len(self.value) == entries
            and len(weight) in (0, rows)
            and len(qid) in (0, rows)
            and len(field) in (0, entries)
            and fill <= rows
        )
        if not fits:
            raise ValueError(
                "expected arrays of a row block that fit each other, found "
                + ", ".join(str(len(a)) for a in arrays)
                + f" numbers, of which {fill} rows fill up"
            )
        self.weight = weight if len(weight) else None
        self.qid = qid if len(qid) else None
        self.field = field if len(field) else None
        self.fill = fill
        self._item = item

    def __len__(self) -> int:
        return len(self.label)

    def to_scipy(self, columns: int) -> Any:
        """Returns a ``scipy.sparse.csr_matrix`` of (rows, ``columns``), float32, with copies of all.

        Give all blocks the same number of columns. Zeros that are in the text stay entries.
        Raises ValueError where an index is not below ``columns``, and where rows have fields.
        """
        import scipy.sparse

        indptr, indices = self._indices(columns)
        shape = (len(self), columns)
        return scipy.sparse.csr_matrix((self.value.astype("f4"), indices, indptr), shape=shape)

    def to_torch(self, columns: int) -> Any:
        """Returns a ``torch.sparse_csr`` tensor of (rows, ``columns``), float32, with copies of all.

        Give all blocks the same number of columns. Raises ValueError where an index is not below
        ``columns`` or where rows have fields, RuntimeError (PyTorch's) where the indices of a row do
        not ascend, as this layout requires.
        """
        import torch

        indptr, indices = self._indices(columns)
        return torch.sparse_csr_tensor(
            torch.from_numpy(indptr), torch.from_numpy(indices),
            torch.from_numpy(self.value.astype("f4")), (len(self), columns), check_invariants=True,
        )  # fmt: skip

    def _indices(self, columns):
        if self.field is not None:
            raise ValueError("expected rows of index:value, found fields: a matrix has none")
        if len(self.index) and self.max_index >= columns:
            raise ValueError(f"expected indices below {columns} columns, found {self.max_index}")
        narrow = max(columns, len(self.index)) < 1 << 31  # as SciPy chooses, for half the memory
        kind = np.int32 if narrow else np.int64
        return self.offset.astype(kind), self.index.astype(kind)

    def __repr__(self):
        return f"Rows({len(self)} rows, {len(self.index)} entries, fill={self.fill})"

    def __reduce__(self):
        return (Rows, (bytes(self._item), self.fill))

    def copy(self) -> "Rows":
        """Returns rows with bytes of their own."""
        return Rows(bytes(self._item), self.fill)
