// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Values for some fields, as many of each: from {@code FIELD=FILE...}, or from a zrecord. All of
 * them are opened and checked before anything is written.
 */
public final class FieldColumns implements Closeable {
  /** Takes the values of records. */
  public interface Sink {
    /** Takes the value of a field of the record; the array changes with the next record. */
    void value(int field, byte[] buffer, int offset, int length) throws IOException;

    /** Takes that the record has no value of a field. */
    default void absent(int field) throws IOException {}
  }

  /** Takes the end of a record. */
  public interface End {
    /** Takes it. */
    void end() throws IOException;
  }

  private final List<StoreField> fields = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  private FieldColumns() {}

  /**
   * Opens files.
   *
   * @param schema the fields of the store; null if there is none, so that the files give their
   *     types
   * @param inputs by names of fields, in the user's order
   * @throws dev.recordio.conf.InvalidSettingException when the store has no such field
   * @throws BadInputException when values are not of a field's type, or they are not equally many
   */
  public static FieldColumns open(
      Configuration conf, StoreSchema schema, Map<String, String> inputs) throws IOException {
    if (schema != null) {
      inputs.keySet().forEach(schema::field);
    }
    return CloseOnFailure.of(
        new FieldColumns(),
        opened -> {
          for (Map.Entry<String, String> input : inputs.entrySet()) {
            StoreField field = schema == null ? null : schema.field(input.getKey());
            Column column = Columns.open(conf, field, input.getValue());
            opened.columns.add(column);
            opened.fields.add(
                field == null
                    ? new StoreField(input.getKey(), column.type(), FieldCodec.RAW)
                    : field);
            opened.requireEqual();
          }
          return opened;
        });
  }

  /**
   * Opens a zrecord.
   *
   * @param schema the fields of the store; null if there is none
   * @param offsetFirst what comes first in its items
   * @param isChecked whether it was opened before, as the client of a job does for its tasks
   */
  public static FieldColumns ofZrecord(
      Configuration conf, StoreSchema schema, Path folder, boolean offsetFirst, boolean isChecked)
      throws IOException {
    var opened = new FieldColumns();
    Zrecord zrecord = new Zrecord(conf, folder, offsetFirst, !isChecked);
    for (String name : zrecord.names()) {
      StoreField field =
          schema == null ? zrecord.fields().get(opened.fields.size()) : schema.field(name);
      opened.fields.add(field);
      opened.columns.add(zrecord.column(field));
    }
    return opened;
  }

  /**
   * Returns what {@code FIELD=FILE...} gives for each field, in that order.
   *
   * @throws UsageException when a text is not that, or two are of the same field
   */
  public static Map<String, String> parse(List<String> texts) {
    var files = new LinkedHashMap<String, String>();
    Set<String> twice = new HashSet<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1 || equals == text.length() - 1) {
        throw new UsageException(
            "'" + text + "' is no FIELD=FILE: write a field's name, = and a file");
      }
      String name = text.substring(0, equals);
      if (files.put(name, text.substring(equals + 1)) != null) {
        twice.add(name);
      }
    }
    if (!twice.isEmpty()) {
      throw new UsageException(
          "field " + String.join(", ", twice) + " is given twice; a list of files has commas");
    }
    return files;
  }

  /** Compares the numbers of records of the last column and the first. */
  private void requireEqual() throws BadInputException {
    Column first = columns.get(0);
    Column last = columns.get(columns.size() - 1);
    if (first.records() != last.records()) {
      throw BadInputException.of(
          "%s has %s records, but %s has %s: expected as many of each field",
          first.source(), first.records(), last.source(), last.records());
    }
  }

  /** Returns the fields. */
  public List<StoreField> fields() {
    return fields;
  }

  /** Returns the number of records. */
  public long records() {
    return columns.isEmpty() ? 0 : columns.get(0).records();
  }

  /** Returns about how many bytes are read. */
  public long bytes() {
    return columns.stream().mapToLong(Column::bytes).sum();
  }

  /** Returns about how many bytes are read of a field of {@link #fields}. */
  public long bytes(int field) {
    return columns.get(field).bytes();
  }

  /**
   * Reads the records from {@code from} on, before {@code to}.
   *
   * @param schema the fields of the store, by whose numbers the sink gets values
   */
  public void read(StoreSchema schema, long from, long to, Sink sink, End end) throws IOException {
    int[] numbers = fields.stream().mapToInt(field -> schema.indexOf(field.name())).toArray();
    var readers = new ArrayList<Column.Reader>();
    try (Closeable all = () -> CloseOnFailure.closeAll(readers)) {
      for (Column column : columns) {
        readers.add(column.read(from, to));
      }
      for (long record = from; record < to; record++) {
        for (int i = 0; i < numbers.length; i++) {
          Column.Reader reader = readers.get(i);
          if (!reader.next()) {
            throw new BadInputException(
                columns.get(i).source() + " ended before record " + record, null);
          }
          if (reader.isPresent()) {
            sink.value(numbers[i], reader.buffer(), reader.offset(), reader.length());
          } else {
            sink.absent(numbers[i]);
          }
        }
        end.end();
      }
    }
  }

  @Override
  public void close() throws IOException {
    CloseOnFailure.closeAll(columns);
  }
}
