// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.ColumnSets;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnMapTest {
  @TempDir java.nio.file.Path dir;

  private FileSystem fs() throws IOException {
    return FileSystem.getLocal(new Configuration());
  }

  private Path file(String name) {
    return new Path(dir.resolve(name).toUri());
  }

  @ParameterizedTest
  @CsvSource({"1000, 20", "100000, 40", "100000, 63", "3000, 64"})
  void findsWhatASearchFinds(int count, int bits) {
    var random = new Random(count + bits);
    var set = new ColumnSet();
    var all = new java.util.TreeSet<Long>(Long::compareUnsigned);
    for (int i = 0; i < count; i++) {
      long column = random.nextLong() >>> 64 - bits;
      set.add(column);
      all.add(column);
    }
    ColumnMap map = ColumnMap.compact(set);
    assertEquals(all.size(), set.size());
    assertArrayEquals(all.stream().mapToLong(Long::longValue).toArray(), set.sorted());
    int number = 0;
    for (long column : all) {
      assertEquals(number, map.find(column));
      assertEquals(column, map.column(number++));
      assertEquals(all.contains(column + 1), map.find(column + 1) >= 0);
    }
    assertEquals(number, map.size());
  }

  @Test
  void zeroAndTheLargestAreColumnsToo() {
    var set = new ColumnSet();
    set.add(-1L);
    set.add(0);
    set.add(0);
    ColumnMap map = ColumnMap.compact(set);
    assertEquals(2, map.size());
    assertEquals(0, map.find(0));
    assertEquals(1, map.find(-1L));
    assertEquals(-1, map.find(1));
    assertEquals(-1, ColumnMap.compact(new long[0]).find(0));
  }

  @Test
  void asIsHasEachColumnBelowItsSize() {
    ColumnMap map = ColumnMap.asIs(10);
    assertEquals(9, map.find(9));
    assertEquals(-1, map.find(10));
    assertEquals(-1, map.find(-1L));
    String message =
        assertThrows(IllegalArgumentException.class, () -> ColumnMap.asIs(1L << 31)).getMessage();
    assertTrue(message.contains("2147483648 columns") && message.contains("compact"), message);
  }

  @Test
  void columnsThatDoNotAscendAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ColumnMap.compact(new long[] {3, 3}));
  }

  @Test
  void aFileHasTheColumnsAsNumPyWouldSaveThem() throws IOException {
    long[] columns = new Random(1).longs(20_000, 0, Long.MAX_VALUE).sorted().distinct().toArray();
    var set = new ColumnSet();
    Arrays.stream(columns).forEach(set::add);
    ColumnFile.write(fs(), file("columns.npy"), ColumnMap.compact(set));
    ColumnMap read = ColumnFile.read(fs(), file("columns.npy"));
    assertEquals(columns.length, read.size());
    for (long column : columns) {
      assertEquals(column, read.column(read.find(column)));
    }
    assertEquals(128 + 8 * columns.length, Files.size(dir.resolve("columns.npy")));
    assertTrue(
        new String(Files.readAllBytes(dir.resolve("columns.npy")), 10, 60)
            .contains("'descr': '<i8'"));
    assertEquals(ColumnFile.length(columns.length), Files.size(dir.resolve("columns.npy")));
  }

  @Test
  void columnsFrom2To63OnAreUnsignedInTheFile() throws IOException {
    ColumnFile.write(fs(), file("columns.npy"), ColumnMap.compact(new long[] {3, -2}));
    assertTrue(
        new String(Files.readAllBytes(dir.resolve("columns.npy")), 10, 60)
            .contains("'descr': '<u8'"));
    assertEquals(-2, ColumnFile.read(fs(), file("columns.npy")).column(1));
  }

  @Test
  void setsAreMergedFromWhatTheyWrite() throws IOException {
    var random = new Random(7);
    var all = new java.util.TreeSet<Long>(Long::compareUnsigned);
    var union = new ColumnSet();
    for (int part = 0; part < 5; part++) {
      var set = new ColumnSet();
      for (int i = 0; i < 70_000; i++) {
        long column = random.nextLong() >>> random.nextInt(64);
        set.add(column);
        all.add(column);
      }
      var bytes = new DataOutputBuffer();
      ColumnSets.write(set, bytes);
      var in = new DataInputBuffer();
      in.reset(bytes.getData(), bytes.getLength());
      ColumnSets.addAll(union, in);
      assertEquals(-1, in.read());
    }
    assertArrayEquals(all.stream().mapToLong(Long::longValue).toArray(), union.sorted());
  }

  @Test
  void aBlockIsNumberedAnewAndOtherEntriesAreRemoved() {
    for (long wide : new long[] {7, 1L << 40}) {
      var block = new CsrBlock();
      block.addRow(1);
      block.add(2, 3, 0.5f);
      block.add(4, wide, 1.5f);
      block.addRow(2);
      block.add(1, 5, 2.5f);
      block.addRow(3);
      block.add(9, wide, 3.5f);
      assertEquals(1, block.renumber(ColumnMap.compact(new long[] {3, wide})));
      assertArrayEquals(new int[] {0, 2, 2, 3}, Arrays.copyOf(block.offsets(), 4));
      assertArrayEquals(new int[] {0, 1, 1}, Arrays.copyOf(block.indices(), 3));
      assertArrayEquals(new int[] {2, 4, 9}, Arrays.copyOf(block.fields(), 3));
      assertArrayEquals(new float[] {0.5f, 1.5f, 3.5f}, Arrays.copyOf(block.values(), 3));
    }
  }

  @Test
  void aCutFileIsRefusedWithItsName() throws IOException {
    ColumnFile.write(fs(), file("columns.npy"), ColumnMap.compact(new long[] {1, 5, 9}));
    byte[] bytes = Files.readAllBytes(dir.resolve("columns.npy"));
    Files.write(dir.resolve("cut.npy"), Arrays.copyOf(bytes, bytes.length - 1));
    String message =
        assertThrows(MalformedRecordException.class, () -> ColumnFile.read(fs(), file("cut.npy")))
            .getMessage();
    assertTrue(message.contains("cut.npy at offset") && message.contains("missing"), message);
  }

  @Test
  void aFileOfOtherNumbersIsRefused() throws IOException {
    ColumnFile.write(fs(), file("columns.npy"), ColumnMap.compact(new long[] {1, 5, 9}));
    byte[] bytes = Files.readAllBytes(dir.resolve("columns.npy"));
    bytes[128] = 7;
    Files.write(dir.resolve("other.npy"), bytes);
    String message =
        assertThrows(IOException.class, () -> ColumnFile.read(fs(), file("other.npy")))
            .getMessage();
    assertTrue(message.contains("other.npy is no list of columns"), message);
  }
}
