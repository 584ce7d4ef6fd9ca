// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes the files of a shard in the work path of a task, and knows what to report about them. */
final class PackedShard implements Closeable {
  private final List<ShardReport.Written> files = new ArrayList<>();
  private final RecordFileWriter writer;
  private BigInteger firstKey;

  PackedShard(TaskInputOutputContext<?, ?, ?, ?> context, int shard) throws IOException {
    boolean sha256 = PackConf.SHA256.getBoolean(context.getConfiguration());
    writer =
        ShardOutputFormat.createShard(
            context,
            "",
            shard,
            IndexKeys.KEY,
            (file, out) -> {
              files.add(new ShardReport.Written(file.getName(), out, sha256));
              return files.get(files.size() - 1);
            });
  }

  void write(long key, byte[] payload, int length) throws IOException {
    if (firstKey == null) {
      firstKey = new BigInteger(Long.toUnsignedString(key));
    }
    writer.write(key, payload, 0, length);
  }

  /** Returns the report on the closed files. */
  ShardReport report(long bytesIn, long repeatedKeys, long skipped, ImageWarnings images) {
    return new ShardReport(
        writer.count(),
        firstKey,
        writer.multiPartRecords(),
        bytesIn,
        repeatedKeys,
        skipped,
        images.count(),
        images.first(),
        files.stream().map(ShardReport.Written::part).toList());
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
