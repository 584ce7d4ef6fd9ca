// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputRange;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of text files: libdmlc's parts, and every cut of every fixture. */
class LineRangeReaderTest {
  private static byte[] read(byte[] file, long start, long end, int chunk) throws IOException {
    var lines = new ByteArrayOutputStream();
    var in = ChunkReader.of(BytesStream.open(file), "text", file.length, chunk);
    try (var reader = new LineRangeReader(in, start, end)) {
      while (reader.next()) {
        assertArrayEquals(
            Arrays.copyOfRange(
                file, (int) reader.offset(), (int) reader.offset() + reader.length()),
            Arrays.copyOf(reader.buffer(), reader.length()),
            "the lines stand where the reader says");
        lines.write(reader.buffer(), 0, reader.length());
      }
    }
    return lines.toByteArray();
  }

  /** Lines without their ends, blank ones left out, as checksums. */
  private static List<String> records(byte[] text) {
    var records = new ArrayList<String>();
    for (String line : new String(text, StandardCharsets.ISO_8859_1).split("[\r\n]+")) {
      if (!line.isEmpty()) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        records.add(Fixtures.sha256(bytes, 0, bytes.length));
      }
    }
    return records;
  }

  @ParameterizedTest
  @ValueSource(strings = {"lf", "crlf", "cr", "noeol", "bom", "one-line"})
  void partsHoldTheLinesThatLibdmlcGivesThem(String name) throws IOException {
    byte[] file = Fixtures.bytes("text/" + name + ".txt");
    List<String> all =
        Fixtures.lines("text/" + name + ".tsv").stream()
            .skip(1)
            .map(line -> line.split("\t")[1])
            .toList();
    var status = new FileStatus(file.length, false, 1, 1, 0, new Path("text"));
    for (Fixtures.PartRow row : Fixtures.parts("text/" + name)) {
      var lines = new ByteArrayOutputStream();
      for (InputRange range :
          new DmlcPartition(List.of(status), row.nparts(), 1).part(row.part())) {
        lines.write(read(file, range.start(), range.end(), 64));
      }
      List<String> expected =
          row.count() == 0 ? List.of() : all.subList(row.first(), row.last() + 1);
      assertEquals(expected, records(lines.toByteArray()), row.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lf", "crlf", "cr", "noeol", "bom", "one-line", "blank-lines"})
  void everyCutGivesEveryByteOnceAndInOrder(String name) throws IOException {
    byte[] file = Fixtures.bytes("text/" + name + ".txt");
    for (int cut = 0; cut <= file.length + 1; cut++) {
      for (int chunk : new int[] {16, 1 << 16}) {
        var both = new ByteArrayOutputStream();
        both.write(read(file, 0, cut, chunk));
        both.write(read(file, cut, file.length, chunk));
        assertArrayEquals(file, both.toByteArray(), "cut at " + cut);
      }
    }
  }

  @Test
  void rangesSmallerThanALineGiveEachLineOnce() throws IOException {
    byte[] file = Fixtures.bytes("text/crlf.txt");
    for (int size = 1; size < 40; size++) {
      var all = new ByteArrayOutputStream();
      for (int start = 0; start < file.length; start += size) {
        all.write(read(file, start, Math.min(start + size, file.length), 16));
      }
      assertArrayEquals(file, all.toByteArray(), "ranges of " + size);
    }
  }

  @Test
  void aLineThatBeginsExactlyAtTheCutIsTheEarlierRanges() throws IOException {
    byte[] file = "aa\nbb\ncc\n".getBytes(StandardCharsets.UTF_8);
    assertEquals("aa\nbb\n", new String(read(file, 0, 3, 64), StandardCharsets.UTF_8));
    assertEquals("cc\n", new String(read(file, 3, 9, 64), StandardCharsets.UTF_8));
  }

  @Test
  void stretchesEndWithLinesAlsoWhereReadsAreShortAndLinesLong() throws IOException {
    byte[] file = Fixtures.bytes("text/lf.txt");
    var in =
        ChunkReader.of(BytesStream.open(file, asked -> Math.min(asked, 3)), "t", file.length, 16);
    try (var reader = new LineRangeReader(in, 0, Long.MAX_VALUE)) {
      while (reader.next()) {
        byte last = reader.buffer()[reader.length() - 1];
        assertEquals('\n', last, "a stretch ends with a line");
      }
    }
  }

  @Test
  void aStreamOfUnknownLengthIsReadToItsEnd() throws IOException {
    byte[] file = Fixtures.bytes("text/noeol.txt");
    var lines = new ByteArrayOutputStream();
    var in = ChunkReader.ofStream(new ByteArrayInputStream(file), "stream", 64);
    try (var reader = new LineRangeReader(in, 0, Long.MAX_VALUE)) {
      while (reader.next()) {
        lines.write(reader.buffer(), 0, reader.length());
      }
    }
    assertArrayEquals(file, lines.toByteArray());
  }
}
