// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writing the bytes of a file again, through the streams that jobs write to. */
public final class Copies {
  private static final int BUFFER = 1 << 16;

  private Copies() {}

  /** Returns the copying of a file, byte for byte. */
  public static Subject ofFile(Configuration conf, Path from, Path to) throws IOException {
    FileSystem fs = from.getFileSystem(conf);
    var buffer = new byte[BUFFER];
    Subject.Work work =
        () -> {
          long copied = 0;
          try (FSDataInputStream in = fs.open(from);
              FSDataOutputStream out = fs.create(to, true, BUFFER)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
              out.write(buffer, 0, read);
              copied += read;
            }
          }
          return new Tally(0, copied, 0);
        };
    var expected = new Tally(0, fs.getFileStatus(from).getLen(), 0);
    return new Subject("copying the bytes", work, expected, Scope.PROCESS);
  }
}
