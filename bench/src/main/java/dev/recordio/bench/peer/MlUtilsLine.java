// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.util.ArrayList;

/**
 * A LibSVM line parsed with {@code String.split}, step by step as in Spark 4's {@code
 * MLUtils.loadLibSVMFile} with a given number of features: trimmed, blank lines and comments left
 * out, split at blanks, empty items left out, each item split at its colon, index and value kept as
 * a pair, pairs turned into two arrays, indices checked to ascend, and checked once more by the
 * vector they become. Numbers are read by Java's own methods, values are doubles.
 *
 * <p>MLUtils supports neither weights nor query ids. If a line has them, they are parsed in the
 * same way.
 *
 * @param label the label
 * @param weight the weight, 0 if there is none
 * @param qid the query id, 0 if there is none
 * @param indices from 0; the indices in the text are from 1
 * @param values as many as indices
 */
public record MlUtilsLine(double label, double weight, long qid, int[] indices, double[] values) {
  private static final String QID = "qid:";

  private record Feature(int index, double value) {}

  /** Checks the indices as MLlib's {@code SparseVector} does. */
  public MlUtilsLine {
    checkAscending(indices);
  }

  /** Returns the content of a line; null for a blank line or a comment. */
  public static MlUtilsLine of(String text) {
    String line = text.trim();
    return line.isEmpty() || line.startsWith("#") ? null : parse(line);
  }

  private static MlUtilsLine parse(String line) {
    String[] items = split(line, ' ');
    boolean weighted = items[0].indexOf(':') >= 0;
    String[] head = weighted ? split(items[0], ':') : items;
    double label = Double.parseDouble(head[0]);
    double weight = weighted ? Double.parseDouble(head[1]) : 0;
    boolean grouped = items.length > 1 && items[1].startsWith(QID);
    long qid = grouped ? Long.parseLong(split(items[1], ':')[1]) : 0;
    var features = new ArrayList<String>();
    for (int i = grouped ? 2 : 1; i < items.length; i++) {
      if (!items[i].isEmpty()) {
        features.add(items[i]);
      }
    }
    Feature[] pairs = features.stream().map(MlUtilsLine::feature).toArray(Feature[]::new);
    var indices = new int[pairs.length];
    var values = new double[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      indices[i] = pairs[i].index;
      values[i] = pairs[i].value;
    }
    checkAscending(indices);
    return new MlUtilsLine(label, weight, qid, indices, values);
  }

  private static Feature feature(String item) {
    String[] pair = split(item, ':');
    return new Feature(Integer.parseInt(pair[0]) - 1, Double.parseDouble(pair[1]));
  }

  /**
   * Scala's {@code split(Char)}, which escapes the separator for a regular expression each time.
   */
  private static String[] split(String text, char separator) {
    return text.split("\\" + separator);
  }

  private static void checkAscending(int[] indices) {
    int previous = -1;
    for (int index : indices) {
      if (index <= previous) {
        throw new IllegalArgumentException("index " + (index + 1) + " is not above the one before");
      }
      previous = index;
    }
  }

  /** Adds the numbers to sums in the order of {@link dev.recordio.bench.data.RowSums#line}. */
  public void addTo(long[] sums) {
    sums[0]++;
    sums[1] += indices.length;
    sums[3] += qid;
    sums[4] += bits(label);
    sums[5] += bits(weight);
    for (int i = 0; i < indices.length; i++) {
      sums[2] += indices[i] + 1;
      sums[6] += bits(values[i]);
    }
  }

  private static int bits(double number) {
    return Float.floatToRawIntBits((float) number);
  }
}
