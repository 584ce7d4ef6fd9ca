// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Reads a file of weights from its lines: a decimal number for each record. */
public final class WeightParser {
  private static final int MAX_WEIGHTS = Integer.MAX_VALUE - 8;
  private static final int FIRST_CAPACITY = 1024;
  private static final int MAX_SHOWN = 40;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private final String file;
  private final int records;
  private double[] weights;
  private int size;

  /**
   * Creates the parser.
   *
   * @param file for messages
   * @param records how many weights there must be
   * @throws InvalidSettingException when these are more than fit into memory
   */
  public WeightParser(String file, long records) {
    if (records > MAX_WEIGHTS) {
      throw new InvalidSettingException(
          file + ": expected at most " + MAX_WEIGHTS + " records to weigh, found " + records);
    }
    this.file = file;
    this.records = (int) records;
    weights = new double[Math.min(this.records, FIRST_CAPACITY)];
  }

  /**
   * Takes the next line, without its end.
   *
   * @throws InvalidSettingException when it is not a weight, or one too many
   */
  public void add(String line) {
    String number = line.strip();
    double weight = NUMBER.matcher(number).matches() ? Double.parseDouble(number) : Double.NaN;
    if (!Weights.isWeight(weight)) {
      throw invalid(Weights.EXPECTED, shown(number));
    }
    if (size == records) {
      throw invalid("no more than " + records + " weights, one for each record", "another one");
    }
    if (size == weights.length) {
      weights = Arrays.copyOf(weights, (int) Math.min(records, 2L * size));
    }
    weights[size++] = weight;
  }

  /**
   * Returns the weights.
   *
   * @throws InvalidSettingException when they are too few, or all of them 0
   */
  public Weights end() {
    if (size < records) {
      throw new InvalidSettingException(
          file + ": expected " + records + " weights, one for each record, found " + size);
    }
    try {
      return Weights.of(weights);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(file + ": " + e.getMessage());
    }
  }

  private InvalidSettingException invalid(String expected, String found) {
    return new InvalidSettingException(
        file + ", line " + (size + 1L) + ": expected " + expected + ", found " + found);
  }

  private static String shown(String text) {
    return '"' + (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text) + '"';
  }
}
