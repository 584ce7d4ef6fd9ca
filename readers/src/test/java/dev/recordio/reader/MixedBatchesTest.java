// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ManyRecords;
import java.io.IOException;
import java.util.HashSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** How well batches of a pipeline are mixed: of 2^20 records in 256 files. */
class MixedBatchesTest {
  private static final int FILES = 256;
  private static final int RECORDS = 4096; // of a file
  private static final int BATCH = 256;

  /** The mean number of distinct files in a batch of 256 records of a full permutation. */
  private static final double FULL = FILES * (1 - Math.pow(1 - 1.0 / FILES, BATCH));

  @Test
  void batchesOfAnEpochsOrderAreNearlyAsMixedAsThoseOfAFullPermutation() throws IOException {
    double mixed = score("order(epoch,seed=1)");
    assertTrue(mixed >= 0.85 * FULL, mixed + " of " + FULL + " distinct files in a batch");
    assertEquals(1, score("order(sequential)"), "the order of the files");
  }

  private static double score(String order) throws IOException {
    var conf = new Configuration();
    String folder = ManyRecords.folder(conf, FILES, RECORDS);
    long distinct = 0;
    long batches = 0;
    try (Reader<RecordBatch> reader =
        Readers.open(conf, "recordio:" + folder + " | " + order + " | batch(" + BATCH + ")")) {
      while (reader.next()) {
        RecordBatch batch = reader.get();
        var files = new HashSet<Path>();
        for (int i = 0; i < batch.size(); i++) {
          files.add(batch.get(i).path());
        }
        distinct += files.size();
        batches++;
      }
    }
    assertEquals((long) FILES * RECORDS / BATCH, batches);
    return (double) distinct / batches;
  }
}
