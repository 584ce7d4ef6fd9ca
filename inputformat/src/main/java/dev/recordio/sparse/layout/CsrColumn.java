// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;

/**
 * One array of the CSR form over all blocks of a shard, written as little-endian numbers. Columns
 * that count have state: one instance serves one shard, pass after pass.
 */
interface CsrColumn {
  /** How many numbers are converted at a time, where that is not done in bulk. */
  int SCRATCH = 4096;

  /** Writes what is before the first block. */
  default void begin(LittleEndianWriter out) throws IOException {}

  /** Writes the numbers of the next block. */
  void append(CsrBlock block, LittleEndianWriter out) throws IOException;

  /** Writes the whole column. */
  default void write(CsrSource source, LittleEndianWriter out) throws IOException {
    begin(out);
    source.pass(block -> append(block, out));
  }

  /** Returns the labels, float32. */
  static CsrColumn labels() {
    return (block, out) -> out.putFloats(block.labels(), 0, block.rows());
  }

  /** Returns the weights, float32. */
  static CsrColumn weights() {
    return (block, out) -> out.putFloats(block.weights(), 0, block.rows());
  }

  /** Returns the query ids, 8 bytes each. */
  static CsrColumn qids() {
    return (block, out) -> out.putLongs(block.qids(), 0, block.rows());
  }

  /** Returns the values, float32. */
  static CsrColumn values() {
    return (block, out) -> out.putFloats(block.values(), 0, block.entries());
  }

  /** Returns the fields, 4 bytes each, or 8 when wide; 0 in blocks without. */
  static CsrColumn fields(boolean wide) {
    long[] scratch = new long[SCRATCH];
    int[] none = new int[SCRATCH];
    return (block, out) -> {
      for (int from = 0; from < block.entries(); from += SCRATCH) {
        int now = Math.min(SCRATCH, block.entries() - from);
        int[] fields = block.hasField() ? block.fields() : none;
        int at = block.hasField() ? from : 0;
        if (wide) {
          putWidened(fields, at, now, scratch, out);
        } else {
          out.putInts(fields, at, now);
        }
      }
    };
  }

  /** Returns the indices, 4 bytes each, or 8 when wide; those that don't fit are cut off. */
  static CsrColumn indices(boolean wide) {
    return wide ? wideIndices() : narrowIndices();
  }

  private static CsrColumn wideIndices() {
    long[] scratch = new long[SCRATCH];
    return (block, out) -> {
      if (block.isWide()) {
        out.putLongs(block.wideIndices(), 0, block.entries());
      } else {
        putWidened(block.indices(), 0, block.entries(), scratch, out);
      }
    };
  }

  private static CsrColumn narrowIndices() {
    int[] scratch = new int[SCRATCH];
    return (block, out) -> {
      if (!block.isWide()) {
        out.putInts(block.indices(), 0, block.entries());
        return;
      }
      long[] indices = block.wideIndices();
      for (int from = 0; from < block.entries(); from += SCRATCH) {
        int now = Math.min(SCRATCH, block.entries() - from);
        for (int i = 0; i < now; i++) {
          scratch[i] = (int) indices[from + i];
        }
        out.putInts(scratch, 0, now);
      }
    };
  }

  private static void putWidened(
      int[] numbers, int begin, int count, long[] scratch, LittleEndianWriter out)
      throws IOException {
    for (int from = 0; from < count; from += SCRATCH) {
      int now = Math.min(SCRATCH, count - from);
      for (int i = 0; i < now; i++) {
        scratch[i] = numbers[begin + from + i] & 0xffffffffL;
      }
      out.putLongs(scratch, 0, now);
    }
  }

  /** Returns where each row begins, and where the last ends: 4 bytes each, or 8 when wide. */
  static CsrColumn offsets(boolean wide) {
    return new RowOffsets(wide);
  }

  /** Returns the entries as pairs: index, 4 bytes, and value, float32. */
  static CsrColumn pairs() {
    int[] scratch = new int[SCRATCH];
    return (block, out) -> {
      float[] values = block.values();
      for (int from = 0; from < block.entries(); from += SCRATCH / 2) {
        int now = Math.min(SCRATCH / 2, block.entries() - from);
        for (int i = 0; i < now; i++) {
          scratch[2 * i] = (int) block.index(from + i);
          scratch[2 * i + 1] = Float.floatToRawIntBits(values[from + i]);
        }
        out.putInts(scratch, 0, 2 * now);
      }
    };
  }

  /** Row offsets, which run on from block to block. */
  final class RowOffsets implements CsrColumn {
    private final boolean wide;
    private final long[] scratch = new long[SCRATCH];
    private final int[] narrow = new int[SCRATCH];
    private long base;

    RowOffsets(boolean wide) {
      this.wide = wide;
    }

    @Override
    public void begin(LittleEndianWriter out) throws IOException {
      base = 0;
      scratch[0] = 0;
      put(out, 1);
    }

    @Override
    public void append(CsrBlock block, LittleEndianWriter out) throws IOException {
      int[] offsets = block.offsets();
      for (int from = 1; from <= block.rows(); ) {
        int now = Math.min(SCRATCH, block.rows() + 1 - from);
        for (int i = 0; i < now; i++) {
          scratch[i] = base + offsets[from + i];
        }
        put(out, now);
        from += now;
      }
      base += block.entries();
    }

    private void put(LittleEndianWriter out, int count) throws IOException {
      if (wide) {
        out.putLongs(scratch, 0, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        narrow[i] = (int) scratch[i];
      }
      out.putInts(narrow, 0, count);
    }
  }
}
