// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.RowsMeta.Pieces;
import dev.recordio.store.layout.TableLayout.Kind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each byte of each part of a store's files: what is damaged, cut or hostile is refused. */
class DamagedLayoutTest {
  private static final String A = "000102030405060708090a0b0c0d0e0f";
  private static final String B = "f00102030405060708090a0b0c0d0eff";
  private static final long OFFSET = 4096; // where descriptions begin
  private static final long MAX_ALLOCATED = 1 << 20;

  /** Reads a part. */
  private interface Decoder {
    void decode(byte[] bytes) throws MalformedRecordException;
  }

  private static ChunkList chunks() {
    var chunks = new ChunkList();
    chunks.setLength(chunks.number(A), 1 << 20);
    chunks.setLength(chunks.number(B), 77);
    return chunks;
  }

  private static RowsMeta rows(long count) {
    var pieces = new Pieces();
    pieces.add(0, 16, 0);
    if (count > 5) {
      pieces.add(2, 0, ChunkList.NONE);
      pieces.add(5, 160, 1);
    }
    return new RowsMeta(count, new int[] {3, 9}, pieces, chunks());
  }

  private static byte[] rowBlock(int records) {
    byte[] block = new byte[RowBlock.bytes(2, records)];
    for (int i = 0; i < records; i++) {
      int second = i % 3 == 0 ? i | StoredWord.PLAIN : i;
      RowBlock.put(block, 0, i, new int[] {i % 4 == 0 ? StoredWord.ABSENT : 4, second});
    }
    RowBlock.finish(block, 0, 16, 2, records);
    return block;
  }

  private static byte[] deltaBlock(boolean places, int count) {
    byte[] block = new byte[DeltaBlock.bytes(places, count)];
    for (int i = 0; i < count; i++) {
      if (places) {
        DeltaBlock.put(block, 0, i, 10L + 3 * i, 16L + i, i % 2, i);
      } else {
        DeltaBlock.put(block, 0, i, 10L + 3 * i);
      }
    }
    DeltaBlock.finish(block, 0, places, count);
    return block;
  }

  private static void refused(byte[] bytes, Decoder decoder, String what) {
    var e = assertThrows(MalformedRecordException.class, () -> decoder.decode(bytes), what);
    assertTrue(e.offset() >= 0, e.getMessage());
    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
  }

  private static void eachFlippedBitIsRefused(byte[] sound, Decoder decoder)
      throws MalformedRecordException {
    decoder.decode(sound);
    for (int bit = 0; bit < 8 * sound.length; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      refused(damaged, decoder, "byte " + bit / 8);
    }
  }

  @Test
  void rowBlocks() throws IOException {
    RowsMeta meta = rows(7);
    eachFlippedBitIsRefused(rowBlock(7), bytes -> RowBlock.decode(meta, 0, bytes, 0));
  }

  @Test
  void deltaBlocks() throws IOException {
    for (boolean places : new boolean[] {true, false}) {
      var meta = new DeltaMeta(places, 5, new long[] {10}, chunks());
      eachFlippedBitIsRefused(deltaBlock(places, 5), b -> DeltaBlock.decode(meta, 0, b, 0));
    }
  }

  /** Their checksums are right: a writer made a mistake. */
  @Test
  void blocksThatContradictThemselves() {
    RowsMeta meta = rows(7);
    byte[] rows = rowBlock(7);
    RowBlock.put(rows, 0, 3, new int[] {0, StoredWord.ABSENT | 5});
    RowBlock.finish(rows, 0, 16, 2, 7);
    refused(rows, bytes -> RowBlock.decode(meta, 0, bytes, 0), "an absent value with bytes");
    var delta = new DeltaMeta(true, 2, new long[] {10}, chunks());
    for (long[] ids : new long[][] {{7, 7}, {7, 6}, {-1, 6}}) {
      byte[] block = new byte[DeltaBlock.bytes(true, 2)];
      DeltaBlock.put(block, 0, 0, ids[0], 16, 0, 1);
      DeltaBlock.put(block, 0, 1, ids[1], 16, 0, 1);
      DeltaBlock.finish(block, 0, true, 2);
      refused(block, bytes -> DeltaBlock.decode(delta, 0, bytes, 0), Arrays.toString(ids));
    }
    for (int[] place : new int[][] {{2, 1}, {-1, 1}, {0, StoredWord.ABSENT | 1}}) {
      byte[] block = new byte[DeltaBlock.bytes(true, 2)];
      DeltaBlock.put(block, 0, 0, 1, 16, 0, 1);
      DeltaBlock.put(block, 0, 1, 2, 16, place[0], place[1]);
      DeltaBlock.finish(block, 0, true, 2);
      refused(block, bytes -> DeltaBlock.decode(delta, 0, bytes, 0), Arrays.toString(place));
    }
  }

