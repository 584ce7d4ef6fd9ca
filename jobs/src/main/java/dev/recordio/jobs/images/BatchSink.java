// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.images.batch.ImageBatch;
import java.io.IOException;

/** Writes batches. */
interface BatchSink {
  /** Writes a batch. */
  void batch(ImageBatch batch) throws IOException;

  /** Writes what comes after the last batch. */
  default void end() throws IOException {}
}
