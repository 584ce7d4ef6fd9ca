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
    return CloseOnFailure.of(
        new ImportColumns(),
        opened -> {
          String zrecord = StoreJobConf.ZRECORD.get(conf);
          if (!zrecord.isEmpty()) {
            opened.add(zrecord(conf, zrecord), schema);
          }
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

  private static Zrecord zrecord(Configuration conf, String folder) throws IOException {
    boolean offsetFirst = StoreJobConf.ZRECORD_ITEMS.get(conf).equals("offset-first");
    return Zrecord.open(conf, new Path(folder), offsetFirst);
  }

  private void add(Zrecord zrecord, StoreSchema schema) throws IOException {
    for (StoreField found : zrecord.fields()) {
      StoreField field = schema == null ? found : schema.field(found.name());
      fields.add(field);
      columns.add(zrecord.column(field));
    }
  }

  private void requireEqual() throws BadInputException {
    Column first = columns.get(0);
    Column last = columns.get(columns.size() - 1);
    if (first.records() != last.records()) {
      throw new BadInputException(
          first.source()
              + " has "
              + first.records()
              + " records, but "
              + last.source()
              + " has "
              + last.records()
              + ": expected as many of each field",
          null);
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
