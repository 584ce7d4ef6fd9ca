// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.export.target.ExportPlan;
import dev.recordio.jobs.export.target.ExportRecord;
import dev.recordio.jobs.export.target.ShardFiles;
import dev.recordio.jobs.export.target.Target;
import dev.recordio.jobs.export.target.TargetShard;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes one shard in the format of the target. */
class ExportTask extends CopyTask {
  @Override
  protected Shard create(TaskContext task, PlannedShard split) throws IOException {
    return new Exported(task, split);
  }

  private static final class Exported implements Shard {
    private final TaskContext task;
    private final ShardFiles files;
    private final TargetShard shard;
    private final ExportRecord record;
    private final boolean keysKept;
    private final long first;
    private long written;

    Exported(TaskContext task, PlannedShard split) throws IOException {
      this.task = task;
      Configuration conf = task.conf();
      ExportPlan plan = ExportPlan.of(conf);
      var committer = (ManifestCommitter) task.attempt().getOutputCommitter();
      first = split.firstRecord();
      files =
          new ShardFiles(
              conf,
              committer.getWorkPath(),
              committer.resultFolder(task.attempt()),
              split.shard(),
              first,
              split.records());
      files.setProgress(task);
      record = new ExportRecord(plan.header());
      keysKept = SourceKeys.areKept(conf);
      shard = Target.of(conf).open(conf, plan, files);
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      long ordinal = first + written;
      record.set(
          source.read(entry),
          ordinal,
          keysKept ? entry.key : ordinal,
          source.path(entry),
          entry.offset);
      shard.write(record);
      written++;
    }

    @Override
    public void finish() throws IOException {
      shard.finish();
    }

    @Override
    public void count() throws IOException {
      files.report(written);
      ShardOutputFormat.count(task.attempt(), written, files.bytes());
    }

    @Override
    public void close() throws IOException {
      shard.close();
    }
  }
}
