# SPDX-License-Identifier: Apache-2.0
"""Pipelines: the process ``recordio read``, the stream that it writes, and the reader of both."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
from typing import Any, Iterator, Optional

from . import _items as kinds
from ._items import Batch, Rows
from ._wire import FIRST, LAST, MAGIC, MAX_LENGTH, MIDDLE, WHOLE, RecordIOError, header

_BUFFER = 1 << 18  # bytes to begin with: stays in the processor's cache, and is faster for it
_PIPE = 1 << 20  # bytes, where the system allows it
_F_SETPIPE_SZ = 1031  # Linux; the standard library names it from Python 3.10 on
_MAX_ERROR = 1 << 16  # bytes of the command's errors that are looked at
_MAX_ARGUMENT = 120_000  # bytes; Linux allows 128 KiB in one argument
_SKIPPED = 5  # exit code: all is read, but damaged records were left out, as the policy allows
_END_SECONDS = 5  # a command that was asked to end may take so long
_EXIT_SECONDS = 60  # the same for one that has closed its output

_word = struct.Struct("<I").unpack_from


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
        at, stop, kinds, expected = pos, None, (WHOLE, FIRST), "a record"
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
            magic, word = header(self.buffer, at)
            kind, length = word >> 29, word & MAX_LENGTH
            if magic != MAGIC or kind not in kinds:
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
            if kind == WHOLE or kind == LAST:
                return pos + 8, stop, at + need
            if length & 3:
                found = f"one of {length} bytes, no multiple of 4, and parts after it"
                raise self.damaged(at, f"expected {expected}, found {found}")
            at += need
            kinds, expected = (MIDDLE, LAST), "the record's next part"

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
    if kinds.np is None:
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
            word = MAX_LENGTH + 1
            if end - pos >= 8:
                magic, word = header(buffer, pos)
            start = pos + 8
            stop = start + word
            after = (stop + 3) & -4
            if word > MAX_LENGTH or after > end or magic != MAGIC:
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
        PATH, else bin/recordio of the checkout that this package is in

    Raises RecordIOError where the command fails, after the records before the error.
    """

    def __init__(
        self, spec: str, shard: Any = None, epoch: Optional[int] = None, resume: Any = None,
        command: Any = None, copy: bool = False,
    ) -> None:  # fmt: skip
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

    def __iter__(self) -> Iterator[Any]:
        self._check()
        return self._iterator

    def __next__(self) -> Any:
        self._check()
        return next(self._iterator)

    def _check(self):
        if self._progress.closed:
            raise ValueError("the reader is closed")
        if self._progress.error is not None:
            raise self._progress.error

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The command's process id."""
        return self._command.pid

    @property
    def returncode(self) -> Optional[int]:
        """The command's exit code once it has ended, else None."""
        return self._command.returncode

    def state(self) -> str:
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

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the state to a local file; one that is there is replaced in one step."""
        _replace(path, self.state())

    def close(self) -> None:
        """Ends the command. Harmless if it is closed already."""
        self._progress.closed = True
        self._command.close()


def _command(command):
    if command is None:
        command = os.environ.get("RECORDIO") or shutil.which("recordio")
    if command is None:
        package = os.path.dirname(os.path.realpath(__file__))
        command = os.path.join(package, os.pardir, os.pardir, os.pardir, "bin", "recordio")
        if not os.path.exists(command):
            command = "recordio"  # an installed package has no checkout around it
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
