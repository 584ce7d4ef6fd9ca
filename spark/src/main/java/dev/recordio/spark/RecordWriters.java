// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.fs.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.mapreduce.RecordIOOutputFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;

/** Makes the writers of {@code .rec} files, which stand where Spark's committer says. */
final class RecordWriters extends OutputWriterFactory {
  private static final long serialVersionUID = 1;
  private final boolean image;

  RecordWriters(boolean image) {
    this.image = image;
  }

  @Override
  public String getFileExtension(TaskAttemptContext context) {
    return RecordFiles.RECORDS;
  }

  @Override
  public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
    return new Writer(path, schema, context, image);
  }

  private static final class Writer extends OutputWriter {
    private final String path;
    private final TaskAttemptContext context;
    private final RecordWriter<LongWritable, BytesWritable> file;
    private final LongWritable key = new LongWritable();
    private final BytesWritable value = new BytesWritable();
    private final boolean image;
    private final int data;
    private final int id;
    private final int id2;
    private final int label;
    private final int labels;
    private float[] labelValues = new float[1];
    private byte[] payload = {};
    private long rows;

    Writer(String path, StructType schema, TaskAttemptContext context, boolean image) {
      this.path = path;
      this.context = context;
      this.image = image;
      data = Columns.at(schema, "data");
      id = Columns.at(schema, "id");
      id2 = Columns.at(schema, "id2");
      label = Columns.at(schema, "label");
      labels = Columns.at(schema, "labels");
      try {
        file = new At(new Path(path)).getRecordWriter(context);
      } catch (IOException e) {
        throw FileRows.raw(e);
      }
    }

    @Override
    public void write(InternalRow row) {
      byte[] bytes = row.getBinary(present(row, data, "data"));
      if (image) {
        image(row, bytes);
      } else {
        value.set(bytes, 0, bytes.length);
      }
      try {
        file.write(key, value);
      } catch (IOException | InterruptedException e) {
        throw FileRows.raw(e);
      }
      rows++;
    }

    /** Returns {@code column}, in which the row must have something. */
    private int present(InternalRow row, int column, String name) {
      if (row.isNullAt(column)) {
        throw new IllegalArgumentException(
            "row " + (rows + 1) + " of a file has no " + name + ": a record can't do without");
      }
      return column;
    }

    private void image(InternalRow row, byte[] bytes) {
      int count = labels(row);
      int begin = ImageRecordHeader.bytes(count);
      int length = Math.addExact(begin, bytes.length);
      if (payload.length < length) {
        payload = new byte[Math.max(length, (int) Math.min(1 << 29, 2L * payload.length))];
      }
      long key64 = id < 0 ? 0 : row.getLong(present(row, id, "id"));
      long high = id2 < 0 ? 0 : row.getLong(present(row, id2, "id2"));
      ImageRecordHeader.write(payload, 0, key64, high, labelValues, count);
      System.arraycopy(bytes, 0, payload, begin, bytes.length);
      key.set(key64);
      value.set(payload, 0, length);
    }

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
          throw new IllegalArgumentException(
              "row " + (rows + 1) + " of a file has a label that is null");
        }
        labelValues[i] = array.getFloat(i);
      }
      return count;
    }

    @Override
    public void close() {
      try {
        file.close(context);
      } catch (IOException | InterruptedException e) {
        throw FileRows.raw(e);
      }
    }

    @Override
    public String path() {
      return path;
    }
  }

  /** The output format, writing where it is told; the indexes stand beside. */
  private static final class At extends RecordIOOutputFormat<LongWritable, BytesWritable> {
    private final Path records;

    At(Path records) {
      this.records = records;
    }

    @Override
    public Path getDefaultWorkFile(TaskAttemptContext context, String extension) {
      return extension.equals(INDEX) ? RecordFiles.index(records) : records;
    }
  }
}
