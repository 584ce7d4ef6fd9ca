// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.reader.Stage;
import java.io.IOException;

/** Writes the items of a pipeline. */
interface ItemSink {
  /** Writes what comes before the first item. */
  default void begin(Stage<?> reader) throws IOException {}

  /** Writes the reader's current item. */
  void item(Stage<?> reader) throws IOException;
}
