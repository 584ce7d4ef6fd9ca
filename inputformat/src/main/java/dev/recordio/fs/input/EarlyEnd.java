// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.bytes.MalformedRecordException;

/** The error of a file that is shorter than it was before: what is missing is not damage. */
public final class EarlyEnd {
  private EarlyEnd() {}

  /**
   * A file that got shorter after its ranges were planned.
   *
   * @param rangeEnd the offset after the range's last byte
   * @param length the file's length now, less than that
   */
  static MalformedRecordException afterPlanning(String path, long rangeEnd, long length) {
    return of(
        path,
        length,
        "at least " + rangeEnd + " bytes, as when its ranges were planned",
        length + " bytes");
  }

  /**
   * A file that got shorter after it was opened.
   *
   * @param length the file's length when it was opened
   * @param found an offset below that, at which there is no byte
   */
  public static MalformedRecordException whileReading(String path, long length, long found) {
    return of(path, found, length + " bytes, as when it was opened", "its end");
  }

  private static MalformedRecordException of(
      String path, long offset, String expected, String found) {
    return new MalformedRecordException(
        "the file got shorter",
        path,
        offset,
        -1,
        expected,
        found + " (it was replaced or cut; read it again once nothing writes to it)");
  }
}
