// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a verification found out about a file.
 *
 * @param file its path
 * @param index the state of its indexes
 * @param sound how many of its records are sound
 * @param damaged stretches of bytes that are no sound records
 * @param findings what is wrong, in the order of the file; at most {@link #MAX_FINDINGS}
 */
public record FileHealth(
    String file, Index index, long sound, long damaged, List<Finding> findings) {
  /** How many findings of a file are kept. */
  public static final int MAX_FINDINGS = 20;

  /**
   * What an index shows that fits the file, or, if it does not fit, that the index is another's.
   */
  private static final Set<Finding.Kind> BY_INDEX =
      EnumSet.of(Finding.Kind.PLACE, Finding.Kind.BEYOND);

  /** The state of the indexes of a file. */
  public enum Index {
    /** There is one, and each of its entries is a record of the file, which has no others. */
    CURRENT,
    /** There is one, and it is damaged, or of another version of the file. */
    STALE,
    /** There is none. */
    MISSING
  }

  static FileHealth of(String file, List<RangeReport> ranges) {
    FileVerdict verdict = FileVerdict.of(ranges);
    long damaged = 0;
    boolean stale = false;
    for (Finding finding : verdict.findings()) {
      boolean ofIndex =
          finding.kind() == Finding.Kind.INDEX
              || BY_INDEX.contains(finding.kind()) && !verdict.fits();
      stale |= ofIndex;
      damaged += ofIndex ? 0 : 1;
    }
    boolean present =
        ranges.stream().anyMatch(range -> range.hasIndex || range.indexDamaged)
            || verdict.findings().stream().anyMatch(one -> one.kind() == Finding.Kind.INDEX);
    List<Finding> first = verdict.findings().stream().limit(MAX_FINDINGS).toList();
    Index index = !present ? Index.MISSING : stale ? Index.STALE : Index.CURRENT;
    return new FileHealth(file, index, verdict.sound(), damaged, first);
  }
}
