// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.CsvHeaders;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.task.RowCounter;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/**
 * Input formats of sparse rows, by the keys {@code libsvm.*}.
 *
 * <p>The key is an offset in the file: of the line of the value's (first) row or, for row blocks,
 * of the record; -1 if a third-party format does not report it. In a compressed file it counts
 * uncompressed bytes. In a bzip2 split that does not begin at 0, it is the split's start plus the
 * uncompressed bytes since the split's first block.
 *
 * <p>Splits begin and end anywhere; a line belongs to the split that holds its first byte, except
 * that a line that begins exactly at a split's start belongs to the split before. Files of codecs
 * that can't be split, such as gzip, are one split. With {@link #setParts}, the splits are
 * libdmlc's parts.
 *
 * <p>A task checks rules about all rows, such as weights in all rows or in none, within its split.
 * {@link #conflict} checks them over all splits, by the counters of the job when it is done.
 *
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class RowInputFormat<V> extends RangeInputFormat<LongWritable, V> {
  /**
   * Sets the input to a list of files, folders and globs with {@code ;} or {@code ,} between them.
   * An entry may end in arguments, {@code a.txt?indexing_mode=1}, which set the keys for the job
   * ({@link RowInputs#parse}).
   */
  public static void setInput(Job job, String list) throws IOException {
    List<Path> paths = RowInputs.parse(job.getConfiguration(), list);
    setInputPaths(job, paths.toArray(new Path[0]));
  }

  /**
   * Returns the rule that rows of several splits break together, by the counters of a job that is
   * done: {@link ParseRule#MIXED_WEIGHTS}, {@link ParseRule#MIXED_QIDS} or {@link
   * ParseRule#MIXED_VALUES}; null if none.
   */
  public static ParseRule conflict(Counters counters) {
    return RowTraits.ofCounts(
            new long[] {
              counters.findCounter(RowCounter.ROWS_READ).getValue(),
              counters.findCounter(RowCounter.ROWS_WITH_WEIGHT).getValue(),
              counters.findCounter(RowCounter.ROWS_WITH_QUERY_ID).getValue(),
              counters.findCounter(RowCounter.ENTRIES_WITH_VALUE).getValue(),
              counters.findCounter(RowCounter.ENTRIES_WITHOUT_VALUE).getValue(),
              0
            })
        .conflict();
  }

  /** Returns the name of the format; null for the one that {@code libsvm.format} names. */
  protected String format() {
    return null;
  }

  /**
   * Returns how rows are read.
   *
   * @throws InvalidSettingException when {@code libsvm.format} is set to another format than this
   */
  @InterfaceAudience.Private
  public final TextSettings settings(Configuration conf) {
    TextSettings settings = TextSettings.of(conf);
    String format = format();
    if (format == null) {
      return settings;
    }
    if (conf.get(LibSvmConf.FORMAT.key()) != null && !settings.format().equalsIgnoreCase(format)) {
      throw new InvalidSettingException(
          LibSvmConf.FORMAT
              + " is '"
              + settings.format()
              + "', but "
              + getClass().getSimpleName()
              + " reads "
              + format
              + "; SparseRowInputFormat reads what the key says");
    }
    return settings.withFormat(format);
  }

  @Override
  public void checkSettings(Configuration conf) {
    super.checkSettings(conf);
    settings(conf).check();
  }

  @Override
  public List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    List<FileStatus> files = RowInputs.list(conf, settings(conf), inputs, filter);
    if (settings(conf).hasNames()) {
      CsvHeaders.nameColumns(conf, files); // into the job, before it is submitted
    }
    return files;
  }

  @Override
  public Predicate<Path> splittable(Configuration conf) {
    return RowInputs.splittable(conf, settings(conf));
  }

  @Override
  protected List<List<InputRange>> parts(Configuration conf, List<FileStatus> files, int parts) {
    return RowInputs.parts(conf, settings(conf), files, parts);
  }
}
