// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Items.BatchItems;
import dev.recordio.reader.Placed;
import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Stage;
import dev.recordio.reader.spec.StageCall;
import java.io.IOException;

/** Checks that each record or row, also of batches, has the fields that a schema declares. */
final class SchemaStage<T> extends Decorator.Passing<T> {
  private final Schema schema;
  private final long columns;
  private final Items<T> items;
  private final ItemCheck<T> check;

  /** Checks one item. */
  interface ItemCheck<T> {
    void check(T item) throws MalformedRecordException;
  }

  /** What items are, and how they are checked. */
  private record Checked<T>(Items<T> items, ItemCheck<T> check) {}

  /**
   * Creates the stage.
   *
   * @param columns all indices of rows must be below it, unsigned; 0: no limit
   */
  SchemaStage(Stage<T> upstream, Schema schema, long columns) {
    super(upstream);
    this.schema = schema;
    this.columns = columns;
    Checked<T> checked = checked(upstream.items());
    items = checked.items;
    check = checked.check;
  }

  @SuppressWarnings("unchecked") // the kind of the items says what they are
  private <I> Checked<I> checked(Items<I> of) {
    if (of.kind().equals(PlacedItems.RECORDS.kind()) && columns == 0) {
      return new Checked<>(of.as(schema), (ItemCheck<I>) new RecordCheck(schema));
    }
    if (of.kind().equals(PlacedItems.ROWS.kind())) {
      return new Checked<>(of.as(schema), (ItemCheck<I>) new RowCheck(schema, columns));
    }
    if (of instanceof BatchItems<?> batches) {
      return (Checked<I>) checkedBatches(batches);
    }
    throw new InvalidSettingException(
        text() + " must be after a stage that hands out records, or rows, or batches of them");
  }

  private <I> Checked<Batch<I>> checkedBatches(BatchItems<I> batches) {
    Checked<I> each = checked(batches.items());
    return new Checked<>(
        new BatchItems<>(each.items),
        batch -> {
          for (int i = 0; i < batch.size(); i++) {
            each.check.check(batch.get(i));
          }
        });
  }

  /** Returns an error that names file, item and field. */
  static MalformedRecordException malformed(
      Placed item, String kind, Schema.Field field, String expected, String found) {
    return new MalformedRecordException(
        kind + " " + item.ordinal() + " does not fit the schema in field " + field,
        item.path() == null ? null : item.path().toString(),
        item.fileOffset(),
        -1,
        expected,
        found);
  }

  @Override
  protected boolean wanted() throws IOException {
    check.check(upstream.get());
    return true;
  }

  @Override
  public Items<T> items() {
    return items;
  }

  @Override
  public boolean isItemForItem() {
    return upstream.isItemForItem();
  }

  @Override
  protected String text() {
    StageCall call = StageCall.of("schema");
    for (Schema.Field field : schema.fields()) {
      call = call.with(field);
    }
    return (columns == 0 ? call : call.with("columns", Long.toUnsignedString(columns))).toString();
  }
}
