// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.util.ArrayList;
import java.util.List;

/** The sound records of a file, by its headers and by its index. */
final class FileRuns {
  private final FileVerdict verdict;
  private final boolean checksums;
  private final Runs chained;
  private final Runs proven;
  private final long placed; // records
  private final boolean hasText; // index, though the binary one is damaged

  /**
   * Takes them from what was found.
   *
   * @param ranges the reports of all ranges of the file, in order
   * @param checksums whether those of the index were compared
   */
  FileRuns(List<RangeReport> ranges, boolean checksums) {
    verdict = FileVerdict.of(ranges);
    this.checksums = checksums;
    chained = Runs.union(ranges.stream().map(range -> range.chainRuns).toList());
    proven = Runs.union(ranges.stream().map(range -> range.provenRuns).toList());
    placed = ranges.stream().mapToLong(range -> range.indexed).sum();
    hasText = ranges.stream().allMatch(range -> range.hasIndex);
  }

  /** Returns what is wrong with the file. */
  FileVerdict verdict() {
    return verdict;
  }

  /** Returns the records to be kept, of those that headers lead to or that are in their places. */
  Runs kept() {
    if (verdict.fits()) {
      return proven;
    }
    // In a longer file, bytes may have been inserted in what no header follows.
    boolean isLonger = verdict.isLongerThanIndex();
    var sound = new ArrayList<>(List.of(chained));
    if (checksums || verdict.fitsUpToCut() && !isLonger) {
      sound.add(proven);
    }
    var changed = new Runs();
    verdict.findings().stream()
        .filter(finding -> finding.kind() == Finding.Kind.RECORD)
        .forEach(finding -> changed.add(finding.offset(), finding.end()));
    return Runs.union(sound).without(changed);
  }

  /** Whether there is an index, so that records have its keys if none is in doubt. */
  boolean hasIndex() {
    return verdict.hasIndex();
  }

  /** Whether an index has records that are not in their places, or a text index alone counts. */
  boolean isInDoubt() {
    return hasIndex() ? inPlace().gaps(verdict.fileLength()).count() > 0 : hasText;
  }

  /** Returns what is to be searched. */
  Doubt doubt(String file) {
    boolean isMoved = verdict.isOtherFile();
    boolean keepsOthers = !hasIndex() || (checksums ? isMoved : !verdict.fits());
    return new Doubt(
        file,
        hasIndex() ? inPlace() : new Runs(),
        keepsOthers ? chained : new Runs(),
        hasIndex() ? placed : 0,
        isMoved,
        !hasIndex());
  }

  /** Returns the records that are in their places without doubt. */
  Runs inPlace() {
    return checksums ? proven : Runs.common(proven, chained);
  }
}
