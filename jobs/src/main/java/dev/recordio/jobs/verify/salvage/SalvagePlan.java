// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.FileRuns;
import dev.recordio.jobs.verify.FileVerdict;
import dev.recordio.jobs.verify.Finding;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is kept of each file, and what is lost. */
final class SalvagePlan {
  /**
   * What is kept of a file.
   *
   * @param doubtful records on less evidence, which are kept apart
   * @param keyed whether its index fits, so that records have its keys
   * @param displaced the records that are not where the index has them
   */
  record Kept(String file, Runs runs, Runs doubtful, boolean keyed, Displaced displaced) {
    /** Returns the bytes of the records, with headers and padding. */
    long bytes() {
      return runs.bytes() + doubtful.bytes();
    }

    /** Whether there is a shard of the file. */
    boolean isWritten() {
      return runs.count() > 0 || doubtful.count() > 0;
    }
  }

  /** A stretch that is not kept; of no length where only an index knows of a loss. */
  record Lost(String file, long offset, long length, String reason) {}

  private static final String DOUBTFUL =
      "not provably a record: what follows it is neither a magic word nor the end";
  private static final String LISTED = "left out, as the list names it";

  private List<Kept> kept = new ArrayList<>();
  private List<Lost> lost = new ArrayList<>();
  private long recordsLost;

  /**
   * Adds a file.
   *
   * @param displaced what a search found; nothing where none was needed
   */
  void add(String file, FileRuns found, Displaced displaced, LeftOut leftOut) {
    FileVerdict verdict = found.verdict();
    Runs runs = runs(found, displaced);
    Runs doubtful = displaced.doubtful.without(runs);
    boolean keyed = found.isInDoubt() ? displaced.keyed : found.hasIndex();
    kept.add(new Kept(file, runs, doubtful, keyed, displaced));
    Runs gaps = Runs.union(List.of(runs, doubtful)).gaps(verdict.fileLength());
    List<Finding> findings = verdict.findings();
    int first = 0; // of the findings that do not end before the gap
    for (int i = 0; i < gaps.count(); i++) {
      long begin = gaps.begin(i);
      while (first < findings.size() && findings.get(first).stretchEnd() <= begin) {
        first++;
      }
      String reason = reason(findings.subList(first, findings.size()), begin, gaps.end(i));
      if (reason == null) {
        reason = leftOut.has(file, begin, gaps.end(i)) ? LISTED : DOUBTFUL;
      }
      lost.add(new Lost(file, begin, gaps.end(i) - begin, reason));
    }
    // What was after the end of a compressed file that was cut is lost, though nobody knows how
    // much.
    findings.stream()
        .filter(one -> one.kind() == Finding.Kind.CHAIN && one.offset() == verdict.fileLength())
        .forEach(one -> lost.add(new Lost(file, one.offset(), 0, one.reason())));
    for (Displaced.Missing missing : displaced.missing) {
      recordsLost += missing.count();
      if (missing.isGone()) {
        lost.add(new Lost(file, missing.at(), 0, gone(missing)));
      }
    }
  }

  private static String gone(Displaced.Missing missing) {
    String first = Long.toUnsignedString(missing.firstKey());
    return missing.count() == 1
        ? "the index has a record more here, with the key " + first
        : String.format(
            Locale.ROOT,
            "the index has %,d records more here, the first one with the key %s, the last one with %s",
            missing.count(),
            first,
            Long.toUnsignedString(missing.lastKey()));
  }

  private static Runs runs(FileRuns found, Displaced displaced) {
    if (!found.isInDoubt()) {
      return found.kept();
    }
    if (!displaced.keyed || displaced.byText) {
      return Runs.union(List.of(displaced.runs(), displaced.others));
    }
    return Runs.union(
        List.of(
            displaced.inPlace(found.kept(), found.inPlace()), displaced.runs(), displaced.others));
  }

  /** Returns the reason of the first finding that has bytes of a stretch; null if none has. */
  private static String reason(List<Finding> sorted, long begin, long end) {
    return sorted.stream()
        .takeWhile(finding -> finding.offset() < end)
        .filter(finding -> finding.stretchEnd() > begin)
        .map(Finding::reason)
        .findFirst()
        .orElse(null);
  }

  List<Kept> kept() {
    return kept;
  }

  /** Returns how many records the indexes have that were not found. */
  long recordsLost() {
    return recordsLost;
  }

  /** Returns what is lost, in the order of the input. */
  List<Lost> lost() {
    return lost;
  }

  long bytesDoubtful() {
    return kept.stream().mapToLong(file -> file.doubtful().bytes()).sum();
  }

  long bytesLost() {
    return lost.stream().mapToLong(Lost::length).sum();
  }

  /** Returns the files with records that are kept or doubtful, shard by shard. */
  List<Kept> written() {
    return kept.stream().filter(Kept::isWritten).toList();
  }
}
