// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Record;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;

/**
 * Records in slots: a cell of memory for each, with its place, its length and its payload next to
 * each other, so that a record is copied once, and found by one look into memory.
 */
final class RecordSlots implements Slots<Record> {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int POSITION = 0;
  private static final int ORDINAL = 8;
  private static final int FILE_OFFSET = 16;
  private static final int LENGTH = 24;
  private static final int PAYLOAD = 32;
  private static final int LINE = 64; // of a processor's cache, in bytes
  private static final long EMPTY = -1;

  private final Cells memory = new Cells();
  private final Record view = new Record();
  private long[] cells = new long[16]; // of the slots
  private Path[] paths = new Path[16];
  private int size;
  private int touched; // so that touching is not optimised away

  @Override
  public int size() {
    return size;
  }

  @Override
  public void put(int slot, Record item) {
    if (slot == size) {
      grow(size + 1);
    }
    int length = item.length();
    long cell = cells[slot];
    byte[] page = cell == EMPTY ? null : memory.page(cell);
    int at = (int) cell;
    if (page == null || (long) LONGS.get(page, at + LENGTH) != length) {
      cell = cell(slot, length);
      page = memory.page(cell);
      at = (int) cell;
    }
    LONGS.set(page, at + POSITION, item.position());
    LONGS.set(page, at + ORDINAL, item.ordinal());
    LONGS.set(page, at + FILE_OFFSET, item.fileOffset());
    LONGS.set(page, at + LENGTH, (long) length);
    System.arraycopy(item.bytes(), item.offset(), page, at + PAYLOAD, length);
    if (paths[slot] != item.path()) {
      paths[slot] = item.path();
    }
  }

  @Override
  public void touch(int slot) {
    long cell = cells[slot];
    if (cell != EMPTY) {
      byte[] page = memory.page(cell);
      int at = (int) cell;
      int last = page.length - 1;
      touched += page[at] + page[Math.min(at + LINE, last)] + page[Math.min(at + 2 * LINE, last)];
    }
  }

  /** Returns the cell of a slot, which is another one if a record needs another size. */
  private long cell(int slot, int length) {
    if (length > Cells.MAX_BYTES - PAYLOAD) {
      throw new IllegalStateException(
          "can't shuffle a record of "
              + length
              + " bytes: it must have "
              + (Cells.MAX_BYTES - PAYLOAD)
              + " at most");
    }
    int needed = Cells.size(PAYLOAD + length);
    long cell = cells[slot];
    if (cell != EMPTY && memory.sizeOf(cell) == needed) {
      return cell;
    }
    empty(slot);
    cells[slot] = memory.take(needed);
    return cells[slot];
  }

  private void empty(int slot) {
    if (cells[slot] != EMPTY) {
      memory.giveBack(cells[slot]);
      cells[slot] = EMPTY;
    }
  }

  @Override
  public Record get(int slot) {
    long cell = cells[slot];
    byte[] page = memory.page(cell);
    int at = (int) cell;
    view.setPayload(page, at + PAYLOAD, (int) (long) LONGS.get(page, at + LENGTH));
    view.setPlace(
        (long) LONGS.get(page, at + POSITION),
        (long) LONGS.get(page, at + ORDINAL),
        paths[slot],
        (long) LONGS.get(page, at + FILE_OFFSET));
    return view;
  }

  @Override
  public void remove(int slot) {
    empty(slot);
    size--;
    cells[slot] = cells[size];
    paths[slot] = paths[size];
    cells[size] = EMPTY;
    paths[size] = null;
  }

  @Override
  public void grow(int more) {
    if (more > cells.length) {
      int length = Math.max(more, 2 * cells.length);
      cells = Arrays.copyOf(cells, length);
      paths = Arrays.copyOf(paths, length);
    }
    Arrays.fill(cells, size, more, EMPTY);
    size = more;
  }

  @Override
  public void clear() {
    while (size > 0) {
      remove(size - 1);
    }
  }

  /** Returns the bytes of memory that records are kept in. */
  long memoryBytes() {
    return memory.bytes();
  }
}
