// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.LineRangeReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.HoleStream;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines far longer than a read: read in linear time, and rejected beyond a bound. */
class LongLinesTest implements FileSystemUnderTest {
  private static final int MIB = 1 << 20;

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("libsvm.line.max-size", "4k");
    return Records.bufferSize(conf, "1k");
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 40, 32 * MIB})
  void aLineIsSearchedOnce(long end) throws IOException {
    long length = 64L * MIB;
    byte[] tail = "\n5 1:1\n".getBytes(StandardCharsets.US_ASCII);
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    var in = ChunkReader.of(HoleStream.open(new byte[0], tail, length), "hole", length, 64 << 10);
    long bytes = 0;
    try (var reader = new LineRangeReader(in, 0, end)) {
      while (reader.next()) {
        bytes += reader.length();
      }
    }
    assertEquals(end > length ? length : length - tail.length + 1, bytes);
    long seconds = (threads.getCurrentThreadCpuTime() - before) / 1_000_000_000;
    assertTrue(seconds < 4, seconds + " s; the line alone, searched once, takes a tenth");
  }

  /** Rows, of which the one at {@code longRow} has a line of {@code length} bytes. */
  private static String text(int longRow, int length) {
    var text = new StringBuilder();
    for (int row = 0; row < 400; row++) {
      int begin = text.length();
      text.append(row).append(" 1:1");
      while (row == longRow && text.length() - begin < length) {
        text.append(' ');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private List<Float> labels(Configuration conf, Path file, int length, int ranges)
      throws IOException {
    var planned = new ArrayList<InputRange>();
    int size = (length + ranges - 1) / ranges;
    for (int start = 0; start < length; start += size) {
      planned.add(new InputRange(file, start, Math.min(size, length - start)));
    }
    var labels = new ArrayList<Float>();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf, planned)) {
      while (reader.next(block)) {
        for (int row = 0; row < block.rows(); row++) {
          labels.add(block.labels()[row]);
        }
      }
    }
    return labels;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 201, 399})
  void aLineUpToTheBoundIsReadAndALongerOneIsOneError(int row) throws IOException {
    for (int ranges : new int[] {1, 2, 5, 40}) {
      String text = text(row, 4096);
      Path file = write("rows.libsvm", text.getBytes(StandardCharsets.US_ASCII));
      assertEquals(400, labels(conf(), file, text.length(), ranges).size(), ranges + " ranges");

      String tooLong = text(row, 4097);
      Path other = write("long.libsvm", tooLong.getBytes(StandardCharsets.US_ASCII));
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> labels(conf(), other, tooLong.length(), ranges),
              ranges + " ranges");
      assertEquals(tooLong.indexOf("\n" + row + " ") + 1, e.offset(), ranges + " ranges");
      assertEquals(other.toString(), e.path());
      assertTrue(e.getMessage().contains("libsvm.line.max-size"), e::getMessage);
      assertTrue(e.line() > 0, e::getMessage);
      if (ranges == 1) {
        assertEquals(row + 1, e.line());
      }
    }
  }

  @Test
  void textWithoutALineEndIsRefusedBeforeItIsAllRead() throws IOException {
    Path file = write("zeros.libsvm", new byte[4 * MIB]);
    var whole = List.of(new InputRange(file, 0, 4 * MIB));
    try (RowReader reader = RowInputs.open(conf(), whole)) {
      var e = assertThrows(MalformedRecordException.class, () -> reader.next(new CsrBlock()));
      assertEquals(0, e.offset());
      assertEquals(1, e.line());
      assertTrue(reader.bytesRead() < 20_000, reader.bytesRead() + " bytes");
    }
  }

  @Test
  void rangesWithinALongLineReadNothingBeyondTheirEnds() throws IOException {
    long length = 256L * MIB;
    var in =
        ChunkReader.of(HoleStream.open(new byte[0], new byte[0], length), "hole", length, 1024);
    try (var reader = new LineRangeReader(in, MIB, MIB + 5000)) {
      assertFalse(reader.next());
      assertTrue(reader.bytesRead() < 50_000, reader.bytesRead() + " bytes");
    }
  }
}
