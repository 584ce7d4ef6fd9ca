// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shards of MDS, as MosaicML's writer makes them. */
class MdsTest {
  private static final MdsSchema ONE_LABEL =
      MdsSchema.sorted(
          MdsSchema.Column.of("label", "int"),
          MdsSchema.Column.of("key", "uint64"),
          MdsSchema.Column.of("image", "bytes"));
  private static final MdsSchema LABELS =
      MdsSchema.sorted(
          MdsSchema.Column.of("image", "bytes"),
          MdsSchema.Column.of("key", "uint64"),
          MdsSchema.Column.of("labels", MdsSchema.Column.FLOATS));

  /** The two samples of the description of the format. */
  private static final List<byte[]> SAMPLES =
      List.of(
          MdsShards.hex("02000000 ffd8 1100000000000000 0300000000000000"),
          MdsShards.hex("00000000 1200000000000000 ffffffffffffffff"));

  private static byte[] fixture(String name) throws IOException {
    try (var in = MdsTest.class.getResourceAsStream("/fixtures/formats/" + name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void jsonIsThatOfPython() throws Exception {
    String first = ONE_LABEL.entry("shard.00000.mds", 31014, 14);
    String second = ONE_LABEL.entry("shard.00001.mds", 34607, 10);
    assertEquals(
        new String(fixture("mds/index.json"), US_ASCII), MdsSchema.index(List.of(first, second)));
    assertEquals(
        new String(fixture("mds-multi/index.json"), US_ASCII),
        MdsSchema.index(List.of(LABELS.entry("shard.00000.mds", 22697, 12))));
    assertEquals("{\"shards\": [], \"version\": 2}", MdsSchema.index(List.of()));
    var odd = new MdsSchema(List.of(MdsSchema.Column.of("a\"b", "int")));
    assertThrows(IllegalArgumentException.class, odd::config);
  }

  @Test
  void shardsAreThoseOfOtherWriters() throws Exception {
    assertRewritten(ONE_LABEL, "mds/shard.00000.mds", 14);
    assertRewritten(ONE_LABEL, "mds/shard.00001.mds", 10);
    assertRewritten(LABELS, "mds-multi/shard.00000.mds", 12);
    assertEquals(269, MdsShards.write(ONE_LABEL, SAMPLES).length);
  }

  private static void assertRewritten(MdsSchema schema, String name, int count) throws Exception {
    byte[] shard = fixture(name);
    List<byte[]> samples = MdsShards.read(schema, shard, count);
    assertEquals(count, samples.size());
    assertArrayEquals(shard, MdsShards.write(schema, samples), name);
  }

  @Test
  void valuesAreFound() throws Exception {
    var sample = new MdsSample(ONE_LABEL);
    byte[] inside = MdsShards.hex("99 02000000 ffd8 1100000000000000 0300000000000000 99");
    sample.reset(inside, 1, inside.length - 1, 1000);
    assertEquals(List.of(5, 7, 15), List.of(sample.from(0), sample.from(1), sample.from(2)));
    assertEquals(List.of(2, 8, 8), List.of(sample.length(0), sample.length(1), sample.length(2)));
    assertEquals(1006, sample.offset(7));
    assertEquals(17, MdsNumber.UINT64.whole(sample.array(), sample.from(1)));
    assertEquals(2, ONE_LABEL.indexOf("label"));
    assertEquals(-1, ONE_LABEL.indexOf("labels"));
  }

  @Test
  void anEmptyShardHasItsHeadOnly() throws Exception {
    byte[] shard = MdsShards.write(ONE_LABEL, List.of());
    assertEquals(8 + ONE_LABEL.config().length, shard.length);
    assertEquals(List.of(), MdsShards.read(ONE_LABEL, shard, 0));
  }

  @Test
  void samplesOfAnySizeAreWrittenInOrder() throws Exception {
    for (int size : new int[] {1, 65_535, 65_536, 65_537, 200_000}) {
      byte[] image = new byte[size];
      new Random(size).nextBytes(image);
      byte[] sample =
          ByteBuffer.allocate(4 + size + 16)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(size)
              .put(image)
              .array();
      List<byte[]> samples = List.of(SAMPLES.get(0), sample, SAMPLES.get(1));
      List<byte[]> read = MdsShards.read(ONE_LABEL, MdsShards.write(ONE_LABEL, samples), 3);
      for (int i = 0; i < samples.size(); i++) {
        assertArrayEquals(samples.get(i), read.get(i));
      }
    }
  }

  @Test
  void everyTruncationIsAnError() throws Exception {
    byte[] shard = MdsShards.write(ONE_LABEL, SAMPLES);
    for (int length = 0; length < shard.length; length++) {
      byte[] cut = Arrays.copyOf(shard, length);
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> MdsShards.read(ONE_LABEL, cut, 2),
              length + " bytes");
      assertTrue(error.offset() <= length, error.getMessage());
    }
    byte[] longer = Arrays.copyOf(shard, shard.length + 1);
    assertThrows(MalformedRecordException.class, () -> MdsShards.read(ONE_LABEL, longer, 2));
  }

  @Test
  void everyFlippedBitOfASizeOrAnOffsetIsAnError() throws Exception {
    byte[] shard = MdsShards.write(ONE_LABEL, SAMPLES);
    int firstSample = shard.length - SAMPLES.get(0).length - SAMPLES.get(1).length;
    int secondSample = shard.length - SAMPLES.get(1).length;
    for (int at : new int[] {0, 4, 8, 12, firstSample, secondSample}) {
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        byte[] damaged = shard.clone();
        damaged[at + bit / 8] ^= (byte) (1 << bit % 8);
        assertThrows(
            MalformedRecordException.class,
            () -> MdsShards.read(ONE_LABEL, damaged, 2),
            at + ", bit " + bit);
      }
    }
  }

  @Test
  void sizesMayNotMakeUpForEachOther() throws Exception {
    var sample = new MdsSample(LABELS);
    byte[] good = MdsShards.hex("02000000 06000000 ffd8 1100000000000000 0401 0000803f");
    sample.reset(good, 0, good.length, 0);
    byte[] bad = MdsShards.hex("feffffff 0a000000 ffd8 1100000000000000 0401 0000803f");
    var error =
        assertThrows(MalformedRecordException.class, () -> sample.reset(bad, 0, bad.length, 100));
    assertEquals(100, error.offset());
    assertEquals("4294967294 bytes", error.found());
    for (int length = 0; length < 8; length++) {
      int end = length;
      byte[] alone = Arrays.copyOf(good, length);
      error = assertThrows(MalformedRecordException.class, () -> sample.reset(alone, 0, end, 100));
      assertEquals("8 bytes for the sizes of its columns", error.expected());
    }
  }

  @Test
  void aCountIsBelievedOnlyAfterItFitsTheFile() {
    for (int count : new int[] {24, 1 << 30, Integer.MAX_VALUE, -1}) {
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> new MdsOffsets(103, count, Integer.toUnsignedLong(count)));
      assertEquals(0, error.offset());
      assertEquals("103 bytes", error.found());
    }
  }

