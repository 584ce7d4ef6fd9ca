// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.formats.output.WrittenShard;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes one shard in the format of the target. */
final class ExportTask extends CopyTask {
  ExportTask() {
    super(Serde.ofFields(WrittenShard.class));
  }

  @Override
  protected Shard create(TaskContext task, PlannedShard split) throws IOException {
    return new Exported(task, split);
  }

  private static final class Exported implements Shard {
    private final TaskContext task;
    private final ShardFiles files;
    private final SampleOutput.Shard shard;
    private final SampleRecord record;
    private final boolean keysKept;
    private final long first;
    private long written;

    Exported(TaskContext task, PlannedShard split) throws IOException {
      this.task = task;
      Configuration conf = task.conf();
      SampleFacts facts = ExportJob.facts(conf);
      var committer = (ShardCommitter) task.attempt().getOutputCommitter();
      first = split.firstRecord();
      files =
          new ShardFiles(
              conf,
              committer.getWorkPath(),
              committer.resultFolder(task.attempt()),
              split.shard(),
              split.records(),
              task,
              () -> TaskFile.create(conf, "recordio-export"));
      record = new SampleRecord(facts.header());
      keysKept = SourceKeys.areKept(conf);
      shard = Target.of(conf).open(conf, facts, files);
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
    public void count() {
      ShardOutputFormat.count(task.attempt(), written, files.bytes());
    }

    @Override
    public WrittenShard report() {
      return files.written(written);
    }

    @Override
    public void close() throws IOException {
      shard.close();
    }
  }
}
