// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ShardShape;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Collects rows until the end of their shard is known; encoders may read them several times.
 *
 * <p>A block that was filled by a reader is kept as it is, and the reader gets an empty one for it.
 * Some rows of a block, and blocks that are mostly empty, are copied. The shape of a shard is taken
 * while its rows are still in the processor's cache.
 *
 * <p>Blocks are reused from shard to shard and from task to task ({@link FreeBlocks}). When the
 * full blocks reach the bound in bytes, further rows go to a {@link SpillFile}. Memory: the bound,
 * and two blocks (the reader's, and one of 1 MiB; a row of more entries makes its block larger).
 */
final class ShardSpool implements CsrSource, Closeable {
  private static final int BLOCK_ROWS = 1 << 13;
  private static final int BLOCK_ENTRIES = 1 << 16;

  /** Bytes of a row and of an entry in a block. */
  private static final int ROW_BYTES = 3 * Integer.BYTES + 2 * Long.BYTES;

  private static final int ENTRY_BYTES = 2 * Integer.BYTES;

  /** Blocks with fewer bytes of rows are copied. */
  private static final int MIN_KEPT = 1 << 18;

  /** The most memory of a block that is used again; those for large rows or indices have more. */
  private static final long MAX_REUSED = 8 << 20;

  private final Configuration conf;
  private final long memory;
  private final ArrayDeque<CsrBlock> free;
  private final CsrBlock part = new CsrBlock();
  private List<CsrBlock> full = new ArrayList<>();
  private SpillFile spill; // after the full blocks, before the last one
  private SpillFile otherSpill;
  private CsrBlock last;
  private final Supplier<ShardShape> newShape;
  private ShardShape shape; // of all rows before the last block
  private long held;
  private long rows;
  private long spilled;

  /** Makes an empty spool. */
  ShardSpool(Configuration conf, long memory, Supplier<ShardShape> newShape) {
    this.conf = conf;
    this.memory = memory;
    this.newShape = newShape;
    shape = newShape.get();
    free = FreeBlocks.take();
    long freeBytes = free.stream().mapToLong(CsrBlock::memory).sum();
    while (freeBytes > memory && !free.isEmpty()) {
      freeBytes -= free.remove().memory(); // left by a task with a larger bound
    }
    last = nextBlock(BLOCK_ROWS, BLOCK_ENTRIES);
  }

  private CsrBlock nextBlock(int blockRows, int entries) {
    return free.isEmpty() ? new CsrBlock(blockRows, entries) : free.remove();
  }

  /**
   * Adds a block's rows.
   *
   * @param block with at least one row; the caller must not use it any more
   * @return a block for the caller, whose rows mean nothing
   */
  CsrBlock add(CsrBlock block) throws IOException {
    if (!isMostlyFull(block)) {
      add(block, 0, block.rows());
      return block;
    }
    if (last.rows() > 0) {
      last = keep(last);
    }
    rows += block.rows();
    return keep(block);
  }

  private static boolean isMostlyFull(CsrBlock block) {
    long used = (long) ROW_BYTES * block.rows() + (long) ENTRY_BYTES * block.entries();
    return used >= Math.max(MIN_KEPT, block.memory() / 2);
  }

  /** Adds rows {@code begin .. end} of a block. */
  void add(CsrBlock from, int begin, int end) throws IOException {
    int next = begin;
    while (next < end) {
      int to = fitting(from, next, end);
      if (to == next) {
        if (last.rows() > 0) {
          last = keep(last);
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

  /** Keeps a block in memory or on disk; returns an empty one. */
  private CsrBlock keep(CsrBlock block) throws IOException {
    shape.add(block);
    boolean spilling = spill != null && spill.length() > 0;
    if (!spilling && held + block.memory() <= memory) {
      held += block.memory();
      full.add(block);
      return nextBlock(withSpare(block.rows()), withSpare(block.entries()));
    }
    if (spill == null) {
      spill = SpillFile.create(conf);
    }
    long before = spill.length();
    spill.append(block);
    spilled += spill.length() - before;
    block.clear();
    return block;
  }

  /** Returns room for about as much as a block has: the next one of a reader is much like it. */
  private static int withSpare(int count) {
    return (int) Math.min(CsrBlock.MAX_ENTRIES, count + (count >> 3) + 1L);
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

  /** Returns the shape of the first {@code count} rows, which the caller may change. */
  ShardShape shape(long count) throws IOException {
    if (count < rows) {
      return ShardShape.of(first(count));
    }
    if (last.rows() > 0) {
      last = keep(last);
    }
    return shape;
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
    last = nextBlock(BLOCK_ROWS, BLOCK_ENTRIES);
    rows = 0;
    held = 0;
    shape = newShape.get();
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
    if (block.memory() <= MAX_REUSED) {
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

  /** Row blocks spilled to this machine's disk. Closing the object removes the file. */
  private static final class SpillFile implements Closeable {
    private final TaskFile file;
    private int blocks;

    private SpillFile(TaskFile file) {
      this.file = file;
    }

    static SpillFile create(Configuration conf) throws IOException {
      return new SpillFile(TaskFile.create(conf, "recordio-csr"));
    }

    /** Appends a block. */
    void append(CsrBlock block) throws IOException {
      var bytes = new DataOutputBuffer();
      bytes.writeBoolean(block.labelSets() != null);
      new RowBlockWritable(block).write(bytes);
      if (block.labelSets() != null) {
        new RowBlockWritable(block.labelSets()).write(bytes);
      }
      file.append(bytes.getData(), 0, bytes.getLength());
      blocks++;
    }

    /** Passes all blocks, in order; they share one array. */
    void pass(CsrSource.Visitor visitor) throws IOException {
      var rows = new RowBlockWritable();
      var in = new DataInputStream(file.stream());
      try {
        for (int block = 0; block < blocks; block++) {
          boolean hasSets = in.readBoolean();
          rows.readFields(in);
          if (hasSets) {
            rows.block().keepLabelSets();
            new RowBlockWritable(rows.block().labelSets()).readFields(in);
          }
          visitor.block(rows.block());
        }
      } catch (MalformedRecordException e) {
        throw e.path() == null ? e.at(file.toString()) : e;
      }
    }

    /** Returns the bytes in the file. */
    long length() {
      return file.length();
    }

    /** Removes all blocks. */
    void clear() throws IOException {
      file.clear();
      blocks = 0;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /**
   * Empty blocks that one task leaves for the next task in this process: allocated once, the
   * garbage collector moves them once. There are never more sets than tasks that ran at a time, and
   * the collector frees them when memory is short. Hadoop's pools hold only byte buffers and
   * codecs.
   */
  static final class FreeBlocks {
    private static final ConcurrentLinkedQueue<SoftReference<ArrayDeque<CsrBlock>>> LEFT =
        new ConcurrentLinkedQueue<>();

    private FreeBlocks() {}

    /** Returns the blocks left by a task, or none; the caller owns them. */
    static ArrayDeque<CsrBlock> take() {
      for (var lot = LEFT.poll(); lot != null; lot = LEFT.poll()) {
        ArrayDeque<CsrBlock> blocks = lot.get();
        if (blocks != null) {
          return blocks;
        }
      }
      return new ArrayDeque<>();
    }

    /** Leaves blocks to other tasks; the caller must not use them any more. */
    static void leave(ArrayDeque<CsrBlock> blocks) {
      if (!blocks.isEmpty()) {
        LEFT.add(new SoftReference<>(blocks));
      }
    }
  }
}
