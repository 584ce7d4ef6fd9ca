// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Items;
import dev.recordio.reader.Schema;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.List;

/** How records of a store are kept. */
final class StoreItems implements Items<StoreItem> {
  private final Schema schema;

  StoreItems(StoreSchema of) {
    schema = new Schema(of.fields().stream().map(StoreItems::field).toList());
  }

  /** Describes a field: as numbers where it has little-endian ones, else as bytes. */
  private static Schema.Field field(StoreField field) {
    FieldType type = field.type();
    if (type.item().isEmpty()) {
      return new Schema.Field(field.name(), Schema.Type.UINT8, List.of(Schema.ANY), "");
    }
    var shape = new ArrayList<Integer>();
    if (type.kind() == FieldType.Kind.RAGGED) {
      shape.add(Schema.ANY);
    }
    shape.addAll(type.shape());
    NpyItems items = NpyItems.of(NpyType.parse(type.item()));
    Schema.Type number = number(items);
    if (number == null) {
      number = Schema.Type.UINT8;
      shape.add(items.bytes());
    }
    return new Schema.Field(field.name(), number, shape, "");
  }

  private static Schema.Type number(NpyItems items) {
    if (items.bigEndian() || items.bytes() > Long.BYTES) {
      return null;
    }
    int bits = 8 * items.bytes();
    return switch (items.kind()) {
      case 'b', 'u' -> Schema.Type.valueOf("UINT" + bits);
      case 'i', 'M', 'm' -> Schema.Type.valueOf("INT" + bits);
      case 'f' -> Schema.Type.valueOf("FLOAT" + bits);
      default -> null;
    };
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public String kind() {
    return "store record";
  }

  @Override
  public Batch<StoreItem> newBatch() {
    return new StoreBatch();
  }

  @Override
  public long bytes(StoreItem item) {
    return item.record().valueBytes();
  }

  @Override
  public StoreItem copy(StoreItem item, StoreItem old) {
    StoreItem copy = old == null ? new StoreItem(new StoreRecord()) : old;
    copy.copyFrom(item);
    return copy;
  }
}
