# SPDX-License-Identifier: Apache-2.0
"""Reads what a reader pipeline of recordio-hadoop hands out, in Python.

The pipeline itself runs in a process of its own, ``recordio read SPEC``, which knows HDFS,
RecordIO and LibSVM; its records arrive through a pipe, in the order and with the state that the
same text has in Java::

    from recordio_hadoop import Reader

    with Reader("recordio:hdfs:///data/train | order(epoch,seed=7) | batch(256)") as reader:
        for batch in reader:
            train(batch)
            reader.save("state.json")

One file, for Python 3.9 and later, on the standard library. NumPy is needed for rows only;
PyTorch only for ``IterableDataset``.
"""

import itertools
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
except ImportError:  # plain records and batches of them do without
    np = None

__all__ = ["Batch", "Reader", "RecordIOError", "Rows", "States"]

_MAGIC = 0xCED7230A
_MAX_LENGTH = (1 << 29) - 1  # of a part; the bits above say which part of its record it is
_WHOLE, _FIRST, _MIDDLE, _LAST = range(4)
_BUFFER = 1 << 18  # bytes to begin with: stays in the processor's cache, and is faster for it
_PIPE = 1 << 20  # bytes, where the system allows it
_F_SETPIPE_SZ = 1031  # Linux; the standard library names it from Python 3.10 on
_MAX_ERROR = 1 << 16  # bytes of the command's errors that are looked at
_MAX_ARGUMENT = 120_000  # bytes; Linux allows 128 KiB in one argument
_SKIPPED = 5  # exit code: all is read, but damaged records were left out, as the policy allows
_END_SECONDS = 5  # a command that was asked to end may take so long
_EXIT_SECONDS = 60  # the same for one that has closed its output

_header = struct.Struct("<II").unpack_from
_word = struct.Struct("<I").unpack_from
_two_words = struct.Struct("<II").unpack_from
_long = struct.Struct("<Q").unpack_from


class RecordIOError(Exception):
    """The command failed, or what it wrote is damaged or cut.

    ``returncode`` is the command's exit code: 2 for a wrong specification or a state that does not
    belong, 3 for missing, damaged or changed input, negative for a signal; ``None`` where it has
    none, as the command could not be started, or was ended by this client.
    """

    def __init__(self, message, returncode=None):
        super().__init__(message)
        self.returncode = returncode

    def __reduce__(self):
        return (RecordIOError, (str(self), self.returncode))


class Batch:
    """A batch of records: ``len(batch)`` of them, of which the last ``fill`` only fill up.

    ``batch[i]`` is a memoryview of record i, ``lengths`` are their lengths in bytes (an array of
    NumPy where it is there) and ``data`` are all their bytes, one record after the other. Valid
    until the reader's next item; ``copy()`` can be kept, and so can what ``copy=True`` gives.
    """

    __slots__ = ("fill", "lengths", "data", "_item", "_ends")

    def __init__(self, item):
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
        self._ends = None

    def __len__(self):
        return len(self.lengths)

    def __getitem__(self, i):
        count = len(self.lengths)
        if not -count <= i < count:
            raise IndexError(f"record {i} of a batch of {count}")
        i %= count
        if self._ends is None:
            lengths = self.lengths if np is None else self.lengths.tolist()
            self._ends = list(itertools.accumulate(lengths))
        return self.data[self._ends[i - 1] if i else 0 : self._ends[i]]

    def __iter__(self):
        data, begin = self.data, 0
        for length in self.lengths if np is None else self.lengths.tolist():
            yield data[begin : begin + length]
            begin += length

    def __repr__(self):
        return f"Batch({len(self)} records, {len(self.data)} bytes, fill={self.fill})"

    def __reduce__(self):
        return (Batch, (bytes(self._item),))

    def copy(self):
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

    def __init__(self, item, fill=0):
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

    def __len__(self):
        return len(self.label)

    def __repr__(self):
        return f"Rows({len(self)} rows, {len(self.index)} entries, fill={self.fill})"

    def __reduce__(self):
        return (Rows, (bytes(self._item), self.fill))

    def copy(self):
        """Returns rows with bytes of their own."""
        return Rows(bytes(self._item), self.fill)


