// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.DataFiles.Side;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.NumbersFormat;
import dev.recordio.sparse.text.NumbersFormat.Meaning;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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

  /** Opens the side files of an input file, and checks their lengths if necessary. */
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
          "%s has %s weights for the %s rows in %s groups of %s: give one a row or one a group"
              .formatted(weights.file().getPath(), count, rows, groupCount, file),
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
        "the groups of %s hold %s rows, but %s has %s"
            .formatted(groups.file().getPath(), found, file, rows),
        null);
  }

  private BadInputException mismatch(SideNumbers numbers, long found) {
    return new BadInputException(
        "%s has %s lines, but %s has %s rows: it takes one a row"
            .formatted(numbers.file().getPath(), found, file, rows),
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

  /** Reads a side file line by line; blank lines don't count. */
  private static final class SideNumbers implements Closeable {
    private final FileStatus file;
    private final RowReader rows;
    private final CsrBlock block = new CsrBlock();
    private int row = -1;
    private long lines;

    SideNumbers(Configuration conf, FileStatus file, NumbersFormat.Meaning meaning) {
      this.file = file;
      var settings =
          new TextSettings(
              NumbersFormat.NAME,
              IndexBase.ZERO,
              ParseMode.STRICT,
              0,
              Map.of(NumbersFormat.OF, meaning.name()));
      var whole = new InputRange(file.getPath(), 0, file.getLen());
      rows = RowInputs.open(conf, settings, List.of(whole));
    }

    /** Returns the number of lines of a file. */
    static long count(Configuration conf, FileStatus file) throws IOException {
      try (var numbers = new SideNumbers(conf, file, NumbersFormat.Meaning.ANY)) {
        return numbers.countRest();
      }
    }

    /** Advances to the next line; false at the end. */
    boolean next() throws IOException {
      row++;
      if (row >= block.rows()) {
        row = 0;
        if (!rows.next(block)) {
          return false;
        }
      }
      lines++;
      return true;
    }

    /** Reads all remaining lines; returns the total number of lines. */
    long countRest() throws IOException {
      while (next()) {
        continue;
      }
      return lines;
    }

    /** Returns the number of numbers in the line. */
    int size() {
      return 1 + block.offset(row + 1) - block.offset(row);
    }

    /** Returns a number of the line, from 0. */
    float get(int i) {
      return i == 0 ? block.labels()[row] : block.values()[block.offset(row) + i - 1];
    }

    /** Returns the number of lines so far. */
    long lines() {
      return lines;
    }

    FileStatus file() {
      return file;
    }

    /** Says what numbers were rounded, too. */
    @Override
    public void close() throws IOException {
      var notes = new RowNotes(NumbersFormat.NAME);
      notes.add(rows);
      notes.say();
      rows.close();
    }
  }
}
