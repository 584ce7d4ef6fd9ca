// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.jobs.run.TaskFile;
import dev.recordio.store.schema.FieldType;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Values whose first dimension varies: all of them one after the other in an array, and the offsets
 * where the values of each record begin and end in another. The length of the first is in its
 * header, and known only at the end: a file of the task on the local disk has them until then.
 */
final class RaggedFile extends FieldFile {
  private static final int CHUNK = 1 << 20;

  private final Configuration conf;
  private final Path file;
  private final FieldType type;
  private final ArrayOutput offsets;
  private final byte[] chunk = new byte[CHUNK];
  private int used;
  private TaskFile spool; // null: all are in the chunk
  private long steps;

  /**
   * @param file the array of all values
   * @param offsets the other one, of a number more than there are records
   */
  RaggedFile(
      Configuration conf, Path file, FieldType type, ArrayOutput offsets, PresentOutput present)
      throws IOException {
    super(present);
    this.conf = conf;
    this.file = file;
    this.type = type;
    this.offsets = offsets;
    offsets.out().putLong(0);
  }

  @Override
  void put(byte[] buffer, int offset, int length) throws IOException {
    if (length % type.unitBytes() != 0) {
      throw new IllegalArgumentException(
          "a value of " + length + " bytes, expected a multiple of " + type.unitBytes());
    }
    spool(buffer, offset, length);
    steps += length / type.unitBytes();
    offsets.out().putLong(steps);
  }

  private void spool(byte[] buffer, int offset, int length) throws IOException {
    if (length > chunk.length - used) {
      if (spool == null) {
        spool = TaskFile.create(conf, "recordio-store");
      }
      spool.append(chunk, 0, used);
      used = 0;
      if (length > chunk.length) {
        spool.append(buffer, offset, length);
        return;
      }
    }
    System.arraycopy(buffer, offset, chunk, used, length);
    used += length;
  }

  @Override
  void putNone() throws IOException {
    offsets.out().putLong(steps);
  }

  @Override
  void end() throws IOException {
    offsets.finish();
    long[] shape = new long[1 + type.shape().size()];
    shape[0] = steps;
    for (int i = 1; i < shape.length; i++) {
      shape[i] = type.shape().get(i - 1);
    }
    try (ArrayOutput array = ArrayOutput.create(conf, file, type.item(), shape)) {
      if (spool != null) {
        array.out().flush();
        spool.copyTo(array.stream(), () -> {});
      }
      array.out().putBytes(chunk, 0, used);
      array.finish();
    }
  }

  @Override
  void release() throws IOException {
    try (offsets) {
      if (spool != null) {
        spool.close();
      }
    }
  }
}
