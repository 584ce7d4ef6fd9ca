// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.DataFiles.Side;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.text.NumbersFormat.Meaning;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Combines the side files of one input file, row by row: weight, query id from the group, base
 * margins as entries.
 */
final class SideRows implements Closeable {
  private final Path file;
  private final long rows;
  private final SideNumbers groups;
  private final SideNumbers weights;
  private final SideNumbers margins;
  private final boolean weightOfGroup;
  private final long firstGroup;
  private long row;
  private long groupEnd;

  /**
   * Opens the side files of an input file, and checks their lengths if necessary.
   *
   * @param rows of the input file
   * @param firstGroup the number of the file's first group, its query id
   */
  SideRows(Configuration conf, SideFiles side, Path file, long rows, long firstGroup)
      throws IOException {
    this.file = file;
    this.rows = rows;
    this.firstGroup = firstGroup;
    groups = open(conf, side, Side.GROUP, Meaning.GROUP);
    weights = open(conf, side, Side.WEIGHT, Meaning.WEIGHT);
    margins = open(conf, side, Side.BASE_MARGIN, Meaning.MARGIN);
    weightOfGroup = weights != null && groups != null && weightOfGroup(conf);
  }

  private SideNumbers open(Configuration conf, SideFiles side, Side kind, Meaning meaning)
      throws IOException {
    return side.has(kind) ? new SideNumbers(conf, side.of(file, kind), meaning) : null;
  }

  private boolean weightOfGroup(Configuration conf) throws IOException {
    long count = SideNumbers.count(conf, weights.file());
    long groupCount = SideNumbers.count(conf, groups.file());
    if (count != rows && count != groupCount) {
      throw new BadInputException(
          weights.file().getPath()
              + " has "
              + count
              + " weights for the "
              + rows
              + " rows in "
              + groupCount
              + " groups of "
              + file
              + ": give one a row or one a group",
          null);
    }
    return count != rows;
  }

  /** Adds a row to a block; the values from the text are added later. */
  void next(CsrBlock to) throws IOException {
    to.addRow(0);
    if (groups != null) {
      while (row == groupEnd) {
        step(groups);
        groupEnd += (long) groups.get(0);
        if (weightOfGroup) {
          step(weights);
        }
      }
      to.setQid(firstGroup + groups.lines() - 1);
    }
    if (weights != null) {
      if (!weightOfGroup) {
        step(weights);
      }
      to.setWeight(weights.get(0));
    }
    if (margins != null) {
      step(margins);
      for (int i = 0; i < margins.size(); i++) {
        to.add(i, margins.get(i));
      }
    }
    row++;
  }

  private void step(SideNumbers numbers) throws IOException {
    if (!numbers.next()) {
      throw numbers == groups ? groupMismatch(row) : mismatch(numbers, numbers.lines());
    }
  }

  /** Checks, after the last row, that the side files end too; returns the number of groups. */
  long finish() throws IOException {
    if (groups != null) {
      long end = groupEnd;
      while (groups.next()) {
        end += (long) groups.get(0);
      }
      if (end != rows) {
        throw groupMismatch(end);
      }
    }
    for (SideNumbers numbers : new SideNumbers[] {weights, margins}) {
      if (numbers != null && !(weightOfGroup && numbers == weights)) {
        long lines = numbers.countRest();
        if (lines != rows) {
          throw mismatch(numbers, lines);
        }
      }
    }
    return groups == null ? 0 : groups.lines();
  }

  private BadInputException groupMismatch(long found) {
    return new BadInputException(
        "the groups of "
            + groups.file().getPath()
            + " hold "
            + found
            + " rows, but "
            + file
            + " has "
            + rows,
        null);
  }

  private BadInputException mismatch(SideNumbers numbers, long found) {
    return new BadInputException(
        numbers.file().getPath()
            + " has "
            + found
            + " lines, but "
            + file
            + " has "
            + rows
            + " rows: it takes one a row",
        null);
  }

  @Override
  public void close() throws IOException {
    try (SideNumbers a = groups;
        SideNumbers b = weights;
        SideNumbers c = margins) {
      row = rows;
    }
  }
}
