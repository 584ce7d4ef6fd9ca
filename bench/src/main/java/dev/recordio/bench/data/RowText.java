// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/** LibSVM texts, reproducible by seed, in the shapes of well-known data. */
public enum RowText {
  /** 22 features a row out of about 127, all values 1, as in agaricus. */
  AGARICUS(6, 22, 0) {
    @Override
    int value(SplittableRandom random, byte[] line, int at) {
      line[at] = '1';
      return at + 1;
    }
  },

  /**
   * 40 to 109 features a row, indices up to 47,000, values as {@code %g} writes them, as in rcv1.
   */
  RCV1(900, 40, 6) {
    @Override
    int features(SplittableRandom random) {
      return super.features(random) + random.nextInt(70);
    }

    @Override
    int value(SplittableRandom random, byte[] line, int at) {
      int zeros = random.nextInt(32) == 0 ? 2 : random.nextInt(2);
      return significant(random, line, fraction(line, at, zeros));
    }
  },

  /** 30 features a row with values of 6 digits, a weight, and a query id for each 12 rows. */
  RANKING(3, 30, 6) {
    @Override
    String head(SplittableRandom random, long row, CsrBlock block) {
      String weight = String.format(Locale.ROOT, "%.2f", random.nextDouble());
      block.setWeight(Float.parseFloat(weight));
      block.setQid(row / 12);
      return ":" + weight + " qid:" + row / 12;
    }
  },

  /** 36 features a row, indices up to some 20 million as of hashed names, values of 4 digits. */
  HASHED(1_100_000, 36, 4);

  private static final int MAX_LINE = 1 << 12;

  private final int gap;
  private final int features;
  private final int places;

  RowText(int gap, int features, int places) {
    this.gap = gap;
    this.features = features;
    this.places = places;
  }

  /** Returns the number of a row's features. */
  int features(SplittableRandom random) {
    return features;
  }

  /** Writes a value, digits after {@code 0.}, and returns the index after it. */
  int value(SplittableRandom random, byte[] line, int at) {
    return digits(random, line, fraction(line, at, 0), places);
  }

  /** Sets the row's values except its label, and returns its text. */
  String head(SplittableRandom random, long row, CsrBlock block) {
    return "";
  }

  /** Writes {@code 0.} and a number of zeros. */
  private static int fraction(byte[] line, int at, int zeros) {
    line[at] = '0';
    line[at + 1] = '.';
    int p = at + 2;
    for (; p < at + 2 + zeros; p++) {
      line[p] = '0';
    }
    return p;
  }

  private static int digits(SplittableRandom random, byte[] line, int at, int count) {
    for (int p = at; p < at + count; p++) {
      line[p] = (byte) ('0' + random.nextInt(10));
    }
    return at + count;
  }

  /** Writes digits without leading or trailing zeros. */
  int significant(SplittableRandom random, byte[] line, int at) {
    int p = digits(random, line, at, places);
    line[at] = (byte) ('1' + random.nextInt(9));
    while (line[p - 1] == '0') {
      p--;
    }
    return p;
  }

  /**
   * Writes whole lines.
   *
   * @param size how many bytes, rounded up to whole lines
   * @return their sums, of the values that {@link Float#parseFloat} returns
   */
  public RowSums write(OutputStream out, long size, long seed) throws IOException {
    var random = new SplittableRandom(seed + ordinal());
    var line = new byte[MAX_LINE];
    var block = new CsrBlock();
    RowSums sums = RowSums.NONE;
    long written = 0;
    while (written < size) {
      block.clear();
      int length = row(random, sums.rows(), block, line);
      out.write(line, 0, length);
      written += length;
      sums = sums.plus(block);
    }
    return sums;
  }

  private int row(SplittableRandom random, long row, CsrBlock block, byte[] line) {
    int label = random.nextInt(2);
    block.addRow(label);
    int p = put(line, 0, label + head(random, row, block));
    int index = 0;
    for (int i = features(random); i > 0; i--) {
      index += 1 + random.nextInt(gap);
      p = put(line, p, " " + index + ":");
      int end = value(random, line, p);
      String text = new String(line, p, end - p, StandardCharsets.US_ASCII);
      block.add(index, Float.parseFloat(text));
      p = end;
    }
    line[p] = '\n';
    return p + 1;
  }

  private static int put(byte[] line, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, line, at, bytes.length);
    return at + bytes.length;
  }

  /** Returns the name for the table. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT) + "-like";
  }
}
