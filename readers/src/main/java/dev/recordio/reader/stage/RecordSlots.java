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

  /**
   * Memory in cells that are taken and given back. The cells of a page have one size; sizes are 64
   * bytes, and four steps from each power of two to the next, so that little of a cell is wasted.
   *
   * <p>A cell is its page's number, in the upper 32 bits, and where in the page it begins.
   */
  static final class Cells {
    /** The bytes of the largest cell. */
    static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private static final int MIN_LOG = 6; // 64 bytes
    private static final int SIZES = (31 - MIN_LOG + 1) * 4;
    private static final int PAGE_BYTES = 1 << 18;
    private static final long FEW_BYTES = 1 << 20; // that may be free in any case

    private byte[][] pages = new byte[16][];
    private int[] sizes = new int[16]; // of the cells of each page: which one
    private int[] taken = new int[16]; // cells of each page
    private int pageCount;
    private final long[][] free =
        new long[SIZES][0]; // cells of each size, the first freeCount ones
    private final int[] freeCount = new int[SIZES];
    private long freeBytes;
    private long takenBytes;

    /** Returns which size a cell for that many bytes has. */
    static int size(int bytes) {
      if (bytes <= 1 << MIN_LOG) {
        return 0;
      }
      int log = 31 - Integer.numberOfLeadingZeros(bytes - 1);
      return (log - MIN_LOG) * 4 + ((bytes - 1 >>> log - 2) & 3) + 1;
    }

    /** Returns the bytes of cells of a size. */
    static int bytes(int size) {
      if (size == 0) {
        return 1 << MIN_LOG;
      }
      int log = MIN_LOG + (size - 1) / 4;
      return (int) Math.min(MAX_BYTES, ((size - 1) % 4 + 5L) << log - 2);
    }

    /** Returns which size a cell has. */
    int sizeOf(long cell) {
      return sizes[(int) (cell >>> 32)];
    }

    /** Returns the page of a cell. */
    byte[] page(long cell) {
      return pages[(int) (cell >>> 32)];
    }

    /** Takes a cell of a size. */
    long take(int size) {
      if (freeCount[size] == 0) {
        if (freeBytes > takenBytes / 2 + FEW_BYTES) {
          dropFreePages();
        }
        newPage(size);
      }
      long cell = free[size][--freeCount[size]];
      taken[(int) (cell >>> 32)]++;
      freeBytes -= bytes(size);
      takenBytes += bytes(size);
      return cell;
    }

    /** Gives a cell back. */
    void giveBack(long cell) {
      int page = (int) (cell >>> 32);
      int size = sizes[page];
      taken[page]--;
      takenBytes -= bytes(size);
      addFree(size, cell);
    }

    /** Returns the bytes of all pages. */
    long bytes() {
      return freeBytes + takenBytes;
    }

    private void addFree(int size, long cell) {
      if (freeCount[size] == free[size].length) {
        free[size] = Arrays.copyOf(free[size], Math.max(8, 2 * freeCount[size]));
      }
      free[size][freeCount[size]++] = cell;
      freeBytes += bytes(size);
    }

    private void newPage(int size) {
      int page = 0;
      while (page < pageCount && pages[page] != null) {
        page++;
      }
      if (page == pageCount && ++pageCount > pages.length) {
        pages = Arrays.copyOf(pages, 2 * page);
        sizes = Arrays.copyOf(sizes, 2 * page);
        taken = Arrays.copyOf(taken, 2 * page);
      }
      int each = bytes(size);
      int cells = Math.max(1, PAGE_BYTES / each);
      pages[page] = new byte[cells * each];
      sizes[page] = size;
      taken[page] = 0;
      for (int i = cells - 1; i >= 0; i--) {
        addFree(size, (long) page << 32 | (long) i * each);
      }
    }

    /** Forgets pages without a taken cell. */
    private void dropFreePages() {
      for (int size = 0; size < SIZES; size++) {
        int kept = 0;
        for (int i = 0; i < freeCount[size]; i++) {
          long cell = free[size][i];
          if (taken[(int) (cell >>> 32)] > 0) {
            free[size][kept++] = cell;
          }
        }
        freeBytes -= (long) (freeCount[size] - kept) * bytes(size);
        freeCount[size] = kept;
      }
      for (int page = 0; page < pageCount; page++) {
        if (taken[page] == 0) {
          pages[page] = null;
        }
      }
    }
  }
}
