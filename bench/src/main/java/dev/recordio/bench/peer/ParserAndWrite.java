// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Subject;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileUtil;

/**
 * The library's parser over a file, and then a plain write of as many bytes as a job makes of it:
 * what such a job cannot do without, and nothing else. One thread.
 */
public final class ParserAndWrite {
  private static final int CHUNK_BYTES = 1 << 16;

  private ParserAndWrite() {}

  /**
   * Returns the work in this JVM.
   *
   * @param conf has the file system of jobs
   * @param folder the output of the job, replaced by one with a single file
   * @param bytes how many to write
   */
  public static Subject subject(Configuration conf, RowFile file, Path folder, long bytes) {
    return new Subject(
        "parser and plain write, one thread",
        () -> {
          FileUtil.fullyDelete(folder.toFile());
          RowSums sums = RowReads.rowReader(conf, file.path());
          write(conf, new org.apache.hadoop.fs.Path(folder.resolve("plain").toUri()), bytes);
          return file.tally(sums, 0);
        },
        file.tally(),
        Scope.PROCESS);
  }

  private static void write(Configuration conf, org.apache.hadoop.fs.Path to, long bytes)
      throws IOException {
    var chunk = new byte[CHUNK_BYTES];
    try (FSDataOutputStream out = to.getFileSystem(conf).create(to, true, CHUNK_BYTES)) {
      for (long left = bytes; left > 0; left -= CHUNK_BYTES) {
        out.write(chunk, 0, (int) Math.min(left, CHUNK_BYTES));
      }
    }
  }
}
