// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    return ERRORS.contains(fault) ? Outcome.ERROR : Outcome.SAME_BYTES;
  }

  /** Returns the cells of some faults, fault by fault. */
  public static List<Cell> cells(Predicate<Fault> wanted) {
    var cells = new ArrayList<Cell>();
    for (Fault fault : Fault.values()) {
      for (FaultedJob job : wanted.test(fault) ? FaultedJob.values() : new FaultedJob[0]) {
        cells.add(new Cell(fault, job));
      }
    }
    return cells;
  }

  /** Returns the lines of the table in Markdown. */
  public static List<String> lines() {
    var lines = new ArrayList<String>();
    String jobs =
        Arrays.stream(FaultedJob.values())
            .map(job -> "`" + job.title() + "`")
            .collect(Collectors.joining(" | "));
    lines.add("| | " + jobs + " |");
    lines.add("|---".repeat(1 + FaultedJob.values().length) + "|");
    for (Fault fault : Fault.values()) {
      String cells =
          cells(fault::equals).stream()
              .map(cell -> cell.outcome().title())
              .collect(Collectors.joining(" | "));
      lines.add("| " + fault.title() + " | " + cells + " |");
    }
    return lines;
  }
}
