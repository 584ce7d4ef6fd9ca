// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which outcome each fault must have for each command. */
public final class FaultTable {
  private static final Set<Fault> ERRORS =
      EnumSet.of(
          Fault.DISK_FULL, Fault.PERMISSION_LOST, Fault.INPUT_REPLACED, Fault.INPUT_TRUNCATED);

  /** A fault and the command that it hits. */
  public record Cell(Fault fault, FaultedJob job) {
    /** Returns what is required. */
    public Outcome outcome() {
      return FaultTable.outcome(fault, job);
    }

    @Override
    public String toString() {
      return job.title() + ": " + fault.title();
    }
  }

  private FaultTable() {}

  private static Outcome outcome(Fault fault, FaultedJob job) {
    if (fault == Fault.REDUCE_ATTEMPT_DIES && !job.hasReducers()) {
      return Outcome.NO_REDUCERS;
    }
    if (fault.isOfWriting() && !job.writes()) {
      return Outcome.NO_OUTPUT;
    }
    return ERRORS.contains(fault) ? Outcome.ERROR : Outcome.SAME_BYTES;
  }

  /** Returns the cells of some faults, fault by fault. */
  public static List<Cell> cells(Predicate<Fault> wanted) {
    var cells = new ArrayList<Cell>();
    for (Fault fault : Fault.values()) {
      for (FaultedJob job : wanted.test(fault) ? FaultedJob.values() : new FaultedJob[0]) {
        if (job.isFrame() || !fault.needsProcesses()) {
          cells.add(new Cell(fault, job));
        }
      }
    }
    return cells;
  }

  /** Returns the lines of the table in Markdown: a line for each fault. */
  public static List<String> lines() {
    return table(
        Arrays.stream(FaultedJob.values())
            .filter(FaultedJob::isFrame)
            .map(FaultedJob::markdown)
            .toList(),
        Arrays.stream(Fault.values())
            .map(
                fault ->
                    line(
                        fault.title(),
                        cells(fault::equals).stream().filter(cell -> cell.job().isFrame())))
            .toList());
  }

  /** Returns the lines of the second table in Markdown: a line for each command. */
  public static List<String> linesOfOthers() {
    List<Fault> faults =
        Arrays.stream(Fault.values()).filter(fault -> !fault.needsProcesses()).toList();
    return table(
        faults.stream().map(Fault::title).toList(),
        Arrays.stream(FaultedJob.values())
            .filter(job -> !job.isFrame())
            .map(job -> line(job.markdown(), faults.stream().map(fault -> new Cell(fault, job))))
            .toList());
  }

  private static String line(String title, Stream<Cell> cells) {
    return cells
        .map(cell -> cell.outcome().title())
        .collect(Collectors.joining(" | ", "| " + title + " | ", " |"));
  }

  private static List<String> table(List<String> titles, List<String> rows) {
    var lines = new ArrayList<String>();
    lines.add("| | " + String.join(" | ", titles) + " |");
    lines.add("|---".repeat(1 + titles.size()) + "|");
    lines.addAll(rows);
    return lines;
  }
}
