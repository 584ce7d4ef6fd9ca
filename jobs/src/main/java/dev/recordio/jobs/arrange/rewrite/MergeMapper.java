// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.rewrite;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.arrange.copy.CopyEntry;
import dev.recordio.jobs.arrange.copy.CopyMapper;
import dev.recordio.jobs.arrange.copy.RecordShard;
import dev.recordio.jobs.arrange.copy.RecordSource;
import dev.recordio.jobs.segment.JsonFiles;
import dev.recordio.jobs.shard.ShardInputFormat;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes a shard of merged inputs: keys and ids are the numbers of the records. */
class MergeMapper extends CopyMapper {
  @Override
  protected Shard create(Context context, ShardSplit split) throws IOException {
    Configuration conf = context.getConfiguration();
    MergeTable table = MergeTable.ofTask(conf);
    if (split.shard() == 0) {
      Path json =
          new Path(ShardOutputFormat.workFile(context, "", 0, "").getParent(), MergeJob.MANIFEST);
      JsonFiles.write(json.getFileSystem(conf), json, table.content());
    }
    long first = ShardInputFormat.recordsBefore(conf, split.shard());
    RecordFileWriter writer =
        ShardOutputFormat.createShard(context, "", split.shard(), IndexKeys.KEY);
    return new Merged(context, table, first, writer);
  }

  private static final class Merged extends RecordShard {
    private final MergeTable table;
    private final long first; // number of the shard's first record
    private final ImagePayload image = new ImagePayload();
    private float[] labels = new float[1];

    Merged(Context context, MergeTable table, long first, RecordFileWriter writer) {
      super(context, writer);
      this.table = table;
      this.first = first;
    }

    @Override
    public void copy(CopyEntry entry, RecordSource source) throws IOException {
      image.read(entry, source);
      int count = image.header().labelCount();
      labels = labels.length < count ? new float[count] : labels;
      for (int i = 0; i < count; i++) {
        labels[i] = image.header().label(i);
      }
      MergeTable.Input input = table.of(entry.file);
      labels[0] = LabelOffsets.shifted(labels[0], input.offset(), source.path(entry));
      long number = first + writer().count();
      image.write(number, 0, labels, count);
      writer().write(number, image.bytes(), 0, image.length());
    }
  }
}
