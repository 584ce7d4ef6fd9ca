// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordShard;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardPlan;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes a shard of merged inputs: keys and ids are the numbers of the records. */
class MergeTask extends CopyTask {
  @Override
  protected Shard create(TaskContext task, PlannedShard split) throws IOException {
    Configuration conf = task.conf();
    MergeTable table = MergeTable.ofTask(conf);
    if (split.shard() == 0) {
      Path json =
          new Path(
              ShardOutputFormat.workFile(task.attempt(), "", 0, "").getParent(), MergeJob.MANIFEST);
      JsonFiles.write(json.getFileSystem(conf), json, table.content());
    }
    long first = ShardPlan.recordsBefore(conf, split.shard());
    RecordFileWriter writer =
        ShardOutputFormat.createShard(task.attempt(), "", split.shard(), IndexKeys.KEY);
    return new Merged(task, table, first, writer);
  }

  private static final class Merged extends RecordShard {
    private final MergeTable table;
    private final long first; // number of the shard's first record
    private final ImagePayload image = new ImagePayload();
    private final ClassLabel classes;

    Merged(TaskContext task, MergeTable table, long first, RecordFileWriter writer)
        throws IOException {
      super(task.attempt(), writer);
      classes = ClassLabel.ofTask(task.conf());
      this.table = table;
      this.first = first;
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      image.read(entry, source);
      float[] labels = image.labels();
      MergeTable.Input input = table.of(entry.file);
      int column = image.column(classes, entry, source);
      if (column != ClassLabel.UNKNOWN) { // else the offset is 0
        labels[column] = LabelOffsets.shifted(labels[column], input.offset(), source.path(entry));
      }
      long number = first + writer().count();
      image.write(number, 0, labels, image.header().labelCount());
      writer().write(number, image.bytes(), 0, image.length());
    }
  }
}
