// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A file of lines in UTF-8 that is created with its first line: often there is none. */
public final class SideFile implements Closeable {
  private final Configuration conf;
  private final Path file;
  private OutputStream stream;
  private BufferedWriter out;

  /** Creates one that will write to {@code file}, replacing what an earlier attempt left. */
  public SideFile(Configuration conf, Path file) {
    this.conf = conf;
    this.file = file;
  }

  /** Writes a line, given without its end. */
  public void line(String line) throws IOException {
    if (out == null) {
      stream = Files.overwrite(file.getFileSystem(conf), file);
      out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }
    out.write(line + "\n");
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      // A writer that can't write its last bytes does not close what is below it.
      try (OutputStream closing = stream) {
        out.close();
      }
    }
  }
}
