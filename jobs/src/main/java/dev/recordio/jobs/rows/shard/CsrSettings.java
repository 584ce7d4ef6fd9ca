// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.parquet.PageCodec;
import dev.recordio.formats.parquet.Vectors;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.SegmentConf;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.ShardEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * What the keys {@code recordio.csr.*} say of shards.
 *
 * @param layout of main files
 * @param indexType of row blocks
 * @param deflate whether npz members are deflated
 * @param vectors how Parquet has the entries of a row
 * @param pageCodec of Parquet
 * @param rowGroupRows the most rows of a row group of Parquet
 * @param shardRows the most rows of a shard
 * @param shardBytes the most bytes of a main file
 * @param keepGroups whether shards end only where the query id changes
 * @param withoutWeight whether weights of rows are left out
 * @param withoutQid whether query ids of rows are left out
 * @param memory bytes of rows that a task keeps
 * @param text how the input is read; the base is decided, the columns are known
 */
public record CsrSettings(
    Layout layout,
    IndexType indexType,
    boolean deflate,
    Vectors vectors,
    PageCodec pageCodec,
    long rowGroupRows,
    long shardRows,
    long shardBytes,
    boolean keepGroups,
    boolean withoutWeight,
    boolean withoutQid,
    long memory,
    TextSettings text) {

  /** Of the rules by which output is made; 6: csv has the columns of its cells. */
  private static final int RULES_VERSION = 6;

  /**
   * Returns what the keys say, checked.
   *
   * @throws InvalidSettingException when a key does not take its value, or keys do not fit
   */
  public static CsrSettings of(Configuration conf) {
    String list = CsrConf.WITHOUT.get(conf);
    Without without = list.isEmpty() ? new Without(false, false) : Without.parse(list);
    Layout layout = Layout.of(conf);
    boolean keepGroups = layout.needsGroups() || CsrConf.KEEP_GROUPS.getBoolean(conf);
    if (keepGroups && without.qid()) {
      String needing = layout.needsGroups() ? CsrConf.TO + " " + layout : CsrConf.KEEP_GROUPS.key();
      throw new InvalidSettingException(
          needing + " needs the query ids that " + CsrConf.WITHOUT + " leaves out");
    }
    return new CsrSettings(
        layout,
        indexType(conf),
        CsrConf.DEFLATE.getBoolean(conf),
        CsrConf.VECTORS.getEnum(conf, Vectors.class),
        CsrConf.PARQUET_CODEC.getEnum(conf, PageCodec.class),
        CsrConf.ROW_GROUP_ROWS.getLong(conf),
        bound(CsrConf.SHARD_ROWS.getLong(conf)),
        bound(CsrConf.SHARD_SIZE.getBytes(conf)),
        keepGroups,
        without.weight(),
        without.qid(),
        CsrConf.MEMORY.getBytes(conf),
        TextSettings.of(conf));
  }

  /**
   * Returns what output is made from: the input and every key that changes the output.
   *
   * @param files of rows, and side files
   */
  public static InputFingerprint fingerprint(Configuration conf, List<FileStatus> files) {
    List<ConfKey> keys = new ArrayList<>(List.of(SegmentConf.values()));
    Stream.of(CsrConf.values()).filter(CsrConf::changesOutput).forEach(keys::add);
    return InputFingerprint.ofRows(RULES_VERSION, conf, files, keys);
  }

  /** Returns a new encoder of the layout, for one thread. */
  public ShardEncoder encoder() {
    return layout.encoder(this);
  }

  /** Returns a task for rows without what is left out. */
  public CsrTask toWrite(CsrTask task) {
    return new CsrTask(
        task.columns(),
        task.indexBase(),
        task.indexBaseReason(),
        task.hasWeight() && !withoutWeight,
        task.hasQid() && !withoutQid,
        task.rangeRows(),
        task.fingerprint());
  }

  /** Removes from a block what is left out of rows. */
  public void leaveOut(CsrBlock block) {
    if (withoutWeight) {
      block.clearWeights();
    }
    if (withoutQid) {
      block.clearQids();
    }
  }

  private static long bound(long value) {
    return value == 0 ? Long.MAX_VALUE : value;
  }

  private static IndexType indexType(Configuration conf) {
    String type = CsrConf.ROWBLOCK_INDEX_TYPE.getChoice(conf);
    return type.endsWith("32") ? IndexType.UINT32 : IndexType.UINT64;
  }

  /**
   * The optional numbers of rows that csr leaves out, as {@link CsrConf#WITHOUT} lists them; its
   * text is the list in its shortest form, in a fixed order.
   */
  record Without(boolean weight, boolean qid) {
    private static final String WEIGHT = "weight";
    private static final String QID = "qid";

    /** What the key takes. */
    static final String TAKES = WEIGHT + ", " + QID + ", or both with a comma between";

    /** Reads a list; an empty one is refused, as any other word. */
    static Without parse(String list) {
      var words = new TreeSet<String>();
      for (String word : list.split(",", -1)) {
        words.add(word.strip().toLowerCase(Locale.ROOT));
      }
      for (String word : words) {
        if (!word.equals(WEIGHT) && !word.equals(QID)) {
          throw new IllegalArgumentException("'" + word + "' is not known");
        }
      }
      return new Without(words.contains(WEIGHT), words.contains(QID));
    }

    @Override
    public String toString() {
      return weight && qid ? WEIGHT + "," + QID : weight ? WEIGHT : qid ? QID : "";
    }
  }
}
