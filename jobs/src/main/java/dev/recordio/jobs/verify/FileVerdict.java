// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.jobs.verify.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Decides, from what was found in the ranges of a file, what is damage of the file, and what an
 * index that is not the file's.
 *
 * <p>An index fits if after damage the records are where it has them again. Then it is believed: a
 * finding for each of its records that is not as it should be, and none for others. If from some
 * place on nothing is where the index has it, or headers and magic words are sound and the index
 * has other records, the first divergence is the finding.
 */
public final class FileVerdict {
  private final List<RangeReport> ranges;
  private final Map<Kind, List<Finding>> byKind = new EnumMap<>(Kind.class);
  private final List<Finding> findings = new ArrayList<>();
  private long sound;
  private boolean fits;
  private boolean hasIndex;
  private boolean otherFile;
  private boolean fitsUpToCut;

  private FileVerdict(List<RangeReport> ranges) {
    this.ranges = ranges;
    for (Kind kind : Kind.values()) {
      byKind.put(kind, new ArrayList<>());
    }
    ranges.forEach(range -> range.findings.forEach(one -> byKind.get(one.kind()).add(one)));
  }

  /**
   * Decides.
   *
   * @param ranges the reports of all ranges of the file, in order
   */
  static FileVerdict of(List<RangeReport> ranges) {
    var verdict = new FileVerdict(ranges);
    verdict.decide();
    return verdict;
  }

  private void decide() {
    byKind.get(Kind.INDEX).stream()
        .min(Comparator.comparingLong(Finding::offset))
        .ifPresent(findings::add);
    hasIndex = ranges.stream().allMatch(range -> range.hasIndex && !range.indexDamaged);
    if (hasIndex) {
      decideByIndex();
    } else {
      findings.addAll(byKind.get(Kind.CHAIN));
      sound = chained();
    }
    addWrongSum();
    // What a record holds counts unless the record is not sound anyway.
    findings.sort(Comparator.comparingLong(Finding::offset));
    Runs damaged = stretches(findings);
    for (Kind kind : List.of(Kind.IMAGE, Kind.ROW)) {
      for (Finding finding : byKind.get(kind)) {
        if (kind == Kind.ROW || !overlap(damaged, finding)) {
          findings.add(finding);
          sound -= kind == Kind.IMAGE ? 1 : 0;
        }
      }
    }
    findings.sort(Comparator.comparingLong(Finding::offset));
  }

  private void decideByIndex() {
    List<Finding> byIndex = new ArrayList<>(byKind.get(Kind.RECORD));
    byIndex.addAll(byKind.get(Kind.PLACE));
    byIndex.addAll(byKind.get(Kind.BEYOND));
    if (!hasFileSum()) {
      byIndex.addAll(byKind.get(Kind.PADDING));
    }
    byIndex.sort(Comparator.comparingLong(Finding::offset));
    long lastAgreed = ranges.stream().mapToLong(range -> range.lastAgreed).max().orElse(-1);
    long lastStray = ranges.stream().mapToLong(range -> range.lastStray).max().orElse(-1);
    boolean soundChain = byKind.get(Kind.CHAIN).isEmpty();
    otherFile = soundChain && !byKind.get(Kind.PLACE).isEmpty();
    fitsUpToCut = !otherFile && lastStray <= lastAgreed;
    long indexEnd = ranges.get(0).indexEnd;
    fits = fitsUpToCut && byKind.get(Kind.BEYOND).isEmpty() && indexEnd == fileLength();
    List<Finding> kept = byIndex;
    if (!fits) {
      kept = upToDivergence(byIndex, otherFile ? -1 : lastAgreed);
      kept = soundChain ? withoutMoved(kept) : kept;
    }
    findings.addAll(kept);
    Runs hit = stretches(kept);
    for (Finding finding : byKind.get(Kind.CHAIN)) {
      boolean known = fits && finding.offset() < indexEnd;
      if (!known && !overlap(hit, finding)) {
        findings.add(finding);
      }
    }
    long indexed = ranges.stream().mapToLong(range -> range.indexed).sum();
    sound = fits ? indexed - count(kept, Kind.PADDING) : chained() - count(kept, Kind.RECORD);
  }

