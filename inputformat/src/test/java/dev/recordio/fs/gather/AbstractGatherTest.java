// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges of bytes, gathered from files of any file system. */
public abstract class AbstractGatherTest implements FileSystemUnderTest {
  private static final int FILE_BYTES = 300_000;

  private static byte[] content(int file) {
    var bytes = new byte[FILE_BYTES];
    new Random(file).nextBytes(bytes);
    return bytes;
  }

  private List<Path> files(int count) throws IOException {
    var paths = new ArrayList<Path>();
    for (int i = 0; i < count; i++) {
      paths.add(write("data-" + i, content(i)));
    }
    return paths;
  }

  private record Range(int file, long offset, int length) {}

  private static List<Range> ranges(int count, int files, int longest, long seed) {
    var random = new Random(seed);
    var ranges = new ArrayList<Range>();
    for (int i = 0; i < count; i++) {
      int length = 1 + random.nextInt(longest);
      ranges.add(new Range(random.nextInt(files), random.nextInt(FILE_BYTES - length), length));
    }
    return ranges;
  }

  /** Gathers the ranges and compares each with the file's bytes; returns the number of batches. */
  private static int assertGathered(Gather gather, List<Range> ranges, int files)
      throws IOException {
    var contents = new byte[files][];
    Arrays.setAll(contents, AbstractGatherTest::content);
    int batches = 0;
    for (int at = 0; at < ranges.size(); batches++) {
      gather.clear();
      int first = at;
      while (at < ranges.size()
          && gather.add(ranges.get(at).file, ranges.get(at).offset, ranges.get(at).length)) {
        at++;
      }
      assertEquals(at - first, gather.count());
      gather.fetch();
      for (int i = 0; i < gather.count(); i++) {
        Range range = ranges.get(first + i);
        assertEquals(range.length, gather.length(i));
        assertArrayEquals(
            Arrays.copyOfRange(
                contents[range.file], (int) range.offset, (int) range.offset + range.length),
            Arrays.copyOfRange(gather.bytes(), gather.start(i), gather.start(i) + gather.length(i)),
            range::toString);
      }
    }
    return batches;
  }

  @Test
  void bytesComeInTheOrderAsked() throws IOException {
    List<Path> files = files(3);
    try (var gather = new Gather(conf(), files)) {
      assertEquals(1, assertGathered(gather, ranges(500, 3, 300, 1), 3));
      assertEquals(1, assertGathered(gather, ranges(700, 3, 2000, 2), 3));
      assertEquals(0, assertGathered(gather, List.of(), 3));
    }
  }

  @Tag("hdfs")
  @Test
  void everyNumberOfThreadsGapAndSizeOfReadsGivesTheSame() throws IOException {
    List<Path> files = files(2);
    for (int threads : new int[] {1, 3}) {
      for (String gap : new String[] {"0", "100", "1m"}) {
        for (String most : new String[] {"1", "2000", "1m"}) {
          Configuration conf = conf();
          RecordIOConf.GATHER_THREADS.set(conf, threads);
          RecordIOConf.GATHER_MAX_GAP.set(conf, gap);
          RecordIOConf.GATHER_MAX_READ.set(conf, most);
          RecordIOConf.GATHER_BATCH_SIZE.set(conf, 20_000);
          try (var gather = new Gather(conf, files)) {
            int batches = assertGathered(gather, ranges(100, 2, 1500, 3), 2);
            assertTrue(batches > 3, batches + " batches");
          }
        }
      }
    }
  }

  @Test
  void batchHoldsNoMoreThanItMayButAlwaysOneRange() throws IOException {
    Configuration conf = conf();
    RecordIOConf.GATHER_BATCH_SIZE.set(conf, 1000);
    try (var gather = new Gather(conf, files(1))) {
      assertTrue(gather.add(0, 0, 5000));
      assertFalse(gather.add(0, 9000, 1));
      gather.fetch();
      assertEquals(5000, gather.length(0));
      gather.clear();
      assertTrue(gather.add(0, 0, 999));
      assertTrue(gather.add(0, 0, 1));
      assertFalse(gather.add(0, 0, 1));
    }
  }

