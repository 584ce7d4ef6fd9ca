// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.store.input.Column;
import dev.recordio.jobs.store.input.Columns;
import dev.recordio.jobs.store.input.Zrecord;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What is imported: values for some fields, as many of each. */
final class ImportColumns implements Closeable {
  private final List<StoreField> fields = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  private ImportColumns() {}

  /**
   * Opens inputs, and checks that they have equally many records.
   *
   * @param schema the fields of the store; null if there is none, so that the inputs give their
   *     types
   * @param inputs by names of fields, in the user's order; empty for a zrecord
   * @throws dev.recordio.conf.InvalidSettingException when the store has no such field
   * @throws BadInputException when values are not of a field's type, or they are not equally many
   */
  static ImportColumns open(Configuration conf, StoreSchema schema, Map<String, String> inputs)
      throws IOException {
    return open(conf, schema, inputs, false);
  }

  /** Opens inputs that the client has opened before. */
  static ImportColumns reopen(Configuration conf, StoreSchema schema, Map<String, String> inputs)
      throws IOException {
    return open(conf, schema, inputs, true);
  }

  private static ImportColumns open(
      Configuration conf, StoreSchema schema, Map<String, String> inputs, boolean checked)
      throws IOException {
    return CloseOnFailure.of(
        new ImportColumns(),
        opened -> {
          String zrecord = StoreJobConf.ZRECORD.get(conf);
          if (!zrecord.isEmpty()) {
            opened.add(conf, schema, new Path(zrecord), checked);
          }
          for (Map.Entry<String, String> input : inputs.entrySet()) {
            StoreField field = schema == null ? null : schema.field(input.getKey());
            Column column = Columns.open(conf, field, input.getValue());
            opened.columns.add(column);
            opened.fields.add(
                field == null
                    ? new StoreField(input.getKey(), column.type(), FieldCodec.RAW)
                    : field);
            Columns.requireEqual(opened.columns);
          }
          return opened;
        });
  }

  private void add(Configuration conf, StoreSchema schema, Path folder, boolean checked)
      throws IOException {
    boolean offsetFirst = StoreJobConf.ZRECORD_ITEMS.get(conf).equals("offset-first");
    Zrecord zrecord =
        checked
            ? Zrecord.openChecked(conf, folder, offsetFirst)
            : Zrecord.open(conf, folder, offsetFirst);
    for (String name : zrecord.names()) {
      StoreField field = schema == null ? zrecord.fields().get(fields.size()) : schema.field(name);
      fields.add(field);
      columns.add(zrecord.column(field));
    }
  }

  /** Returns the fields. */
  List<StoreField> fields() {
    return fields;
  }

  /** Returns the values of field {@code i} of {@link #fields}. */
  Column column(int i) {
    return columns.get(i);
  }

  /** Returns the number of records. */
  long records() {
    return columns.isEmpty() ? 0 : columns.get(0).records();
  }

  @Override
  public void close() throws IOException {
    close(0);
  }

  /** Closes all, whatever goes wrong with one. */
  private void close(int i) throws IOException {
    if (i < columns.size()) {
      try (Column column = columns.get(i)) {
        close(i + 1);
      }
    }
  }
}
