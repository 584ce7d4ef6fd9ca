// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import java.io.IOException;

/**
 * A source of files that can be read by themselves, several at the same time.
 *
 * @param <T> the items
 */
public interface FileByFile<T extends Placed> {
  /** Returns the number of files. */
  int files();

  /**
   * Returns a source of one file, whose items are numbered from 0; opens nothing yet.
   *
   * @param file which one, from 0
   */
  Source<T> file(int file);

  /** Returns the number of items of a file, which may take reading it. */
  long count(int file) throws IOException;

  /** Whether counting costs less than reading, so that it may be done to find a place. */
  boolean isCountedCheaply();

  /** Takes what the source of a file has counted that has been closed. */
  void closed(Source<T> file);

  /**
   * Checks, after all files, what was counted.
   *
   * @throws dev.recordio.bytes.MalformedRecordException for too much damage
   */
  void finish() throws IOException;
}
