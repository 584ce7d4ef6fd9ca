// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriter;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.RecordShardWriter;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.StructType;

/** Writes rows as records, with the indexes next to the file. */
final class RecordRowWriter extends RowWriter {
  private final TaskAttemptContext context;
  private final RecordShardWriter file;
  private final boolean image;
  private final int indexKey; // -1: for images the id
  private final int data;
  private final int id;
  private final int id2;
  private final int label;
  private final int labels;
  private final LongWritable key = new LongWritable();
  private final BytesWritable payload = new BytesWritable();
  private float[] labelValues = new float[1];

  RecordRowWriter(String path, StructType schema, TaskAttemptContext context, boolean image)
      throws IOException {
    super(path);
    this.context = context;
    this.image = image;
    Configuration conf = context.getConfiguration();
    boolean keyed = RecordIOConf.OUTPUT_INDEX_KEYS.getEnum(conf, IndexKeys.class) == IndexKeys.KEY;
    indexKey = keyed ? Columns.at(schema, "key") : -1;
    data = Columns.at(schema, "data");
    id = Columns.at(schema, "id");
    id2 = Columns.at(schema, "id2");
    label = Columns.at(schema, "label");
    labels = Columns.at(schema, "labels");
    file = new RecordShardWriter(conf, new Path(path), 0);
  }

  @Override
  public void put(InternalRow row) throws IOException {
    byte[] bytes = row.getBinary(present(row, data, "data"));
    if (image) {
      image(row, bytes);
    }
    if (indexKey >= 0) {
      key.set(row.getLong(present(row, indexKey, "key")));
    }
    if (image) {
      file.write(key, payload.getBytes(), 0, payload.getLength());
    } else {
      file.write(key, bytes, 0, bytes.length);
    }
  }

  private void image(InternalRow row, byte[] bytes) {
    int count = labels(row);
    int begin = ImageRecordHeader.bytes(count);
    payload.setSize(Math.addExact(begin, bytes.length));
    key.set(id < 0 ? 0 : row.getLong(present(row, id, "id")));
    long high = id2 < 0 ? 0 : row.getLong(present(row, id2, "id2"));
    ImageRecordHeader.write(payload.getBytes(), 0, key.get(), high, labelValues, count);
    System.arraycopy(bytes, 0, payload.getBytes(), begin, bytes.length);
  }

  /** Takes the labels of the array, or the single label if there is no array; returns how many. */
  private int labels(InternalRow row) {
    if (labels < 0) {
      labelValues[0] = row.getFloat(present(row, label, "label"));
      return 1;
    }
    ArrayData array = row.getArray(present(row, labels, "labels"));
    int count = array.numElements();
    if (labelValues.length < count) {
      labelValues = new float[count];
    }
    for (int i = 0; i < count; i++) {
      if (array.isNullAt(i)) {
        throw wrong("has a label that is NULL");
      }
      labelValues[i] = array.getFloat(i);
    }
    return count;
  }

  @Override
  public void closeFile() throws IOException {
    file.close(TaskCounters.of(context));
  }
}
