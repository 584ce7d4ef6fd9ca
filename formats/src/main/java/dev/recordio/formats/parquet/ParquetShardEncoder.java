// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ColumnsPlace;
import dev.recordio.sparse.layout.RowCutter;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties;

/**
 * Shards as Parquet: the numbers of a row, and its entries as lists or as Spark ML's vector,
 * ascending by column. The footer has the number of columns and the base of the text. Fields and
 * base margins have no place and are left out.
 *
 * <p>Memory: a row group, {@value #GROUP_BYTES} bytes before it is encoded, or a query if that is
 * larger.
 */
public final class ParquetShardEncoder implements ShardEncoder {
  /** The most bytes of a row group, before it is encoded and compressed. */
  static final long GROUP_BYTES = 64 << 20;

  /** The number of columns, the same for all shards. */
  static final String COLUMNS = "recordio.columns";

  /** The number of the first column in the text; the indices here count from 0. */
  static final String INDEX_BASE = "recordio.index-base";

  /** There is no column that a row has twice; no index that this encoder takes is that large. */
  private static final long NONE = -1;

  private final Vectors vectors;
  private final PageCodec codec;
  private final long groupRows;
  private final int base;
  private final long fixedBytes;
  private long[] sorted = {};

  /**
   * Makes an encoder.
   *
   * @param groupRows the most rows of a row group
   */
  public ParquetShardEncoder(Vectors vectors, PageCodec codec, long groupRows, int base) {
    this.vectors = vectors;
    this.codec = codec;
    this.groupRows = groupRows;
    this.base = base;
    fixedBytes = emptyBytes();
  }

  @Override
  public String suffix() {
    return ".parquet";
  }

  /**
   * Returns an estimate: the numbers as they are before dictionaries, levels and compression, which
   * nearly always make them fewer.
   */
  @Override
  public long bytes(ShardCounts counts) {
    long row = rowBytes(counts.hasWeight(), counts.hasQid());
    return fixedBytes + row * counts.rows() + entryBytes(counts.columns()) * counts.entries();
  }

  private long rowBytes(boolean hasWeight, boolean hasQid) {
    boolean spark = vectors == Vectors.SPARK;
    return (spark ? Double.BYTES + 1 + Integer.BYTES : Float.BYTES)
        + (hasWeight ? Float.BYTES : 0)
        + (hasQid ? Long.BYTES : 0);
  }

  private long entryBytes(long columns) {
    return vectors == Vectors.SPARK
        ? Integer.BYTES + Double.BYTES
        : (RowColumns.isWide(columns) ? Long.BYTES : Integer.BYTES) + Float.BYTES;
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; row < block.rows(); row++) {
      if (block.hasQid() && block.qids()[row] < 0) {
        String expected = "query ids below 2^63, as int64 holds them (--to rowblock takes all)";
        String found = Long.toUnsignedString(block.qids()[row]);
        throw ShardEncoder.refused(block, row, expected, found);
      }
      long twice = vectors == Vectors.SPARK ? repeated(block, row) : NONE;
      if (twice != NONE) {
        String expected = "columns once in a row, as Spark's vectors have them (--vectors lists)";
        throw ShardEncoder.refused(
            block, row, expected, "column " + twice + " (counted from 0) twice");
      }
    }
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    ShardShape shape = shard.shape();
    shape.requireColumns(shard.columns());
    var columns = new RowColumns(vectors, shape, shard.columns());
    CsrSource rows = shape.ascending(shard.source());
    long row = rowBytes(shape.hasWeight(), shape.hasQid());
    long entry = entryBytes(shard.columns());
    long[] ends =
        rowGroups(
            rows,
            shape.hasQid(),
            (count, entries, groups, lines) ->
                count <= groupRows && row * count + entry * entries <= GROUP_BYTES);
    try (var file = new ParquetOutput(columns.schema(), properties(), codec, Set.of(), drain)) {
      rows.pass(new Writer(file, columns, ends));
      var metadata = new TreeMap<String, String>();
      metadata.put(COLUMNS, Long.toString(shard.columns()));
      metadata.put(INDEX_BASE, Integer.toString(base));
      columns.describe(metadata);
      file.finish(metadata);
    }
    return null;
  }

  /**
   * Returns after which row of a shard each row group ends, ascending; the last is all rows.
   *
   * @param queries whether no group ends within a query
   */
  static long[] rowGroups(CsrSource source, boolean queries, RowCutter.Bounds bounds)
      throws IOException {
    var cutter = new RowCutter(queries, bounds);
    var ends = new ArrayList<Long>();
    source.pass(
        block -> {
          long[] qids = block.qids();
          for (int r = 0; r < block.rows(); r++) {
            int entries = block.offset(r + 1) - block.offset(r);
            addEnd(ends, cutter.next(entries, 0, queries, qids[r]));
          }
        });
    addEnd(ends, cutter.finish());
    return ends.stream().mapToLong(Long::longValue).toArray();
  }

  private static void addEnd(List<Long> ends, long rows) {
    if (rows > 0) {
      ends.add(rows + (ends.isEmpty() ? 0 : ends.get(ends.size() - 1)));
    }
  }

  /** Returns a column that two entries of the row have, or {@link #NONE}. */
  private long repeated(CsrBlock block, int row) {
    int from = block.offset(row);
    int to = block.offset(row + 1);
    boolean ascends = true;
    for (int i = from + 1; i < to && ascends; i++) {
      ascends = Long.compareUnsigned(block.index(i - 1), block.index(i)) < 0;
    }
    return ascends ? NONE : search(block, from, to - from);
  }

  private long search(CsrBlock block, int from, int count) {
    if (sorted.length < count) {
      sorted = new long[count];
    }
    for (int i = 0; i < count; i++) {
      sorted[i] = block.index(from + i);
    }
    Arrays.sort(sorted, 0, count);
    for (int i = 1; i < count; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return sorted[i];
      }
    }
    return NONE;
  }

  /** No one asks for the smallest and largest index or value of pages. */
  private static ParquetProperties properties() {
    return ParquetOutput.properties()
        .withStatisticsEnabled("indices.list.element", false)
        .withStatisticsEnabled("values.list.element", false)
        .withStatisticsEnabled("features.indices.list.element", false)
        .withStatisticsEnabled("features.values.list.element", false)
        .build();
  }

  /** Writes blocks, and ends row groups. */
  private static final class Writer implements CsrSource.Visitor {
    private final ParquetOutput file;
    private final RowColumns columns;
    private final long[] ends;
    private long row;
    private int group;

    Writer(ParquetOutput file, RowColumns columns, long[] ends) {
      this.file = file;
      this.columns = columns;
      this.ends = ends;
      columns.begin(file);
    }

    @Override
    public void block(CsrBlock block) throws IOException {
      for (int r = 0; r < block.rows(); r++) {
        columns.write(block, r);
        file.endRow();
        row++;
        if (row == ends[group]) {
          file.endRowGroup();
          columns.begin(file);
          group++;
        }
      }
    }
  }
}
