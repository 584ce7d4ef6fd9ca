// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.DamagePolicy;
import dev.recordio.fs.record.DamageSettings;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads RecordIO files for {@code org.apache.hadoop.mapred}, as {@link
 * dev.recordio.mapreduce.RecordIOInputFormat} does for the newer API and by the same keys: the key
 * is the offset in its file of a record's first header, the value its payload, whose first {@code
 * value.getLength()} bytes are good.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOInputFormat extends RangeInputFormat<LongWritable, BytesWritable> {
  /** Creates the format. */
  public RecordIOInputFormat() {
    super(new dev.recordio.mapreduce.RecordIOInputFormat());
  }

  /**
   * Sets the input to a list of files, folders and globs with {@code ;} or {@code ,} between them;
   * its order is kept.
   */
  public static void setInput(JobConf job, String list) {
    setInputPaths(job, InputSpec.parse(list).toArray(new Path[0]));
  }

  /** Sets what readers do with damaged records. */
  public static void setCorruptRecordPolicy(JobConf job, DamagePolicy policy) {
    DamageSettings.setPolicy(job, policy);
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    return new RecordIORecordReader(job, ranges(split), reporter, false);
  }

  /**
   * Opens a split for its keys alone; values stay empty. Payloads are still read if damage is
   * skipped: what is damaged must not depend on how much is read.
   */
  protected final RecordReader<LongWritable, BytesWritable> keysReader(
      InputSplit split, JobConf job, Reporter reporter) {
    return new RecordIORecordReader(job, ranges(split), reporter, true);
  }
}
