// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fork;
import dev.recordio.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hundred million records are read in the order of an epoch with a small heap. */
@Tag("deep")
class ReaderScaleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderScaleTest.class);

  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "1000, 100000, 200, 'order(epoch,seed=7)'",
    "10000, 100, 20, 'order(permutation)'", // a quarter of the files, but with -Pfuzz
  })
  void aPipelineNeedsASmallHeapAndFewFiles(int all, int records, int batches, String order)
      throws Exception {
    int files = all > 1000 ? all / Sampled.step(4, 1) : all;
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    String said = Fork.run(ReaderMain.class, "128m", tmp, files, records, batches, order);
    LOG.info(
        "{} files: wrong, most open, left open, ms to the first record, ms to restore, bytes of"
            + " the state: {}",
        files,
        said);
    long[] numbers = Stream.of(said.split(" ")).mapToLong(Long::parseLong).toArray();
    assertEquals(0, numbers[0], "records that are wrong");
    assertTrue(numbers[1] <= 64, numbers[1] + " files open at a time");
    assertEquals(0, numbers[2], "files left open");
    assertTrue(numbers[5] < 2000, numbers[5] + " bytes of state");
  }
}
