// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.Sha256;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes the files of a shard, and knows what to report about them. */
final class PackedShard implements Closeable {
  private final int shard;
  private final List<MeasuredFile> files = new ArrayList<>();
  private final RecordFileWriter writer;
  private BigInteger firstKey;

  /** Creates the files in the work path of a task. */
  PackedShard(TaskInputOutputContext<?, ?, ?, ?> context, int shard) throws IOException {
    this.shard = shard;
    writer = ShardOutputFormat.createShard(context, "", shard, IndexKeys.KEY, this::measured);
  }

  private OutputStream measured(Path file, OutputStream out) {
    var measured = new MeasuredFile(file.getName(), out);
    files.add(measured);
    return measured;
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
   * @param images what is wrong with images that were taken
   */
  ShardReport report(long bytesIn, long repeatedKeys, long skipped, ImageWarnings images) {
    return new ShardReport(
        shard,
        writer.count(),
        firstKey,
        writer.multiPartRecords(),
        bytesIn,
        repeatedKeys,
        skipped,
        images.count(),
        images.first(),
        files.stream().map(MeasuredFile::part).toList());
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** Knows length and digest of what was written: S3A shows a file only when it is committed. */
  private static final class MeasuredFile extends DigestOutputStream {
    private final String name;
    private long bytes;

    MeasuredFile(String name, OutputStream out) {
      super(out, Sha256.newDigest());
      this.name = name;
    }

    @Override
    public void write(int b) throws IOException {
      super.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      super.write(buffer, offset, length);
      bytes += length;
    }

    ShardReport.Part part() {
      return new ShardReport.Part(name, bytes, HexFormat.of().formatHex(digest.digest()));
    }
  }
}
