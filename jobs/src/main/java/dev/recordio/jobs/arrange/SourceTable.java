// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.Files;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/** The files that records are copied from, as they were before the census. */
final class SourceTable {
  /**
   * A file.
   *
   * @param path where it is
   * @param length its bytes
   * @param modified when it was written, in ms
   */
  record Source(Path path, long length, long modified) {}

  private final List<Source> sources = new ArrayList<>();

  /** Takes the files of an input, in order, as they were listed. */
  static SourceTable of(List<FileStatus> files) {
    var table = new SourceTable();
    for (FileStatus file : files) {
      table.sources.add(new Source(file.getPath(), file.getLen(), file.getModificationTime()));
    }
    return table;
  }

  private static Path file(Path plan) {
    return new Path(plan, "sources");
  }

  /** Writes the table into the folder of a plan. */
  void write(Configuration conf, Path plan) throws IOException {
    Path file = file(plan);
    try (var out = new DataOutputStream(Files.create(conf, file))) {
      out.writeInt(sources.size());
      for (Source source : sources) {
        WritableUtils.writeString(out, source.path().toString());
        out.writeLong(source.length());
        out.writeLong(source.modified());
      }
    }
  }

  /** Reads the table in a task. */
  static SourceTable read(Configuration conf, Path plan) throws IOException {
    Path file = file(plan);
    var table = new SourceTable();
    try (var in = new DataInputStream(Files.open(conf, file, Files.Reading.WHOLE))) {
      for (int count = in.readInt(); count > 0; count--) {
        Path path = new Path(WritableUtils.readString(in));
        long length = in.readLong();
        table.sources.add(new Source(path, length, in.readLong()));
      }
    }
    return table;
  }

  Source get(int number) {
    return sources.get(number);
  }
}
