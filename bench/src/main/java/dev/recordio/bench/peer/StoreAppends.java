// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Rows;
import dev.recordio.bench.harness.Tally;
import dev.recordio.fs.stream.Files;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Appending the rows of a {@code .npy} file to an empty store, and copying the file. */
public final class StoreAppends {
  private static final int HEADER_BYTES = 128;
  private static final int BUFFER_BYTES = 1 << 20;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private final Path npy;
  private final int width;
  private final int rows;

  /** Writes the file. */
  public StoreAppends(Configuration conf, Rows rows, Path folder) throws IOException {
    this.conf = conf;
    this.folder = folder;
    this.width = rows.payloads().size();
    this.rows = rows.payloads().count();
    npy = new Path(folder, "rows.npy");
    fs = npy.getFileSystem(conf);
    try (OutputStream out = new BufferedOutputStream(fs.create(npy), BUFFER_BYTES)) {
      out.write(header());
      rows.write(out);
    }
  }

  private byte[] header() {
    String magic = "\u0093NUMPY\u0001\u0000" + (char) (HEADER_BYTES - 10) + "\u0000";
    String text =
        "{'descr': '|u1', 'fortran_order': False, 'shape': (" + rows + ", " + width + "), }";
    String line = magic + text + " ".repeat(HEADER_BYTES - 11 - text.length()) + "\n";
    return line.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the work's tally. */
  public Tally expected() {
    return new Tally(rows, (long) rows * width, 0);
  }

  /** Makes a store, and appends the rows in one commit. */
  public Tally append() throws IOException {
    var path = new Path(folder, "appended");
    fs.delete(path, true);
    var schema = new StoreSchema(List.of(StoreField.parse("x=u1[" + width + "]")));
    Store store = Store.create(conf, path, schema);
    byte[] buffer = new byte[Math.max(1, BUFFER_BYTES / width) * width];
    try (FSDataInputStream in = Files.open(fs, npy, Files.Reading.WHOLE);
        StoreAppend append = store.append()) {
      in.readFully(0, buffer, 0, HEADER_BYTES);
      in.seek(HEADER_BYTES);
      long left = (long) rows * width;
      while (left > 0) {
        int now = (int) Math.min(left, buffer.length);
        in.readFully(buffer, 0, now);
        for (int at = 0; at < now; at += width) {
          append.set(0, buffer, at, width);
          append.add();
        }
        left -= now;
      }
      append.commit();
      return new Tally(append.records(), append.records() * width, 0);
    }
  }

  /** Copies the file, through the same streams, and makes it as durable. */
  public Tally copy() throws IOException {
    var copy = new Path(folder, "copied");
    fs.delete(copy, false);
    long length = fs.getFileStatus(npy).getLen();
    byte[] buffer = new byte[BUFFER_BYTES];
    long copied = 0;
    try (FSDataInputStream in = Files.open(fs, npy, Files.Reading.WHOLE)) {
      FSDataOutputStream out = Files.createFile(fs, copy, length);
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        copied += read;
      }
      Files.closeDurably(fs, copy, out);
    }
    return new Tally(rows, copied - HEADER_BYTES, 0);
  }
}
