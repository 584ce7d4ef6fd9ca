// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.RowsMeta.Pieces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where values are, by blocks, pieces and arithmetic, equals a list of all places. */
class RowPlacesTest {
  /** Where a record is; and the words of its values. */
  private record Place(int chunk, long offset, int[] words) {}

  private static ChunkList chunks(int count) {
    var chunks = new ChunkList();
    for (int i = 0; i < count; i++) {
      chunks.setLength(chunks.number(String.format("%032x", i)), 1L << 40);
    }
    return chunks;
  }

  private static int word(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> StoredWord.ABSENT;
      case 1 -> 0;
      case 2 -> random.nextInt(500) | StoredWord.PLAIN;
      case 3 -> StoredWord.MAX_BYTES - random.nextInt(3);
      default -> random.nextInt(100);
    };
  }

  /** Fills pieces; returns the places that follow from them, record by record. */
  private static List<Place> places(Random random, int count, int planes, Pieces pieces) {
    var places = new ArrayList<Place>();
    int chunk = 0;
    long next = 0;
    int pieceEvery = 1 + random.nextInt(random.nextBoolean() ? 10 : 900);
    for (int i = 0; i < count; i++) {
      if (i == 0 || random.nextInt(pieceEvery) == 0) {
        chunk = random.nextInt(4) - 1;
        next = chunk == ChunkList.NONE ? 0 : random.nextInt(1 << 30);
        pieces.add(i, next, chunk);
      }
      int[] words = new int[planes];
      Arrays.setAll(words, p -> StoredWord.ABSENT);
      if (chunk != ChunkList.NONE && random.nextInt(9) > 0) {
        Arrays.setAll(words, p -> word(random));
      }
      places.add(new Place(chunk, next, words));
      for (int word : words) {
        next += StoredWord.isAbsent(word) ? 0 : (word & StoredWord.MAX_BYTES) + 4L;
      }
    }
    return places;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1023, 1", "1024, 2", "1025, 3", "3100, 2", "2048, 1"})
  void blocks(int count, int planes) throws MalformedRecordException {
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed * 31L + count);
      var pieces = new Pieces();
      List<Place> places = places(random, count, planes, pieces);
      int[] fields = new int[planes];
      Arrays.setAll(fields, p -> 10 + p);
      var written = new RowsMeta(count, fields, pieces, chunks(3));
      RowsMeta meta = RowsMeta.decode(count, written.encode(), 0);
      assertEquals((count + 1023) / 1024, meta.blocks());
      for (int block = 0; block < meta.blocks(); block++) {
        check(meta, block, places, planes);
      }
    }
  }

  private static void check(RowsMeta meta, int block, List<Place> places, int planes)
      throws MalformedRecordException {
    int first = block * TableLayout.BLOCK_ENTRIES;
    int records = meta.blockRecords(block);
    byte[] bytes = new byte[7 + meta.blockBytes(block)];
    for (int i = 0; i < records; i++) {
      RowBlock.put(bytes, 7, i, places.get(first + i).words);
    }
    RowBlock.finish(bytes, 7, places.get(first).offset, planes, records);
    RowBlock read = RowBlock.decode(meta, block, bytes, 7);
    for (int i = 0; i < records; i++) {
      Place place = places.get(first + i);
      long offset = place.offset;
      assertEquals(place.chunk, read.chunk(i), "record " + (first + i));
      for (int p = 0; p < planes; p++) {
        assertEquals(place.words[p], read.word(p, i));
        assertEquals(offset, read.offset(p, i), "record " + (first + i) + ", plane " + p);
        offset += StoredWord.space(place.words[p]);
      }
    }
  }

  @Test
  void placesOfBlocksFollowEachOther() {
    for (int planes = 1; planes < 4; planes++) {
      int[] fields = new int[planes];
      var meta = new RowsMeta(2500, fields, new Pieces(), chunks(1));
      long at = TableLayout.HEADER_BYTES;
      for (int block = 0; block < 3; block++) {
        assertEquals(at, meta.blockAt(block));
        at += meta.blockBytes(block);
      }
      assertEquals(16 + 3 * 12 + 4L * planes * 2500, at);
    }
  }

  @Test
  void pieceOfARecord() {
    var random = new Random(5);
    var pieces = new Pieces();
    var firsts = new ArrayList<Long>();
    for (long first = 0; firsts.size() < 100; first += 1 + random.nextInt(5)) {
      pieces.add(first, 0, 0);
      firsts.add(first);
    }
    for (long record = 0; record < 400; record++) {
      long at = record;
      int expected = (int) firsts.stream().filter(first -> first <= at).count() - 1;
      assertEquals(expected, pieces.of(record));
    }
  }

  @Test
  void idsOfDeltas() throws MalformedRecordException {
    for (int count : new int[] {1, 1023, 1024, 1025, 3000}) {
      long[] ids =
          new Random(count)
              .longs(4L * count, 0, 1L << 40)
              .distinct()
              .limit(count)
              .sorted()
              .toArray();
      long[] firsts = new long[(count + 1023) / 1024];
      Arrays.setAll(firsts, block -> ids[1024 * block]);
      var meta =
          DeltaMeta.decode(true, count, new DeltaMeta(true, count, firsts, chunks(2)).encode(), 0);
      long at = TableLayout.HEADER_BYTES;
      for (int block = 0; block < meta.blocks(); block++) {
        assertEquals(at, meta.blockAt(block));
        at += meta.blockBytes(block);
        byte[] bytes = new byte[meta.blockBytes(block)];
        int n = meta.blockIds(block);
        for (int i = 0; i < n; i++) {
          boolean absent = i % 5 == 0;
          DeltaBlock.put(
              bytes,
              0,
              i,
              ids[1024 * block + i],
              100L + i,
              absent ? -1 : i % 2,
              absent ? StoredWord.ABSENT : i);
        }
        DeltaBlock.finish(bytes, 0, true, n);
        DeltaBlock read = DeltaBlock.decode(meta, block, bytes, 0);
        for (int i = 0; i < n; i++) {
          long id = ids[1024 * block + i];
          assertEquals(block, meta.blockOf(id));
          assertEquals(i, read.find(id));
          assertEquals(100 + i, read.offset(i));
          assertEquals(i % 5 == 0 ? -1 : i % 2, read.chunk(i));
          assertEquals(i % 5 == 0 ? StoredWord.ABSENT : i, read.word(i));
        }
      }
      assertEquals(-1, meta.blockOf(ids[0] - 1));
    }
  }

  @Test
  void wordsThatNoWriterWrites() {
    for (int word : new int[] {StoredWord.ABSENT | 1, -1, StoredWord.ABSENT | StoredWord.PLAIN}) {
      byte[] bytes = new byte[16];
      RowBlock.put(bytes, 0, 0, new int[] {word});
      RowBlock.finish(bytes, 0, 16, 1, 1);
      var pieces = new Pieces();
      pieces.add(0, 16, 0);
      var meta = new RowsMeta(1, new int[] {0}, pieces, chunks(1));
      assertThrows(MalformedRecordException.class, () -> RowBlock.decode(meta, 0, bytes, 0));
    }
  }
}
