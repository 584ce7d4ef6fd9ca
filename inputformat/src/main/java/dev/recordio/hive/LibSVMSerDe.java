// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.io.SparseRow;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/**
 * Rows of Hive from sparse rows, and back. A table has any of these columns, in any order: {@code
 * label DOUBLE}, {@code weight FLOAT} and {@code qid BIGINT} (unsigned), null in rows that have
 * none, {@code idx ARRAY<BIGINT>} (from 0, unsigned) with {@code val ARRAY<FLOAT>}, or {@code
 * features MAP<BIGINT,FLOAT>}. Values of a row are used again for the next one.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMSerDe extends RowSerDe {
  private static final Map<String, String> COLUMNS = new LinkedHashMap<>();
  private static final Map<String, ObjectInspector> INSPECTORS = new LinkedHashMap<>();

  static {
    ObjectInspector longs = PrimitiveObjectInspectorFactory.writableLongObjectInspector;
    ObjectInspector floats = PrimitiveObjectInspectorFactory.writableFloatObjectInspector;
    add("label", PrimitiveObjectInspectorFactory.writableDoubleObjectInspector);
    add("weight", floats);
    add("qid", longs);
    add("idx", ObjectInspectorFactory.getStandardListObjectInspector(longs));
    add("val", ObjectInspectorFactory.getStandardListObjectInspector(floats));
    add("features", ObjectInspectorFactory.getStandardMapObjectInspector(longs, floats));
  }

  private final DoubleWritable label = new DoubleWritable();
  private final FloatWritable weight = new FloatWritable();
  private final LongWritable qid = new LongWritable();
  private final PooledList<LongWritable> indices = new PooledList<>(LongWritable::new);
  private final PooledList<FloatWritable> values = new PooledList<>(FloatWritable::new);
  private final Map<LongWritable, FloatWritable> features = new LinkedHashMap<>();
  private Columns columns;
  private Object[] row;
  private List<Object> rowList;
  private boolean wantsFeatures;
  private InsertedSparseRow inserted;

  private static void add(String column, ObjectInspector inspector) {
    COLUMNS.put(column, inspector.getTypeName());
    INSPECTORS.put(column, inspector);
  }

  @Override
  protected StructObjectInspector begin(Configuration conf, Properties table)
      throws SerDeException {
    columns = Columns.of(table);
    columns.require("LibSVM text", COLUMNS);
    wantsFeatures = columns.indexOf("features") >= 0;
    Map<String, Object> all =
        Map.of("label", label, "idx", indices, "val", values, "features", features);
    row = columns.names().stream().map(all::get).toArray();
    rowList = Arrays.asList(row);
    inserted = new InsertedSparseRow(columns);
    return columns.rows(INSPECTORS);
  }

  @Override
  public Object deserialize(Writable value) throws SerDeException {
    var sparse = (SparseRow) value;
    label.set(sparse.exactLabel());
    weight.set(sparse.weight());
    qid.set(sparse.qid());
    put("weight", sparse.hasWeight() ? weight : null);
    put("qid", sparse.hasQid() ? qid : null);
    indices.clear();
    values.clear();
    for (int i = 0; i < sparse.size(); i++) {
      indices.next().set(sparse.indices()[i]);
      values.next().set(sparse.values()[i]);
    }
    if (wantsFeatures) {
      fillFeatures();
    }
    return rowList;
  }

  private void put(String column, Object value) {
    int at = columns.indexOf(column);
    if (at >= 0) {
      row[at] = value;
    }
  }

  private void fillFeatures() throws SerDeException {
    features.clear();
    for (int i = 0; i < indices.size(); i++) {
      if (features.put(indices.get(i), values.get(i)) != null) {
        throw new SerDeException(
            "a row has index "
                + indices.get(i)
                + " twice, which a map cannot hold: declare idx ARRAY<BIGINT>, val ARRAY<FLOAT>");
      }
    }
  }

  @Override
  public Class<? extends Writable> getSerializedClass() {
    return SparseRow.class;
  }

  @Override
  public Writable serialize(Object object, ObjectInspector inspector) throws SerDeException {
    return inserted.of(object, (StructObjectInspector) inspector);
  }
}
