// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Rows;
import dev.recordio.bench.harness.Tally;
import java.io.BufferedOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Rows one after the other in a plain file, read by their positions. */
public final class RowFiles {
  private final Configuration conf;
  private final Rows rows;
  private final Path flat;

  /** Prepares to write a file into a folder. */
  public RowFiles(Configuration conf, Rows rows, Path folder) {
    this.conf = conf;
    this.rows = rows;
    flat = new Path(folder, "rows");
  }

  /** Writes the rows one after the other; returns the file. */
  public Path writeFlat() throws IOException {
    try (var out = new BufferedOutputStream(flat.getFileSystem(conf).create(flat), 1 << 20)) {
      rows.write(out);
    }
    return flat;
  }

  /** Reads the chosen rows, a positioned read for each. */
  public Tally positioned() throws IOException {
    int size = rows.payloads().size();
    byte[] row = new byte[size];
    long checksum = 0;
    try (FSDataInputStream in = flat.getFileSystem(conf).open(flat)) {
      for (long id : rows.ids()) {
        in.readFully(id * size, row);
        checksum = Tally.mix(checksum, row, 0, size);
      }
    }
    return tally(checksum);
  }

  private Tally tally(long checksum) {
    int count = rows.ids().length;
    return new Tally(count, (long) count * rows.payloads().size(), checksum);
  }
}
