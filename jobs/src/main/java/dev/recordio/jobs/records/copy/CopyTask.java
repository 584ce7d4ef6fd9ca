// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;

/** Writes the shards of a task: copies the records of their plan, in the order of the input. */
public class CopyTask extends UnitTask<CopyUnit, Object> {
  private final int maxOpen;

  /** A shard while it is written. */
  public interface Shard extends Closeable {
    /** Copies a record, or a row. */
    void copy(CopyEntry entry, RecordSource source) throws IOException;

    /** Completes the shard after its last record; not called after an error. */
    default void finish() throws IOException {}

    /** Counts what the shard holds, when it is closed. */
    void count() throws IOException, InterruptedException;

    /** Returns what is reported of the shard, after {@link #count}; null for nothing. */
    default Object report() {
      return null;
    }
  }

  /** A shard of RecordIO records. */
  public abstract static class RecordShard implements Shard {
    private final TaskContext task;
    protected final RecordFileWriter writer;

    protected RecordShard(TaskContext task, RecordFileWriter writer) {
      this.task = task;
      this.writer = writer;
    }

    @Override
    public final void count() {
      ShardOutputFormat.count(task.attempt(), writer);
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  /** Creates a task that reads its files in their order. */
  public CopyTask() {
    this(1);
  }

  /**
   * Creates a task.
   *
   * @param maxOpen how many of its files are open at a time: more where it reads them in an order
   *     of its own
   */
  protected CopyTask(int maxOpen) {
    this(maxOpen, null);
  }

  /** Creates a task that reports its shards, one a unit, by what {@link Shard#report} returns. */
  protected CopyTask(Serde<?> reports) {
    this(1, reports);
  }

  @SuppressWarnings("unchecked") // shards report what their task has given the serde of
  private CopyTask(int maxOpen, Serde<?> reports) {
    super(CopyUnit.SERDE, (Serde<Object>) reports);
    this.maxOpen = maxOpen;
  }

  @Override
  protected final Object run(CopyUnit unit, TaskContext task)
      throws IOException, InterruptedException {
    var shards = new ArrayList<Shard>();
    try (var source = new RecordSource(task.conf(), unit.sources(), maxOpen);
        var entries = new CopyEntries(task.conf(), unit.shards());
        Closeable all = () -> CloseOnFailure.closeAll(shards)) {
      for (PlannedShard shard : unit.shards()) {
        shards.add(create(task, shard));
      }
      while (entries.next()) {
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

  /** Creates the files of a shard in the work path. */
  protected Shard create(TaskContext task, PlannedShard shard) throws IOException {
    var keys = new ShardKeys(task.attempt(), shard.shard());
    return new RecordShard(task, keys.createShard(task.attempt(), shard.folder())) {
      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        keys.append(writer, source.read(entry), entry.key);
      }
    };
  }

  /** Writes shards of text: copies the lines of their plan, each with a line feed. */
  static final class OfRows extends CopyTask {
    @Override
    protected Shard create(TaskContext task, PlannedShard planned) throws IOException {
      RowShard shard = RowShard.create(task.attempt(), planned.folder(), planned.shard());
      return new Shard() {
        @Override
        public void copy(CopyEntry entry, RecordSource source) throws IOException {
          source.copyBytes(entry, entry.length - 1, shard.lines());
          shard.endLines(1);
        }

        @Override
        public void count() throws IOException, InterruptedException {
          shard.report(task.attempt());
        }

        @Override
        public void close() throws IOException {
          shard.close();
        }
      };
    }
  }
}
