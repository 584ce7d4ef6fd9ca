// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.fs.stream.Files;
import dev.recordio.store.commit.WrittenTables;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a task leaves for the commit of its job.
 *
 * @param order where it comes among the reports of the job
 * @param note what the job needs besides, such as what the task was to do
 * @param tables what it wrote
 */
public record TaskReport(long order, byte[] note, WrittenTables tables) {
  private static final int MAGIC = 0x52535452;

  /** Writes the report as a file. */
  void write(FileSystem fs, Path file) throws IOException {
    try (FSDataOutputStream to = Files.overwrite(fs, file)) {
      to.writeInt(MAGIC);
      to.writeLong(order);
      to.writeInt(note.length);
      to.write(note);
      tables.write(to);
      to.writeInt(MAGIC);
    }
  }

  /** Reads a report. */
  static TaskReport read(FileSystem fs, Path file) throws IOException {
    var from = new DataInputStream(new ByteArrayInputStream(Files.readAll(fs, file)));
    if (from.readInt() != MAGIC) {
      throw new IOException(file + " is no report of a task");
    }
    long order = from.readLong();
    byte[] note = from.readNBytes(from.readInt());
    var report = new TaskReport(order, note, WrittenTables.read(from));
    if (from.readInt() != MAGIC) {
      throw new IOException(file + " is not the whole report of a task");
    }
    return report;
  }
}
