// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.Sha256;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes the files of a shard, and knows what to report about them. */
final class PackedShard implements Closeable {
  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final int shard;
  private final MessageDigest digest = Sha256.newDigest();
  private final RecordFileWriter writer;
  private BigInteger firstKey;

  /** Creates the files in the work path of a task. */
  PackedShard(TaskInputOutputContext<?, ?, ?, ?> context, int shard) throws IOException {
    this.context = context;
    this.shard = shard;
    writer = ShardOutputFormat.createShard(context, "", shard, IndexKeys.KEY);
    writer.digestTo(digest);
  }

  /** Writes a record, as {@link RecordFileWriter#write} does. */
  void write(long key, byte[] payload, int length) throws IOException {
    if (firstKey == null) {
      firstKey = new BigInteger(Long.toUnsignedString(key));
    }
    writer.write(key, payload, 0, length);
  }

  /**
   * Returns the report on the closed files.
   *
   * @param bytesIn bytes of the sources, without headers
   * @param repeatedKeys records whose key an earlier one has
   * @param skipped sources that were left out
   */
  ShardReport report(long bytesIn, long repeatedKeys, long skipped) throws IOException {
    return new ShardReport(
        shard,
        writer.count(),
        writer.bytes(),
        HexFormat.of().formatHex(digest.digest()),
        firstKey,
        writer.multiPartRecords(),
        bytesIn,
        repeatedKeys,
        skipped,
        length(".idx"),
        length(".ridx"));
  }

  private long length(String suffix) throws IOException {
    Path file = ShardOutputFormat.workFile(context, "", shard, suffix);
    FileSystem fs = file.getFileSystem(context.getConfiguration());
    return fs.exists(file) ? fs.getFileStatus(file).getLen() : -1;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