  @Test
  void offsetsMayNotDescendNorLeaveTheFile() throws Exception {
    assertRefused(4, 23, "an offset from 24 to 100");
    assertRefused(4, 101, "an offset from 24 to 100");
    assertRefused(8, 49, "an offset from 50 to 100", 50);
    assertRefused(8, -1, "an offset from 50 to 100", 50);
    assertRefused(16, 49, "an offset from 50 to 100", 24, 50, 50);
    assertRefused(20, 79, "an offset from 80 to 100", 24, 50, 50, 80);
    assertRefused(20, 99, "the file's length of 100 as the last offset", 24, 50, 50, 80);
  }

  /** A file of 100 bytes with four samples, of which {@code good} offsets come first. */
  private static void assertRefused(int place, int bad, String expected, int... good)
      throws Exception {
    var offsets = new MdsOffsets(100, 4, 4);
    for (int offset : good) {
      assertEquals(offset, offsets.take(offset));
    }
    var error = assertThrows(MalformedRecordException.class, () -> offsets.take(bad));
    assertEquals(place, error.offset());
    assertEquals(expected, error.expected());
    assertEquals(Integer.toUnsignedString(bad), error.found());
  }

  @Test
  void shardsStayBelow4GiB() {
    int config = ONE_LABEL.config().length;
    var head = new MdsShardHead(ONE_LABEL);
    assertTrue(head.add(3_000_000_000L));
    long left = MdsShardHead.MAX_BYTES - head.bytes() - 4;
    assertFalse(head.add(left + 1));
    assertEquals(12 + config + 3_000_000_000L, head.bytes());
    assertTrue(head.add(left));
    assertEquals(MdsShardHead.MAX_BYTES, head.bytes());
    assertFalse(head.add(0));
    assertEquals(2, head.count());
  }

  @Test
  void offsetsBeyond2GiBAreUnsigned() throws Exception {
    var head = new MdsShardHead(ONE_LABEL);
    for (int i = 0; i < 3000; i++) {
      assertTrue(head.add(1_000_000));
    }
    var bytes = new ByteArrayOutputStream();
    var out = new LittleEndianWriter(bytes::write);
    head.write(out);
    out.flush();
    var in = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    var offsets = new MdsOffsets(head.bytes(), in.getInt(), 3000);
    long start = bytes.size();
    for (long i = 0; i < offsets.size(); i++) {
      assertEquals(start + i * 1_000_000, offsets.take(in.getInt()));
    }
  }

  @Test
  void columnsKnowWhatTheyHold() {
    assertTrue(MdsSchema.Column.of("a", "jpeg").isFile());
    assertTrue(MdsSchema.Column.of("a", "pkl").isPickle());
    assertFalse(new MdsSchema.Column("a", "png", 8).isFile());
    assertFalse(MdsSchema.Column.of("a", "str").isFile());
    assertEquals(MdsNumber.INT, MdsSchema.Column.of("a", "int").number());
    assertEquals(MdsNumber.UINT16, MdsSchema.Column.of("a", "uint16").number());
    assertEquals(null, new MdsSchema.Column("a", "int", 4).number());
    assertEquals(null, MdsSchema.Column.of("a", "str").number());
    assertEquals(MdsNumber.FLOAT32, MdsSchema.Column.of("a", MdsSchema.Column.FLOATS).items());
    for (String other : new String[] {"ndarray", "ndarray:int", "ndarray:float32:2,3", "float32"}) {
      assertEquals(null, MdsSchema.Column.of("a", other).items(), other);
    }
    assertNotEquals(MdsSchema.Column.of("a", "str"), new MdsSchema.Column("a", "str", 4));
  }
}
