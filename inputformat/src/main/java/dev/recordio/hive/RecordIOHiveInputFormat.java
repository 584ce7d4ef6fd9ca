// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.mapred.RecordIOInputFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat.AvoidSplitCombination;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads RecordIO files for Hive, as {@link RecordIOInputFormat} does, with values that know where
 * their records are. Hive's own combining of small files is declined: it would list the table's
 * folder by itself, and take indexes for data.
 *
 * <p>If a query requests no column, as {@code count(*)} and {@code ANALYZE TABLE} do, rows are
 * counted: by the binary index of a file, where one fits it, else by the headers of its records.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOHiveInputFormat extends RecordIOInputFormat implements AvoidSplitCombination {
  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }

  /**
   * Returns the splits. Where rows are only counted, they are as large as Hive lets a split be, not
   * as a block: a count reads an index or headers, so each further task costs more than it saves.
   */
  @Override
  public InputSplit[] getSplits(JobConf job, int numSplits) throws IOException {
    long largest = job.getLong(FileInputFormat.SPLIT_MAXSIZE, 0);
    JobConf own = job;
    if (!wantsColumns(job) && largest > job.getLong(FileInputFormat.SPLIT_MINSIZE, 1)) {
      own = new JobConf(job);
      own.setLong(FileInputFormat.SPLIT_MINSIZE, largest);
    }
    return super.getSplits(own, numSplits);
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    List<InputRange> ranges = ranges(split);
    if (wantsColumns(job)) {
      return new KeyedRecordReader(super.getRecordReader(split, job, reporter), ranges, true);
    }
    RecordReader<LongWritable, BytesWritable> keys = null;
    if (DamageSettings.of(job).failsFast()) {
      keys = IndexedKeys.open(job, ranges);
    }
    if (keys == null) {
      keys = keysReader(split, job, reporter);
    }
    return new KeyedRecordReader(keys, ranges, false);
  }

  private static boolean wantsColumns(Configuration conf) {
    return ColumnProjectionUtils.isReadAllColumns(conf)
        || !ColumnProjectionUtils.getReadColumnIDs(conf).isEmpty();
  }
}
