// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.textLike;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.formats.parquet.PageCodec;
import dev.recordio.formats.parquet.Vectors;
import dev.recordio.jobs.rows.SegmentConf;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The keys of csr alone; the keys of segments and side files are in {@link SegmentConf}. */
public enum CsrConf implements ConfKey {
  TO("recordio.csr.to", "npz", oneOf(Layout.names()), "The layout that csr writes: " + Layout.HELP),
  SHARD_ROWS(
      "recordio.csr.shard-rows", "0", whole(0), "The most rows of a shard; 0 means no limit."),
  SHARD_SIZE(
      "recordio.csr.shard-size",
      "128m",
      bytes(0),
      "The largest size of a shard's main file, before compression; 0 means no limit. Takes k, m,"
          + " g."),
  KEEP_GROUPS(
      "recordio.csr.keep-groups",
      "false",
      flag(),
      "Cut shards only where the query id changes; with elwc that is always so."),
  GATHER(
      "recordio.csr.gather",
      "",
      oneOf("qid"),
      "qid sorts rows of LibSVM text by query id first, so that a query is one group; its rows"
          + " keep their order."),
  COLUMNS(
      "recordio.csr.columns",
      "all",
      textLike(
          "all, compact or a file",
          text ->
              List.of(CsrConf.ALL, CsrConf.COMPACT).contains(text.toLowerCase(Locale.ROOT))
                  ? text.toLowerCase(Locale.ROOT)
                  : text),
      "Which columns csr writes: all; compact, only columns that occur, numbered anew in their order,"
          + " with a file columns.npy that has the old number of each; or such a file: only its"
          + " columns; entries of other columns are left out and counted."),
  WITHOUT(
      "recordio.csr.without",
      "",
      textLike(CsrSettings.Without.TAKES, list -> CsrSettings.Without.parse(list).toString()),
      "What to leave out of rows: weight, qid, or both with a comma between. For layouts"
          + " that have no place for them, and for training without them."),
  IF_CHANGED(
      "recordio.csr.if-changed",
      "false",
      flag(),
      "Keep an output that was made from the same files with the same settings; replace any other"
          + " output of csr. Without this, an output must not exist."),
  MEMORY(
      "recordio.csr.memory",
      "192m",
      bytes(0),
      "Bytes of a shard's rows that a task of csr keeps in memory; the rest waits in a local file."
          + " Takes k, m, g."),
  DEFLATE(
      "recordio.csr.deflate",
      "false",
      flag(),
      "Whether the arrays of .npz files are deflated; SciPy loads both, but only stored ones can be"
          + " read in part."),
  ROWBLOCK_INDEX_TYPE(
      "recordio.csr.rowblock.index-type",
      "u32",
      oneOf("u32", "u64", "uint32", "uint64"),
      "The type of indices in .rowblock files, which the reader must know: u32 (dmlc-core's usual"
          + " one) or u64; uint32 and uint64 are the same."),
  VECTORS(
      "recordio.csr.vectors",
      "lists",
      oneOf(Vectors.names()),
      "The entries of a row in Parquet: lists (columns indices and values) or spark (a"
          + " column features of Spark ML's vectors)."),
  ROW_GROUP_ROWS(
      "recordio.csr.row-group-rows",
      "100000",
      whole(1),
      "The most rows of a row group of Parquet, which has at most 64 MiB before it is"
          + " encoded and never ends within a query."),
  PARQUET_CODEC(
      "recordio.csr.parquet.codec",
      "snappy",
      oneOf(PageCodec.names()),
      "The codec of pages of csr --to parquet.");

  /** The value of {@link #COLUMNS} for columns as they are. */
  public static final String ALL = "all";

  /** The value of {@link #COLUMNS} for columns that occur. */
  public static final String COMPACT = "compact";

  private final Definition definition;

  CsrConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Whether rows are sorted by query first. */
  public static boolean gathers(Configuration conf) {
    return !GATHER.get(conf).isEmpty();
  }

  /** Whether another value may make another output of the same input. */
  public boolean changesOutput() {
    return switch (this) {
      case TO, SHARD_ROWS, SHARD_SIZE, KEEP_GROUPS, GATHER, WITHOUT, DEFLATE, ROWBLOCK_INDEX_TYPE ->
          true;
      case VECTORS, ROW_GROUP_ROWS, PARQUET_CODEC, COLUMNS -> true;
      case IF_CHANGED, MEMORY -> false;
    };
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
