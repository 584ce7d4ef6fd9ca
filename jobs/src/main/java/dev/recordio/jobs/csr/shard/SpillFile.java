// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr.shard;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * Row blocks spilled to this machine's disk, in the directories that Hadoop gives tasks for such
 * files. Closing the object removes the file.
 */
final class SpillFile implements Closeable {
  private static final IndexType TYPE = IndexType.UINT64;

  private final Path path;
  private final FileChannel file;
  private final CsrBlock read = new CsrBlock();
  private long length;

  private SpillFile(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /** Makes an empty file. */
  static SpillFile create(Configuration conf) throws IOException {
    var name =
        new LocalDirAllocator(MRConfig.LOCAL_DIR).getLocalPathForWrite("recordio-csr/spill", conf);
    File folder = new File(name.getParent().toUri().getPath());
    Path path = File.createTempFile("rows-", ".rowblock", folder).toPath();
    return new SpillFile(
        path,
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  /** Appends a block. */
  void append(CsrBlock block) throws IOException {
    CsrSource rows = CsrSource.of(block);
    new RowBlockEncoder(TYPE, true, this::write).write(rows, ShardShape.of(rows));
  }

  private void write(byte[] bytes, int offset, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, count);
    while (buffer.hasRemaining()) {
      length += file.write(buffer, length);
    }
  }

  /** Passes all blocks, in order; they share one array. */
  void pass(CsrSource.Visitor visitor) throws IOException {
    var source =
        new RowBlockDecoder.Source() {
          private long position;

          @Override
          public int read(byte[] into, int offset, int count) throws IOException {
            int got = file.read(ByteBuffer.wrap(into, offset, count), position);
            position += Math.max(0, got);
            return got;
          }
        };
    var decoder = new RowBlockDecoder(source, length, TYPE);
    try {
      while (decoder.next(read)) {
        visitor.block(read);
      }
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(path.toString()) : e;
    }
  }

  /** Returns the bytes in the file. */
  long length() {
    return length;
  }

  /** Removes all blocks. */
  void clear() throws IOException {
    file.truncate(0);
    length = 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
