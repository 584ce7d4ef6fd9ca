// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.RowStats;
import java.math.BigInteger;
import java.util.Locale;

/**
 * The index base of a whole input, and why.
 *
 * @param base in force, 0 or 1
 * @param how it was chosen
 * @param guess the base that the text suggests
 * @param reason of the guess
 */
public record IndexBaseChoice(int base, String how, int guess, String reason) {
  private static final String CSV = "csv";
  private static final String SET = "as " + LibSvmConf.INDEX_BASE + " says";

  /** Uses the setting, which must not be {@code auto} for text with indices: no guess is made. */
  public static IndexBaseChoice asSet(TextSettings settings) {
    return hasIndices(settings) ? chosen(settings.base().first(), SET) : ofColumns(settings);
  }

  private static IndexBaseChoice ofColumns(TextSettings settings) {
    return chosen(0, settings.format() + " counts columns from 0");
  }

  private static IndexBaseChoice chosen(int base, String how) {
    return new IndexBaseChoice(base, how, base, how);
  }

  /** Decides by the setting, and for {@code auto} by the statistics of the whole input. */
  public static IndexBaseChoice of(TextSettings settings, RowStats stats) {
    if (!hasIndices(settings)) {
      return ofColumns(settings);
    }
    boolean fields = !settings.arguments().containsKey("field_base"); // count as indices do
    int guess = stats.nnz() > 0 && (fields ? stats.fits(1) : stats.zeroRow() < 0) ? 1 : 0;
    String reason = reason(stats, fields);
    return settings.base() == IndexBase.AUTO
        ? new IndexBaseChoice(guess, "auto: " + reason, guess, reason)
        : new IndexBaseChoice(settings.base().first(), SET, guess, reason);
  }

  private static String reason(RowStats stats, boolean fields) {
    if (stats.nnz() == 0) {
      return "there is no entry";
    }
    if (stats.zeroRow() >= 0) {
      return String.format(
          Locale.ROOT,
          "index 0 is there, first in row %,d (from 0), %s at offset %d",
          stats.zeroRow(),
          stats.zeroPath(),
          stats.zeroOffset());
    }
    if (fields && !stats.fits(1)) {
      return "field 0 is there";
    }
    String entries =
        String.format(
            Locale.ROOT,
            "no index 0 in %,d %s",
            stats.nnz(),
            stats.nnz() == 1 ? "entry" : "entries");
    return stats.minIndex().equals(BigInteger.ONE)
        ? entries
        : entries + "; but the smallest is " + stats.minIndex() + ", so both bases can be";
  }

  /** Returns the base with which text is read before it is decided. */
  public static int readingBase(TextSettings settings) {
    return hasIndices(settings) && settings.base() == IndexBase.ONE ? 1 : 0;
  }

  /** Whether the text of a format has indices, which begin at 0 or at 1. */
  public static boolean hasIndices(TextSettings settings) {
    return !settings.format().equals(CSV) && !settings.isRecords();
  }
}
