// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;

/** What is kept of each file, and what is lost. */
final class SalvagePlan {
  /**
   * What is kept of a file.
   *
   * @param keyed whether its index fits, so that records have its keys
   * @param displaced the records that are not where the index has them
   */
  record Kept(String file, Runs runs, boolean keyed, Displaced displaced) {}

  /** A stretch that is not kept. */
  record Lost(String file, long offset, long length, String reason) {}

  private static final String DOUBTFUL =
      "not provably a record: what follows it is neither a magic word nor the end";
  private static final String LISTED = "left out, as the list names it";

  private final List<Kept> kept = new ArrayList<>();
  private final List<Lost> lost = new ArrayList<>();

  /**
   * Adds a file.
   *
   * @param displaced what a search found; nothing where none was needed
   */
  void add(String file, FileRuns found, Displaced displaced, LeftOut leftOut) {
    FileVerdict verdict = found.verdict();
    Runs elsewhere = found.kept().without(displaced.stretches);
    boolean isMixed = displaced.stretches.count() > 0 && !displaced.byText;
    Runs inPlace = isMixed ? found.inPlace() : new Runs();
    Runs runs = Runs.union(List.of(elsewhere, inPlace, displaced.runs(), displaced.others));
    boolean keyed = found.isInDoubt() ? displaced.keyed : found.hasIndex();
    kept.add(new Kept(file, runs, keyed, displaced));
    Runs gaps = runs.gaps(verdict.fileLength());
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

  /** Returns what is kept, file by file. */
  List<Kept> kept() {
    return kept;
  }

  /** Returns the number of shards: of files of which something is kept. */
  long shards() {
    return kept.stream().filter(file -> file.runs().count() > 0).count();
  }

  /** Returns what is lost, in the order of the input. */
  List<Lost> lost() {
    return lost;
  }

  /** Returns the bytes of the records that are kept, with headers and padding. */
  long bytesKept() {
    return kept.stream().mapToLong(file -> file.runs().bytes()).sum();
  }

  /** Returns the bytes that are lost. */
  long bytesLost() {
    return lost.stream().mapToLong(Lost::length).sum();
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(kept.size());
    for (Kept file : kept) {
      Text.writeString(out, file.file());
      file.runs().write(out);
      out.writeBoolean(file.keyed());
      file.displaced().write(out);
    }
    out.writeInt(lost.size());
    for (Lost stretch : lost) {
      Text.writeString(out, stretch.file());
      out.writeLong(stretch.offset());
      out.writeLong(stretch.length());
      Text.writeString(out, stretch.reason());
    }
  }

  static SalvagePlan read(DataInput in) throws IOException {
    var plan = new SalvagePlan();
    for (int count = in.readInt(); count > 0; count--) {
      String file = Text.readString(in, Stepwise.MAX_TEXT_BYTES);
      Runs runs = Runs.read(in);
      boolean keyed = in.readBoolean();
      var displaced = new Displaced();
      displaced.readFields(in);
      plan.kept.add(new Kept(file, runs, keyed, displaced));
    }
    for (int count = in.readInt(); count > 0; count--) {
      plan.lost.add(
          new Lost(
              Text.readString(in, Stepwise.MAX_TEXT_BYTES),
              in.readLong(),
              in.readLong(),
              Text.readString(in, Stepwise.MAX_TEXT_BYTES)));
    }
    return plan;
  }
}
