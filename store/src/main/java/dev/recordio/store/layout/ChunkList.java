// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The chunks that a table refers to, by their numbers in it: 16 bytes of name, u64 length each. */
public final class ChunkList {
  /** The number of no chunk, for records without values. */
  public static final int NONE = -1;

  static final int ENTRY_BYTES = 24;
  static final int NAME_BYTES = 16;

  private final List<String> names = new ArrayList<>();
  private final List<Long> lengths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * Returns the number of a chunk, which is added if it is new.
   *
   * @param name 32 hexadecimal digits
   */
  public int number(String name) {
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known == null) {
      names.add(name);
      lengths.add(0L);
    }
    return known == null ? names.size() - 1 : known;
  }

  /** Sets the length of a chunk's file, known when it is closed. */
  public void setLength(int number, long length) {
    lengths.set(number, length);
  }

  /** Returns how many there are. */
  public int size() {
    return names.size();
  }

  public String name(int number) {
    return names.get(number);
  }

  /** Returns the length of a chunk's file. */
  public long length(int number) {
    return lengths.get(number);
  }

  void put(byte[] to, int at) {
    int next = at;
    for (int i = 0; i < size(); i++) {
      putName(to, next, names.get(i));
      LittleEndian.putLong(to, next + NAME_BYTES, lengths.get(i));
      next += ENTRY_BYTES;
    }
  }

  static ChunkList of(byte[] from, int at, int count) {
    var list = new ChunkList();
    for (int i = 0; i < count; i++) {
      int entry = at + i * ENTRY_BYTES;
      list.names.add(name(from, entry));
      list.lengths.add(LittleEndian.getLong(from, entry + NAME_BYTES));
    }
    return list;
  }

  static void putName(byte[] to, int at, String name) {
    System.arraycopy(HexFormat.of().parseHex(name), 0, to, at, NAME_BYTES);
  }

  static String name(byte[] from, int at) {
    return HexFormat.of().formatHex(from, at, at + NAME_BYTES);
  }
}