  /** Returns the stretches of findings, which are in the order of the file. */
  private static Runs stretches(List<Finding> sorted) {
    var stretches = new Runs();
    sorted.forEach(finding -> stretches.add(finding.offset(), finding.stretchEnd()));
    return stretches;
  }

  private static boolean overlap(Runs stretches, Finding finding) {
    return stretches.overlap(finding.offset(), finding.stretchEnd());
  }

  private long chained() {
    return ranges.stream().mapToLong(range -> range.chained).sum();
  }

  private boolean hasFileSum() {
    return RangeSum.isOf(sums(), ranges.get(0).fileLength, ranges.get(0).fileSum);
  }

  private List<RangeSum> sums() {
    return ranges.stream().map(range -> range.sum).toList();
  }

  /** Adds that the file has another checksum than its index says, though all records are right. */
  private void addWrongSum() {
    boolean isSummed = sums().stream().anyMatch(sum -> !sum.isEmpty());
    if (findings.isEmpty() && fits && isSummed && !hasFileSum()) {
      findings.add(Finding.ofIndex(0, "the .ridx is damaged: its CRC32C does not fit the file"));
    }
  }

  private static long count(List<Finding> findings, Kind kind) {
    return findings.stream().filter(finding -> finding.kind() == kind).count();
  }

  /** Leaves out all but the first of the findings of places after which nothing agrees. */
  private static List<Finding> upToDivergence(List<Finding> byIndex, long lastAgreed) {
    var kept = new ArrayList<Finding>();
    for (Finding finding : byIndex) {
      kept.add(finding);
      boolean place = finding.kind() == Kind.PLACE || finding.kind() == Kind.BEYOND;
      if (place && finding.offset() > lastAgreed) {
        break;
      }
    }
    return kept;
  }

  /**
   * Leaves out all but the first of several records at the end whose bytes the index does not have
   * there: it has them elsewhere, or is another file's.
   */
  private List<Finding> withoutMoved(List<Finding> sorted) {
    long right = 0;
    for (RangeReport range : ranges) {
      int last = range.provenRuns.count() - 1;
      right = last < 0 ? right : Math.max(right, range.provenRuns.end(last));
    }
    var kept = new ArrayList<Finding>();
    var moved = new ArrayList<Finding>();
    for (Finding finding : sorted) {
      boolean isChanged = finding.kind() == Kind.RECORD && finding.offset() >= right;
      (isChanged ? moved : kept).add(finding);
    }
    if (moved.size() > 1) {
      Finding first = moved.get(0);
      moved.set(
          0,
          first.because(
              "the .ridx does not fit from here on, records were lost or added, or it is an older"
                  + " file's: "
                  + first.reason()));
    }
    moved.stream().limit(1).forEach(kept::add);
    kept.sort(Comparator.comparingLong(Finding::offset));
    return kept;
  }

  /** Returns what is wrong with the file, in its order. */
  public List<Finding> findings() {
    return findings;
  }

  /** Returns the length of the file, in bytes; of a compressed one, uncompressed. */
  public long fileLength() {
    return ranges.stream().mapToLong(range -> range.fileLength).max().orElse(0);
  }

  /** Whether there is an index, and it is believed. */
  boolean fits() {
    return fits;
  }

  /** Whether there is an index that is believed as far as the file goes, which may be cut. */
  boolean fitsUpToCut() {
    return fitsUpToCut;
  }

  /** Whether the file is longer than its index has it. */
  boolean isLongerThanIndex() {
    return fileLength() > ranges.get(0).indexEnd;
  }

  /** Whether there is an index that is not damaged. */
  boolean hasIndex() {
    return hasIndex;
  }

  /** Whether headers and magic words are sound, and the index has other records. */
  boolean isOtherFile() {
    return otherFile;
  }

  long sound() {
    return sound;
  }
}
