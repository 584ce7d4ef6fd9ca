// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are written are read again, and damaged ones are not read as something else. */
class ArrayRecordTest {
  private static void same(List<byte[]> expected, List<byte[]> found) {
    assertEquals(expected.size(), found.size());
    for (int i = 0; i < expected.size(); i++) {
      assertArrayEquals(expected.get(i), found.get(i), "record " + i);
    }
  }

  @ParameterizedTest
  @EnumSource(ChunkCodec.class)
  void recordsOfAnyLengthInGroupsOfAnySizeComeBack(ChunkCodec codec) throws Exception {
    for (int most : new int[] {0, 3, 1300, 70_000, 200_000}) {
      for (int group : new int[] {1, 7, 100}) {
        List<byte[]> records = ArrayRecords.records(most > 1300 ? 25 : 300, most, most + group);
        byte[] file = ArrayRecords.file(records, group, codec);
        assertArrayEquals(file, ArrayRecords.file(records, group, codec));
        assertEquals(0, file.length % Blocks.BYTES);
        same(records, ArrayRecords.read(file, 1 << 20));
        same(records, ArrayRecords.read(file, 1000));
        same(records, walked(file, new ArrayList<>()));
      }
    }
  }

  @Test
  void chunksMayEndAnywhereInABlock() throws Exception {
    for (int length = 65_536 - 200; length < 65_536 + 100; length++) {
      List<byte[]> records = new ArrayList<>(List.of(new byte[length], new byte[2], new byte[0]));
      Arrays.fill(records.get(0), (byte) length);
      byte[] file = ArrayRecords.file(records, 1, ChunkCodec.NONE);
      same(records, ArrayRecords.read(file, 1 << 20));
      same(records, walked(file, new ArrayList<>()));
      checkBlocks(file);
    }
  }

  private static void checkBlocks(byte[] file) throws IOException {
    try (Chunks chunks = ArrayRecords.chunks(file, 1 << 20)) {
      for (long at = 0; at < file.length; at = chunks.end()) {
        chunks.readHeader(at, file.length);
        chunks.readData();
        chunks.checkBlocks();
      }
    }
  }

