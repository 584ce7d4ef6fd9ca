// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The headers of a ZIP archive, as Python's zipfile writes them for NumPy: every member made at
 * 1980-01-01 by Unix with mode 0600, a ZIP64 field in each local header, other ZIP64 fields and
 * records only beyond 2^31 - 1. Knows sizes, not contents.
 */
final class ZipDirectory {
  /** Sizes and offsets above it go to ZIP64 fields; Python's limit, half of the format's. */
  static final long ZIP64_LIMIT = 0x7fffffffL;

  /** Where a CRC-32 is in a local header, and in an entry of the central directory. */
  static final int LOCAL_CRC = 14;

  static final int CENTRAL_CRC = 16;

  static final int STORED = 0;
  static final int DEFLATED = 8;

  /** The size and CRC follow the member. */
  private static final int STREAMED = 8;

  private static final int MAX_WORD = 0xffffffff;
  private static final long MAX_UINT32 = 0xffffffffL;
  private static final int ZIP20 = 20;
  private static final int ZIP64 = 45;
  private static final int MADE_BY_UNIX = 3 << 8;
  private static final int DATE_1980_01_01 = 1 << 5 | 1;
  private static final int MODE_0600 = 0600 << 16;
  private static final int HEADER_ROOM = 256;
  private static final int LOCAL_BYTES = 30 + 20; // with the ZIP64 field
  private static final int ZIP64_HEAD = 4; // of a field in the central directory
  private static final int ZIP64_END = 56 + 20; // the ZIP64 end, and where it is

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * A member.
   *
   * @param compressed bytes in the archive
   * @param size bytes when unpacked
   * @param offset of its local header
   */
  record Entry(String name, int method, int crc, long compressed, long size, long offset) {
    boolean isLarge() {
      return size > ZIP64_LIMIT || compressed > ZIP64_LIMIT;
    }

    private byte[] ascii() {
      return name.getBytes(StandardCharsets.US_ASCII);
    }

    private int flags() {
      return method == STORED ? 0 : STREAMED;
    }
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  /** Returns the length of the header before a stored member. */
  static int localBytes(String name) {
    return LOCAL_BYTES + name.length();
  }

  /** Returns the header before a stored member, whose CRC and sizes are known. */
  static byte[] localHeader(Entry entry) {
    ByteBuffer out = localHeader(entry, entry.isLarge(), entry.crc());
    out.putInt(entry.isLarge() ? MAX_WORD : (int) entry.compressed());
    out.putInt(entry.isLarge() ? MAX_WORD : (int) entry.size());
    byte[] name = entry.ascii();
    out.putShort((short) name.length).putShort((short) 20).put(name);
    return bytes(putSizes(out, entry));
  }

  /**
   * Returns the header before a deflated member, which a descriptor follows.
   *
   * @param size what will be deflated, in bytes
   */
  static byte[] streamedHeader(String name, long size) {
    var entry = new Entry(name, DEFLATED, 0, 0, 0, 0);
    boolean large = descriptorIsLarge(size);
    ByteBuffer out = localHeader(entry, large, 0);
    out.putInt(large ? MAX_WORD : 0).putInt(large ? MAX_WORD : 0);
    byte[] ascii = entry.ascii();
    out.putShort((short) ascii.length).putShort((short) (large ? 20 : 0)).put(ascii);
    return bytes(large ? putSizes(out, entry) : out);
  }

  /** Returns what follows a deflated member. */
  static byte[] descriptor(Entry entry) {
    ByteBuffer out = buffer().putInt(0x08074b50).putInt(entry.crc());
    if (descriptorIsLarge(entry.size())) {
      out.putLong(entry.compressed()).putLong(entry.size());
    } else {
      out.putInt((int) entry.compressed()).putInt((int) entry.size());
    }
    return bytes(out);
  }

  /** What can't be deflated grows, by far less than this 1/1000. */
  private static boolean descriptorIsLarge(long size) {
    return size > MAX_UINT32 - MAX_UINT32 / 1000;
  }

  /**
   * Returns the central directory and the end of the archive.
   *
   * @param offset where they begin
   */
  byte[] end(long offset) {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_ROOM * (entries.size() + 1)).order(ByteOrder.LITTLE_ENDIAN);
    for (Entry entry : entries) {
      positions.put(entry.name(), out.position());
      putCentral(out, entry);
    }
    int size = out.position();
    short count = (short) entries.size();
    if (offset > ZIP64_LIMIT) {
      out.putInt(0x06064b50).putLong(44).putShort((short) ZIP64).putShort((short) ZIP64);
      out.putInt(0).putInt(0).putLong(count).putLong(count).putLong(size).putLong(offset);
      out.putInt(0x07064b50).putInt(0).putLong(offset + size).putInt(1);
    }
    out.putInt(0x06054b50).putInt(0).putShort(count).putShort(count).putInt(size);
    out.putInt((int) Math.min(offset, MAX_UINT32)).putShort((short) 0);
    return bytes(out);
  }

  /** Returns where a member's entry begins in the central directory, once that is written. */
  int position(String name) {
    return positions.get(name);
  }

  /** Returns what ZIP64 adds to the entry of a stored member in the central directory. */
  static int zip64Bytes(long size, long offset) {
    return zip64Bytes(size > ZIP64_LIMIT, offset > ZIP64_LIMIT);
  }

  private static int zip64Bytes(boolean large, boolean far) {
    return (large || far ? ZIP64_HEAD : 0) + (large ? 16 : 0) + (far ? 8 : 0);
  }

  /** Returns what ZIP64 adds to the end of an archive whose central directory begins there. */
  static int zip64EndBytes(long offset) {
    return offset > ZIP64_LIMIT ? ZIP64_END : 0;
  }

  private static void putCentral(ByteBuffer out, Entry entry) {
    boolean far = entry.offset() > ZIP64_LIMIT;
    boolean large = entry.isLarge();
    short version = (short) (far || large ? ZIP64 : ZIP20);
    int extra = zip64Bytes(large, far);
    byte[] name = entry.ascii();
    out.putInt(0x02014b50).putShort((short) (version | MADE_BY_UNIX)).putShort(version);
    out.putShort((short) entry.flags()).putShort((short) entry.method());
    out.putShort((short) 0).putShort((short) DATE_1980_01_01).putInt(entry.crc());
    out.putInt(large ? MAX_WORD : (int) entry.compressed());
    out.putInt(large ? MAX_WORD : (int) entry.size());
    out.putShort((short) name.length).putShort((short) extra);
    out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(MODE_0600);
    out.putInt(far ? MAX_WORD : (int) entry.offset()).put(name);
    if (extra > 0) {
      out.putShort((short) 1).putShort((short) (extra - ZIP64_HEAD));
    }
    if (large) {
      out.putLong(entry.size()).putLong(entry.compressed());
    }
    if (far) {
      out.putLong(entry.offset());
    }
  }

  /** Begins a local header, as far as the CRC. */
  private static ByteBuffer localHeader(Entry entry, boolean large, int crc) {
    ByteBuffer out = buffer().putInt(0x04034b50).putShort((short) (large ? ZIP64 : ZIP20));
    out.putShort((short) entry.flags()).putShort((short) entry.method());
    return out.putShort((short) 0).putShort((short) DATE_1980_01_01).putInt(crc);
  }

  private static ByteBuffer putSizes(ByteBuffer out, Entry entry) {
    out.putShort((short) 1).putShort((short) 16);
    return out.putLong(entry.size()).putLong(entry.compressed());
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocate(HEADER_ROOM).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] bytes(ByteBuffer out) {
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }
}