  @Test
  void theSameByteTwiceInARowIsReadOnce() throws IOException {
    Configuration conf = conf();
    RecordIOConf.GATHER_THREADS.set(conf, 1);
    try (var gather = new Gather(conf, files(1))) {
      assertEquals(1, assertGathered(gather, List.of(new Range(0, 7, 1), new Range(0, 7, 1)), 1));
      assertEquals(1, gather.reads());
    }
  }

  @Tag("hdfs")
  @Test
  void moreFilesThanStayOpenAreGathered() throws IOException {
    var paths = new ArrayList<Path>();
    for (int i = 0; i < 70; i++) {
      paths.add(write("small-" + i, new byte[] {(byte) i, (byte) (i + 1)}));
    }
    try (var gather = new Gather(conf(), paths)) {
      for (int round = 0; round < 2; round++) {
        gather.clear();
        for (int i = 69; i >= 0; i--) {
          gather.add(i, 1, 1);
        }
        gather.fetch();
        for (int i = 0; i < 70; i++) {
          assertEquals(70 - i, gather.bytes()[gather.start(i)]);
        }
      }
    }
  }

  @Tag("hdfs")
  @Test
  void fewerReadsThanRanges() throws IOException {
    List<Path> files = files(2);
    Configuration conf = conf();
    RecordIOConf.GATHER_MAX_GAP.set(conf, 1000);
    var faults = new Faults();
    var watched = new ArrayList<Path>();
    for (Path file : files) {
      watched.add(faults.over(conf, file));
    }
    List<Range> ranges = ranges(2000, 2, 50, 5);
    try (var gather = new Gather(conf, watched)) {
      assertGathered(gather, ranges, 2);
      assertEquals(gather.reads(), faults.reads());
      assertEquals(gather.bytesRead(), faults.bytesRead());
      assertTrue(gather.reads() < 200, gather.reads() + " reads of 2000 ranges");
      assertEquals(2, faults.opened());
      faults.recount();
      assertGathered(gather, ranges.subList(0, 10), 2);
      assertEquals(0, faults.opened(), "files stay open");
    }
  }

  @Tag("hdfs")
  @Test
  void rangeBeyondTheEndOfAFileIsNamed() throws IOException {
    List<Path> files = files(1);
    try (var gather = new Gather(conf(), files)) {
      gather.add(0, 10, 10);
      gather.add(0, FILE_BYTES - 5, 10);
      var e = assertThrows(IOException.class, gather::fetch);
      assertTrue(e.getMessage().contains("can't read " + files.get(0)), e.getMessage());
      assertTrue(
          e.getMessage().endsWith("the file ends before offset " + (FILE_BYTES + 5)),
          e.getMessage());
    }
  }

  @Tag("hdfs")
  @Test
  void missingFileIsNamed() throws IOException {
    Path nowhere = path("nowhere");
    try (var gather = new Gather(conf(), List.of(nowhere))) {
      gather.add(0, 0, 1);
      var e = assertThrows(java.io.FileNotFoundException.class, gather::fetch);
      assertTrue(e.getMessage().contains("nowhere"), e.getMessage());
    }
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    for (RecordIOConf key :
        List.of(
            RecordIOConf.GATHER_THREADS,
            RecordIOConf.GATHER_MAX_READ,
            RecordIOConf.GATHER_BATCH_SIZE)) {
      Configuration conf = conf();
      key.set(conf, 0);
      var e =
          assertThrows(InvalidSettingException.class, () -> new Gather(conf, List.of()).close());
      assertTrue(e.getMessage().contains(key.key() + " is '0'"), e.getMessage());
    }
  }
}