class _Command:
    """The process at the other end of the pipe. Its errors go to a file, so that it never waits."""

    def __init__(self, words, scratch=None):
        self._scratch = scratch  # a folder that is removed with the command
        self._owner = os.getpid()
        self._process = None
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as e:
            self._errors.close()
            self._clean()
            raise RecordIOError(
                f"expected to start the command {words[0]}, found: {e.strerror}; "
                "give command=, set RECORDIO or put recordio on PATH"
            ) from e
        self.readinto = self._process.stdout.readinto
        if sys.platform.startswith("linux"):
            import fcntl

            try:
                fcntl.fcntl(self._process.stdout.fileno(), _F_SETPIPE_SZ, _PIPE)
            except OSError:
                pass  # more than this user may have: a small pipe works too, a little slower

    @property
    def pid(self):
        return self._process.pid

    @property
    def returncode(self):
        return self._process.returncode

    def wait(self):
        """Waits for a command that has closed its output; returns its exit code."""
        try:
            return self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.close()
            raise RecordIOError(
                f"the command closed its output, but did not end within {_EXIT_SECONDS} s"
            ) from None

    def complaint(self):
        """Returns the last line that the command wrote for its user, or None."""
        if self._errors.closed:
            return None
        size = os.fstat(self._errors.fileno()).st_size
        # The position belongs to both processes, therefore no seek.
        text = os.pread(self._errors.fileno(), _MAX_ERROR, max(0, size - _MAX_ERROR))
        lines = [line.strip() for line in text.decode("utf-8", "replace").splitlines()]
        lines = [line for line in lines if line]
        ours = [line for line in lines if line.startswith("recordio: ")]
        return (ours or lines or [None])[-1]

    def close(self):
        """Ends the process, if it still runs, and waits until it has ended."""
        process = self._process
        if process is None:
            return
        # A forked child has a copy of this object, but the process is its parent's.
        if os.getpid() == self._owner:
            if process.returncode is None:
                process.terminate()
                try:
                    process.wait(_END_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            self._clean()
        process.stdout.close()
        self._errors.close()

    def _clean(self):
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    def __del__(self):
        self.close()


class _Progress:
    """How far the consumer is: never what is only in the pipe."""

    __slots__ = ("whole", "marks", "step", "more", "error", "closed")

    def __init__(self):
        self.whole = None  # the state before the first item, a dict
        self.marks = None  # after the first of the items that have this step
        self.step = None
        self.more = 0  # items handed out after that first one
        self.error = None
        self.closed = False

    def now(self):
        """Returns the marks after the last item that was handed out, or None before the first."""
        if self.marks is None:
            return None
        return [mark + self.more * step for mark, step in zip(self.marks, self.step)]


def _state(whole, marks):
    if marks is not None:
        whole = {**whole, "marks": marks}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


class _Stream:
    """The command's output in one buffer, of which the bytes from ``pos`` to ``end`` are unread."""

    def __init__(self, command):
        self._readinto = command.readinto
        self._offset = 0  # of the buffer's first byte in the stream
        self.buffer = bytearray(_BUFFER)
        self.view = memoryview(self.buffer)
        self.pos = self.end = 0
        self.cut = False  # the command has closed its output

    def _fill(self, pos, need):
        """Moves the bytes from ``pos`` to the beginning; reads until there are ``need``, or all."""
        view, have = self.view, self.end - pos
        if pos:
            view[:have] = view[pos : self.end]
        self._offset += pos
        self.end = have
        while self.end < need and not self.cut:
            if self.end == len(view):  # grows by what has come, not by what a header claims
                self.buffer = bytearray(2 * len(view))
                self.view = memoryview(self.buffer)
                self.view[: self.end] = view
                view = self.view
            count = self._readinto(view[self.end :])
            self.end += count
            self.cut = not count

    def record(self, pos):
        """Returns (start, stop, after) of the record at ``pos``, or None at the end of the stream.

        Parts are joined where they are: the magic word between two of them is the next one's own.
        """
        at, stop, kinds, expected = pos, None, (_WHOLE, _FIRST), "a record"
        while True:
            if self.end - at < 8:
                self._fill(pos, at - pos + 8)
                if stop is not None:
                    stop -= pos
                pos, at = 0, at - pos
                if self.end == at and stop is None:
                    return None
                if self.end - at < 8:
                    raise self.damaged(at, f"expected {expected}, found the end of the stream")
            magic, word = _header(self.buffer, at)
            kind, length = word >> 29, word & _MAX_LENGTH
            if magic != _MAGIC or kind not in kinds:
                found = f"the words {magic:#010x} and {word:#010x}"
                raise self.damaged(at, f"expected {expected}, found {found}")
            need = 8 + ((length + 3) & -4)
            if self.end - at < need:
                self._fill(pos, at - pos + need)
                if stop is not None:
                    stop -= pos
                pos, at = 0, at - pos
                if self.end - at < need:
                    found = f"{self.end - at} of its {need} bytes and then the end of the stream"
                    raise self.damaged(at, f"expected {expected}, found {found}")
            if stop is None:
                stop = at + 8 + length
            else:
                view = self.view
                view[stop : stop + 4] = view[at : at + 4]
                view[stop + 4 : stop + 4 + length] = view[at + 8 : at + 8 + length]
                stop += 4 + length
            if kind == _WHOLE or kind == _LAST:
                return pos + 8, stop, at + need
            if length & 3:
                found = f"one of {length} bytes, no multiple of 4, and parts after it"
                raise self.damaged(at, f"expected {expected}, found {found}")
            at += need
            kinds, expected = (_MIDDLE, _LAST), "the record's next part"

    def text(self, start, stop):
        """Returns the JSON object in these bytes."""
        try:
            value = json.loads(bytes(self.view[start : stop - 4]))
        except ValueError as e:
            raise self.damaged(start, f"expected JSON of a state, found: {e}") from e
        if not isinstance(value, dict):
            raise self.damaged(start, "expected JSON of a state, found no object")
        return value

    def damaged(self, pos, what):
        """Returns the error to raise about the bytes at ``pos``."""
        return RecordIOError(f"output of recordio read at offset {self._offset + pos}: {what}")

    def begin(self, progress):
        """Reads the state that is the stream's first record, unless that is done."""
        if progress.whole is not None:
            return
        found = self.record(0)
        if found is None:
            raise RecordIOError("expected the state as the first record, found no output")
        start, stop, after = found
        if stop - start < 4 or _word(self.buffer, stop - 4)[0] != 1:
            raise self.damaged(start, "expected the state as the first record, found something else")
        whole = self.text(start, stop)
        if not _KINDS.fullmatch(str(whole.get("item"))):
            raise self.damaged(
                start, f"expected an item of records, rows or zipped, found {whole.get('item')!r}"
            )
        self.pos = after
        progress.whole = whole


_KINDS = re.compile("(record|row|zipped)s*")  # an s for each batch() around
_ROWS = ("row", "rows")


def _marks(stream, start, stop):
    value = stream.text(start, stop)
    lists = value.get("marks"), value.get("step")
    for numbers in lists:
        if not isinstance(numbers, list) or len(numbers) != len(lists[0]):
            raise stream.damaged(start, f"expected marks and as many steps, found {value}")
        for number in numbers:
            if type(number) is not int:
                raise stream.damaged(start, f"expected whole numbers, found {number!r}")
    return lists


def _wrap(kind, copy):
    """Returns what makes an item of its bytes and its rows that fill up; None: the bytes do."""
    if kind == "record":
        return (lambda item, fill: bytes(item)) if copy else None
    if kind not in _ROWS:
        return (lambda item, fill: Batch(bytes(item))) if copy else lambda item, fill: Batch(item)
    if np is None:
        raise ImportError("rows need NumPy: install it, or read `recordio:` records")
    return (lambda item, fill: Rows(bytes(item), fill)) if copy else Rows


def _items(command, stream, progress, copy):
    """Hands out item after item; the whole of it is one frame, as a call per record costs."""
    try:
        stream.begin(progress)
        kind = progress.whole["item"]
        wrap = _wrap(kind, copy)
        buffer, view, pos, end = stream.buffer, stream.view, stream.pos, stream.end
        pending = None
        count = 0
        while True:
            # A record in one part, all of which is in the buffer; all others are looked at again.
            word = _MAX_LENGTH + 1
            if end - pos >= 8:
                magic, word = _header(buffer, pos)
            start = pos + 8
            stop = start + word
            after = (stop + 3) & -4
            if word > _MAX_LENGTH or after > end or magic != _MAGIC:
                stream.pos = pos
                found = stream.record(pos)
                if found is None:
                    break
                start, stop, after = found
                buffer, view, end = stream.buffer, stream.view, stream.end
            if stop - start < 4:
                raise stream.damaged(start, f"expected an item, found {stop - start} bytes")
            fill = _word(buffer, stop - 4)[0]
            if fill:
                if fill == 1:
                    pending = _marks(stream, start, stop)
                    pos = after
                    continue
                # The number of rows that fill up, times two; a batch of records has its own.
                if fill & 1 or kind != "rows":
                    raise stream.damaged(start, f"expected an item, found a record of kind {fill}")
                fill >>= 1
            item = view[start : stop - 4]
            if wrap is not None:
                try:
                    item = wrap(item, fill)
                except ValueError as e:
                    raise stream.damaged(start, str(e)) from e
            if pending is not None:
                progress.marks, progress.step = pending
                pending = None
                count = 0
            elif not count:
                raise stream.damaged(start, "expected marks before the first item, found the item")
            progress.more = count
            count += 1
            pos = after
            yield item
            if progress.closed:
                raise ValueError("the reader is closed")
        if pending is not None:
            raise RecordIOError("expected an item after its marks, found the end of the stream")
        failure = _failure(command)
        if failure is not None:
            raise failure
        command.close()
    except GeneratorExit:
        raise
    except BaseException as e:
        if progress.closed:
            raise ValueError("the reader is closed") from None
        error = e
        if isinstance(e, RecordIOError):
            error = _explained(command, stream, e)
        elif not isinstance(e, Exception):
            error = RecordIOError(f"reading was interrupted: {type(e).__name__}")
        progress.error = error
        command.close()
        if error is e or not isinstance(e, Exception):
            raise
        raise error from e


def _failure(command):
    """Waits for the command, which has closed its output; returns its error, None if it is sound."""
    code = command.wait()
    complaint = command.complaint()
    if code == _SKIPPED:
        text = complaint or "damaged records were left out"
        warnings.warn(text, RuntimeWarning, stacklevel=3)
    elif code:
        how = f"by signal {-code}" if code < 0 else f"with {code}"
        return RecordIOError(complaint or f"the command ended {how} without an error text", code)
    return None


def _explained(command, stream, error):
    """Returns the command's own error where its output is cut because of that."""
    if stream.cut and error.returncode is None and command.returncode is None:
        return _failure(command) or error
    return error


class Reader:
    """Iterates over what the pipeline ``spec`` hands out.

    Items are memoryviews of records, ``Batch`` where the pipeline has ``batch``, ``Rows`` where it
    reads rows. They are valid until the next item; ``copy=True`` gives bytes, and batches and rows
    with bytes of their own.

    spec -- the pipeline's text, as for ``recordio read``
    shard -- "i/n" or (i, n): the share of worker i (from 0) of n
    epoch -- the first epoch, 0 if not given
    resume -- states of all workers of the earlier run: paths, texts (JSON), or the texts in a list,
        as ``States.save`` writes them
    command -- the command, or a list of its words; else the variable RECORDIO, else ``recordio`` on
        PATH, else bin/recordio of the checkout that this file is in

    Raises RecordIOError where the command fails, after the records before the error.
    """

    def __init__(self, spec, shard=None, epoch=None, resume=None, command=None, copy=False):
        words = [*_command(command), "read", spec, "--to", "rec", "--with-state"]
        if shard is not None:
            words += ["--shard", _shard(shard)]
        if epoch is not None:
            words += ["--epoch", str(int(epoch))]
        scratch = None
        if resume is not None:
            scratch = tempfile.mkdtemp(prefix="recordio-")
            try:
                words += ["--resume", _resume(resume, scratch)]
            except BaseException:
                shutil.rmtree(scratch, ignore_errors=True)
                raise
        self._progress = _Progress()
        self._command = _Command(words, scratch)
        self._stream = _Stream(self._command)
        # Refers to none of this object: whoever lets go of both ends the process.
        self._iterator = _items(self._command, self._stream, self._progress, copy)

    def __iter__(self):
        self._check()
        return self._iterator

    def __next__(self):
        self._check()
        return next(self._iterator)

    def _check(self):
        if self._progress.closed:
            raise ValueError("the reader is closed")
        if self._progress.error is not None:
            raise self._progress.error

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    @property
    def pid(self):
        """The command's process id."""
        return self._command.pid

    @property
    def returncode(self):
        """The command's exit code once it has ended, else None."""
        return self._command.returncode

    def state(self):
        """Returns the state as JSON: what was handed out, the current item too.

        Also after the end, after an error and after ``close``, if an item was handed out before.
        """
        if self._progress.whole is None:
            self._check()
            self._begin()
        return _state(self._progress.whole, self._progress.now())

    def _begin(self):
        try:
            self._stream.begin(self._progress)
        except RecordIOError as e:
            self._progress.error = _explained(self._command, self._stream, e)
            self._command.close()
            raise self._progress.error from e

    def save(self, path):
        """Writes the state to a local file; one that is there is replaced in one step."""
        _replace(path, self.state())

    def close(self):
        """Ends the command. Harmless if it is closed already."""
        self._progress.closed = True
        self._command.close()


def _command(command):
    if command is None:
        command = os.environ.get("RECORDIO") or shutil.which("recordio")
    if command is None:
        here = os.path.dirname(os.path.realpath(__file__))
        command = os.path.join(here, os.pardir, os.pardir, "bin", "recordio")
    if isinstance(command, (str, os.PathLike)):
        return [os.fspath(command)]
    return [os.fspath(word) for word in command]


def _shard(shard):
    i, n = shard.split("/") if isinstance(shard, str) else shard
    i, n = int(i), int(n)
    if not 0 <= i < n:
        raise ValueError(f"expected a shard i of n with 0 <= i < n, found {i}/{n}")
    return f"{i}/{n}"


def _resume(states, folder):
    """Returns the argument that names the states; texts are written to files in ``folder``."""
    if isinstance(states, (str, os.PathLike)):
        states = [states]
    names, texts = [], []
    for state in states:
        state = os.fspath(state)
        text = state if state.lstrip().startswith(("{", "[")) else _content(state)
        if text is not None and text.lstrip().startswith("["):
            texts += [json.dumps(one, ensure_ascii=False) for one in json.loads(text)]
        elif text is state or text is not None and "," in state:
            texts.append(text)
        else:
            names.append(state if text is None else "file:" + os.path.abspath(state))
    for i, text in enumerate(texts):
        path = os.path.join(folder, str(i))
        _replace(path, text)
        names.append("file:" + path)
    joined = ",".join(names)
    if not joined:
        raise ValueError("expected the states of all workers, found none")
    if len(os.fsencode(joined)) > _MAX_ARGUMENT:
        raise ValueError(
            f"expected names of states of at most {_MAX_ARGUMENT} bytes, found "
            f"{len(os.fsencode(joined))}: give their texts, or keep them under shorter names"
        )
    return joined


def _content(path):
    """Returns what is in a local file; None if there is none: it may be of another file system."""
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def _replace(path, text):
    path = os.fspath(path)
    handle, fresh = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".recordio-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except BaseException:
        os.unlink(fresh)
        raise


class _Delivery:
    """What a worker of ``IterableDataset(states=True)`` sends: an item and the state that it makes.

    The first of each worker has no item, and the whole state; the others have its marks.
    """

    __slots__ = ("item", "worker", "workers", "whole", "marks")

    def __init__(self, item, worker, workers, whole, marks):
        self.item, self.worker, self.workers = item, worker, workers
        self.whole, self.marks = whole, marks

    def __reduce__(self):
        return (_Delivery, (self.item, self.worker, self.workers, self.whole, self.marks))


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

    def follow(self, loader):
        """Hands out the loader's items; from then on they count as read."""
        for delivery in loader:
            if not isinstance(delivery, _Delivery):
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

    def states(self):
        """Returns a list of texts (JSON), one of each worker.

        Raises RuntimeError before the first item of each worker was asked for.
        """
        if self._workers is None or len(self._whole) < self._workers:
            raise RuntimeError(
                f"expected states of {self._workers or 'all'} workers, found {len(self._whole)}: "
                "each is known once the worker was asked for its first item"
            )
        return [_state(self._whole[w], self._marks[w]) for w in range(self._workers)]

    def save(self, path):
        """Writes all workers' states to one local file; one that is there is replaced in one step."""
        _replace(path, "[" + ",\n".join(self.states()) + "]\n")


def _make_dataset():
    try:
        from torch.utils.data import IterableDataset as Base
        from torch.utils.data import get_worker_info
    except ImportError as e:
        raise ImportError(
            "IterableDataset needs PyTorch: install torch, or iterate over Reader itself"
        ) from e

    class IterableDataset(Base):
        """A PyTorch dataset over a pipeline: worker i of n of a DataLoader reads shard i of n.

        Of ``world`` processes the one of number ``rank`` reads its part: worker i has the shard
        rank * n + i of world * n. Items are copies: bytes, ``Batch`` or ``Rows``; ``transform``
        is called on each in the worker. Use ``batch_size=None`` and let the pipeline make batches.

        With ``states=True`` read through ``States.follow``. To resume, give the files (or texts)
        of all ranks as ``resume``; the number of workers and of ranks may differ from before.
        More epochs come from ``repeat`` in the specification.
        """

        def __init__(
            self, spec, rank=0, world=1, epoch=None, resume=None, command=None,
            transform=None, states=False,
        ):  # fmt: skip
            super().__init__()
            _shard((rank, world))
            self._spec, self._rank, self._world = spec, rank, world
            self._epoch, self._resume, self._command = epoch, resume, command
            self._transform, self._states = transform, states

        def __iter__(self):
            info = get_worker_info()
            worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
            shard = (self._rank * workers + worker, self._world * workers)
            transform = self._transform
            with Reader(
                self._spec, shard, self._epoch, self._resume, self._command, copy=True
            ) as reader:
                progress = reader._progress
                if self._states:
                    reader.state()
                    yield _Delivery(None, worker, workers, progress.whole, None)
                for item in reader:
                    if transform is not None:
                        item = transform(item)
                    if self._states:
                        item = _Delivery(item, worker, workers, None, progress.now())
                    yield item

    IterableDataset.__module__ = __name__
    IterableDataset.__qualname__ = "IterableDataset"  # so that other processes find it by name
    return IterableDataset


def __getattr__(name):
    """Makes ``IterableDataset`` when it is first asked for, as importing torch takes seconds."""
    if name != "IterableDataset":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = _make_dataset()
    return made
