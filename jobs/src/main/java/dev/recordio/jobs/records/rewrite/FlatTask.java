// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.ShardKeys;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordShard;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * Writes a shard of flat records: each with the label that is its class, in the header; with all
 * its labels where nothing says which one is.
 */
class FlatTask extends CopyTask {
  @Override
  protected Shard create(TaskContext task, PlannedShard split) throws IOException {
    LabelTable labels = LabelTable.ofTask(task.conf());
    if (labels != null && split.shard() == 0) {
      Path any = ShardOutputFormat.workFile(task.attempt(), split.folder(), split.shard(), "");
      labels.writeText(task.conf(), any.getParent());
    }
    var keys = new ShardKeys(task.attempt(), split.shard());
    return new Flat(task, keys, keys.createShard(task.attempt(), split.folder()), labels);
  }

  private static final class Flat extends RecordShard {
    private final ShardKeys keys;
    private final LabelTable labels; // null: they stay as they are
    private final ImagePayload image = new ImagePayload();
    private final ClassLabel classes;
    private final float[] label = new float[1];

    Flat(TaskContext task, ShardKeys keys, RecordFileWriter writer, LabelTable labels)
        throws IOException {
      super(task.attempt(), writer);
      classes = ClassLabel.ofTask(task.conf());
      this.keys = keys;
      this.labels = labels;
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      image.read(entry, source);
      int column = image.column(classes, entry, source);
      long id = image.header().id();
      if (column == ClassLabel.UNKNOWN) {
        float[] all = image.labels();
        image.write(id, image.header().id2(), all, image.header().labelCount());
      } else {
        float old = image.header().label(column);
        label[0] = labels == null ? old : labels.place(old);
        if (label[0] < 0 && labels != null) {
          throw Rewrites.changed(entry, source, "a label that it had before", old);
        }
        image.write(id, image.header().id2(), label, 1);
      }
      keys.write(writer(), image.bytes(), image.length(), entry.key, id);
    }
  }
}
