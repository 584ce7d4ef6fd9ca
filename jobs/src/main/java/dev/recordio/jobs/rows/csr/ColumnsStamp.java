// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.bytes.CrcJoin;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.sparse.layout.ColumnsPlace;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the total number of columns into the file of a shard that was written before the number
 * was known, on a local disk. Repeating it changes nothing.
 */
final class ColumnsStamp {
  private final long columns;

  /** Makes a stamp for a number of columns, at most 2^31 - 1. */
  ColumnsStamp(long columns) {
    this.columns = columns;
  }

  /** Changes all shards of a folder, and updates the list. */
  void put(LocalFileSystem fs, Path folder, List<ShardResult> shards) throws IOException {
    for (int i = 0; i < shards.size(); i++) {
      ShardResult shard = shards.get(i);
      shards.set(i, put(fs.pathToFile(new Path(folder, shard.file())), shard));
    }
  }

  /** Changes a shard's main file if it has the number of columns; returns the updated shard. */
  ShardResult put(File file, ShardResult shard) throws IOException {
    ColumnsPlace place = shard.columnsPlace();
    if (place == null) {
      return shard;
    }
    try (var out = new RandomAccessFile(file, "rw")) {
      byte[] head = new byte[(int) (place.number() - place.covered())];
      out.seek(place.covered());
      out.readFully(head);
      ByteBuffer old = number(shard.ownColumns());
      ByteBuffer now = number(columns);
      int change = change(out, shard, place.number(), old, now);
      for (long at : place.checksums()) {
        change ^= change(out, shard, at, checksum(head, old), checksum(head, now));
      }
      return shard.stamped(shard.crc32c() ^ change);
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Overwrites bytes, and returns the value to XOR into the file's CRC32C: the change of the
   * checksum of these bytes, carried over the bytes after them.
   */
  private static int change(
      RandomAccessFile file, ShardResult shard, long at, ByteBuffer old, ByteBuffer now)
      throws IOException {
    file.seek(at);
    file.write(now.array());
    int difference = (int) (value(new CRC32C(), old) ^ value(new CRC32C(), now));
    return CrcJoin.CRC32C.join(difference, 0, shard.bytes() - at - now.capacity());
  }

  private static ByteBuffer number(long number) {
    return bytes(Long.BYTES).putLong(0, number);
  }

  private static ByteBuffer checksum(byte[] head, ByteBuffer number) {
    var crc = new CRC32();
    crc.update(head);
    return bytes(Integer.BYTES).putInt(0, (int) value(crc, number));
  }

  private static long value(Checksum checksum, ByteBuffer more) {
    checksum.update(more.array());
    return checksum.getValue();
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }
}
