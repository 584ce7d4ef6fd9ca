// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hundred million records are read in any order with few entries of their indexes in memory. */
@Tag("deep")
class TableScaleTest {
  private static final Logger LOG = LoggerFactory.getLogger(TableScaleTest.class);

  @TempDir Path scratch;

  /** The last case is the worst: each record is in a stretch of its own. */
  @ParameterizedTest
  @CsvSource({
    "1000, 100000, 100000, 64, 16384, 96m",
    "10000, 10000, 20000, 64, 16384, 96m",
    "1000, 100000, 20000, 1, 100000000, 160m",
  })
  void aHundredMillionRecordsNeedASmallHeap(
      int files, int records, int wanted, int block, int window, String heap) throws Exception {
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    String said = Fork.run(TableMain.class, heap, tmp, files, records, wanted, block, window);
    LOG.info(
        "{} files, {} of them: wrong, most open, opened, bytes of indexes to open and to read,"
            + " entries in memory, ms to open and to read, peak of the heap: {}",
        files,
        wanted,
        said);
    long[] numbers = Stream.of(said.split(" ")).mapToLong(Long::parseLong).toArray();
    assertEquals(0, numbers[0], "records that are wrong");
    assertTrue(numbers[1] <= 64, numbers[1] + " files open at a time");
    assertTrue(numbers[3] <= 1000L * files, numbers[3] + " bytes of indexes read when opened");
    long stretches = block == 1 ? wanted : 3L * (wanted / block + 2 * window / block);
    long withGaps = 3 * 257 * 16; // small gaps are read instead of skipped
    assertTrue(numbers[4] <= stretches * withGaps, numbers[4] + " bytes of indexes read");
    assertTrue(numbers[5] <= 1 << 22, numbers[5] + " entries in memory");
  }
}
