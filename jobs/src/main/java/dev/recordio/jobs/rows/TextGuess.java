// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.NameText;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
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

  private static final Map<String, String> FORMATS =
      Map.of(
          "csv", "csv",
          "libsvm", "libsvm",
          "svm", "libsvm",
          "svmlight", "libsvm",
          "libfm", "libfm",
          "libffm", "libfm",
          "ffm", "libfm");

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

  /**
   * Returns the format of a file of text: the one that its name says, else the one it looks like,
   * which a note says, else libsvm.
   */
  public static String ofNamed(Configuration conf, Path file) throws IOException {
    String named = ofName(file);
    return named == null ? ofNamed(file, head(conf, file)) : named;
  }

  /** Returns the same by the first bytes of the file, which were read already. */
  public static String ofNamed(Path file, String head) {
    String named = ofName(file);
    if (named != null) {
      return named;
    }
    String usual = LibSvmConf.FORMAT.definition().defaultValue();
    String format = of(head);
    if (format == null || format.equals(usual)) {
      return usual;
    }
    String name = NameText.shown(file.toString());
    Notes.say(name + " is taken for " + format + ", by its first line; --format says otherwise");
    return format;
  }

  /** Returns the format that the name of a file says; null when it says none. */
  public static String ofName(Path file) {
    return FORMATS.get(suffix(file));
  }

  /** Returns the ending of a name, without the one of a codec, in lower case. */
  public static String suffix(Path file) {
    String name = file.getName().toLowerCase(Locale.ROOT);
    String plain = name.replaceFirst("\\.(gz|bz2|zst|deflate|lz4)$", "");
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  /** Returns what a file looks like, unpacked; null when it looks like none of them. */
  public static String of(Configuration conf, Path file) throws IOException {
    return of(head(conf, file));
  }

  private static String head(Configuration conf, Path file) throws IOException {
    try (ChunkReader in = InputOpener.pieces(conf, new InputRange(file, 0, Long.MAX_VALUE))) {
      in.fill(0, LOOK, LOOK);
      int length = Math.min(LOOK, in.filled());
      return new String(in.buffer(), 0, length, StandardCharsets.UTF_8);
    }
  }
}
