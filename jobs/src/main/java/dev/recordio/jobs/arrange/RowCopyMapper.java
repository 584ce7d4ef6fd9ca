// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordIOConf;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import dev.recordio.mapreduce.LibSVMOutputFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes one shard of text: copies the lines of its plan, in order, each with a line feed. */
class RowCopyMapper extends CopyMapper {
  @Override
  void copy(Context context, ShardSplit shard, RecordSource source)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    Path file =
        ShardOutputFormat.workFile(
            context, shard.folder(), shard.shard(), LibSVMOutputFormat.SUFFIX);
    int buffer = Math.toIntExact(RecordIOConf.OUTPUT_BUFFER_SIZE.getBytes(conf));
    long rows = 0;
    long bytes = 0;
    try (OutputStream out =
        new BufferedOutputStream(file.getFileSystem(conf).create(file, false), buffer)) {
      while (context.nextKeyValue()) {
        Entry entry = context.getCurrentValue();
        int line = entry.length - 1;
        int from = source.find(entry, line);
        out.write(source.buffer(), from, line);
        out.write('\n');
        rows++;
        bytes += entry.length;
        context.progress();
      }
    }
    ShardOutputFormat.count(context, rows, bytes);
  }
}