  /** Each record has a place of its own, which is its chunk's offset plus its number. */
  @ParameterizedTest
  @CsvSource({"1000, 100", "100000, 100000", "70000, 65450"})
  void aChunkOfEmptyRecordsIsAsLongAsTheirNumber(int count, int group) throws Exception {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(new byte[0]);
    }
    byte[] file = ArrayRecords.file(records, group, ChunkCodec.ZSTD);
    same(records, ArrayRecords.read(file, 1 << 20));
    same(records, walked(file, new ArrayList<>()));
    checkBlocks(file);
  }

  @Test
  void aFileWithoutRecordsHasTwoBlocks() throws Exception {
    byte[] file = ArrayRecords.file(List.of(), 1, ChunkCodec.NONE);
    assertEquals(2 * Blocks.BYTES, file.length);
    same(List.of(), ArrayRecords.read(file, 1 << 20));
  }

  private static List<byte[]> walked(byte[] file, List<String> damage) throws IOException {
    var records = new ArrayList<byte[]>();
    try (Chunks chunks = ArrayRecords.chunks(file, 1 << 20);
        Chunks data = ArrayRecords.chunks(file, 1 << 20)) {
      ArrayRecordWalk.walk(
          chunks,
          new ArrayRecordWalk.Found() {
            @Override
            public void chunk(long offset, long end, long count) {
              try {
                data.read(offset, end);
                ArrayRecords.add(data, records);
              } catch (IOException e) {
                damage.add(e.getMessage());
              }
            }

            @Override
            public void damage(MalformedRecordException why) {
              damage.add(why.getMessage());
            }
          });
    }
    return records;
  }

  /** Whether records that were found are records of the file, in its order. */
  private static void assertSome(List<byte[]> all, List<byte[]> found, String what) {
    int at = 0;
    for (byte[] record : found) {
      while (at < all.size() && !Arrays.equals(all.get(at), record)) {
        at++;
      }
      assertTrue(at++ < all.size(), what);
    }
  }

  private static byte[] flippable(ChunkCodec codec, List<byte[]> records) throws Exception {
    byte[] file = ArrayRecords.file(records, 3, codec);
    same(records, ArrayRecords.read(file, 1 << 20));
    return file;
  }

  @ParameterizedTest
  @EnumSource(ChunkCodec.class)
  void aFlippedByteIsAnErrorOrDoesNoHarm(ChunkCodec codec) throws Exception {
    List<byte[]> records = ArrayRecords.records(40, 7000, 5);
    byte[] file = flippable(codec, records);
    var random = new Random(1);
    int errors = 0;
    for (int i = 0; i < 1500; i++) {
      int at = i < 200 ? i : random.nextInt(file.length);
      byte was = file[at];
      file[at] ^= (byte) (1 << random.nextInt(8));
      String what = "byte " + at;
      try {
        same(records, ArrayRecords.read(file, 1 << 16));
      } catch (MalformedRecordException e) {
        errors++;
        assertTrue(e.offset() >= 0 && e.offset() < file.length, e.getMessage());
        var damage = new ArrayList<String>();
        List<byte[]> left = walked(file, damage);
        assertSome(records, left, what);
        assertTrue(!damage.isEmpty(), what);
      }
      file[at] = was;
    }
    assertTrue(errors > 200, errors + " errors");
  }

  @Test
  void aCutFileIsAnErrorAndItsWholeChunksAreFound() throws Exception {
    List<byte[]> records = ArrayRecords.records(60, 7000, 6);
    byte[] file = flippable(ChunkCodec.NONE, records);
    var lengths = new ArrayList<Integer>();
    for (int i = 0; i < 200; i++) {
      lengths.add(i);
      lengths.add(new Random(i).nextInt(file.length));
    }
    for (int at = 0; at < file.length; at += Blocks.BYTES) {
      lengths.addAll(List.of(at, at + 1, at + 24, at + 64));
    }
    for (int length : lengths) {
      byte[] cut = Arrays.copyOf(file, length);
      var e = assertThrows(MalformedRecordException.class, () -> ArrayRecords.read(cut, 1 << 16));
      assertTrue(e.offset() <= length, e.getMessage());
      List<byte[]> left = walked(cut, new ArrayList<>());
      assertSome(records, left, "cut at " + length);
    }
  }

  @Test
  void aDamagedFooterLeavesAllRecordsToTheWalk() throws Exception {
    List<byte[]> records = ArrayRecords.records(300, 3000, 7);
    byte[] file = ArrayRecords.file(records, 4, ChunkCodec.SNAPPY);
    file[file.length - Blocks.BYTES + 30] ^= 1; // the header of the postscript
    var e = assertThrows(MalformedRecordException.class, () -> ArrayRecords.read(file, 1 << 20));
    assertEquals(file.length - Blocks.BYTES, e.offset());
    var damage = new ArrayList<String>();
    same(records, walked(file, damage));
    assertEquals(1, damage.size(), damage.toString());
  }

  @Test
  void aDamagedHeaderLosesNoChunkAfterTheNextBlock() throws Exception {
    List<byte[]> records = ArrayRecords.records(300, 3000, 8);
    byte[] file = ArrayRecords.file(records, 1, ChunkCodec.NONE);
    file[70] ^= 1; // in the header of the first chunk of records
    var damage = new ArrayList<String>();
    List<byte[]> left = walked(file, damage);
    assertEquals(1, damage.size(), damage.toString());
    assertTrue(damage.get(0).contains("at offset 64: expected the header of a chunk"));
    assertTrue(left.size() > 200 && left.size() < 299, left.size() + " records");
    same(records.subList(300 - left.size(), 300), left);
  }

  /** Replaces the data of the first chunk of records, and makes the hashes right again. */
  private static byte[] withData(byte[] data, char type, long count, long decoded)
      throws Exception {
    byte[] file = ArrayRecords.file(List.of(new byte[500]), 1, ChunkCodec.NONE);
    int length = (int) LittleEndian.getLong(file, 64 + 8);
    byte[] all = Arrays.copyOf(data, length);
    var header = new ChunkHeader();
    header.set(type, all, length, count, decoded);
    header.write(file, 64);
    System.arraycopy(all, 0, file, 64 + ChunkHeader.BYTES, length);
    return file;
  }

  @Test
  void dataThatContradictsItsHeaderIsRefused() throws Exception {
    refused("one in Brotli", new byte[] {'b'}, 'r', 1, 500);
    refused("byte 120", new byte[] {'x'}, 'r', 1, 500);
    refused("a transposed one (t)", new byte[] {0}, 't', 1, 500);
    refused("a chunk of type m", new byte[] {0}, 'm', 1, 500);
    refused("bytes of lengths, found 1048575", new byte[] {0, -1, -1, 63}, 'r', 1, 500);
    refused("lengths of records, found more", new byte[] {0, 2, 1, 1}, 'r', 1, 500);
    refused("expected 2 lengths", new byte[] {0, 1, 1}, 'r', 2, 500);
    refused("expected 500 bytes of records", new byte[] {0, 1, 1}, 'r', 1, 500);
    refused("2^31 - 1 bytes", new byte[] {0, 6, -1, -1, -1, -1, -1, 1}, 'r', 1, 500);
    refused("in ZSTD can be", new byte[] {'z', 5, -1, -1, -1, -1, 7}, 'r', 1, 500);
    refused("at most 10, found 11", new byte[] {'z', 4, 11, 1, 2, 3}, 'r', 1, 500);
    refused("in ZSTD, found damage", new byte[] {'z', 4, 9, 1, 2, 3}, 'r', 1, 500);
    refused("in SNAPPY, found", new byte[] {'s', 4, 9, 1, 2, 3}, 'r', 1, 500);
    refused("bytes and 4000000 records", new byte[] {0, 1, 1}, 'r', 4_000_000, 500);
  }

  private static void refused(String found, byte[] data, char type, long count, long decoded)
      throws Exception {
    byte[] file = withData(data, type, count, decoded);
    var e = assertThrows(MalformedRecordException.class, () -> ArrayRecords.read(file, 1 << 20));
    assertTrue(e.getMessage().contains(found), e.getMessage());
    assertEquals(64, e.offset());
  }

  /** A file whose footer has other contents, with the right hashes. */
  @Test
  void footersThatContradictThemselvesAreRefused() throws Exception {
    var random = new Random(9);
    byte[] file = ArrayRecords.file(ArrayRecords.records(5, 50, 1), 1, ChunkCodec.NONE);
    int footer;
    try (Chunks chunks = ArrayRecords.chunks(file, 1 << 20)) {
      footer = (int) ArrayRecordFooter.read(chunks).offset(5);
    }
    var header = new ChunkHeader();
    header.read(file, footer);
    int from = footer + ChunkHeader.BYTES;
    int length = (int) header.dataBytes();
    for (int i = 0; i < 3000; i++) {
      byte[] other = file.clone();
      other[from + random.nextInt(length)] ^= (byte) (1 + random.nextInt(255));
      byte[] data = Arrays.copyOfRange(other, from, from + length);
      header.set('r', data, length, header.records(), header.decodedBytes());
      header.write(other, footer);
      try {
        same(ArrayRecords.records(5, 50, 1), ArrayRecords.read(other, 1 << 20));
      } catch (MalformedRecordException e) {
        assertTrue(e.offset() >= 0 && e.offset() < file.length, e.getMessage());
      }
    }
  }

  @Test
  void aRecordTooManyForAChunkIsRefusedBeforeItIsWritten() throws Exception {
    var out = new ByteArrayOutputStream();
    var writer = new ArrayRecordWriter(out::write, 1 << 20, ChunkCodec.NONE);
    assertEquals(1 << 30, writer.space());
    writer.record(new byte[1000], 0, 1000);
    assertEquals((1 << 30) - 1000, writer.space());
  }
}
