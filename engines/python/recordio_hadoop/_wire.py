# SPDX-License-Identifier: Apache-2.0
"""What the reader of pipes and the reader of files share: RecordIO's words, and the error."""

import struct

MAGIC = 0xCED7230A
MAX_LENGTH = (1 << 29) - 1  # of a part; the bits above say which part of its record it is
WHOLE, FIRST, MIDDLE, LAST = range(4)

header = struct.Struct("<II").unpack_from


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
