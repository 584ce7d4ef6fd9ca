// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Writes the shards of one layout: one main file each, and the vectors beside it that the layout
 * has no place for. An instance is good for any number of shards, in one thread.
 */
public interface ShardEncoder {
  /** A file beside the main one. */
  @FunctionalInterface
  interface Vector {
    /** Writes the whole file. */
    void write(Drain drain) throws IOException;
  }

  /** Returns what the names of main files end in, from the dot on. */
  String suffix();

  /**
   * Returns the bytes of a main file, before compression. Exact, but where a layout leaves out
   * values that are all 1: they count here; and where query ids count as the longest. Layouts that
   * encode numbers (Parquet) give an estimate. By default the bytes of the rows.
   */
  default long bytes(ShardCounts counts) {
    return counts.rowBytes();
  }

  /** Whether {@link #bytes} depends on {@link #rowBytes}, and not on counts alone. */
  default boolean measuresRows() {
    return false;
  }

  /**
   * Returns the bytes that one row takes, where the layout {@link #measuresRows measures} them.
   *
   * @param counts specifies the optional numbers that rows are written with
   */
  default long rowBytes(CsrBlock block, int row, ShardCounts counts) throws IOException {
    return 0;
  }

  /**
   * Validates rows while the place that they were read from is known.
   *
   * @throws MalformedRecordException for the first row that the layout has no form for; with the
   *     position of the row, without a path
   */
  default void check(CsrBlock block) throws MalformedRecordException {}

  /**
   * Returns an empty shape for a shard of this layout, which may take from the blocks what the
   * layout needs early, and sort rows in them as it writes them.
   */
  default ShardShape newShape() {
    return new ShardShape();
  }

  /**
   * Writes the main file of a shard.
   *
   * @return where the file has its number of columns, so that another one can be put there; null
   *     when there is no such place
   * @throws IllegalArgumentException when the layout has no form for these rows, with the reason
   * @throws IOException from the source or the drain
   */
  ColumnsPlace write(ShardRows shard, Drain drain) throws IOException;

  /** Returns the files beside the main one, by suffix, in the order in which they are written. */
  default Map<String, Vector> vectors(ShardRows shard) {
    return Map.of();
  }

  /** Returns the bytes of a main file without rows, by writing one. */
  default long emptyBytes() {
    var tally = new CrcDrain();
    try {
      write(new ShardRows(CsrSource.of(), new ShardShape(), 0, null, false), tally);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read, and nothing goes anywhere
    }
    return tally.bytes();
  }

  /** Returns the error of a row that a layout has no form for. */
  static MalformedRecordException refused(CsrBlock block, int row, String expected, String found) {
    long position = block.positions()[row];
    return new MalformedRecordException(
        "row that the layout can't hold", null, position, -1, expected, found);
  }
}
