// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Sound text of one format: every row alike, line ends of all kinds, blank lines, comments.
 *
 * @param format its name
 * @param arguments the arguments that the format needs
 * @param text the text, one byte per character
 * @param rows how many rows it has
 */
record RandomText(String format, String arguments, String text, int rows) {
  private static final String[] LINE_ENDS = {"\n", "\r", "\r\n"};
  private static final String DELIMITERS = ",\t;";
  private static final String[] DELIMITER_NAMES = {"comma", "tab", "semicolon"};

  byte[] bytes() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns a text of up to {@code most} lines. */
  static RandomText of(SplittableRandom random, int most) {
    int lines = random.nextInt(most + 1);
    int ends = random.nextInt(4); // 3: mixed
    return switch (random.nextInt(3)) {
      case 0 -> of(random, lines, ends, libSvm(random));
      case 1 -> of(random, lines, ends, libFm(random));
      default -> of(random, lines, ends, csv(random));
    };
  }

  /**
   * The lines of one text, which are alike in what their rows have.
   *
   * @param header the line that no row is made of and that comes first, or null
   */
  private record Lines(
      String format,
      String arguments,
      String header,
      Function<SplittableRandom, String> row,
      Function<SplittableRandom, String> noRow) {}

  private static RandomText of(SplittableRandom random, int lines, int ends, Lines kind) {
    var text = new StringBuilder();
    int rows = 0;
    int blank = random.nextBoolean() ? 8 : 3; // one in this many lines is none
    if (kind.header() != null && lines > 0) {
      text.append(kind.header()).append(lineEnd(random, ends));
    }
    for (int i = 0; i < lines; i++) {
      if (random.nextInt(blank) == 0) {
        text.append(kind.noRow.apply(random));
      } else {
        text.append(kind.row.apply(random));
        rows++;
      }
      if (i < lines - 1 || random.nextBoolean()) {
        text.append(lineEnd(random, ends));
      }
    }
    return new RandomText(kind.format(), kind.arguments(), text.toString(), rows);
  }

  private static String lineEnd(SplittableRandom random, int ends) {
    return LINE_ENDS[ends == LINE_ENDS.length ? random.nextInt(LINE_ENDS.length) : ends];
  }

  private static String blanks(SplittableRandom random) {
    return random.nextInt(4) > 0 ? " " : " \t ".substring(random.nextInt(3));
  }

  private static String number(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(10));
      case 1 -> Float.toString(Float.intBitsToFloat(random.nextInt(0x7F800000)));
      case 2 -> "-" + random.nextInt(1000) + "." + random.nextInt(100_000);
      default -> "0." + random.nextInt(1_000_000_000);
    };
  }

  private static String comment(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> " \t";
      case 2 -> "# 1 2:3";
      default -> " #";
    };
  }

  private static Lines libSvm(SplittableRandom random) {
    boolean weight = random.nextInt(3) == 0;
    boolean qid = random.nextInt(3) == 0;
    boolean valued = random.nextInt(4) > 0;
    return new Lines(
        "libsvm", "", null, r -> libSvmRow(r, weight, qid, valued), RandomText::comment);
  }

  private static String libSvmRow(
      SplittableRandom random, boolean weight, boolean qid, boolean valued) {
    var line = new StringBuilder(random.nextInt(6) == 0 ? " " : "").append(number(random));
    line.append(weight ? ":" + random.nextInt(5) : "");
    line.append(qid ? blanks(random) + "qid:" + random.nextInt(100) : "");
    long index = 0;
    for (int i = random.nextInt(6); i > 0; i--) {
      index += random.nextInt(random.nextInt(5) == 0 ? Integer.MAX_VALUE : 20);
      line.append(blanks(random)).append(index).append(valued ? ":" + number(random) : "");
    }
    return line.append(random.nextInt(8) == 0 ? " # note" : "").toString();
  }

  private static Lines libFm(SplittableRandom random) {
    boolean weight = random.nextInt(3) == 0;
    boolean valued = random.nextInt(4) > 0;
    return new Lines("libfm", "", null, r -> libFmRow(r, weight, valued), RandomText::comment);
  }

  private static String libFmRow(SplittableRandom random, boolean weight, boolean valued) {
    var line = new StringBuilder(number(random)).append(weight ? ":2" : "");
    for (int i = random.nextInt(5); i > 0; i--) {
      line.append(blanks(random)).append(random.nextInt(9)).append(':');
      line.append(random.nextInt(1 << random.nextInt(1, 31)));
      line.append(valued ? ":" + number(random) : "");
    }
    return line.toString();
  }

  private static Lines csv(SplittableRandom random) {
    int cells = 2 + random.nextInt(4);
    int delimiter = random.nextInt(DELIMITERS.length());
    boolean hasHeader = random.nextInt(3) == 0;
    int label = random.nextInt(-1, 2);
    String between = DELIMITERS.substring(delimiter, delimiter + 1);
    return new Lines(
        "csv",
        "delimiter=%s&header=%s&label_column=%d"
            .formatted(DELIMITER_NAMES[delimiter], hasHeader ? "yes" : "no", label),
        hasHeader ? "name" + (between + "other").repeat(cells - 1) : null,
        r -> csvRow(r, cells, between, label),
        r -> "");
  }

  private static String csvRow(SplittableRandom random, int cells, String between, int label) {
    var line = new StringBuilder();
    for (int i = 0; i < cells; i++) {
      line.append(i == 0 ? "" : between);
      boolean empty = i != label && i > 0 && random.nextInt(5) == 0;
      boolean quoted = random.nextInt(8) == 0;
      String number = empty ? "" : number(random);
      line.append(quoted ? '"' + number + '"' : number);
    }
    return line.toString();
  }
}
