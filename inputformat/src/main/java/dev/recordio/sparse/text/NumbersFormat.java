// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.util.Locale;
import java.util.Set;

/**
 * Lines of numbers with blanks or commas between, as in {@code .weight}, {@code .group} and {@code
 * .base_margin} files: the first number of a line is the row's label, number i + 2 its value of
 * column i. Blank lines, and lines with a comment only, give no row. The argument {@code of}
 * specifies what the numbers mean; invalid ones are errors in all modes.
 */
public final class NumbersFormat implements TextFormat {
  /** The format's name. */
  public static final String NAME = "numbers";

  /** The argument that specifies what the numbers mean, a {@link Meaning} in lower case. */
  public static final String OF = "of";

  /** What the numbers of a file mean. */
  public enum Meaning {
    /** Anything. */
    ANY("a number"),
    /** The rows of a query group, one number per line. Float32 holds whole numbers up to here. */
    GROUP("one whole number from 1 to 16777215, the rows of a group"),
    /** The weight of a row, or of a group, one number per line. */
    WEIGHT("one finite number, a weight"),
    /** The base margins of a row, one number or several a line. */
    MARGIN("finite numbers, the base margins of a row");

    private static final float MAX_GROUP = (1 << 24) - 1;

    private final String expected;

    Meaning(String expected) {
      this.expected = expected;
    }

    /** Returns what a line is expected to hold. */
    String expected() {
      return expected;
    }

    /**
     * Whether a number is valid.
     *
     * @param count how many are before it in its line
     */
    boolean takes(float number, int count) {
      return switch (this) {
        case ANY -> true;
        case GROUP -> count == 0 && number >= 1 && number <= MAX_GROUP && number == (int) number;
        case WEIGHT -> count == 0 && Float.isFinite(number);
        case MARGIN -> Float.isFinite(number);
      };
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "number [number] ...";
  }

  @Override
  public Set<String> arguments() {
    return Set.of(OF);
  }

  @Override
  public LineParser parser(TextOptions options) {
    String wanted = options.arguments().getOrDefault(OF, "any");
    for (Meaning meaning : Meaning.values()) {
      if (meaning.name().equalsIgnoreCase(wanted)) {
        return new NumbersParser(options.mode(), meaning);
      }
    }
    throw new IllegalArgumentException(
        OF + " is '" + wanted + "'; it takes one of any, group, weight, margin");
  }

  /** Reads lines of numbers: the first becomes the row's label, the others its values. */
  private static final class NumbersParser extends TextParser {
    private final Meaning meaning;

    NumbersParser(ParseMode mode, Meaning meaning) {
      super(mode);
      this.meaning = meaning;
    }

    @Override
    int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
      int p = skipBlanks(b, from);
      int count = 0;
      while (!isLineEnd(b[p]) && b[p] != '#') {
        int end = numbers.parse(b, p);
        if (end < 0 || !endsNumber(b, end) && b[end] != ',') {
          fault(ParseRule.BAD_VALUE, p);
          break;
        }
        if (!meaning.takes(numbers.value(), count)) {
          throw malformed(
              "not a " + meaning.name().toLowerCase(Locale.ROOT), p, meaning.expected());
        }
        noteRounded(b, p, end, numbers.value());
        if (count == 0) {
          out.addRow(numbers.value());
        } else {
          out.add(count - 1L, numbers.value());
        }
        count++;
        p = skipBlanks(b, end);
        p = b[p] == ',' ? skipBlanks(b, p + 1) : p;
      }
      if (count > 0) {
        traits.row(false, false, count - 1, 0);
      }
      return lineEnd(b, p);
    }
  }
}
