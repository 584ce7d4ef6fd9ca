// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.bytes.Drain;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a shard, written once from start to end; counts its bytes and computes their checksum.
 */
final class ShardFile implements Drain, Closeable {
  /**
   * Local file systems buffer less than this; HDFS has its own packets. The encoders' chunks have
   * this size, so they pass without being copied.
   */
  private static final int BUFFER = 1 << 16;

  private final FSDataOutputStream out;
  private final CRC32C crc = new CRC32C();
  private long bytes;

  ShardFile(FileSystem fs, Path file) throws IOException {
    out = Files.overwrite(fs, file, BUFFER);
  }

  @Override
  public void drain(byte[] chunk, int offset, int length) throws IOException {
    crc.update(chunk, offset, length);
    bytes += length;
    out.write(chunk, offset, length);
  }

  long bytes() {
    return bytes;
  }

  int crc32c() {
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
