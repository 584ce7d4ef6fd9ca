// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.records.census.ShardKeys;
import dev.recordio.jobs.records.census.SourceTable;
import dev.recordio.jobs.shard.PlannedShard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** Writes the shards of a task: copies the records of their plan, in the order of the input. */
public class CopyTask extends UnitTask<List<PlannedShard>, Object> {
  /** A shard while it is written. */
  public interface Shard extends Closeable {
    /** Copies a record, or a row. */
    void copy(CopyEntry entry, RecordSource source) throws IOException;

    /** Completes the shard after its last record; not called after an error. */
    default void finish() throws IOException {}

    /** Counts what the shard holds, when it is closed. */
    void count() throws IOException;

    /** Returns what is reported of the shard, after {@link #count}; null for nothing. */
    default Object report() {
      return null;
    }
  }

  /** Creates a task that reports nothing. */
  public CopyTask() {
    this(null);
  }

  /**
   * Creates a task that reports its shards, one a task.
   *
   * @param reports writes what {@link Shard#report} returns
   */
  @SuppressWarnings("unchecked") // the shards of a task return what its reports are made of
  protected CopyTask(Serde<?> reports) {
    super(
        new Serde<>((shards, out) -> PlannedShard.writeAll(out, shards), PlannedShard::readAll),
        (Serde<Object>) reports);
  }

  /**
   * Makes a job copy the records of shards. One task writes at most one shard of each folder, all
   * from about the same part of the input, so that it is read once for all of them.
   *
   * @param file takes the plan, and exists as long as the job
   */
  static void install(Job job, Class<? extends CopyTask> task, List<PlannedShard> shards, Path file)
      throws IOException {
    UnitJob.setUp(job, task)
        .tasks(
            CopyEntries.group(shards), group -> group.stream().mapToLong(PlannedShard::bytes).sum())
        .set(job.getConfiguration(), file);
  }

  @Override
  protected Object run(List<PlannedShard> planned, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    SourceTable sources = SourceTable.read(conf);
    var shards = new ArrayList<Shard>();
    try (var source = new RecordSource(conf, sources);
        var entries = new CopyEntries(conf, planned);
        Closeable all = () -> CopyEntries.closeAll(shards)) {
      for (PlannedShard shard : planned) {
        shards.add(create(task, shard));
      }
      while (entries.next()) {
        read(task);
        shards.get(entries.shard()).copy(entries.entry(), source);
        task.progress(entries.progress());
      }
      for (Shard shard : shards) {
        shard.finish();
      }
    }
    Object report = null;
    for (Shard shard : shards) {
      shard.count();
      report = shard.report();
    }
    return report;
  }

  /** Called before each record. */
  protected void read(TaskContext task) throws IOException {}

  /** Creates the files of a shard in the work path. */
  protected Shard create(TaskContext task, PlannedShard shard) throws IOException {
    var keys = new ShardKeys(task.attempt(), shard.shard());
    RecordFileWriter writer = keys.createShard(task.attempt(), shard.folder());
    return new RecordShard(task.attempt(), writer) {
      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        keys.append(writer, source.read(entry), entry.key);
      }
    };
  }
}
