// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.store.input.Column;
import dev.recordio.jobs.store.input.ColumnReader;
import dev.recordio.jobs.store.input.Columns;
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

/**
 * The arguments {@code FIELD=FILE...}: values of some fields, as many of each. All of them are
 * opened and checked before anything is written.
 */
final class FieldFiles implements Closeable {
  /** Takes a record's value of a field. */
  interface Values {
    /** Takes a value; the array changes with the next record. */
    void value(int field, byte[] buffer, int offset, int length) throws IOException;

    /** Takes that there is none. */
    void absent(int field) throws IOException;
  }

  /** Takes the end of a record. */
  interface Ends {
    void record(long number) throws IOException;
  }

  private final List<Integer> fields = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  private FieldFiles() {}

  /**
   * Opens the files.
   *
   * @param texts {@code FIELD=FILE}, at least one
   * @throws UsageException when a text is not that, or two are of the same field
   * @throws dev.recordio.conf.InvalidSettingException when the store has no such field
   * @throws BadInputException when values are not of a field's type, or they are not equally many
   */
  static FieldFiles open(Configuration conf, StoreSchema schema, List<String> texts)
      throws IOException {
    Map<String, String> files = parse(texts);
    files.keySet().forEach(schema::field);
    return CloseOnFailure.of(
        new FieldFiles(),
        opened -> {
          for (Map.Entry<String, String> file : files.entrySet()) {
            StoreField field = schema.field(file.getKey());
            opened.fields.add(schema.indexOf(field.name()));
            opened.columns.add(Columns.open(conf, field, file.getValue()));
            Columns.requireEqual(opened.columns);
          }
          return opened;
        });
  }

  /** Returns what is given for each field, in that order. */
  static Map<String, String> parse(List<String> texts) {
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

  /** Returns the number of records. */
  long records() {
    return columns.get(0).records();
  }

  /** Returns about how many bytes are read. */
  long bytes() {
    return columns.stream().mapToLong(Column::bytes).sum();
  }

  /** Reads all records. */
  void read(Values values, Ends ends) throws IOException {
    var readers = new ArrayList<ColumnReader>();
    try (Closeable all = () -> close(readers, 0)) {
      for (Column column : columns) {
        readers.add(column.read(0, column.records()));
      }
      for (long record = 0; record < records(); record++) {
        for (int i = 0; i < readers.size(); i++) {
          ColumnReader reader = readers.get(i);
          if (!reader.next()) {
            throw new BadInputException(
                columns.get(i).source() + " ended before record " + record, null);
          }
          if (reader.isPresent()) {
            values.value(fields.get(i), reader.buffer(), reader.offset(), reader.length());
          } else {
            values.absent(fields.get(i));
          }
        }
        ends.record(record);
      }
    }
  }

  @Override
  public void close() throws IOException {
    close(columns, 0);
  }

  /** Closes all, whatever goes wrong with one. */
  private static void close(List<? extends Closeable> all, int i) throws IOException {
    if (i < all.size()) {
      try (Closeable one = all.get(i)) {
        close(all, i + 1);
      }
    }
  }
}
