// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.image.ListLine;
import dev.recordio.jobs.pack.source.CommonFolder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes lines of an im2rec list, in UTF-8. Only whole files have one. */
public final class ListLines implements Closeable {
  private static final int BUFFER = 1 << 16;

  /** Before a path below the folder whose first name looks like a scheme. */
  private static final String HERE = "./";

  private final StringBuilder line = new StringBuilder();
  private final OutputStream out;
  private long bytes;

  /**
   * @param out is closed with the lines
   */
  ListLines(OutputStream out) {
    this.out = new BufferedOutputStream(out, BUFFER);
  }

  /**
   * Checks that a list can name a source, so that it is read again as the same file.
   *
   * @param folder below which paths are relative
   * @throws BadInputException when it can't
   */
  public static void check(String folder, Source source) throws BadInputException {
    if (source.kind == Source.Kind.UNREADABLE) {
      return; // it will not be listed
    }
    String why = null;
    if (source.kind != Source.Kind.FILE) {
      why = "a list names files, not members of files: unpack the file first";
    } else if (!isReadBack(folder, path(folder, source))) {
      why =
          "a list can't hold a name with a tab, a line break, or a blank at an end: rename it,"
              + " or leave it out with --exclude";
    }
    if (why != null) {
      throw new BadInputException(
          "no line of a list can name " + Printable.of(source.displayName()) + ": " + why, null);
    }
  }

  /** Returns the path in the line: below the folder, and such that it is not taken for a URI. */
  private static String path(String folder, Source source) {
    String below = CommonFolder.below(folder, source.path);
    return !below.equals(source.path) && ListBounds.isUri(below) ? HERE + below : below;
  }

  private static boolean isReadBack(String folder, String path) {
    boolean below = !folder.isEmpty() && !ListBounds.isAbsolute(path);
    return ListLine.representable(path) && (below || ListBounds.isUri(path));
  }

  /**
   * Writes the line of a source.
   *
   * @param folder below which paths are relative
   */
  void add(String folder, Source source) throws IOException {
    line.setLength(0);
    ListLine.appendExactTo(
        line, source.key, source.labels, source.labelCount, path(folder, source));
    byte[] text = line.toString().getBytes(StandardCharsets.UTF_8);
    out.write(text);
    bytes += text.length;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
