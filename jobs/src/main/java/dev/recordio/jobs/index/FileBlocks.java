// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import java.io.IOException;

/** The blocks of one file, in the order of its records. */
@FunctionalInterface
interface FileBlocks {
  /**
   * Steps to the next block; the key of the file's blocks is the key of this block then.
   *
   * @return a block that is valid until the next call; null after the last one
   */
  IndexBlock next() throws IOException, InterruptedException;
}
