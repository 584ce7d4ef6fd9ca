// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.PayloadType;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.image.ImageRecordHeader;
import java.nio.charset.CharacterCodingException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Rows of Hive from the payloads of records, and back. The table property {@code recordio.payload}
 * specifies which columns a payload has; a table has any of them, in any order. Values of a row are
 * used again for the next one.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOSerDe extends RowSerDe {
  private static final Map<String, ObjectInspector> INSPECTORS =
      Map.of(
          "key", PrimitiveObjectInspectorFactory.writableLongObjectInspector,
          "id", PrimitiveObjectInspectorFactory.writableLongObjectInspector,
          "id2", PrimitiveObjectInspectorFactory.writableLongObjectInspector,
          "label", PrimitiveObjectInspectorFactory.writableFloatObjectInspector,
          "labels",
              ObjectInspectorFactory.getStandardListObjectInspector(
                  PrimitiveObjectInspectorFactory.writableFloatObjectInspector),
          "data", PrimitiveObjectInspectorFactory.writableBinaryObjectInspector);

  /** The offset of the record in its file, and the payload. */
  private static final List<String> OF_BYTES = List.of("key", "data");

  /** The ids are unsigned; the first label, and all; the payload after header and labels. */
  private static final List<String> OF_IMAGES = List.of("id", "id2", "label", "labels", "data");

  private final ImageRecordHeader header = new ImageRecordHeader();
  private final LongWritable key = new LongWritable();
  private final LongWritable id = new LongWritable();
  private final LongWritable id2 = new LongWritable();
  private final FloatWritable label = new FloatWritable();
  private final PooledList<FloatWritable> labels = new PooledList<>(FloatWritable::new);
  private final BytesWritable data = new BytesWritable();
  private final Text text = new Text();
  private PayloadType payload;
  private boolean wantsLabels;
  private boolean wantsData;
  private List<Object> row; // the table's columns
  private InsertedRecord inserted;

  @Override
  protected StructObjectInspector begin(Configuration conf, Properties table)
      throws SerDeException {
    payload = payload(table);
    Columns columns = Columns.of(table);
    if (payload == PayloadType.TEXT) {
      if (columns.names().size() != 1 || !columns.types().get(0).getTypeName().equals("string")) {
        throw new SerDeException(
            "the columns of "
                + RecordIOConf.PAYLOAD
                + " = text: expected one STRING; found "
                + columns.names()
                + " "
                + columns.types());
      }
      inserted = new InsertedRecord(payload, columns);
      row = Collections.singletonList(text);
      return columns.rows(
          Map.of(
              columns.names().get(0),
              PrimitiveObjectInspectorFactory.writableStringObjectInspector));
    }
    columns.require(RecordIOConf.PAYLOAD + " = " + payload, columnTypes(payload));
    Map<String, Object> all =
        Map.of("key", key, "id", id, "id2", id2, "label", label, "labels", labels, "data", data);
    inserted = new InsertedRecord(payload, columns);
    row = columns.names().stream().map(all::get).toList();
    wantsLabels = columns.indexOf("labels") >= 0;
    wantsData = columns.indexOf("data") >= 0;
    return columns.rows(INSPECTORS);
  }

  /** Returns the types of the columns by name. */
  private static Map<String, String> columnTypes(PayloadType payload) {
    var types = new LinkedHashMap<String, String>();
    for (String name : payload == PayloadType.IMAGE ? OF_IMAGES : OF_BYTES) {
      types.put(name, INSPECTORS.get(name).getTypeName());
    }
    return types;
  }

  private static PayloadType payload(Properties table) {
    var property = new Configuration(false);
    String value = table.getProperty(RecordIOConf.PAYLOAD.toString());
    if (value != null) {
      RecordIOConf.PAYLOAD.set(property, value);
    }
    return PayloadType.of(property, PayloadType.values());
  }

  @Override
  public Object deserialize(Writable value) throws SerDeException {
    var record = (BytesWritable) value;
    KeyedRecord keyed = record instanceof KeyedRecord known ? known : null;
    if (keyed != null && !keyed.isRead()) {
      return row; // no column is looked at
    }
    long offset = keyed == null ? -1 : keyed.key();
    try {
      switch (payload) {
        case TEXT -> {
          requireUtf8(record, offset);
          text.set(record.getBytes(), 0, record.getLength());
        }
        case BINARY -> {
          key.set(offset);
          if (wantsData) {
            data.set(record.getBytes(), 0, record.getLength());
          }
        }
        case IMAGE -> readImage(record, offset);
        default -> throw new IllegalStateException(payload.name());
      }
    } catch (MalformedRecordException e) {
      var named = keyed == null || keyed.file() == null ? e : e.at(keyed.file());
      throw new SerDeException(named.getMessage(), named);
    }
    return row;
  }

  private static void requireUtf8(BytesWritable record, long offset)
      throws MalformedRecordException {
    try {
      Text.validateUTF8(record.getBytes(), 0, record.getLength());
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException(
          "payload that is no text", null, offset, -1, "UTF-8", e.getMessage());
    }
  }

  private void readImage(BytesWritable record, long offset) throws MalformedRecordException {
    header.read(record.getBytes(), 0, record.getLength(), offset);
    id.set(header.id());
    id2.set(header.id2());
    label.set(header.label(0));
    if (wantsLabels) {
      labels.clear();
      for (int i = 0; i < header.labelCount(); i++) {
        labels.next().set(header.label(i));
      }
    }
    if (wantsData) {
      data.set(record.getBytes(), header.imageOffset(), header.imageLength());
    }
  }

  @Override
  public Class<? extends Writable> getSerializedClass() {
    return BytesWritable.class;
  }

  @Override
  public Writable serialize(Object object, ObjectInspector inspector) throws SerDeException {
    return inserted.of(object, (StructObjectInspector) inspector);
  }
}
