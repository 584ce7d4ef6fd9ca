// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Store;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes a range of the records that are imported. */
class ImportTask extends UnitTask<ImportTask.Records, Void> {
  private static final int RECORDS_A_REPORT = 1024;

  /** The records from {@code from} on, before {@code to}. */
  record Records(long from, long to) {}

  ImportTask() {
    super(Serde.ofFields(Records.class));
  }

  @Override
  protected Void run(Records part, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    Store store = StoreCommitter.store(conf);
    Manifest base = StoreCommitter.base(conf, store);
    StoreSchema schema = base.schema();
    var committer = (StoreCommitter) task.attempt().getOutputCommitter();
    try (FieldColumns columns = ImportJob.columns(conf, schema);
        var records = new AppendedRecords(base, committer.begin(task.attempt(), store))) {
      var sink =
          new FieldColumns.Sink() {
            @Override
            public void value(int field, byte[] buffer, int offset, int length) throws IOException {
              records.set(field, buffer, offset, length);
            }

            @Override
            public void end() throws IOException {
              records.add();
              if (records.records() % RECORDS_A_REPORT == 0) {
                task.progress();
              }
            }
          };
      columns.read(schema, part.from, part.to, sink);
      committer.report(
          task.attempt(), new TaskReport(task.number(), new byte[0], records.finish()));
    }
    return null;
  }
}
