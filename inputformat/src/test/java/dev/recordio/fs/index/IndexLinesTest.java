// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of an index, held or as they come, are in the order of the file. */
class IndexLinesTest {
  private static final int LENGTH = 1_000_000;

  @TempDir Path dir;

  private final Configuration conf = new Configuration();

  private FileStatus file(String index) throws IOException {
    Files.writeString(dir.resolve("a.idx"), index);
    var records = new org.apache.hadoop.fs.Path(dir.resolve("a.rec").toUri());
    return new FileStatus(LENGTH, false, 1, LENGTH, 0, records);
  }

  private static List<String> rest(IndexLines lines) throws IOException {
    var rest = new ArrayList<String>();
    while (lines.next()) {
      rest.add(lines.key() + ":" + lines.offset() + "-" + lines.end());
    }
    return rest;
  }

  private static String lines(int from, int to) {
    var index = new StringBuilder();
    for (int i = from; i < to; i++) {
      index.append(i).append('\t').append(i * 8L).append('\n');
    }
    return index.toString();
  }

  @Test
  void linesAreSortedAndThoseOfOneOffsetStayAsTheyCame() throws IOException {
    try (IndexLines lines = IndexLines.read(conf, file("7 16\n1 0\n3 16\n2 8\n"))) {
      assertTrue(lines.isWhole());
      assertEquals(4, lines.count());
      assertEquals(List.of("1:0-8", "2:8-16", "7:16-16", "3:16-" + LENGTH), rest(lines));
      assertEquals(1, lines.firstFrom(4));
      assertEquals(4, lines.firstFrom(20));
      lines.before(2);
      assertEquals(List.of("7:16-16", "3:16-" + LENGTH), rest(lines));
      assertNull(lines.repeatedKey());
    }
    assertEquals(7L, IndexLines.read(conf, file("7 0\n1 8\n7 16\n")).repeatedKey());
  }

  @Test
  void aStreamBeginsBeforeTheLineOfItsOffset() throws IOException {
    FileStatus file = file(lines(0, 20_000));
    for (long offset : new long[] {0, 7, 8, 44_000, 44_001, 159_992, 500_000}) {
      try (IndexLines lines = IndexLines.from(conf, file, offset)) {
        assertFalse(lines.isWhole());
        assertTrue(lines.next());
        long first = lines.offset();
        assertTrue(first == 0 || first < offset, first + " for " + offset);
        assertTrue(first > Math.min(offset, 160_000) - 8 * 1000, first + " for " + offset);
        int left = (int) ((160_000 - first) / 8) - 1;
        assertEquals(left, rest(lines).size());
        assertFalse(lines.isUnsorted());
      }
    }
  }

  @Test
  void aStreamEndsWhereItsOrderDoes() throws IOException {
    try (IndexLines lines = IndexLines.from(conf, file("0 0\n1 8\n3 24\n2 16\n4 32\n"), 0)) {
      assertEquals(List.of("0:0-8", "1:8-24"), rest(lines));
      assertTrue(lines.isUnsorted());
    }
    try (IndexLines lines = IndexLines.from(conf, file("5 4\n"), 0)) {
      assertEquals(List.of("5:4-" + LENGTH), rest(lines));
    }
    try (IndexLines lines = IndexLines.from(conf, file(""), 0)) {
      assertFalse(lines.next());
    }
  }

  @Test
  void damagedAndMissingIndexesAreErrors() throws IOException {
    FileStatus file = file("0 0\n1 x\n");
    assertThrows(MalformedRecordException.class, () -> IndexLines.read(conf, file));
    FileStatus odd = file("0 0\n1 6\n");
    assertThrows(MalformedRecordException.class, () -> IndexLines.read(conf, odd));
    Files.delete(dir.resolve("a.idx"));
    assertThrows(FileNotFoundException.class, () -> IndexLines.read(conf, file));
    assertThrows(FileNotFoundException.class, () -> IndexLines.from(conf, file, 8));
  }
}
