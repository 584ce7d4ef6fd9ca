// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.io.SparseRow;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** Converts the rows that Hive inserts to sparse rows. */
final class InsertedSparseRow {
  private final InsertedRow row;
  private final SparseRow sparse = new SparseRow();
  private final TreeMap<Long, Float> sorted = new TreeMap<>(Long::compareUnsigned);

  InsertedSparseRow(Columns columns) {
    row = new InsertedRow(columns);
  }

  /**
   * Returns the sparse row of a row; it is used again for the next one. Entries of a map are put in
   * the order of their indices; entries of lists stay as they are.
   *
   * @throws SerDeException when label or entries are null, or lists differ in length
   */
  SparseRow of(Object inserted, StructObjectInspector inspector) throws SerDeException {
    row.set(inserted, inspector);
    sparse.clear(0);
    sparse.setLabel(InsertedRow.exact(row.required("label"), row.inspector("label")));
    Object weight = row.get("weight");
    if (weight != null) {
      sparse.setWeight(InsertedRow.fraction(weight, row.inspector("weight")));
    }
    if (row.get("qid") != null) {
      sparse.setQid(row.number("qid"));
    }
    Object features = row.get("features");
    if (features == null) {
      addLists();
    } else {
      addMap(features);
    }
    return sparse;
  }

  private void addLists() throws SerDeException {
    Object indices = row.required("idx");
    Object values = row.required("val");
    var longs = (ListObjectInspector) row.inspector("idx");
    var floats = (ListObjectInspector) row.inspector("val");
    int size = longs.getListLength(indices);
    if (floats.getListLength(values) != size) {
      throw new SerDeException(
          "a row that cannot be written: expected val to be as long as idx, "
              + size
              + ", found "
              + floats.getListLength(values));
    }
    for (int i = 0; i < size; i++) {
      Object index = InsertedRow.notNull(longs.getListElement(indices, i), "each of idx");
      Object value = InsertedRow.notNull(floats.getListElement(values, i), "each of val");
      sparse.add(
          InsertedRow.number(index, longs.getListElementObjectInspector()),
          InsertedRow.fraction(value, floats.getListElementObjectInspector()));
    }
  }

  private void addMap(Object features) throws SerDeException {
    var maps = (MapObjectInspector) row.inspector("features");
    sorted.clear();
    for (Map.Entry<?, ?> entry : maps.getMap(features).entrySet()) {
      Object index = InsertedRow.notNull(entry.getKey(), "each key of features");
      Object value = InsertedRow.notNull(entry.getValue(), "each value of features");
      sorted.put(
          InsertedRow.number(index, maps.getMapKeyObjectInspector()),
          InsertedRow.fraction(value, maps.getMapValueObjectInspector()));
    }
    sorted.forEach(sparse::add);
  }
}
