// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred.store;

import dev.recordio.mapred.ReporterCounters;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.split.StoreSplitPlanner;
import dev.recordio.store.split.StoreSplitReader;
import dev.recordio.task.JobTokens;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * The records of a record store, as {@link dev.recordio.mapreduce.store.StoreInputFormat} reads
 * them: keys are ids, values records with the requested fields; deleted records are left out. The
 * number of maps that is requested is a hint.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreInputFormat extends FileInputFormat<LongWritable, StoreRecord> {
  @Override
  public InputSplit[] getSplits(JobConf job, int numSplits) throws IOException {
    LibraryKeys.checkAll(job, StoreConf.values());
    Path store = dev.recordio.mapreduce.store.StoreInputFormat.onlyStore(getInputPaths(job));
    JobTokens.obtain(job, job.getCredentials(), List.of(store));
    var planner = new StoreSplitPlanner(job, store);
    long minSize =
        job.getLong(org.apache.hadoop.mapreduce.lib.input.FileInputFormat.SPLIT_MINSIZE, 1);
    long maxSize =
        job.getLong(
            org.apache.hadoop.mapreduce.lib.input.FileInputFormat.SPLIT_MAXSIZE, Long.MAX_VALUE);
    long goal = Math.min(maxSize, Math.max(1, planner.bytes() / Math.max(1, numSplits)));
    return planner.plan(minSize, goal).stream()
        .map(placed -> new StoreSplit(planner.snapshot().path(), placed))
        .toArray(InputSplit[]::new);
  }

  @Override
  public RecordReader<LongWritable, StoreRecord> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    return reader((StoreSplit) split, job, reporter, StoreSplitPlanner.fields(job));
  }

  /**
   * Opens a split.
   *
   * @param fields the names of the fields; null: all; empty: only ids
   */
  @InterfaceAudience.Private
  protected final RecordReader<LongWritable, StoreRecord> reader(
      StoreSplit split, JobConf job, Reporter reporter, List<String> fields) throws IOException {
    return new StoreRecordReader(split, job, reporter, fields);
  }

  /** Reads the records of one split. The values are views of what the next call reads again. */
  private static final class StoreRecordReader implements RecordReader<LongWritable, StoreRecord> {
    private final StoreSplitReader reader;
    private final StoreSplit split;

    StoreRecordReader(StoreSplit split, JobConf job, Reporter reporter, List<String> fields)
        throws IOException {
      this.split = split;
      reader =
          new StoreSplitReader(
              job, split.getPath(), fields, split.split(), new ReporterCounters(reporter));
    }

    @Override
    public boolean next(LongWritable key, StoreRecord value) throws IOException {
      boolean more = reader.next();
      if (more) {
        key.set(reader.record().id());
        value.viewOf(reader.record());
      }
      return more;
    }

    @Override
    public LongWritable createKey() {
      return new LongWritable();
    }

    @Override
    public StoreRecord createValue() {
      return new StoreRecord(reader.record().schema());
    }

    /** Returns the bytes before the next record, about. */
    @Override
    public long getPos() {
      return split.getStart() + (long) (split.getLength() * (double) reader.progress());
    }

    @Override
    public float getProgress() {
      return reader.progress();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
