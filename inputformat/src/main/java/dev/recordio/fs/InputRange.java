// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;

/**
 * A stretch of one file that a task reads: the records, or lines, that begin in it are the task's.
 *
 * @param path the file
 * @param start the first byte
 * @param length the number of bytes; the range may begin and end anywhere
 * @param hosts where the bytes are, best first; may be empty
 * @param cachedHosts those of the hosts that hold them in memory; may be empty
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record InputRange(Path path, long start, long length, String[] hosts, String[] cachedHosts) {
  private static final String[] NO_HOSTS = {};

  /** Makes a range of which it is not known where its bytes are. */
  public InputRange(Path path, long start, long length) {
    this(path, start, length, NO_HOSTS, NO_HOSTS);
  }

  /** Returns the offset behind the last byte. */
  public long end() {
    return start + length;
  }
}
