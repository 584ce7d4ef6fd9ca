# SPDX-License-Identifier: Apache-2.0
"""Record files on local disks, without a JVM: in order, by number, by key; and a dataset of them."""

import bisect
import glob
import itertools
import os
import operator
import warnings
from typing import Any, Callable, Iterator, Optional, Sequence, Union

try:
    import numpy as np
except ImportError:  # pipelines of plain records do without
    np = None  # type: ignore[assignment]
else:
    from ._index import Index, crc32c, damaged, open_index

from ._wire import FIRST, LAST, MAGIC, MAX_LENGTH, MIDDLE, WHOLE, RecordIOError, header

PathLike = Union[str, "os.PathLike[str]"]

_CHUNK = 1 << 18  # bytes of a read: stays in the processor's cache, and is faster for it
_SEPARATOR = MAGIC.to_bytes(4, "little")  # what the writer took out between two parts


class RecordFile:
    """The records of a local ``.rec``, as bytes: ``for record in records``, ``records[i]``, by key.

    path -- the file
    index -- its ``.idx`` or ``.ridx``; by default the index beside the file, the ``.ridx`` first.
        An index of another file is ignored with a RuntimeWarning. Without an index, the file is
        read once to find its records, when a number is first asked for, and the key of a record
        is its number.

    In order, the file is read without an index. ``len(records)`` and numbers come from the index:
    an ``.idx`` with fewer lines than records has fewer numbers, in the order of the file.

    Every read is checked: magic words, order of parts, lengths, the end of the file, and, with a
    ``.ridx``, the length that it has. Whatever is wrong is a RecordIOError with the file, the
    offset in bytes, what was expected and what was found. Files are read, not mapped: a file
    that is truncated while it is read is an error, and does not end the process. Threads and forked
    processes may share an object; it can be pickled, and opens the file anew.
    """

    def __init__(self, path: PathLike, index: Optional[PathLike] = None):
        if np is None:
            raise ImportError("RecordFile needs NumPy: install numpy")
        self.path = os.fspath(path)
        self._given = None if index is None else os.fspath(index)
        self._index: Optional[Index] = None
        self._by_key: Any = None
        self._fd = os.open(self.path, os.O_RDONLY)
        self._size = os.fstat(self._fd).st_size

    def __iter__(self) -> Iterator[bytes]:
        """Yields all records in the order of the file, as bytes."""
        for _, data, starts, stops in self._spans():
            for start, stop in zip(starts, stops):
                yield data[start:stop]

    def __len__(self) -> int:
        return len(self._loaded().offsets)

    def __getitem__(self, i: int) -> bytes:
        """Returns record i, from 0, or from the end where i is negative.

        Raises IndexError where there is no such record.
        """
        index = self._loaded()
        count = len(index.offsets)
        number = operator.index(i)
        if not -count <= number < count:
            raise IndexError(f"{self.path}: record {number} of {count}")
        return self._numbered(index, number % count)

    @property
    def keys(self) -> Any:
        """The keys in the order of the records: an array of uint64."""
        index = self._loaded()
        if index.keys is None:
            return np.arange(len(index.offsets), dtype=np.uint64)
        return index.keys

    def by_key(self, key: int) -> bytes:
        """Returns the record of this key; where several have it, the last one.

        Raises KeyError where none has it.
        """
        index = self._loaded()
        if self._by_key is None:
            keys = self.keys
            order = np.argsort(keys, kind="stable")
            self._by_key = keys[order], order
        keys, order = self._by_key
        wanted = operator.index(key)
        if 0 <= wanted < 1 << 64:
            at = int(np.searchsorted(keys, np.uint64(wanted), "right")) - 1
            if at >= 0 and int(keys[at]) == wanted:
                return self._numbered(index, int(order[at]))
        raise KeyError(f"{self.path}: no record of key {wanted}")

    def verify(self) -> int:
        """Reads the whole file; returns its number of records.

        Compares payloads with the checksums of the ``.ridx`` where it has them. Raises
        RecordIOError at the first record that is damaged or is not where the index has it.
        """
        index = self._loaded()
        lengths, checksums = index.lengths, index.checksums
        number = 0
        for offsets, data, starts, stops in self._spans():
            for offset, start, stop in zip(offsets, starts, stops):
                if number >= len(index.offsets) or index.offsets[number] != offset:
                    raise damaged(self.path, offset, f"no record here, as {index.path} has none", "one")
                if lengths is not None and lengths[number] != stop - start:
                    raise self._other_length(index, number, stop - start)
                if checksums is not None:
                    found = crc32c(data[start:stop])
                    if found != checksums[number]:
                        wanted = f"a payload of CRC32C {checksums[number]:08x}, as in {index.path}"
                        raise damaged(self.path, offset, wanted, f"one of {found:08x}")
                number += 1
        return number

    def close(self) -> None:
        """Closes the file. Harmless if it is closed already."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_fd", -1) >= 0:
            self.close()

    def __reduce__(self) -> Any:
        return (RecordFile, (self.path, self._given))

    def __repr__(self) -> str:
        return f"RecordFile({self.path!r})"

    def _loaded(self) -> "Index":
        if self._index is None:
            self._index = self._find_index()
        return self._index

    def _find_index(self) -> "Index":
        if self._given is not None:
            return open_index(self._given, self._size)
        stem = os.path.splitext(self.path)[0]
        binary, text = self._beside(stem + ".ridx"), None
        if binary is None or _is_newer(stem + ".idx", stem + ".ridx"):
            text = self._beside(stem + ".idx")
        if binary is not None and text is not None:
            keys = np.arange(len(binary.offsets)) if binary.keys is None else binary.keys
            if np.array_equal(binary.offsets, text.offsets) and np.array_equal(keys, text.keys):
                return binary
            _warn(f"{binary.path} is not used: {text.path} is newer, and has other records")
            return text
        return binary or text or self._scanned()

    def _beside(self, path: str) -> "Optional[Index]":
        if not os.path.exists(path):
            return None
        try:
            return open_index(path, self._size)
        except RecordIOError as e:
            _warn(f"an index is not used: {e}")
            return None

    def _scanned(self) -> "Index":
        offsets = [np.asarray(offsets, np.int64) for offsets, _, _, _ in self._spans()]
        found = np.concatenate(offsets) if offsets else np.empty(0, np.int64)
        return Index(self.path, found, None, None, None)

    def _other_length(self, index: "Index", number: int, found: int) -> RecordIOError:
        wanted = f"a record of {index.lengths[number]} bytes, as in {index.path}"
        return damaged(self.path, int(index.offsets[number]), wanted, f"one of {found} bytes")

    def _numbered(self, index: "Index", number: int) -> bytes:
        offset = int(index.offsets[number])
        last = number + 1 == len(index.offsets)
        end = self._size if last else int(index.offsets[number + 1])
        need = min(end - offset + 8, _CHUNK)  # an index that lacks records has a far end
        while True:
            data = self._read(offset, need)
            found = self._record(data, 0, offset)
            if not isinstance(found, int):
                break
            need = max(found, 2 * need)
        payload, after = found
        if index.lengths is not None and index.lengths[number] != len(payload):
            raise self._other_length(index, number, len(payload))
        if offset + after > end or (index.lengths is not None and offset + after != end):
            wanted = f"a record that ends at {end}, as in {index.path}"
            raise damaged(self.path, offset, wanted, f"one that ends at {offset + after}")
        return payload

    def _read(self, offset: int, need: int) -> bytes:
        if self._fd < 0:
            raise ValueError("the file is closed")
        data = os.pread(self._fd, need, offset)
        if len(data) < need and offset + len(data) < self._size:
            wanted = f"a file of {self._size} bytes, as it was when it was opened"
            raise damaged(self.path, offset + len(data), wanted, "its end")
        return data

    def _spans(self) -> Iterator[tuple[Sequence[int], bytes, Sequence[int], Sequence[int]]]:
        """Yields records in order, some at a time: their offsets, and where they are in some bytes.

        Each read begins at a record, so nothing is carried over; what is read twice is less than a
        record of each 256 KiB.
        """
        at, need = 0, _CHUNK
        while at < self._size:
            data = self._read(at, need)
            found = _whole_records(data, at + len(data) >= self._size)
            if found is not None:
                starts, stops, after = found
                yield (starts + (at - 8)).tolist(), data, starts.tolist(), stops.tolist()
                at += after
                need = _CHUNK
                continue
            # A record of parts, one that is longer than the read, or damage: one record at a time,
            # up to the next one that the end of the read cuts.
            pos = 0
            need = _CHUNK
            while pos < len(data):
                record = self._record(data, pos, at + pos)
                if isinstance(record, int):
                    # Doubled where the record began the read: it may have very many short parts.
                    need = max(_CHUNK, record, 0 if pos else 2 * len(data))
                    break
                payload, after = record
                yield [at + pos], payload, [0], [len(payload)]
                pos = after
            at += pos

    def _record(self, data: bytes, pos: int, offset: int) -> Union[int, tuple[bytes, int]]:
        """Returns the record at ``pos`` of some bytes, and where it ends in them.

        Where they are too few: how many of them, from ``pos``, can be needed, which is never more
        than the file has. ``offset`` is the record's own in the file.
        """
        left = self._size - offset
        at, pieces, kinds, expected = 0, [], (WHOLE, FIRST), "a record"
        while True:
            if left - at < 8:
                found = f"the end of the file after {left - at} bytes"
                raise damaged(self.path, offset + at, expected, found)
            if pos + at + 8 > len(data):
                return at + 8
            magic, word = header(data, pos + at)
            kind, length = word >> 29, word & MAX_LENGTH
            if magic != MAGIC or kind not in kinds:
                found = f"the words {magic:#010x} and {word:#010x}"
                raise damaged(self.path, offset + at, expected, found)
            more = kind == FIRST or kind == MIDDLE
            if more and length & 3:
                found = f"one of {length} bytes, no multiple of 4, and parts after it"
                raise damaged(self.path, offset + at, expected, found)
            after = at + 8 + ((length + 3) & -4)
            if after > left:
                found = f"{left - at} of its {after - at} bytes and then the end of the file"
                raise damaged(self.path, offset + at, expected, found)
            if pos + after > len(data):
                return after
            start = pos + at + 8
            # With its padding: that is zeros, unless a wrong length reaches into the next header.
            words = np.frombuffer(data, "<u4", (length + 3) >> 2, start)
            inside = np.flatnonzero(words == MAGIC)
            if len(inside):
                where = offset + at + 8 + 4 * int(inside[0])
                raise damaged(self.path, where, "a payload", "a magic word, which no payload has")
            pieces.append(data[start : start + length])
            if not more:
                # A wrong header shows only where the next record should begin: looked at before
                # this one is handed out.
                next_words = min(8, (left - after) & -4)
                if pos + after + next_words > len(data):
                    return after + next_words
                if next_words == 8:
                    magic, word = header(data, pos + after)
                    if magic != MAGIC or word >> 29 not in (WHOLE, FIRST):
                        found = f"the words {magic:#010x} and {word:#010x}"
                        raise damaged(self.path, offset + after, "a record", found)
                return _SEPARATOR.join(pieces), pos + after
            at, kinds, expected = after, (MIDDLE, LAST), "the record's next part"


def _whole_records(data: bytes, is_end: bool) -> Optional[tuple[Any, Any, int]]:
    """Returns where whole records begin and end in bytes that begin with one, and where the last ends.

    None where not all is as expected, for the slow way to find out why. Safe, also in damaged files:
    a magic word at a multiple of 4 is a header, as the writer takes all others out; so every such
    word must be where the record before it ends, and each record must be a whole one. That is
    the same chain that one header after the other leads to, and no header is skipped by it. Each
    record has the next one after it, or, where ``is_end``, the end of the file.
    """
    words = np.frombuffer(data, "<u4", len(data) >> 2)
    heads = np.flatnonzero(words[:-1] == MAGIC)
    if not len(heads) or heads[0] != 0:
        return None
    lengths = words[heads + 1].astype(np.int64)
    ends = heads + 2 + ((lengths + 3) >> 2)  # in words
    after = int(ends[-1])
    if after != len(words) or not is_end:
        # The last one is cut by the end of the read, or nothing after it proves its end: the next
        # read begins with it. Here it proves the end of the one before.
        if lengths[-1] >> 29 > FIRST:
            return None
        after = int(heads[-1])
        heads, lengths, ends = heads[:-1], lengths[:-1], ends[:-1]
    if not len(heads) or lengths.max() > MAX_LENGTH:
        return None
    if ends[-1] != after or not np.array_equal(ends[:-1], heads[1:]):
        return None
    starts = 4 * heads + 8
    return starts, starts + lengths, 4 * after


def _is_newer(path: str, other: str) -> bool:
    return os.path.exists(path) and os.stat(path).st_mtime_ns > os.stat(other).st_mtime_ns


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=4)


class Dataset:
    """The records of local ``.rec`` files by number, for PyTorch's DataLoader and anything else.

    ``len(dataset)`` records; ``dataset[i]`` is record i as bytes, or what ``transform`` makes of it,
    such as ``unpack``. Negative numbers count from the end. Items come from one file after the
    other. Pickles into workers; each worker opens the files for itself.

    paths -- a file, a folder of ``.rec`` files (in the order of their names), a pattern such as
        ``train-*.rec``, or a list of these

    Raises FileNotFoundError where a path has no file.
    """

    def __init__(
        self,
        paths: Union[PathLike, Sequence[PathLike]],
        transform: Optional[Callable[[bytes], Any]] = None,
    ):
        self.files = [RecordFile(path) for path in _files(paths)]
        self.transform = transform
        self._ends = list(itertools.accumulate(len(file) for file in self.files))

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, i: int) -> Any:
        count, number = self._ends[-1], operator.index(i)
        if not -count <= number < count:
            raise IndexError(f"record {number} of {count}")
        number %= count
        file = bisect.bisect_right(self._ends, number)
        record = self.files[file][number - (self._ends[file - 1] if file else 0)]
        return record if self.transform is None else self.transform(record)


def _files(paths: Union[PathLike, Sequence[PathLike]]) -> list[str]:
    names = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files: list[str] = []
    for path in names:
        name = os.fspath(path)
        if os.path.isdir(name):
            found = [os.path.join(name, f) for f in sorted(os.listdir(name)) if f.endswith(".rec")]
            found = [f for f in found if not os.path.basename(f).startswith(("_", "."))]
        elif os.path.exists(name):
            found = [name]
        else:
            found = sorted(glob.glob(name))
        if not found:
            raise FileNotFoundError(f"expected record files, found none: {name}")
        files += found
    if not files:
        raise FileNotFoundError("expected record files, found an empty list")
    return files
