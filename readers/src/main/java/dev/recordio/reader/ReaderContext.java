// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.fs.record.DamageTracker;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What the stages of a pipeline share.
 *
 * @param conf gives the file systems and the keys
 * @param damage decides about damaged records
 */
public record ReaderContext(Configuration conf, DamageTracker damage) {
  /** Opens another pipeline, such as one that is zipped with this one. */
  public Stage<?> open(String spec) throws IOException {
    return Pipelines.open(this, spec);
  }
}
