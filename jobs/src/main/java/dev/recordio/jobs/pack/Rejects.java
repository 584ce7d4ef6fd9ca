// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes down the sources that were left out: name, TAB, reason. The file is made when needed. */
final class Rejects implements Closeable {
  /** The folder, in the output, of these files; hidden from readers by its name. */
  static final String FOLDER = "_rejects";

  private final Configuration conf;
  private final Path file;
  private BufferedWriter out;

  Rejects(Configuration conf, Path file) {
    this.conf = conf;
    this.file = file;
  }

  void add(String name, String reason) throws IOException {
    if (out == null) {
      out =
          new BufferedWriter(
              new OutputStreamWriter(
                  file.getFileSystem(conf).create(file, true), StandardCharsets.UTF_8));
    }
    out.write(name.replace('\n', ' ').replace('\t', ' ') + "\t" + reason + "\n");
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
