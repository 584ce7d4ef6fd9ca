// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.testing.RowText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;

/** Rows as values: their wire form, order and copies. */
class SparseRowTest {
  private static SparseRow row(float label) {
    var row = new SparseRow();
    row.clear(label);
    return row;
  }

  private static byte[] bytes(Writable value) throws IOException {
    var out = new DataOutputBuffer();
    value.write(out);
    return Arrays.copyOf(out.getData(), out.getLength());
  }

  private static <T extends Writable> T read(byte[] bytes, T into) throws IOException {
    var in = new DataInputBuffer();
    in.reset(bytes, bytes.length);
    into.readFields(in);
    assertEquals(bytes.length, in.getPosition(), "all is read");
    return into;
  }

  @Test
  void wireFormIsAsDocumented() throws IOException {
    SparseRow row = row(1);
    row.add(2, 0.5f);
    assertEquals("00000000013f800000000000023f000000", HexFormat.of().formatHex(bytes(row)));
    row.setWeight(2);
    row.setQid(3);
    row.add(4, 1L << 40, -1);
    assertEquals(
        "0f000000023f800000400000000000000000000003"
            + "00000000000000020000010000000000"
            + "0000000000000004"
            + "3f000000bf800000",
        HexFormat.of().formatHex(bytes(row)));
    assertEquals("1.0:2.0 qid:3 0:2:0.5 4:1099511627776:-1.0", row.toString());
  }

