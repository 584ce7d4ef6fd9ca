// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.RowFileWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes shards of text: copies the lines of their plan, each with a line feed. */
class RowCopyTask extends CopyTask {
  @Override
  protected Shard create(TaskContext task, PlannedShard shard) throws IOException {
    Configuration conf = task.conf();
    Path file =
        ShardOutputFormat.workFile(
            task.attempt(), shard.folder(), shard.shard(), RowFileWriter.SUFFIX);
    int buffer = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    OutputStream out = new BufferedOutputStream(Files.create(conf, file), buffer);
    return new Shard() {
      private long rows;
      private long bytes;

      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        int line = entry.length - 1;
        int from = source.find(entry, line);
        out.write(source.buffer(), from, line);
        out.write('\n');
        rows++;
        bytes += entry.length;
      }

      @Override
      public void count() {
        ShardOutputFormat.count(task.attempt(), rows, bytes);
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }
}
