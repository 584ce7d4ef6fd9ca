// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.jobs.run.split.ScratchFile;
import dev.recordio.jobs.segment.SourceFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The files that records are copied from, as they were before the census. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class SourceTable {
  /** Key of the file with the table. */
  private static final String FILE = "recordio.arrange.sources-file";

  private final List<SourceFile> sources = new ArrayList<>();

  /** Makes a table of the listed input files, in order. */
  static SourceTable of(List<FileStatus> files) {
    var table = new SourceTable();
    files.forEach(file -> table.sources.add(SourceFile.of(file)));
    return table;
  }

  /** Passes the table to a job; creates {@code file} for its tasks. */
  public void write(Configuration conf, Path file) throws IOException {
    ScratchFile.write(conf, FILE, file, this::write);
  }

  private void write(DataOutput out) throws IOException {
    out.writeInt(sources.size());
    for (SourceFile source : sources) {
      source.write(out);
    }
  }

  /** Reads the table in a task. */
  public static SourceTable read(Configuration conf) throws IOException {
    return ScratchFile.read(conf, FILE, SourceTable::read);
  }

  private static SourceTable read(DataInput in) throws IOException {
    var table = new SourceTable();
    for (int count = in.readInt(); count > 0; count--) {
      table.sources.add(SourceFile.read(in));
    }
    return table;
  }

  /** Returns the number of files. */
  public int count() {
    return sources.size();
  }

  public SourceFile get(int number) {
    return sources.get(number);
  }
}
