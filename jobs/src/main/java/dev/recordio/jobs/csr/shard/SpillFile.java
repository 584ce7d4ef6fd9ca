// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr.shard;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Row blocks spilled to this machine's disk. Closing the object removes the file. */
final class SpillFile implements Closeable {
  private static final IndexType TYPE = IndexType.UINT64;

  private final TaskFile file;
  private final CsrBlock read = new CsrBlock();

  private SpillFile(TaskFile file) {
    this.file = file;
  }

  /** Makes an empty file. */
  static SpillFile create(Configuration conf) throws IOException {
    return new SpillFile(TaskFile.create(conf, "recordio-csr"));
  }

  /** Appends a block. */
  void append(CsrBlock block) throws IOException {
    CsrSource rows = CsrSource.of(block);
    new RowBlockEncoder(TYPE, true, file::append).write(rows, ShardShape.of(rows));
  }

  /** Passes all blocks, in order; they share one array. */
  void pass(CsrSource.Visitor visitor) throws IOException {
    var decoder = new RowBlockDecoder(file.stream()::read, file.length(), TYPE);
    try {
      while (decoder.next(read)) {
        visitor.block(read);
      }
    } catch (MalformedRecordException e) {
      throw e.path() == null ? e.at(file.toString()) : e;
    }
  }

  /** Returns the bytes in the file. */
  long length() {
    return file.length();
  }

  /** Removes all blocks. */
  void clear() throws IOException {
    file.clear();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
