// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.sparse.layout.ZipDirectory.Entry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** ZIP64 structures, from sizes that no test has bytes for. Offsets are those of APPNOTE.TXT. */
class ZipDirectoryTest {
  private static final long LIMIT = ZipDirectory.ZIP64_LIMIT;

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Entry stored(long size, long offset) {
    return new Entry("data.npy", ZipDirectory.STORED, 0x1234, size, size, offset);
  }

  @Test
  void localHeaderKeepsSizesUpToTheLimitAndRepeatsThemInTheField() {
    ByteBuffer header = view(ZipDirectory.localHeader(stored(LIMIT, 0)));
    assertEquals(30 + 8 + 20, header.limit());
    assertEquals(20, header.getShort(4));
    assertEquals(0x1234, header.getInt(14));
    assertEquals(LIMIT, header.getInt(18));
    assertEquals(LIMIT, header.getInt(22));
    assertEquals(1, header.getShort(38));
    assertEquals(16, header.getShort(40));
    assertEquals(LIMIT, header.getLong(42));
    assertEquals(LIMIT, header.getLong(50));
  }

  @Test
  void localHeaderOfALargeMemberHasItsSizesInTheFieldOnly() {
    for (long size : new long[] {LIMIT + 1, 1L << 32, 5L << 40}) {
      ByteBuffer header = view(ZipDirectory.localHeader(stored(size, 0)));
      assertEquals(45, header.getShort(4));
      assertEquals(-1, header.getInt(18));
      assertEquals(-1, header.getInt(22));
      assertEquals(size, header.getLong(42));
      assertEquals(size, header.getLong(50));
    }
  }

  @Test
  void directoryNamesSizesAndOffsetsThatNeedIt() {
    var directory = new ZipDirectory();
    directory.add(stored(100, 0));
    directory.add(stored(5L << 32, 200));
    directory.add(stored(100, 6L << 32));
    directory.add(stored(7L << 32, 8L << 32));
    ByteBuffer end = view(directory.end(16L << 32));
    int plain = 46 + 8;
    assertEntry(end, 0, 0, 100, 0);
    assertEntry(end, plain, 20, -1, 200);
    assertEquals(5L << 32, end.getLong(2 * plain + 4));
    assertEquals(5L << 32, end.getLong(2 * plain + 12));
    int third = 2 * plain + 20;
    assertEntry(end, third, 12, 100, -1);
    assertEquals(6L << 32, end.getLong(third + plain + 4));
    int fourth = third + plain + 12;
    assertEntry(end, fourth, 28, -1, -1);
    assertEquals(8L << 32, end.getLong(fourth + plain + 20));
    assertEnd(end, fourth + plain + 28, 4, 16L << 32);
  }

  private static void assertEntry(ByteBuffer end, int at, int extra, int size, int offset) {
    assertEquals(0x02014b50, end.getInt(at));
    assertEquals(extra > 0 ? 45 : 20, end.getShort(at + 6));
    assertEquals(size, end.getInt(at + 20));
    assertEquals(size, end.getInt(at + 24));
    assertEquals(extra, end.getShort(at + 30));
    assertEquals(offset, end.getInt(at + 42));
  }

  /** The ZIP64 record, its locator, the old end. */
  private static void assertEnd(ByteBuffer end, int at, int count, long offset) {
    assertEquals(0x06064b50, end.getInt(at));
    assertEquals(44, end.getLong(at + 4));
    assertEquals(count, end.getLong(at + 24));
    assertEquals(count, end.getLong(at + 32));
    assertEquals(at, end.getLong(at + 40));
    assertEquals(offset, end.getLong(at + 48));
    assertEquals(0x07064b50, end.getInt(at + 56));
    assertEquals(offset + at, end.getLong(at + 64));
    assertEquals(1, end.getInt(at + 72));
    assertEquals(0x06054b50, end.getInt(at + 76));
    assertEquals(count, end.getShort(at + 86));
    assertEquals(at, end.getInt(at + 88));
    assertEquals(-1, end.getInt(at + 92));
    assertEquals(at + 98, end.limit());
  }

  @Test
  void directoryBeforeTheLimitHasNoZip64Record() {
    var directory = new ZipDirectory();
    directory.add(stored(LIMIT - 500, 0));
    ByteBuffer end = view(directory.end(LIMIT));
    assertEquals(54 + 22, end.limit());
    assertEquals(LIMIT, end.getInt(54 + 16));
  }

  @Test
  void deflatedMembersAreDescribedAfterwardsInTheirWidth() {
    assertEquals(38, ZipDirectory.streamedHeader("data.npy", 1000).length);
    var small = new Entry("data.npy", ZipDirectory.DEFLATED, 7, 500, 1000, 0);
    assertEquals(16, ZipDirectory.descriptor(small).length);
    ByteBuffer header = view(ZipDirectory.streamedHeader("data.npy", 5L << 32));
    assertEquals(58, header.limit());
    assertEquals(8, header.getShort(6));
    assertEquals(0, header.getInt(14));
    assertEquals(-1, header.getInt(18));
    assertEquals(0, header.getLong(42));
    var large = new Entry("data.npy", ZipDirectory.DEFLATED, 7, 500, 5L << 32, 0);
    ByteBuffer descriptor = view(ZipDirectory.descriptor(large));
    assertEquals(24, descriptor.limit());
    assertEquals(500, descriptor.getLong(8));
    assertEquals(5L << 32, descriptor.getLong(16));
  }
}
