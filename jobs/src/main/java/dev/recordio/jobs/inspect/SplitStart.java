// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Where the records of a split begin.
 *
 * @param offset the first record that begins in the split; -1 if none does
 * @param bytesRead what was read to find it
 */
public record SplitStart(long offset, long bytesRead) {
  /** Records are mostly small: half of one is what a search reads on average. */
  private static final String SEARCH_BUFFER = "64k";

  /** Sets the size of reads to one that is good for this search, unless the user has set one. */
  public static void setReads(Configuration conf) {
    if (conf.get(RecordIOConf.INPUT_BUFFER_SIZE.key()) == null) {
      RecordIOConf.INPUT_BUFFER_SIZE.set(conf, SEARCH_BUFFER);
    }
  }

  /** Finds the first record of a range. It is not checked for damage. */
  public static SplitStart of(Configuration conf, InputRange range) throws IOException {
    try (RecordRangeReader reader = RecordInputs.open(conf, range, DamageTracker.failing())) {
      return new SplitStart(reader.firstRecordOffset(), reader.bytesRead());
    }
  }
}
