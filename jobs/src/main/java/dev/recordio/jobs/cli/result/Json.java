// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Results as JSON: an object, or a table in one. Only this class of results loads Jackson. */
public final class Json {
  private static final String NOTES = "notes";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /**
   * Returns an object in several lines.
   *
   * @param notes become an array of the object, if there are any
   */
  public static String text(Object result, List<String> notes) {
    try {
      JsonNode tree = MAPPER.valueToTree(result);
      if (!notes.isEmpty()) {
        ((ObjectNode) tree).set(NOTES, MAPPER.valueToTree(notes));
      }
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON of " + result.getClass(), e);
    }
  }

  /** Returns the names and values of an object's fields. */
  public static Map<String, Object> fields(Object object) {
    return MAPPER.convertValue(object, new TypeReference<>() {});
  }

  /** Returns a table that is printed as an array with an object for each row, then the totals. */
  public static ResultTable table(ResultTable.Columns columns, PrintStream out) throws IOException {
    return new Table(columns, out);
  }

  private static final class Table extends ResultTable {
    /** Writes a value. */
    private interface Value {
      void write() throws IOException;
    }

    private final ResultTable.Columns columns;
    private final JsonGenerator json;
    private int cell; // the next one of the row
    private boolean finished;

    Table(ResultTable.Columns columns, PrintStream out) throws IOException {
      super(null);
      this.columns = columns;
      json = MAPPER.getFactory().createGenerator(out, JsonEncoding.UTF8);
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setRootValueSeparator(null);
      json.writeStartObject();
      json.writeArrayFieldStart(columns.array());
    }

    private ResultTable add(Value value) {
      try {
        if (cell == 0) {
          json.writeRaw('\n');
          json.writeStartObject();
        }
        json.writeFieldName(columns.names()[cell++]);
        value.write();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return this;
    }

    @Override
    public ResultTable number(long number) {
      return add(() -> json.writeNumber(number));
    }

    @Override
    public ResultTable digits(String number) {
      return add(() -> writeDigits(number));
    }

    @Override
    public ResultTable text(String text) {
      return add(() -> json.writeString(text));
    }

    @Override
    public ResultTable texts(List<String> texts) {
      return add(() -> json.writePOJO(texts));
    }

    @Override
    public ResultTable numbers(List<String> numbers) {
      return add(
          () -> {
            json.writeStartArray();
            for (String number : numbers) {
              writeDigits(number);
            }
            json.writeEndArray();
          });
    }

    /** JSON has no numbers that are infinite or none; those are texts. */
    private void writeDigits(String number) throws IOException {
      if (number != null && Character.isDigit(number.charAt(number.length() - 1))) {
        json.writeNumber(number);
      } else {
        json.writeString(number);
      }
    }

    @Override
    public void end() {
      try {
        json.writeEndObject();
        cell = 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void finish(Map<String, Object> totals, List<String> notes) {
      if (finished) {
        return;
      }
      finished = true;
      try {
        json.writeEndArray();
        if (!totals.isEmpty()) {
          json.writePOJOField("totals", totals);
        }
        if (!notes.isEmpty()) {
          json.writePOJOField(NOTES, notes);
        }
        json.writeEndObject();
        json.writeRaw('\n');
        json.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
