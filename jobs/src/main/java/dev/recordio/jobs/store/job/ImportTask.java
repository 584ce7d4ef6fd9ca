// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.store.input.ColumnReader;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Store;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.schema.StoreSchema;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Writes a range of the records that are imported. */
class ImportTask extends UnitTask<ImportTask.Records, Void> {
  private static final int RECORDS_A_REPORT = 1024;

  /** The records from {@code from} on, before {@code to}. */
  record Records(long from, long to) {
    private void write(DataOutput out) throws IOException {
      out.writeLong(from);
      out.writeLong(to);
    }

    private static Records read(DataInput in) throws IOException {
      return new Records(in.readLong(), in.readLong());
    }
  }

  ImportTask() {
    super(new Serde<>(Records::write, Records::read));
  }

  @Override
  protected Void run(Records part, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    Store store = StoreCommitter.store(conf);
    Manifest base = StoreCommitter.base(conf, store);
    StoreSchema schema = base.schema();
    var committer = (StoreCommitter) task.attempt().getOutputCommitter();
    try (ImportColumns columns = ImportColumns.reopen(conf, schema, ImportJob.inputs(conf));
        var records = new AppendedRecords(base, committer.begin(task.attempt(), store));
        Readers readers = Readers.open(columns, part)) {
      int[] fields =
          columns.fields().stream().mapToInt(field -> schema.indexOf(field.name())).toArray();
      for (long record = part.from; record < part.to; record++) {
        for (int i = 0; i < fields.length; i++) {
          ColumnReader reader = readers.all.get(i);
          if (!reader.next()) {
            throw new BadInputException(
                columns.column(i).source() + " ended before record " + record, null);
          }
          if (reader.isPresent()) {
            records.set(fields[i], reader.buffer(), reader.offset(), reader.length());
          }
        }
        records.add();
        if (records.records() % RECORDS_A_REPORT == 0) {
          task.progress();
        }
      }
      committer.report(
          task.attempt(), new TaskReport(task.number(), new byte[0], records.finish()));
    }
    return null;
  }

  /** One for each column. */
  private static final class Readers implements Closeable {
    private final List<ColumnReader> all = new ArrayList<>();

    static Readers open(ImportColumns columns, Records part) throws IOException {
      return CloseOnFailure.of(
          new Readers(),
          opened -> {
            for (int i = 0; i < columns.fields().size(); i++) {
              opened.all.add(columns.column(i).read(part.from, part.to));
            }
            return opened;
          });
    }

    @Override
    public void close() throws IOException {
      close(0);
    }

    private void close(int i) throws IOException {
      if (i < all.size()) {
        try (ColumnReader reader = all.get(i)) {
          close(i + 1);
        }
      }
    }
  }
}
