// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;

/**
 * A range of one file that a task reads: the records, or lines, that begin in it are the task's.
 *
 * <p>If it ends beyond the file's end, the file got shorter after the range was planned, and
 * opening it is an error. A length that would end the range at {@code Long.MAX_VALUE} or beyond
 * means: up to the file's end.
 *
 * @param path the file
 * @param start the first byte
 * @param length the number of bytes; the range may begin and end anywhere in the file
 * @param hosts where the bytes are, best first; may be empty
 * @param cachedHosts the hosts that hold them in memory; may be empty
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record InputRange(Path path, long start, long length, String[] hosts, String[] cachedHosts) {
  private static final String[] NO_HOSTS = {};

  /** Creates a range whose hosts are not known. */
  public InputRange(Path path, long start, long length) {
    this(path, start, length, NO_HOSTS, NO_HOSTS);
  }

  /** Returns the offset after the last byte; {@code Long.MAX_VALUE} for the file's end. */
  public long end() {
    return length >= Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length;
  }

  /**
   * Checks that the file still reaches to the range's end.
   *
   * @param fileLength the file's length now, in bytes
   * @throws MalformedRecordException when it is shorter
   */
  @InterfaceAudience.Private
  public void requireWithin(long fileLength) throws MalformedRecordException {
    if (end() > fileLength && end() != Long.MAX_VALUE) {
      throw EarlyEnd.afterPlanning(path.toString(), end(), fileLength);
    }
  }
}
