// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.split.StoreSplitPlanner;
import dev.recordio.store.split.StoreSplitReader;
import dev.recordio.task.JobTokens;
import dev.recordio.task.LibraryKeys;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * The records of a record store: keys are ids, values records with the requested fields; deleted
 * records are left out. The input path is the store's folder. Key and value are used again for the
 * next record.
 *
 * <p>All tasks read one generation: the one that {@code recordio.store.generation} or {@code
 * recordio.store.tag} specifies, else the newest when the splits are made. Only the fields of
 * {@code recordio.store.fields} are read, and only the ids of {@code recordio.store.ids}. Splits
 * are made of whole chunks where Hadoop's keys for the least and the most bytes of a split allow
 * it.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreInputFormat extends FileInputFormat<LongWritable, StoreRecord> {
  /** Sets the store. */
  public static void setStore(Job job, Path store) throws IOException {
    setInputPaths(job, store);
  }

  /** Sets the names of the fields that are read; without any, all are. */
  public static void setFields(Job job, String... names) {
    StoreConf.FIELDS.set(job.getConfiguration(), String.join(",", names));
  }

  /** Sets the generation that is read. */
  public static void setGeneration(Job job, long generation) {
    StoreConf.GENERATION.set(job.getConfiguration(), generation);
  }

  /** Sets the tag of the generation that is read. */
  public static void setTag(Job job, String name) {
    StoreConf.TAG.set(job.getConfiguration(), name);
  }

  /** Sets the ids that are read: numbers, and ranges A-B with both included, commas between. */
  public static void setIds(Job job, String ids) {
    StoreConf.IDS.set(job.getConfiguration(), ids);
  }

  /**
   * Returns the one store that a job reads.
   *
   * @throws InvalidSettingException when there is none, or several
   */
  @InterfaceAudience.Private
  public static Path onlyStore(Path... inputs) {
    if (inputs.length != 1) {
      throw new InvalidSettingException(
          "a job reads one store: its folder is the input path; there are "
              + inputs.length
              + " paths");
    }
    return inputs[0];
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    LibraryKeys.checkAll(conf, StoreConf.values());
    Path store = onlyStore(getInputPaths(job));
    JobTokens.obtain(conf, job.getCredentials(), List.of(store));
    var planner = new StoreSplitPlanner(conf, store);
    long minSize = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
    Path folder = planner.snapshot().path();
    var splits = new ArrayList<InputSplit>();
    for (StoreSplitPlanner.Placed placed : planner.plan(minSize, getMaxSplitSize(job))) {
      splits.add(new StoreSplit(folder, placed));
    }
    return splits;
  }

  @Override
  public RecordReader<LongWritable, StoreRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new StoreRecordReader();
  }

  /** Reads the records of one split. */
  private static final class StoreRecordReader extends RecordReader<LongWritable, StoreRecord> {
    private final LongWritable key = new LongWritable();
    private StoreSplitReader reader;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      var store = (StoreSplit) split;
      Configuration conf = context.getConfiguration();
      reader =
          new StoreSplitReader(
              conf,
              store.getPath(),
              StoreSplitPlanner.fields(conf),
              store.split(),
              TaskCounters.of(context));
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      boolean more = reader.next();
      if (more) {
        key.set(reader.record().id());
      }
      return more;
    }

    @Override
    public LongWritable getCurrentKey() {
      return key;
    }

    @Override
    public StoreRecord getCurrentValue() {
      return reader.record();
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
