// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.util.Locale;

/**
 * One of several parts of an input: consecutive items; the items of the next part follow.
 *
 * @param part which one, from 0
 * @param parts how many there are
 * @param rule where one part ends and the next one begins
 */
public record InputPart(int part, int parts, Rule rule) {
  /** How an input is cut. */
  public enum Rule {
    /** By items: parts have as many, or one more. */
    EQUAL,
    /**
     * By items as dmlc-core cuts with an index: ceil(items / parts) each; the last fewer or none.
     */
    COUNT,
    /** By bytes as dmlc-core cuts without an index: items belong where their first byte is. */
    BYTES
  }

  /**
   * Creates the part.
   *
   * @throws InvalidSettingException when there is no such part
   */
  public InputPart {
    if (part < 0 || part >= parts) {
      throw invalid(part + "/" + parts);
    }
  }

  /**
   * Reads {@code K/N}.
   *
   * @throws InvalidSettingException when it is none
   */
  public static InputPart parse(String text, Rule rule) {
    String[] numbers = text.split("/", -1);
    if (numbers.length != 2) {
      throw invalid(text);
    }
    try {
      int part = Integer.parseInt(numbers[0].trim());
      return new InputPart(part, Integer.parseInt(numbers[1].trim()), rule);
    } catch (NumberFormatException e) {
      throw invalid(text);
    }
  }

  private static InvalidSettingException invalid(String text) {
    return new InvalidSettingException(
        "'" + text + "' is no part: write K/N, such as 0/4, with K from 0 to N - 1");
  }

  /**
   * Returns the first item of the part, or of the one after it.
   *
   * @param items of the input
   * @param after 0 for this part, 1 for the one after it
   * @throws IllegalStateException for the rule that needs bytes
   */
  public long first(long items, int after) {
    long k = (long) part + after;
    return switch (rule) {
      case EQUAL -> scaled(items, k);
      case COUNT -> capped(items, items / parts + (items % parts == 0 ? 0 : 1), k);
      case BYTES -> throw new IllegalStateException("bytes specify the part, not items");
    };
  }

  /** Returns floor(items * k / parts), without overflow. */
  private long scaled(long items, long k) {
    return items / parts * k + items % parts * k / parts;
  }

  private static long capped(long items, long each, long k) {
    return each == 0 || k > items / each ? items : Math.min(items, each * k);
  }

  /** Returns the stage that sets it. */
  @Override
  public String toString() {
    return "part(" + part + "/" + parts + ",rule=" + rule.name().toLowerCase(Locale.ROOT) + ")";
  }
}
