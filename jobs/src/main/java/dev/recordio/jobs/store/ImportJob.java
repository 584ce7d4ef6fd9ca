// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.store.input.Columns;
import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.schema.StoreSchema;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Adds the records of files to a store, in one commit; makes the store where there is none. A task
 * takes a range of records: about a chunk of the group of fields with the most bytes. The store's
 * content is the same whatever the number of tasks.
 */
final class ImportJob implements Closeable {
  /** Each task writes a table a group, which takes 150 bytes of the manifest: it stays small. */
  private static final int MAX_PARTS = 4096;

  private static final String INPUTS = "recordio.store.job.inputs-file";

  /** What is read for each field, for the tasks. */
  private record Inputs(Map<String, String> inputs) {}

  private static final Serde<Inputs> PASSED = Serde.ofFields(Inputs.class);
  private static final int RECORDS_A_REPORT = 1024;

  /** The records from {@code from} on, before {@code to}. */
  record Records(long from, long to) {}

  private final UnitJob<Records, Void> job;
  private long records;
  private long bytes;
  private StoreSchema schema;
  private final Path path;
  private final Map<String, String> inputs;
  private Manifest base;

  /**
   * Opens and checks the inputs; nothing is written yet.
   *
   * @param inputs what is read for each field, as users write it; empty where {@code
   *     recordio.store.import.zrecord} names a folder
   * @throws InvalidSettingException when the store can't be written, or has no such field
   * @throws dev.recordio.jobs.run.error.BadInputException when values are not of a field's type, or
   *     they are not equally many
   */
  ImportJob(Configuration conf, Path path, Map<String, String> inputs)
      throws IOException, InterruptedException {
    this.path = path;
    this.inputs = new LinkedHashMap<>(inputs);
    job = UnitJob.prepare(conf, Task.class, this::open);
  }

  private void open(UnitJob<?, ?> own) throws IOException {
    Configuration conf = own.conf();
    if (StoreCommandConf.ZRECORD.get(conf).isEmpty() == inputs.isEmpty()) {
      throw new InvalidSettingException(
          "import takes FIELD=INPUT, or the folder of a zrecord: one of them");
    }
    Store store = Store.open(conf, path);
    store.generations().requireWritable();
    Snapshot head = head(store);
    base = head == null ? null : head.manifest();
    own.use(paths(conf));
    own.job().setOutputFormatClass(StoreOutputOfTasks.class);
    try (FieldColumns columns = columns(conf, head == null ? null : head.schema(), inputs, false)) {
      schema = head == null ? new StoreSchema(columns.fields()) : head.schema();
      records = columns.records();
      bytes = columns.bytes();
    }
  }

  /** Returns what tasks read and write. */
  private List<Path> paths(Configuration conf) {
    var paths = new ArrayList<Path>();
    paths.add(path);
    String zrecord = StoreCommandConf.ZRECORD.get(conf);
    if (!zrecord.isEmpty()) {
      paths.add(new Path(zrecord));
    }
    for (String input : inputs.values()) {
      paths.addAll(Columns.paths(input));
    }
    return paths;
  }

  private static Snapshot head(Store store) throws IOException {
    try {
      return store.snapshot();
    } catch (FileNotFoundException e) {
      return null; // there is no store
    }
  }

  private static FieldColumns columns(
      Configuration conf, StoreSchema schema, Map<String, String> inputs, boolean isChecked)
      throws IOException {
    String zrecord = StoreCommandConf.ZRECORD.get(conf);
    if (zrecord.isEmpty()) {
      return FieldColumns.open(conf, schema, inputs);
    }
    boolean offsetFirst = StoreCommandConf.ZRECORD_ITEMS.get(conf).equals("offset-first");
    return FieldColumns.ofZrecord(conf, schema, new Path(zrecord), offsetFirst, isChecked);
  }

  /** Returns the number of records. */
  long records() {
    return records;
  }

  /** Returns about how many bytes are read. */
  long bytes() {
    return bytes;
  }

  /** Returns the fields that the store has, or will have. */
  StoreSchema schema() {
    return schema;
  }

  /** Returns the newest generation; null if there is no store yet. */
  Manifest base() {
    return base;
  }

  /** Makes the store, if there is none, and divides the work: the job can be run then. */
  void prepare() throws IOException {
    Store store =
        base == null ? Store.create(job.conf(), path, schema) : Store.open(job.conf(), path);
    if (base == null) {
      base = store.snapshot().manifest();
    }
    try (FieldColumns columns = columns(job.conf(), schema, inputs, true)) {
      job.plan(plan(columns));
    }
    PASSED.pass(job.conf(), INPUTS, job.scratch("inputs"), new Inputs(inputs));
    StoreCommitter.installAppend(job.conf(), store.path(), base.generation());
  }

  private Plan<Records> plan(FieldColumns columns) throws IOException {
    Map<Integer, Long> groups = new HashMap<>();
    long most = 0;
    for (int i = 0; i < columns.fields().size(); i++) {
      FieldEntry entry = base.field(columns.fields().get(i).name());
      most = Math.max(most, groups.merge(entry.group(), columns.bytes(i), Long::sum));
    }
    long count = parts(records, most, base.chunkBytes());
    Plan<Records> plan = job.newPlan();
    for (int i = 0; i < count; i++) {
      long from = records * i / count;
      long to = records * (i + 1) / count;
      plan.task(List.of(new Records(from, to)), bytes / count);
    }
    return plan;
  }

  /** Returns the number of tasks: one a chunk, as long as their tables are few. */
  static long parts(long records, long bytes, long chunkBytes) {
    return Math.max(1, Math.min(Math.min(records, bytes / chunkBytes), MAX_PARTS));
  }

  /** Returns the job, not yet submitted. */
  Job job() {
    return job.job();
  }

  @Override
  public void close() throws IOException {
    job.close();
  }

  /** Returns the generation that the job made. */
  Manifest made() throws IOException {
    return StoreCommitter.made(job.conf());
  }

  /** Writes a range of the records. */
  static class Task extends UnitTask<Records, Void> {
    Task() {
      super(Serde.ofFields(Records.class));
    }

    @Override
    protected Void run(Records part, TaskContext task) throws IOException {
      Store store = StoreCommitter.store(task.conf());
      Manifest base = StoreCommitter.base(task.conf(), store);
      StoreSchema schema = base.schema();
      var committer = (StoreCommitter) task.attempt().getOutputCommitter();
      try (FieldColumns columns =
              columns(task.conf(), schema, PASSED.passed(task.conf(), INPUTS).inputs(), true);
          var records = new AppendedRecords(base, committer.begin(task.attempt(), store))) {
        columns.read(
            schema,
            part.from,
            part.to,
            records::set,
            () -> {
              records.add();
              if (records.records() % RECORDS_A_REPORT == 0) {
                task.progress();
              }
            });
        committer.report(
            task.attempt(), new TaskReport(task.number(), new byte[0], records.finish()));
      }
      return null;
    }
  }
}
