// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr.shard;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Collects rows until the end of their shard is known; encoders may read them several times.
 *
 * <p>Rows are in blocks of fixed size, which are reused from shard to shard and from task to task
 * ({@link FreeBlocks}). When the full blocks reach the bound in bytes, further rows go to a {@link
 * SpillFile}. Memory: the bound, and two blocks (1 MiB each; a row of more entries makes its block
 * larger).
 */
final class ShardSpool implements CsrSource, Closeable {
  private static final int BLOCK_ROWS = 1 << 13;
  private static final int BLOCK_ENTRIES = 1 << 16;

  /** The memory of a block that has not grown for a large row or index. */
  private static final long BLOCK_MEMORY = newBlock().memory();

  private final Configuration conf;
  private final long memory;
  private final ArrayDeque<CsrBlock> free;
  private final CsrBlock part = new CsrBlock();
  private List<CsrBlock> full = new ArrayList<>();
  private SpillFile spill; // after the full blocks, before the last one
  private SpillFile otherSpill;
  private CsrBlock last;
  private long held;
  private long rows;
  private long spilled;

  /**
   * Makes an empty spool.
   *
   * @param conf has the directories of spill files
   * @param memory bytes of full blocks to keep
   */
  ShardSpool(Configuration conf, long memory) {
    this.conf = conf;
    this.memory = memory;
    free = FreeBlocks.take();
    while (!free.isEmpty() && free.size() * BLOCK_MEMORY > memory) {
      free.remove(); // left by a task with a larger bound
    }
    last = nextBlock();
  }

  private static CsrBlock newBlock() {
    return new CsrBlock(BLOCK_ROWS, BLOCK_ENTRIES);
  }

  private CsrBlock nextBlock() {
    return free.isEmpty() ? newBlock() : free.remove();
  }

  /** Adds rows {@code begin .. end} of a block. */
  void add(CsrBlock from, int begin, int end) throws IOException {
    int next = begin;
    while (next < end) {
      int to = fitting(from, next, end);
      if (to == next) {
        if (last.rows() > 0) {
          endBlock();
          continue;
        }
        to = next + 1; // the row is larger than a block
      }
      last.addRows(from, next, to);
      rows += to - next;
      next = to;
    }
  }

  /** Returns the end, at most {@code end}, of the rows that fit the last block. */
  private int fitting(CsrBlock from, int begin, int end) {
    int most = Math.min(end, begin + BLOCK_ROWS - last.rows());
    long entries = (long) from.offset(begin) + BLOCK_ENTRIES - last.entries();
    if (from.offset(most) <= entries) {
      return most;
    }
    int fits = begin;
    int fitsNot = most;
    while (fitsNot - fits > 1) {
      int middle = (fits + fitsNot) >>> 1;
      if (from.offset(middle) <= entries) {
        fits = middle;
      } else {
        fitsNot = middle;
      }
    }
    return fits;
  }

  private void endBlock() throws IOException {
    boolean spilling = spill != null && spill.length() > 0;
    if (!spilling && held + last.memory() <= memory) {
      held += last.memory();
      full.add(last);
      last = nextBlock();
      return;
    }
    if (spill == null) {
      spill = SpillFile.create(conf);
    }
    long before = spill.length();
    spill.append(last);
    spilled += spill.length() - before;
    last.clear();
  }

  /** Returns the number of rows. */
  long rows() {
    return rows;
  }

  /** Returns the bytes spilled to disk so far. */
  long spilled() {
    return spilled;
  }

  @Override
  public void pass(Visitor visitor) throws IOException {
    for (CsrBlock block : full) {
      visitor.block(block);
    }
    if (spill != null) {
      spill.pass(visitor);
    }
    if (last.rows() > 0) {
      visitor.block(last);
    }
  }

  /** Returns the first {@code count} rows, valid until the next change. */
  CsrSource first(long count) {
    return count == rows ? this : visitor -> pass(new Head(count, visitor));
  }

  private final class Head implements Visitor {
    private final Visitor visitor;
    private long left;

    Head(long left, Visitor visitor) {
      this.left = left;
      this.visitor = visitor;
    }

    @Override
    public void block(CsrBlock block) throws IOException {
      if (left >= block.rows()) {
        visitor.block(block);
      } else if (left > 0) {
        part.clear();
        part.addRows(block, 0, (int) left);
        visitor.block(part);
      }
      left = Math.max(0, left - block.rows());
    }
  }

  /** Removes the first {@code count} rows. */
  void drop(long count) throws IOException {
    List<CsrBlock> oldFull = full;
    SpillFile oldSpill = spill;
    CsrBlock oldLast = last;
    boolean all = count == rows;
    full = new ArrayList<>();
    spill = otherSpill;
    otherSpill = oldSpill;
    last = nextBlock();
    rows = 0;
    held = 0;
    var rest = new Rest(count);
    for (CsrBlock block : oldFull) {
      rest.block(block);
      recycle(block);
    }
    if (oldSpill != null) {
      if (!all) {
        oldSpill.pass(rest);
      }
      oldSpill.clear();
    }
    if (!all) {
      rest.block(oldLast);
    }
    recycle(oldLast);
  }

  private void recycle(CsrBlock block) {
    block.clear();
    if (block.memory() <= BLOCK_MEMORY) {
      free.add(block);
    }
  }

  private final class Rest implements Visitor {
    private long skip;

    Rest(long skip) {
      this.skip = skip;
    }

    @Override
    public void block(CsrBlock block) throws IOException {
      int from = (int) Math.min(skip, block.rows());
      skip -= from;
      add(block, from, block.rows());
    }
  }

  @Override
  public void close() throws IOException {
    try (SpillFile one = spill;
        SpillFile other = otherSpill) {
      full.forEach(this::recycle);
      full.clear();
      if (last != null) {
        recycle(last);
        last = null;
        FreeBlocks.leave(free);
      }
    }
  }
}
