// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.jobs.run.BadInputException;
import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Puts the side files of one input file together, row by row: weight, query id from the group, base
 * margins as entries.
 */
final class SideRows implements Closeable {
  /** Rows of groups are read as float32, which holds whole numbers up to here. */
  private static final float MAX_GROUP = 1 << 24;

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
   * Opens the side files of an input file, and checks their lengths as far as it must.
   *
   * @param rows of the input file
   * @param firstGroup the number of the file's first group, its query id
   */
  SideRows(Configuration conf, SideFiles side, Path file, long rows, long firstGroup)
      throws IOException {
    this.file = file;
    this.rows = rows;
    this.firstGroup = firstGroup;
    groups = open(conf, side, SideFiles.GROUP);
    weights = open(conf, side, SideFiles.WEIGHT);
    margins = open(conf, side, SideFiles.BASE_MARGIN);
    weightOfGroup = weights != null && groups != null && weightOfGroup(conf);
  }

  private SideNumbers open(Configuration conf, SideFiles side, String kind) throws IOException {
    return side.has(kind) ? new SideNumbers(conf, side.of(file, kind)) : null;
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

  /** Adds a row to a block; what the text says of the row comes later. */
  void next(CsrBlock to) throws IOException {
    to.addRow(0);
    if (groups != null) {
      while (row == groupEnd) {
        step(groups);
        groupEnd += groupSize();
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
      to.setWeight(single(weights));
    }
    if (margins != null) {
      step(margins);
      for (int i = 0; i < margins.size(); i++) {
        to.add(i, margins.get(i));
      }
    }
    row++;
  }

  private long groupSize() throws IOException {
    float size = single(groups);
    if (size < 1 || size >= MAX_GROUP || size != (int) size) {
      throw new BadInputException(
          "line "
              + groups.lines()
              + " of "
              + groups.file().getPath()
              + " is "
              + size
              + "; the rows of a group are a whole number from 1, below "
              + (int) MAX_GROUP,
          null);
    }
    return (long) size;
  }

  private static float single(SideNumbers numbers) throws IOException {
    if (numbers.size() != 1) {
      throw new BadInputException(
          "line "
              + numbers.lines()
              + " of "
              + numbers.file().getPath()
              + " has "
              + numbers.size()
              + " numbers; it takes one",
          null);
    }
    return numbers.get(0);
  }

  private void step(SideNumbers numbers) throws IOException {
    if (!numbers.next()) {
      throw numbers == groups ? groupMismatch(row) : mismatch(numbers, numbers.lines());
    }
  }

  /** Checks, behind the last row, that the side files end too; returns the number of groups. */
  long finish() throws IOException {
    if (groups != null) {
      long end = groupEnd;
      while (groups.next()) {
        end += groupSize();
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
