// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

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

  byte[] bytes() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns a text of up to {@code most} lines. */
  static RandomText of(SplittableRandom random, int most) {
    int lines = random.nextInt(most + 1);
    int ends = random.nextInt(4); // 3: mixed
    return switch (random.nextInt(3)) {
      case 0 -> of(random, lines, ends, new LibSvm(random));
      case 1 -> of(random, lines, ends, new LibFm(random));
      default -> of(random, lines, ends, new Csv(random));
    };
  }

  /** Creates the lines of one text, which are alike in what their rows have. */
  private interface Lines {
    String format();

    String arguments();

    /** Returns the line that no row is made of and that comes first, or null. */
    default String header() {
      return null;
    }

    String row(SplittableRandom random);

    String noRow(SplittableRandom random);
  }

  private static RandomText of(SplittableRandom random, int lines, int ends, Lines kind) {
    var text = new StringBuilder();
    int rows = 0;
    int blank = random.nextBoolean() ? 8 : 3; // one in this many lines is none
    if (kind.header() != null && lines > 0) {
      text.append(kind.header()).append(lineEnd(random, ends));
    }
    for (int i = 0; i < lines; i++) {
      if (random.nextInt(blank) == 0) {
        text.append(kind.noRow(random));
      } else {
        text.append(kind.row(random));
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

  private record LibSvm(boolean weight, boolean qid, boolean valued) implements Lines {
    LibSvm(SplittableRandom random) {
      this(random.nextInt(3) == 0, random.nextInt(3) == 0, random.nextInt(4) > 0);
    }

    @Override
    public String format() {
      return "libsvm";
    }

    @Override
    public String arguments() {
      return "";
    }

    @Override
    public String row(SplittableRandom random) {
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

    @Override
    public String noRow(SplittableRandom random) {
      return comment(random);
    }
  }

  private record LibFm(boolean weight, boolean valued) implements Lines {
    LibFm(SplittableRandom random) {
      this(random.nextInt(3) == 0, random.nextInt(4) > 0);
    }

    @Override
    public String format() {
      return "libfm";
    }

    @Override
    public String arguments() {
      return "";
    }

    @Override
    public String row(SplittableRandom random) {
      var line = new StringBuilder(number(random)).append(weight ? ":2" : "");
      for (int i = random.nextInt(5); i > 0; i--) {
        line.append(blanks(random)).append(random.nextInt(9)).append(':');
        line.append(random.nextInt(1 << random.nextInt(1, 31)));
        line.append(valued ? ":" + number(random) : "");
      }
      return line.toString();
    }

    @Override
    public String noRow(SplittableRandom random) {
      return comment(random);
    }
  }

  private record Csv(int cells, char delimiter, boolean hasHeader, int label) implements Lines {
    private static final String[] NAMES = {"comma", "tab", "semicolon"};
    private static final String DELIMITERS = ",\t;";

    Csv(SplittableRandom random) {
      this(
          2 + random.nextInt(4),
          DELIMITERS.charAt(random.nextInt(NAMES.length)),
          random.nextInt(3) == 0,
          random.nextInt(-1, 2));
    }

    @Override
    public String format() {
      return "csv";
    }

    @Override
    public String arguments() {
      return "delimiter="
          + NAMES[DELIMITERS.indexOf(delimiter)]
          + "&header="
          + (hasHeader ? "yes" : "no")
          + "&label_column="
          + label;
    }

    @Override
    public String header() {
      return hasHeader ? "name" + (delimiter + "other").repeat(cells - 1) : null;
    }

    @Override
    public String row(SplittableRandom random) {
      var line = new StringBuilder();
      for (int i = 0; i < cells; i++) {
        line.append(i == 0 ? "" : String.valueOf(delimiter));
        boolean empty = i != label && i > 0 && random.nextInt(5) == 0;
        boolean quoted = random.nextInt(8) == 0;
        String number = empty ? "" : number(random);
        line.append(quoted ? '"' + number + '"' : number);
      }
      return line.toString();
    }

    @Override
    public String noRow(SplittableRandom random) {
      return "";
    }
  }
}
