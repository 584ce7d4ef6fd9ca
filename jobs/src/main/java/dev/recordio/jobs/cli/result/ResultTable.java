// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A table that a command prints line by line, with tabs between the cells, as one JSON object: an
 * array with an object for each line, then the command's totals. Memory: one line.
 */
public final class ResultTable {
  private static final String NONE = "-";
  private static final String LIST = "[]";

  /**
   * The columns of a table.
   *
   * @param array the name of the array
   * @param texts names of columns whose cells are texts even if they look like numbers
   * @param names of all columns, in order; {@code []} after one whose cells are lists with commas
   */
  public record Columns(String array, List<String> texts, String... names) {}

  private final Columns columns;
  private final JsonGenerator json;
  private final PrintStream lines;
  private boolean ended;

  public ResultTable(Columns columns, PrintStream out) throws IOException {
    this.columns = columns;
    json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
    json.setCodec(new ObjectMapper());
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    lines = new PrintStream(new Lines(), false, StandardCharsets.UTF_8);
    json.writeStartObject();
    json.writeArrayFieldStart(columns.array());
  }

  /** Returns where to print the lines with tabs. */
  public PrintStream lines() {
    return lines;
  }

  /** Ends the table, unless it has ended. */
  public void end(Map<String, Object> totals, List<String> notes) {
    if (ended) {
      return;
    }
    ended = true;
    lines.flush();
    try {
      json.writeEndArray();
      if (!totals.isEmpty()) {
        json.writeObjectField("totals", totals);
      }
      if (!notes.isEmpty()) {
        json.writeObjectField(Json.NOTES, notes);
      }
      json.writeEndObject();
      json.writeRaw('\n');
      json.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void row(String line) throws IOException {
    json.writeRaw('\n');
    json.writeStartObject();
    String[] cells = line.split("\t", -1);
    for (int i = 0; i < cells.length && i < columns.names().length; i++) {
      String name = columns.names()[i];
      String cell = TsvCell.unescape(cells[i]);
      if (name.endsWith(LIST)) {
        json.writeArrayFieldStart(name.substring(0, name.length() - LIST.length()));
        for (String element : cell.equals(NONE) ? new String[0] : cell.split(",", -1)) {
          value(name, element);
        }
        json.writeEndArray();
      } else {
        json.writeFieldName(name);
        value(name, cell);
      }
    }
    json.writeEndObject();
  }

  private void value(String column, String cell) throws IOException {
    if (cell.equals(NONE)) {
      json.writeNull();
    } else if (!columns.texts().contains(column) && isNumber(cell)) {
      json.writeNumber(cell);
    } else {
      json.writeString(cell);
    }
  }

  private static boolean isNumber(String cell) {
    return cell.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  }

  private final class Lines extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] != '\n') {
          line.write(bytes[i]);
          continue;
        }
        try {
          row(line.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        line.reset();
      }
    }
  }
}
