// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.SideFile;
import dev.recordio.jobs.cli.TsvCell;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes the sources that were skipped: name, TAB, reason. The file is created when needed. */
final class Rejects implements Closeable {
  /** The folder of these files in the output; its name hides it from readers. */
  static final String FOLDER = "_rejects";

  private final SideFile file;

  Rejects(Configuration conf, Path file) {
    this.file = new SideFile(conf, file);
  }

  void add(String name, String reason) throws IOException {
    file.line(TsvCell.escape(name) + "\t" + TsvCell.escape(reason));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
