// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.util.List;

/** The sound records of a file, by its headers and by its index. */
public final class FileRuns {
  private final FileVerdict verdict;
  private final boolean checksums;
  private final boolean asked;
  private final boolean seeks;
  private final Runs chained;
  private final Runs proven;
  private final Runs loose;
  private final long placed; // records
  private final boolean hasText; // index, though the binary one is damaged
  private final boolean hasSums; // of payloads
  private final boolean losesKeys;

  /**
   * Takes them from what was found.
   *
   * @param ranges the reports of all ranges of the file, in order
   * @param checksums whether the checksums of the index were compared
   * @param asked whether records with other checksums are not wanted
   * @param seeks whether the file can be read from any offset on
   */
  FileRuns(List<RangeReport> ranges, boolean checksums, boolean asked, boolean seeks) {
    verdict = FileVerdict.of(ranges);
    this.checksums = checksums;
    this.asked = asked;
    this.seeks = seeks;
    chained = Runs.union(ranges.stream().map(range -> range.chainRuns).toList());
    proven = Runs.union(ranges.stream().map(range -> range.provenRuns).toList());
    loose = Runs.union(ranges.stream().map(range -> range.looseRuns).toList());
    placed = ranges.stream().mapToLong(range -> range.indexed).sum();
    hasText = ranges.stream().allMatch(range -> range.hasIndex);
    hasSums = ranges.get(0).hasSums;
    losesKeys = ranges.stream().anyMatch(range -> range.textDamaged || range.indexDamaged);
  }

  /** Returns what is wrong with the file. */
  public FileVerdict verdict() {
    return verdict;
  }

  /** Whether the checksums of the index, which were not compared, may say which record is which. */
  public boolean needsChecksums() {
    return !checksums && hasSums && hasIndex() && !verdict.fits();
  }

  /** Whether an index is there that can't be read: if no other has them, the keys are lost. */
  public boolean losesKeys() {
    return losesKeys;
  }

  /** Whether there is an index that can be read. */
  public boolean hasAnyIndex() {
    return hasIndex() || hasText;
  }

  /** Returns the records to be kept that are in their places; without an index, in the chain. */
  public Runs kept() {
    if (!hasIndex()) {
      return chained;
    }
    if (verdict.fits() || checksums) {
      return proven;
    }
    // Bytes may have been inserted in, or lost from, what no header follows.
    boolean isUpToCut = verdict.fitsUpToCut() && !verdict.isLongerThanIndex();
    return isUpToCut ? proven.without(loose) : inPlace();
  }

  /** Whether there is an index, so that records have its keys if none is in doubt. */
  public boolean hasIndex() {
    return verdict.hasIndex();
  }

  /**
   * Whether an index has records that are not in their places, or a text index alone counts, or
   * headers and magic words have to decide about a file with damage.
   */
  public boolean isInDoubt() {
    if (hasIndex()) {
      return !verdict.fits() || inPlace().gaps(verdict.fileLength()).count() > 0;
    }
    return hasText || seeks && chained.gaps(verdict.fileLength()).count() > 0;
  }

  /** Returns the bytes of the file that are in no record that is in its place. */
  public long bytesInDoubt() {
    return Math.max(0, verdict.fileLength() - inPlace().bytes());
  }

  /** Returns what is to be searched. */
  public Doubt doubt(String file) {
    if (!hasIndex()) {
      return Doubt.withoutIndex(file, chained, hasText ? Doubt.By.TEXT : Doubt.By.HEADERS, asked);
    }
    boolean isMoved = verdict.isOtherFile();
    boolean keepsOthers = checksums ? isMoved : !verdict.fits();
    return new Doubt(
        file,
        inPlace(),
        kept(),
        keepsOthers ? chained : new Runs(),
        placed,
        Doubt.By.INDEX,
        verdict.fitsUpToCut(),
        isWhole(),
        isMoved,
        checksums || hasSums,
        asked);
  }

  /** Whether the index fits, and the last record is where it has it. */
  private boolean isWhole() {
    int last = proven.count() - 1;
    return verdict.fits() && last >= 0 && proven.end(last) == verdict.fileLength();
  }

  /** Returns the records that are in their places without doubt. */
  public Runs inPlace() {
    return checksums ? proven : Runs.common(proven, chained);
  }
}
