// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fork;
import dev.recordio.testing.ManyRecords;
import dev.recordio.testing.Sampled;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hundred million records are read in the order of an epoch with a small heap. */
@Tag("deep")
class ReaderScaleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderScaleTest.class);

  private static final long FAR = 100_000_000;
  private static final long RECORDS = 1_000_000; // of a file
  private static final long LIMIT = 200_000_000; // ns; to walk up to FAR takes longer
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

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

  /** Nothing before the position is read or counted, whatever the order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordio:ALL",
        "recordio:ALL | order(epoch,seed=7)",
        "mix(recordio:ALL:0.7,recordio:ALL:0.3)",
        "mix(recordio:ALL:0.7,recordio:ALL:0.3) | order(epoch,seed=7)",
        "mix(recordio:ALL:0.7,recordio:ALL:0.3,batch=256,stop=all) | order(epoch)",
      })
  void aRunGoesOnAfterAHundredMillionRecordsWithinAFifthOfASecond(String text) throws Exception {
    var conf = new Configuration();
    String files =
        ManyRecords.files(conf, 200, RECORDS).stream()
            .map(file -> file.getPath().toString())
            .collect(Collectors.joining(";"));
    String spec = text.replace("ALL", files);
    String state;
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      assertTrue(reader.next());
      state = reader.state().toString().replace("\"marks\":[0,1", "\"marks\":[0," + FAR);
    }
    long least = Long.MAX_VALUE;
    long indexBytes = 0;
    for (int round = 0; round < 20 && least > LIMIT; round++) { // the first ones load classes
      ManyRecords.files(conf, 200, RECORDS); // counts anew
      try (Reader<Record> reader = Readers.open(conf, spec)) {
        long start = CPU.getCurrentThreadCpuTime();
        reader.restore(ReaderState.parse(state));
        assertTrue(reader.next());
        least = Math.min(least, CPU.getCurrentThreadCpuTime() - start);
        assertEquals(FAR, reader.get().position());
        indexBytes = ManyRecords.indexBytes();
      }
    }
    LOG.info("{}: {} ms to go on, {} bytes of indexes read", text, least / 1_000_000, indexBytes);
    assertTrue(indexBytes < 16 << 20, indexBytes + " bytes of 200 indexes of 16 MB");
    assertTrue(least <= LIMIT, least + " ns of a processor to go on");
  }
}
