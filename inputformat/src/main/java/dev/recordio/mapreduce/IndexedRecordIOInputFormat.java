// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.mapreduce.indexed.IndexedPlanner;
import dev.recordio.mapreduce.indexed.IndexedSplitReader;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads records by number, with the index beside each file: the key is the record's number over the
 * whole input, from 0, the value its payload. Both objects are used again for the next record.
 *
 * <p>Input and splits are as in {@link RecordIOInputFormat}; if a number of parts is set, splits
 * are cut by numbers of records. Splits have hosts in both cases. A range of numbers or a list of
 * keys leaves the other records unread. With a shuffle, the records of a split come in an order
 * that seed, epoch and the split determine ({@link dev.recordio.order.EpochOrder}).
 *
 * <p>An index that does not fit its file is ignored: the headers of the records are read then,
 * which takes longer, and a counter and a warning report it. A record that is not what its index
 * says is an error.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class IndexedRecordIOInputFormat extends InputFormat<LongWritable, BytesWritable> {

  /**
   * Requests exactly {@code parts} splits, by dmlc-core's rule for indexed files: each has ceil(n /
   * parts) of the n records, the last ones may have fewer or none.
   */
  public static void setParts(Job job, int parts) {
    setParts(job, parts, IndexedPlanner.Rule.DMLC);
  }

  /** Requests exactly {@code parts} splits with numbers of records that differ by at most one. */
  public static void setEqualParts(Job job, int parts) {
    setParts(job, parts, IndexedPlanner.Rule.EQUAL);
  }

  private static void setParts(Job job, int parts, IndexedPlanner.Rule rule) {
    Configuration conf = job.getConfiguration();
    RecordIOConf.INPUT_PARTS.set(conf, parts);
    RecordIOConf.INPUT_PARTS_RULE.set(conf, rule.name().toLowerCase(Locale.ROOT));
  }

  /** Requests only the records {@code first} to {@code last}, both included, counted from 0. */
  public static void setRows(Job job, long first, long last) {
    RecordIOConf.INPUT_ROWS.set(job.getConfiguration(), first + "-" + last);
  }

  /**
   * Requests only the records with these keys, unsigned, as the indexes have them. All records with
   * one of the keys are read; planning fails if no record has one of them.
   */
  public static void setKeys(Job job, long... keys) {
    var list = new StringBuilder();
    for (long key : keys) {
      list.append(list.isEmpty() ? "" : ",").append(Long.toUnsignedString(key));
    }
    RecordIOConf.INPUT_KEYS.set(job.getConfiguration(), list);
  }

  /** Requests the records of each split in the order of an epoch. */
  public static void setShuffle(Job job, long seed, long epoch) {
    Configuration conf = job.getConfiguration();
    RecordIOConf.INPUT_SHUFFLE.set(conf, true);
    RecordIOConf.INPUT_SEED.set(conf, seed);
    RecordIOConf.INPUT_EPOCH.set(conf, epoch);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    LibraryKeys.checkAll(job.getConfiguration());
    List<FileStatus> files = new RecordIOInputFormat().listStatus(job);
    return new IndexedPlanner(job, files).plan();
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends ReusingRecordReader<BytesWritable> {
    private IndexedSplitReader reader;

    Reader() {
      super(new BytesWritable());
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      reader = new IndexedSplitReader(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (!reader.next()) {
        return false;
      }
      IndexedSplitReader.Records record = reader.record();
      key.set(record.number());
      int from = record.payloadOffset();
      value.set(record.buffer(), from, record.payloadLength());
      return true;
    }

    @Override
    public float getProgress() {
      return reader.progress();
    }

    @Override
    public void close() throws IOException {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