  @ParameterizedTest
  @EnumSource
  void headersAndFootersOfTables(Kind kind) throws IOException {
    byte[] header = new byte[TableLayout.HEADER_BYTES];
    TableLayout.putHeader(header, 0, kind);
    assertEquals(kind, TableLayout.kind(header, 0));
    for (int bit = 0; bit < 8 * header.length; bit++) {
      byte[] damaged = header.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      boolean another = bit / 8 == 8 && Kind.of(damaged[8]) != null; // the description says which
      if (!another) {
        refused(damaged, bytes -> TableLayout.kind(bytes, 0), "bit " + bit);
      }
    }
    byte[] footer = new byte[TableLayout.FOOTER_BYTES];
    var is = new TableLayout.Footer(OFFSET, 7, 0x12345678, -2);
    TableLayout.putFooter(footer, 0, is);
    assertEquals(is, TableLayout.footer(footer, 0, OFFSET + 100));
    eachFlippedBitIsRefused(footer, bytes -> TableLayout.footer(bytes, 0, OFFSET + 100));
    for (long length : new long[] {OFFSET, OFFSET + TableLayout.FOOTER_BYTES + 3}) {
      refused(footer, bytes -> TableLayout.footer(bytes, 0, length), "a file of " + length);
    }
  }

  @Test
  void headersAndFootersOfChunks() throws IOException {
    byte[] header = new byte[ChunkLayout.HEADER_BYTES];
    ChunkLayout.putHeader(header, 0);
    eachFlippedBitIsRefused(header, bytes -> ChunkLayout.checkHeader(bytes, 0));
    byte[] footer = new byte[ChunkLayout.FOOTER_BYTES];
    ChunkLayout.putFooter(footer, 0, new ChunkLayout.Footer(5, 100, 77));
    long length = 100 + ChunkLayout.HEADER_BYTES + ChunkLayout.FOOTER_BYTES;
    eachFlippedBitIsRefused(footer, bytes -> ChunkLayout.footer(bytes, 0, length));
    refused(footer, bytes -> ChunkLayout.footer(bytes, 0, length + 1), "a longer file");
  }

  /** Descriptions have no checksum of their own; the footer has it. */
  private static void description(byte[] sound, Decoder decoder) throws MalformedRecordException {
    decoder.decode(sound);
    for (int length = 0; length < sound.length; length++) {
      refused(Arrays.copyOf(sound, length), decoder, "cut to " + length);
    }
    refused(Arrays.copyOf(sound, sound.length + 1), decoder, "longer");
    for (int at = 0; at + 4 <= sound.length; at += 4) {
      for (int word : new int[] {-1, Integer.MAX_VALUE, 1 << 28, 0x0AAAAAAB, 0x05555556}) {
        byte[] hostile = sound.clone();
        LittleEndian.putInt(hostile, at, word);
        long before = allocated();
        try {
          decoder.decode(hostile);
        } catch (MalformedRecordException e) {
          assertTrue(e.offset() >= OFFSET, e.getMessage());
        }
        long used = allocated() - before;
        assertTrue(used < MAX_ALLOCATED, used + " bytes for the word " + word + " at " + at);
      }
    }
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  @Test
  void descriptionsOfRows() throws IOException {
    RowsMeta meta = rows(7);
    description(meta.encode(), bytes -> RowsMeta.decode(7, bytes, OFFSET));
    assertArrayEquals(meta.encode(), RowsMeta.decode(7, meta.encode(), OFFSET).encode());
    refused(meta.encode(), b -> RowsMeta.decode(5, b, OFFSET), "a piece after the end");
    refused(
        meta.encode(),
        b -> RowsMeta.decode(Long.MAX_VALUE - 5, b, OFFSET),
        "more records than a file can have");
    var none = new RowsMeta(3, new int[] {1}, new Pieces(), chunks());
    refused(none.encode(), b -> RowsMeta.decode(3, b, OFFSET), "no pieces");
  }

  @Test
  void descriptionsOfDeltas() throws IOException {
    for (boolean places : new boolean[] {true, false}) {
      var meta = new DeltaMeta(places, 1025, new long[] {10, 5000}, chunks());
      description(meta.encode(), bytes -> DeltaMeta.decode(places, 1025, bytes, OFFSET));
      for (long count : new long[] {1024, 2049, Long.MAX_VALUE, -1}) {
        refused(meta.encode(), b -> DeltaMeta.decode(places, count, b, OFFSET), "" + count);
      }
    }
  }

  @Test
  void deflatedValues() throws IOException {
    byte[] plain = new byte[300];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = (byte) (i % 7);
    }
    var codec = new DeflateCodec();
    byte[] stored = new byte[300];
    int length = codec.compress(plain, 0, 300, stored, 0, 300);
    byte[] again = new byte[300];
    codec.decompress(stored, 0, length, again, 0, 300);
    assertArrayEquals(plain, again);
    for (int cut = 0; cut < length; cut++) {
      int end = cut;
      assertThrows(IOException.class, () -> codec.decompress(stored, 0, end, again, 0, 300));
    }
    for (int other : new int[] {0, 1, 299}) {
      assertThrows(IOException.class, () -> codec.decompress(stored, 0, length, again, 0, other));
    }
    byte[] longer = new byte[301];
    assertThrows(IOException.class, () -> codec.decompress(stored, 0, length, longer, 0, 301));
    assertEquals(-1, codec.compress(plain, 0, 300, stored, 0, length - 1));
  }
}
