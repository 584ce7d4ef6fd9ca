// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Writes lines of an im2rec list, in UTF-8. */
final class ListLines implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final StringBuilder line = new StringBuilder();
  private final Writer out;

  /**
   * @param out is closed with the lines
   */
  ListLines(OutputStream out) {
    this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
  }

  /**
   * Writes the line of a source.
   *
   * @param folder below which paths are relative
   */
  void add(String folder, Source source) throws IOException {
    line.setLength(0);
    ListedName.append(line, folder, source);
    out.append(line);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
