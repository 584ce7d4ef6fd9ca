// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import org.apache.hadoop.conf.Configuration;

/**
 * Which entries of rows are left out, by their values: {@code libsvm.drop} and {@code
 * libsvm.missing}. They are counted as broken rules of the kind that is only a note.
 *
 * @param zeros entries whose value is 0 or -0
 * @param hasMissing entries whose value is {@code missing}, where NaN is equal to NaN
 */
record EntryFilter(boolean zeros, boolean hasMissing, float missing) {
  /** Leaves nothing out. */
  static final EntryFilter NONE = new EntryFilter(false, false, 0);

  /**
   * Returns the filter of the keys.
   *
   * @throws InvalidSettingException when the missing value is no number
   */
  static EntryFilter of(Configuration conf) {
    boolean zeros = LibSvmConf.DROP.getChoice(conf).equals("zeros");
    String missing = LibSvmConf.MISSING.get(conf);
    return missing.isEmpty()
        ? zeros ? new EntryFilter(true, false, 0) : NONE
        : new EntryFilter(zeros, true, number(missing));
  }

  /** Returns a number as users write it; {@code nan} in any case. */
  static float number(String text) {
    return text.equalsIgnoreCase("nan") ? Float.NaN : Float.parseFloat(text);
  }

  /** Leaves entries of a block out, and counts them; the matrix stays as wide as with them. */
  void apply(CsrBlock block, ParseCounters counters, RowTraits traits) {
    if (zeros) {
      remove(0, ParseRule.ZERO_DROPPED, block, counters, traits);
    }
    if (hasMissing) {
      remove(missing, ParseRule.MISSING_DROPPED, block, counters, traits);
    }
  }

  private static void remove(
      float value, ParseRule rule, CsrBlock block, ParseCounters counters, RowTraits traits) {
    traits.dropped(block.columnsOfValue(value));
    counters.add(rule, block.removeValue(value));
  }
}
