// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.util.SplittableRandom;

/** LibSVM text that is nearly right, or not at all: every rule is broken now and then. */
final class OddLibSvm {
  private static final String[] LINE_ENDS = {"\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n\r"};
  private static final String[] ODD =
      ("|+|-|.|:|::|#|,|e5|1e|1e+|x|1x|x1|0x10|1.2.3|--1|+-1|nan|-inf|Infinity|"
              + "infinit|1,2|qid:|qid:3|qid:x|qid: 4|qid:-1|qid:18446744073709551615|"
              + "qid:18446744073709551616|1:|:1|1:2:3|1 :2|1: 2|1 : 2|1: #|-1:2|+1:2|1:x|"
              + "1:2x|1:nan|1:-inf|1:1e39|1:1e-60|0:1|18446744073709551615:1|"
              + "18446744073709551616:1|4294967296:1|2147483647:1|2147483648:1|"
              + "00000000000000000000007:1|7:0.5|1#2|1:2#3|\u00EF\u00BB\u00BF|\u00A0|\"1\"|"
              + "1\t2|1e400|-|1:-|1:+|1:.|1:1e|12:1.|12:.5")
          .split("[|]");
  private static final String BYTES = "0123456789+-.eE:#, \t\r\nqidnaf\u00E9\"\u0000";

  private OddLibSvm() {}

  /** Returns a text of some lines, one byte per character. */
  static String text(SplittableRandom random) {
    var text = new StringBuilder(random.nextInt(30) == 0 ? "\u00EF\u00BB\u00BF" : "");
    int odd =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> 60;
          case 2 -> 15;
          default -> 4;
        };
    boolean weight = random.nextInt(4) == 0;
    boolean qid = random.nextInt(3) == 0;
    boolean valued = random.nextInt(5) > 0;
    for (int lines = 1 + random.nextInt(5); lines > 0; lines--) {
      line(text, random, odd, weight, qid, valued);
      text.append(lines > 1 || random.nextBoolean() ? any(random, LINE_ENDS) : "");
    }
    if (random.nextInt(3) == 0) {
      for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
        edit(text, random);
      }
    }
    return text.toString();
  }

  private static String any(SplittableRandom random, String[] of) {
    return of[random.nextInt(of.length)];
  }

  private static boolean isOdd(SplittableRandom random, int odd) {
    return odd > 0 && random.nextInt(odd) == 0;
  }

  private static String blanks(SplittableRandom random) {
    return random.nextInt(12) > 0 ? " " : any(random, new String[] {"\t", "  ", " \t "});
  }

  private static void line(
      StringBuilder text,
      SplittableRandom random,
      int odd,
      boolean weight,
      boolean qid,
      boolean valued) {
    if (random.nextInt(12) == 0) {
      text.append(any(random, new String[] {"", " ", "# 1 2:3", "\t#", "#"}));
      return;
    }
    text.append(random.nextInt(12) == 0 ? blanks(random) : "");
    text.append(isOdd(random, odd) ? any(random, ODD) : number(random));
    if (weight != isOdd(random, odd)) {
      text.append(':').append(isOdd(random, odd) ? any(random, ODD) : number(random));
    }
    if (qid != isOdd(random, odd)) {
      text.append(blanks(random)).append("qid:").append(random.nextInt(20));
    }
    long index = 0;
    int width = random.nextInt(1, 34); // bits of a step
    for (int features = random.nextInt(8); features > 0; features--) {
      text.append(blanks(random));
      if (isOdd(random, odd)) {
        text.append(any(random, ODD));
        continue;
      }
      index = isOdd(random, odd) ? random.nextInt(10) : index + random.nextLong(1L << width);
      text.append(index);
      if (valued != isOdd(random, odd)) {
        text.append(':').append(number(random));
      }
    }
    text.append(random.nextInt(10) == 0 ? " # and 1:2" : "");
    text.append(random.nextInt(10) == 0 ? blanks(random) : "");
  }

  private static String number(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> Integer.toString(random.nextInt(10));
      case 3 -> "0." + random.nextInt(1_000_000);
      case 4 -> random.nextInt(10) + "." + random.nextLong(1_000_000_000_000_000_000L);
      case 5 -> Float.toString(Float.intBitsToFloat(random.nextInt(0x7F800000)));
      case 6 -> "-" + random.nextInt(1000) + (random.nextBoolean() ? "." : ".25");
      default -> random.nextInt() + "e" + (random.nextInt(120) - 60);
    };
  }

  private static void edit(StringBuilder text, SplittableRandom random) {
    int at = random.nextInt(text.length() + 1);
    char c = BYTES.charAt(random.nextInt(BYTES.length()));
    switch (random.nextInt(3)) {
      case 0 -> text.insert(at, c);
      case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
      default -> {
        if (at < text.length()) {
          text.setCharAt(at, c);
        }
      }
    }
  }
}
