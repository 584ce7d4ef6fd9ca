// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.conf.PayloadType;
import dev.recordio.image.ImageRecordHeader;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Converts the rows that Hive inserts to records. */
final class InsertedRecord {
  private final PayloadType payload;
  private final String textColumn;
  private final InsertedRow row;
  private final BytesWritable record = new BytesWritable();
  private float[] labels = new float[1];

  InsertedRecord(PayloadType payload, Columns columns) {
    this.payload = payload;
    textColumn = payload == PayloadType.TEXT ? columns.names().get(0) : null;
    row = new InsertedRow(columns);
  }

  /**
   * Returns the record of a row; it is used again for the next one.
   *
   * @throws SerDeException when the payload is null, or the table has no column for it
   */
  BytesWritable of(Object inserted, StructObjectInspector inspector) throws SerDeException {
    row.set(inserted, inspector);
    switch (payload) {
      case TEXT -> {
        Object value = row.required(textColumn);
        var strings = (StringObjectInspector) row.inspector(textColumn);
        Text text = strings.getPrimitiveWritableObject(value);
        record.set(text.getBytes(), 0, text.getLength());
      }
      case BINARY -> {
        BytesWritable data = data();
        record.set(data.getBytes(), 0, data.getLength());
      }
      case IMAGE -> {
        BytesWritable image = data();
        int count = labels();
        int start = ImageRecordHeader.bytes(count);
        record.setSize(Math.addExact(start, image.getLength()));
        byte[] bytes = record.getBytes();
        ImageRecordHeader.write(bytes, 0, row.number("id"), row.number("id2"), labels, count);
        System.arraycopy(image.getBytes(), 0, bytes, start, image.getLength());
      }
      default -> throw new IllegalStateException(payload.name());
    }
    return record;
  }

  private BytesWritable data() throws SerDeException {
    Object data = row.required("data");
    return ((BinaryObjectInspector) row.inspector("data")).getPrimitiveWritableObject(data);
  }

  /** Takes the labels of the list, or the one label if there is no list; returns how many. */
  private int labels() throws SerDeException {
    Object list = row.get("labels");
    if (list == null) {
      Object label = row.get("label");
      if (label != null) {
        labels[0] = InsertedRow.fraction(label, row.inspector("label"));
      }
      return label == null ? 0 : 1;
    }
    var lists = (ListObjectInspector) row.inspector("labels");
    ObjectInspector floats = lists.getListElementObjectInspector();
    int count = lists.getListLength(list);
    labels = labels.length < count ? new float[count] : labels;
    for (int i = 0; i < count; i++) {
      Object label = InsertedRow.notNull(lists.getListElement(list, i), "each of labels");
      labels[i] = InsertedRow.fraction(label, floats);
    }
    return count;
  }
}
