// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.Store;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Writes the records of a task; leaves the report when it is closed without an error. */
final class StoreRecordWriter extends RecordWriter<Object, StoreRecord> {
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
   * @throws InvalidSettingException when the store has no such field, or of another type
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
