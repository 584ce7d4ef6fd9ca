// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Which format rows of text look like, by their first line that is not blank and no comment. */
public final class TextGuess {
  private static final int LOOK = 4096;
  private static final Pattern LIBFM = Pattern.compile("\\S+\\s+\\d+:\\d+:\\S+.*");
  private static final Pattern LIBSVM =
      Pattern.compile("\\S+\\s+(qid:\\d+\\s+)?\\d+:[^\\s:]+(\\s.*)?");
  private static final Pattern CSV = Pattern.compile("[^\\s:]*,[^:]*");

  private TextGuess() {}

  /** Returns {@code csv}, {@code libfm} or {@code libsvm}; null when it looks like none of them. */
  public static String of(String text) {
    String line =
        text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).findFirst().orElse("");
    return CSV.matcher(line).matches()
        ? "csv"
        : LIBFM.matcher(line).matches()
            ? "libfm"
            : LIBSVM.matcher(line).matches() ? "libsvm" : null;
  }

  /** Returns the same of a file, unpacked. */
  static String of(Configuration conf, Path file) throws IOException {
    try (ChunkReader in = InputOpener.pieces(conf, new InputRange(file, 0, Long.MAX_VALUE))) {
      in.fill(0, LOOK, LOOK);
      int length = Math.min(LOOK, in.filled());
      return of(new String(in.buffer(), 0, length, StandardCharsets.UTF_8));
    }
  }
}
