// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.junit.jupiter.api.Test;

/** Reads that are checked chunk by chunk, of bytes in memory. */
class CheckedChunksTest {
  private static final int CHUNK = 5;

  private static final class Memory extends FSInputStream {
    private final byte[] bytes;
    private int at;
    private int reads;

    Memory(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void seek(long pos) {
      at = (int) pos;
    }

    @Override
    public long getPos() {
      return at;
    }

    @Override
    public boolean seekToNewSource(long pos) {
      return false;
    }

    @Override
    public int read() {
      return at < bytes.length ? bytes[at++] & 0xff : -1;
    }

    /** Returns at most 1,000 bytes, as a stream may. */
    @Override
    public int read(long position, byte[] to, int from, int count) {
      reads++;
      if (position >= bytes.length) {
        return -1;
      }
      int got = (int) Math.min(Math.min(count, 1000), bytes.length - position);
      System.arraycopy(bytes, (int) position, to, from, got);
      return got;
    }
  }

  private static byte[] content(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] sums(byte[] content) {
    int chunks = (content.length + CHUNK - 1) / CHUNK;
    ByteBuffer sums = ByteBuffer.allocate(8 + 4 * chunks);
    sums.put(new byte[] {'c', 'r', 'c', 0}).putInt(CHUNK);
    for (int at = 0; at < content.length; at += CHUNK) {
      var crc = new CRC32();
      crc.update(content, at, Math.min(CHUNK, content.length - at));
      sums.putInt((int) crc.getValue());
    }
    return sums.array();
  }

  private static CheckedChunks.CheckedFile file(byte[] data, byte[] sums) {
    return new CheckedChunks.CheckedFile(
        new FSDataInputStream(new Memory(data)), new FSDataInputStream(new Memory(sums)), CHUNK);
  }

  /** Whether a range is read, after the same one of a sound file; it is compared then. */
  private static boolean reads(byte[] data, byte[] sums, byte[] expected, int from, int to)
      throws IOException {
    var got = new byte[to - from + 2];
    var chunks = new CheckedChunks();
    assertTrue(chunks.read(file(expected, sums(expected)), from, got, 1, to - from));
    Arrays.fill(got, (byte) 0);
    if (!chunks.read(file(data, sums), from, got, 1, to - from)) {
      return false;
    }
    assertArrayEquals(
        Arrays.copyOfRange(expected, from, to), Arrays.copyOfRange(got, 1, to - from + 1));
    assertEquals(0, got[0] | got[got.length - 1], "bytes beside the range");
    return true;
  }

  @Test
  void everyRangeOfEveryLengthIsRead() throws IOException {
    for (int length = 1; length <= 3 * CHUNK + 1; length++) {
      byte[] data = content(length);
      byte[] sums = sums(data);
      for (int from = 0; from < length; from++) {
        for (int to = from + 1; to <= length; to++) {
          assertTrue(reads(data, sums, data, from, to));
        }
        assertFalse(reads(data, sums, new byte[length + 1], from, length + 1), "beyond the end");
      }
    }
  }

  @Test
  void everyChangedBitIsSeenByRangesOfItsChunkOnly() throws IOException {
    byte[] data = content(3 * CHUNK + 2);
    byte[] sums = sums(data);
    for (int bit = 0; bit < 8 * data.length; bit++) {
      byte[] wrong = data.clone();
      wrong[bit / 8] ^= 1 << bit % 8;
      assertSeen(wrong, sums, data, bit / 8 / CHUNK);
    }
    for (int bit = 8 * CheckedChunks.ChunkSums.HEADER_BYTES; bit < 8 * sums.length; bit++) {
      byte[] wrong = sums.clone();
      wrong[bit / 8] ^= 1 << bit % 8;
      assertSeen(data, wrong, data, (bit / 8 - CheckedChunks.ChunkSums.HEADER_BYTES) / 4);
    }
  }

  private static void assertSeen(byte[] data, byte[] sums, byte[] expected, int chunk)
      throws IOException {
    for (int from = 0; from < data.length; from++) {
      for (int to = from + 1; to <= data.length; to++) {
        boolean within = from / CHUNK <= chunk && chunk <= (to - 1) / CHUNK;
        assertEquals(!within, reads(data, sums, expected, from, to));
      }
    }
  }

  @Test
  void everyTruncationIsSeen() throws IOException {
    byte[] data = content(3 * CHUNK + 2);
    byte[] sums = sums(data);
    for (int cut = 0; cut < data.length; cut++) {
      for (int to = 1; to <= data.length; to++) {
        int chunksEnd = (to + CHUNK - 1) / CHUNK * CHUNK;
        boolean whole = Math.min(chunksEnd, data.length) <= cut;
        assertEquals(whole, reads(Arrays.copyOf(data, cut), sums, data, 0, to));
      }
    }
    for (int cut = CheckedChunks.ChunkSums.HEADER_BYTES; cut < sums.length; cut++) {
      for (int to = 1; to <= data.length; to++) {
        boolean whole = CheckedChunks.ChunkSums.offset((to + CHUNK - 1) / CHUNK) <= cut;
        assertEquals(whole, reads(data, Arrays.copyOf(sums, cut), data, 0, to));
      }
    }
  }

  @Test
  void longRangesAndOneThreadThatReadsSeveralFiles() throws IOException {
    byte[] one = content(3 * CheckedChunks.STEP_BYTES + 3);
    byte[] other = content(CheckedChunks.STEP_BYTES);
    byte[][] contents = {one, other};
    CheckedChunks.CheckedFile[] files = {file(one, sums(one)), file(other, sums(other))};
    var chunks = new CheckedChunks();
    var random = new Random(1);
    for (int i = 0; i < 300; i++) {
      byte[] content = contents[i % 2];
      int from = i < 4 ? 0 : random.nextInt(content.length);
      int count = i < 4 ? content.length : 1 + random.nextInt(content.length - from);
      var got = new byte[count];
      assertTrue(chunks.read(files[i % 2], from, got, 0, count));
      assertTrue(Arrays.equals(content, from, from + count, got, 0, count));
    }
  }

  @Test
  void checksumsOfNeighboursAreReadTogether() throws IOException {
    byte[] data = content(100 * CHUNK);
    var sums = new Memory(sums(data));
    var file =
        new CheckedChunks.CheckedFile(
            new FSDataInputStream(new Memory(data)), new FSDataInputStream(sums), CHUNK);
    var chunks = new CheckedChunks();
    for (int at = 0; at < data.length; at++) {
      assertTrue(chunks.read(file, at, new byte[1], 0, 1));
    }
    assertEquals(2, sums.reads, "one, and one that finds the end");
  }

  @Test
  void headersThatAreNoneGiveNoChunks() {
    byte[] header = Arrays.copyOf(sums(content(1)), CheckedChunks.ChunkSums.HEADER_BYTES);
    assertEquals(CHUNK, CheckedChunks.ChunkSums.chunkBytes(header));
    for (int i = 0; i < 4; i++) {
      byte[] wrong = header.clone();
      wrong[i] ^= 1;
      assertEquals(0, CheckedChunks.ChunkSums.chunkBytes(wrong));
    }
    for (int chunk : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 20) + 1}) {
      assertEquals(
          0,
          CheckedChunks.ChunkSums.chunkBytes(
              ByteBuffer.wrap(header.clone()).putInt(4, chunk).array()));
    }
  }
}
