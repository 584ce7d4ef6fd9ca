// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.task.JobTokens;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Adds records to a store that exists: tasks write them, the job commits them once, as one
 * generation. They get the ids after the last one, records of task 0 first, in the order in which
 * each task wrote them; the keys are ignored, and so are the records' own ids. The output path is
 * the store's folder. A field that a record lacks has no value.
 *
 * <p>Attempts that do not commit leave nothing that readers see. Settings of Hadoop's committers
 * have no effect. Memory of a task: a buffer of 1 MiB, or of one larger record, for each group of
 * fields.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreOutputFormat extends OutputFormat<Object, StoreRecord> {
  private StoreCommitter committer;

  /** Sets the store. */
  public static void setStore(Job job, Path store) {
    FileOutputFormat.setOutputPath(job, store);
  }

  /**
   * Checks the store, and fixes what identifies the job's commit.
   *
   * @throws InvalidSettingException when there is no output path, or commits to stores are refused
   *     there
   * @throws java.io.FileNotFoundException when the folder is no store
   */
  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    Configuration conf = job.getConfiguration();
    LibraryKeys.checkAll(conf, StoreConf.values());
    Path path = FileOutputFormat.getOutputPath(job);
    if (path == null) {
      throw new InvalidSettingException("the job has no output path: the folder of a store");
    }
    JobTokens.obtain(conf, job.getCredentials(), List.of(path));
    Store store = Store.open(conf, path);
    store.generations().requireWritable();
    Snapshot head = store.snapshot();
    StoreCommitter.installAppend(conf, head.path(), head.generation());
  }

  @Override
  public RecordWriter<Object, StoreRecord> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    return new StoreRecordWriter(committer(), context);
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return committer();
  }

  private synchronized StoreCommitter committer() {
    if (committer == null) {
      committer = new StoreCommitter();
    }
    return committer;
  }

  /** Writes the records of a task; leaves the report when it is closed without an error. */
  private static final class StoreRecordWriter extends RecordWriter<Object, StoreRecord> {
    private final StoreCommitter committer;
    private final StoreSchema schema;
    private final AppendedRecords records;
    private StoreSchema last; // the last record's
    private int[] fields; // of the store, for each field of the last record
    private boolean failed;

    StoreRecordWriter(StoreCommitter committer, TaskAttemptContext context) throws IOException {
      this.committer = committer;
      Configuration conf = context.getConfiguration();
      Store store = StoreCommitter.store(conf);
      Manifest base = StoreCommitter.base(conf, store);
      schema = base.schema();
      records = new AppendedRecords(base, committer.begin(context, store));
    }

    /**
     * Adds a record.
     *
     * @throws InvalidSettingException when the store has no such field, or its type is another
     */
    @Override
    public void write(Object key, StoreRecord record) throws IOException {
      boolean done = false;
      try {
        if (record.schema() != last) {
          fields = fields(record.schema());
          last = record.schema();
        }
        for (int i = 0; i < fields.length; i++) {
          if (record.isPresent(i)) {
            records.set(fields[i], record.bytes(i), record.start(i), record.length(i));
          }
        }
        records.add();
        done = true;
      } finally {
        failed |= !done;
      }
    }

    private int[] fields(StoreSchema of) {
      int[] found = new int[of.fields().size()];
      for (int i = 0; i < found.length; i++) {
        StoreField theirs = of.fields().get(i);
        StoreField ours = schema.field(theirs.name());
        if (!ours.type().equals(theirs.type())) {
          throw new InvalidSettingException(
              "field " + ours + " of the store is " + theirs + " in a record");
        }
        found[i] = schema.indexOf(ours.name());
      }
      return found;
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      try (records) {
        if (!failed) {
          int task = context.getTaskAttemptID().getTaskID().getId();
          committer.report(context, new TaskReport(task, new byte[0], records.finish()));
        }
      }
    }
  }
}
