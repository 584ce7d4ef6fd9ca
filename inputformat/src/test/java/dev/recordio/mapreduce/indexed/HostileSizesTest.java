// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number in bytes that are used as a size: it is trusted only as far as bytes follow. */
class HostileSizesTest {
  private static final long MAX_ALLOCATED = 8 << 20;
  private static final long[] NUMBERS = {
    -1,
    0,
    1,
    255,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 8,
    1 << 30,
    1 << 29,
    1 << 27,
    (1 << 27) - 9,
    1 << 24,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    (1L << 32) + 7,
    1L << 40
  };

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reads bytes that may be anything. */
  private interface Reader {
    void read(byte[] bytes) throws IOException;
  }

  private static byte[] bytes(Writable writable) {
    try (var out = new DataOutputBuffer()) {
      writable.write(out);
      return Arrays.copyOf(out.getData(), out.getLength());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Reader writable(Writable into) {
    return bytes -> into.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static SparseRow row(int entries, boolean fields, boolean wide) {
    var row = new SparseRow();
    row.clear(1);
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

  private static byte[] saved(CsrBlock block, IndexType type) {
    var out = new ByteArrayOutputStream();
    try {
      CsrSource rows = CsrSource.of(block);
      new RowBlockEncoder(type).write(rows, ShardShape.of(rows), false, out::write);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private static Reader decoder(IndexType type) {
    return bytes -> {
      var decoder = new RowBlockDecoder(type);
      decoder.begin(bytes, 0, bytes.length);
      decoder.next(new CsrBlock());
    };
  }

  /** What is read, by name: sound bytes, and what reads them. */
  private static Map<String, Map.Entry<byte[], Reader>> readers() {
    var all = new LinkedHashMap<String, Map.Entry<byte[], Reader>>();
    for (boolean fields : new boolean[] {false, true}) {
      SparseRow row = row(5, fields, fields);
      all.put("SparseRow " + fields, Map.entry(bytes(row), writable(new SparseRow())));
    }
    var rows = new RowBlockWritable();
    for (int i = 0; i < 4; i++) {
      row(i, true, false).addTo(rows.block());
    }
    all.put("RowBlockWritable", Map.entry(bytes(rows), writable(new RowBlockWritable())));
    for (IndexType type : IndexType.values()) {
      byte[] saved = saved(rows.block(), type);
      all.put("row block " + type, Map.entry(saved, decoder(type)));
    }
    var piece =
        new IndexedSplit.Piece(
            new RecordTable.Run(new Path("file:/a.rec"), RecordIndex.Source.TEXT, 1, 2, 3, 4),
            5,
            2,
            true);
    var split = new IndexedSplit(3, List.of(piece, piece), new String[0]);
    all.put("IndexedSplit", Map.entry(bytes(split), writable(new IndexedSplit())));
    byte[] image = new byte[ImageRecordHeader.FIXED_BYTES + 8];
    image[0] = 2;
    all.put(
        "ImageRecordHeader",
        Map.entry(
            image,
            bytes -> {
              var header = new ImageRecordHeader();
              header.read(bytes, 0, bytes.length, 0);
              var labels = new float[header.labelCount()];
              assertTrue(labels.length <= bytes.length);
            }));
    return all;
  }

  /** Returns how reading ended, "" for success; otherwise an IOException with a reason. */
  private static String outcome(String name, String what, Reader reader, byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    String outcome;
    try {
      reader.read(bytes);
      outcome = "";
    } catch (IOException e) {
      outcome = e.getClass().getSimpleName();
    } catch (RuntimeException | Error e) {
      throw new AssertionError(name + ", " + what + ": " + e, e);
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(
        allocated < MAX_ALLOCATED,
        () -> name + ", " + what + ": " + allocated + " bytes allocated for " + bytes.length);
    return outcome;
  }

  private static List<byte[]> hostile(byte[] sound) {
    var all = new ArrayList<byte[]>();
    for (int at = 0; at < sound.length; at++) {
      for (long number : NUMBERS) {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
          if (at + 4 <= sound.length) {
            byte[] bytes = sound.clone();
            ByteBuffer.wrap(bytes).order(order).putInt(at, (int) number);
            all.add(bytes);
          }
          if (at + 8 <= sound.length) {
            byte[] bytes = sound.clone();
            ByteBuffer.wrap(bytes).order(order).putLong(at, number);
            all.add(bytes);
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SparseRow false",
        "SparseRow true",
        "RowBlockWritable",
        "row block UINT32",
        "row block UINT64",
        "IndexedSplit",
        "ImageRecordHeader"
      })
  void numbersInThePlaceOfNumbers(String name) {
    byte[] sound = readers().get(name).getKey();
    Reader reader = readers().get(name).getValue();
    assertEquals("", outcome(name, "sound", reader, sound));
    var outcomes = new HashSet<String>();
    List<byte[]> hostile = hostile(sound);
    for (int i = 0; i < hostile.size(); i++) {
      outcomes.add(outcome(name, "number " + i, reader, hostile.get(i)));
    }
    for (int length = 0; length < sound.length; length++) {
      outcomes.add(outcome(name, "cut", reader, Arrays.copyOf(sound, length)));
    }
    var random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = sound.clone();
      for (int k = random.nextInt(4); k >= 0; k--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      outcomes.add(outcome(name, "random " + i, reader, bytes));
    }
    assertTrue(outcomes.size() > 1, outcomes::toString);
  }

  @Test
  void aRowOfRowBlocksThatIsLongerThanItsRowsIsAnError() {
    var rows = new RowBlockWritable();
    row(2, false, false).addTo(rows.block());
    byte[] bytes = Arrays.copyOf(bytes(rows), bytes(rows).length + 4);
    ByteBuffer.wrap(bytes).putInt(0, bytes.length - 4);
    assertThrows(
        MalformedRecordException.class, () -> writable(new RowBlockWritable()).read(bytes));
  }

  /** Fields are unsigned numbers of 32 bits here; a file may hold 64. */
  @Test
  void aFieldThatDoesNotFitIsAnErrorWithItsOffset() throws IOException {
    var block = new CsrBlock();
    row(2, true, false).addTo(block);
    byte[] saved = saved(block, IndexType.UINT64);
    ByteBuffer bytes = ByteBuffer.wrap(saved).order(ByteOrder.LITTLE_ENDIAN);
    // offsets: 8 + 2 * 8, label: 8 + 4, weight: 8 + 4, qid: 8 + 8, count of fields: 8
    int field = 24 + 12 + 12 + 16 + 8;
    assertEquals(0, bytes.getLong(field));
    assertEquals(1, bytes.getLong(field + 8));
    bytes.putLong(field + 8, (1L << 32) + 7);
    var e =
        assertThrows(MalformedRecordException.class, () -> decoder(IndexType.UINT64).read(saved));
    assertEquals(field + 8, e.offset());
    assertEquals("4294967303", e.found());
    bytes.putLong(field + 8, (1L << 32) - 1);
    decoder(IndexType.UINT64).read(saved);
  }

  /** Large values are still read, whatever steps they are read in. */
  @Test
  void largeValuesComeBack() throws IOException {
    var row = row(300_000, true, true);
    var same = new SparseRow();
    writable(same).read(bytes(row));
    assertEquals(row, same);
    var rows = new RowBlockWritable();
    row.addTo(rows.block());
    row(3, true, true).addTo(rows.block());
    var back = new RowBlockWritable();
    writable(back).read(bytes(rows));
    assertEquals(300_003, back.block().entries());
    assertEquals(rows.block().index(299_999), back.block().index(299_999));
  }
}
