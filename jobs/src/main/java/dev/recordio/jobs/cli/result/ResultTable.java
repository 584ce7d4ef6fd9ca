// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.NameText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The rows of a command's result, cell by cell: lines with tabs between the cells, or the objects
 * of an array where {@link Json} prints them. Texts are escaped in lines; a cell that has nothing
 * is {@code -} in a line. Memory: one row.
 */
public class ResultTable {
  private static final char NONE = '-';

  /**
   * The columns of a table.
   *
   * @param array the name of the array
   * @param names of all columns, in order; rows may have fewer cells
   */
  public record Columns(String array, String... names) {}

  private final Drain to;
  private final GrowingBytes line = new GrowingBytes();
  private int cells; // of the line

  /** Creates a table that passes on each line. */
  public ResultTable(Drain to) {
    this.to = to;
  }

  /** Adds a cell that is a whole number. */
  public ResultTable number(long number) {
    if (number < 0) {
      return digits(Long.toString(number));
    }
    begin();
    line.putDecimal(number);
    return this;
  }

  /** Adds a cell that is a number, whose digits are kept; or nothing, for null. */
  public ResultTable digits(String number) {
    begin();
    if (number == null) {
      line.put(NONE);
    } else {
      byte[] bytes = number.getBytes(StandardCharsets.UTF_8);
      line.drain(bytes, 0, bytes.length);
    }
    return this;
  }

  /** Adds a cell that is a text; or nothing, for null. */
  public ResultTable text(String text) {
    return digits(text == null ? null : NameText.escape(text));
  }

  /** Adds a cell of several texts, with commas between. */
  public ResultTable texts(List<String> texts) {
    return text(texts.isEmpty() ? null : String.join(",", texts));
  }

  /** Adds a cell of several numbers, as {@link #digits} has them. */
  public ResultTable numbers(List<String> numbers) {
    return digits(numbers.isEmpty() ? null : String.join(",", numbers));
  }

  /** Ends a row. */
  public void end() {
    line.put('\n');
    try {
      to.drain(line.array(), 0, line.length());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.clear();
    cells = 0;
  }

  /** Ends the table, unless it has ended: totals and notes come after the rows, where they can. */
  public void finish(Map<String, Object> totals, List<String> notes) {}

  private void begin() {
    if (cells++ > 0) {
      line.put('\t');
    }
  }
}
