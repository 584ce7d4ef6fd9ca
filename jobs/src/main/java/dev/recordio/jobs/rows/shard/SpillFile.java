// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;

/** Row blocks spilled to this machine's disk. Closing the object removes the file. */
final class SpillFile implements Closeable {
  private final TaskFile file;
  private int blocks;

  private SpillFile(TaskFile file) {
    this.file = file;
  }

  /** Makes an empty file. */
  static SpillFile create(Configuration conf) throws IOException {
    return new SpillFile(TaskFile.create(conf, "recordio-csr"));
  }

  /** Appends a block. */
  void append(CsrBlock block) throws IOException {
    var bytes = new DataOutputBuffer();
    new RowBlockWritable(block).write(bytes);
    file.append(bytes.getData(), 0, bytes.getLength());
    blocks++;
  }

  /** Passes all blocks, in order; they share one array. */
  void pass(CsrSource.Visitor visitor) throws IOException {
    var rows = new RowBlockWritable();
    var in = new DataInputStream(file.stream());
    try {
      for (int block = 0; block < blocks; block++) {
        rows.readFields(in);
        visitor.block(rows.block());
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
    blocks = 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