  /** Rows of all kinds. */
  private static List<SparseRow> rows() {
    var random = new Random(7);
    var rows = new ArrayList<SparseRow>();
    for (int i = 0; i < 500; i++) {
      SparseRow row = row(random.nextInt(3));
      if (random.nextBoolean()) {
        row.setWeight(random.nextInt(2));
      }
      if (random.nextBoolean()) {
        row.setQid(random.nextInt(3) - 1L);
      }
      boolean fields = random.nextBoolean();
      long wide = random.nextInt(4) == 0 ? 1L << 62 : 1;
      for (int e = random.nextInt(random.nextInt(4) == 0 ? 100 : 4); e > 0; e--) {
        long index = random.nextInt(3) * wide;
        if (fields) {
          row.add(random.nextInt(3) - 1, index, random.nextInt(3));
        } else {
          row.add(index, random.nextInt(3));
        }
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void rowsComeBackFromTheirBytesAndCopies() throws IOException {
    var used = new SparseRow();
    for (SparseRow row : rows()) {
      SparseRow copy = row.copy();
      assertNotSame(row, copy);
      for (SparseRow same : List.of(read(bytes(row), used), copy)) {
        assertEquals(row, same);
        assertEquals(row.hashCode(), same.hashCode());
        assertEquals(row.toString(), same.toString());
      }
      byte[] before = bytes(row);
      copy.add(1, 1);
      assertNotEquals(row, copy);
      assertArrayEquals(before, bytes(row), "a copy has its own arrays");
    }
  }

  @Test
  void orderIsTotal() {
    List<SparseRow> rows = rows();
    var sorted = new ArrayList<>(rows);
    Collections.sort(sorted);
    for (int i = 0; i < sorted.size(); i++) {
      for (int j = 0; j < sorted.size(); j += 7) {
        int order = Integer.signum(sorted.get(i).compareTo(sorted.get(j)));
        assertEquals(-order, Integer.signum(sorted.get(j).compareTo(sorted.get(i))));
        assertTrue(i < j ? order <= 0 : i > j ? order >= 0 : order == 0);
        assertEquals(order == 0, sorted.get(i).toString().equals(sorted.get(j).toString()));
      }
    }
  }

  @Test
  void queryIdThenLabelThenEntriesDecide() {
    SparseRow none = row(9);
    SparseRow first = row(5);
    first.setQid(1);
    SparseRow second = row(5);
    second.setQid(1);
    second.add(0, 1);
    SparseRow last = row(0);
    last.setQid(-1);
    var rows = new ArrayList<>(List.of(last, second, none, first));
    Collections.sort(rows);
    assertEquals(List.of(none, first, second, last), rows);
  }

  @Test
  void brokenBytesAreAnError() {
    byte[] negative = HexFormat.of().parseHex("00ffffffff3f800000");
    assertThrows(IOException.class, () -> read(negative, new SparseRow()));
    byte[] flags = HexFormat.of().parseHex("10000000003f800000");
    assertThrows(IOException.class, () -> read(flags, new SparseRow()));
  }

  @Test
  void blocksOfRowsComeBackFromTheirBytes() throws IOException {
    var block = new RowBlockWritable();
    var used = new RowBlockWritable();
    for (int rows : new int[] {0, 1, 500}) {
      block.block().clear();
      rows().subList(0, rows).forEach(row -> row.addTo(block.block()));
      CsrBlock same = read(bytes(block), used).block();
      assertEquals(RowText.of(block.block()), RowText.of(same));
      assertEquals(rows, same.rows());
    }
  }

  private static SparseRow row(int entries, boolean fields, boolean wide) {
    SparseRow row = row(1);
    row.setWeight(2);
    row.setQid(3);
    for (int i = 0; i < entries; i++) {
      long index = wide ? 1L << 40 | i : i;
      if (fields) {
        row.add(i, index, i);
      } else {
        row.add(index, i);
      }
    }
    return row;
  }

  @Test
  void aRowOfRowBlocksThatIsLongerThanItsRowsIsAnError() throws IOException {
    var rows = new RowBlockWritable();
    row(2, false, false).addTo(rows.block());
    byte[] bytes = Arrays.copyOf(bytes(rows), bytes(rows).length + 4);
    ByteBuffer.wrap(bytes).putInt(0, bytes.length - 4);
    assertThrows(MalformedRecordException.class, () -> read(bytes, new RowBlockWritable()));
  }

  private static void decode(byte[] saved) throws IOException {
    var decoder = new RowBlockDecoder(IndexType.UINT64);
    decoder.begin(saved, 0, saved.length);
    decoder.next(new CsrBlock());
  }

  /** Fields are unsigned numbers of 32 bits here; a file may hold 64. */
  @Test
  void aFieldThatDoesNotFitIsAnErrorWithItsOffset() throws IOException {
    var block = new CsrBlock();
    row(2, true, false).addTo(block);
    var out = new ByteArrayOutputStream();
    CsrSource source = CsrSource.of(block);
    new RowBlockEncoder(IndexType.UINT64).write(source, ShardShape.of(source), false, out::write);
    byte[] saved = out.toByteArray();
    ByteBuffer bytes = ByteBuffer.wrap(saved).order(ByteOrder.LITTLE_ENDIAN);
    // offsets: 8 + 2 * 8, label: 8 + 4, weight: 8 + 4, qid: 8 + 8, count of fields: 8
    int field = 24 + 12 + 12 + 16 + 8;
    assertEquals(0, bytes.getLong(field));
    assertEquals(1, bytes.getLong(field + 8));
    bytes.putLong(field + 8, (1L << 32) + 7);
    var e = assertThrows(MalformedRecordException.class, () -> decode(saved));
    assertEquals(field + 8, e.offset());
    assertEquals("4294967303", e.found());
    bytes.putLong(field + 8, (1L << 32) - 1);
    decode(saved);
  }

  /** Large values are still read, whatever steps they are read in. */
  @Test
  void largeValuesComeBack() throws IOException {
    var row = row(300_000, true, true);
    assertEquals(row, read(bytes(row), new SparseRow()));
    var rows = new RowBlockWritable();
    row.addTo(rows.block());
    row(3, true, true).addTo(rows.block());
    CsrBlock back = read(bytes(rows), new RowBlockWritable()).block();
    assertEquals(300_003, back.entries());
    assertEquals(rows.block().index(299_999), back.index(299_999));
  }
}
