// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sample;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.output.SampleColumn;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Which columns of a table are image, key and labels of samples, and which ones are others. */
public final class SampleColumns implements Serializable {
  private static final long serialVersionUID = 1;

  private static final DataType FLOATS = DataTypes.createArrayType(DataTypes.FloatType);

  private static final DataType[] WHOLE = {
    DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType
  };

  private static final DataType[] NUMBERS = {
    DataTypes.FloatType,
    DataTypes.LongType,
    DataTypes.IntegerType,
    DataTypes.ShortType,
    DataTypes.ByteType,
    DataTypes.DoubleType
  };

  /** Samples of a task have numbers of so many digits; the number of the task is before them. */
  private static final long SAMPLES_A_TASK = 1_000_000_000L;

  private final StructType schema;
  private final int data;
  private final int id;
  private final int id2;
  private final int label;
  private final int labels;
  private final int[] further;
  private final List<SampleColumn> columns = new ArrayList<>();
  private float[] labelValues = new float[1];
  private byte[] payload = {};
  private int length;

  /**
   * Finds the columns.
   *
   * @throws InvalidSettingException when there is no image
   */
  public SampleColumns(StructType schema, Columns known) {
    this.schema = schema;
    data = Math.max(Columns.at(schema, "data"), Columns.at(schema, "image"));
    if (data < 0) {
      known.require(schema, "data");
    }
    id = Math.max(Columns.at(schema, "id"), Columns.at(schema, "key"));
    id2 = Columns.at(schema, "id2");
    label = Columns.at(schema, "label");
    labels = Columns.at(schema, "labels");
    var others = new ArrayList<Integer>();
    for (int i = 0; i < schema.fields().length; i++) {
      StructField field = schema.fields()[i];
      if (!known.has(Columns.name(field))) {
        others.add(i);
        columns.add(new SampleColumn(field.name(), type(field.dataType())));
      }
    }
    further = others.stream().mapToInt(i -> i).toArray();
  }

  /** Returns the columns that samples have besides others of these types. */
  public static Columns of(String source) {
    DataType[] others = Arrays.copyOf(NUMBERS, NUMBERS.length + 3);
    others[NUMBERS.length] = DataTypes.StringType;
    others[NUMBERS.length + 1] = DataTypes.BinaryType;
    others[NUMBERS.length + 2] = FLOATS;
    return new Columns(source)
        .with("offset", DataTypes.LongType)
        .with("id", WHOLE)
        .with("key", WHOLE)
        .with("id2", DataTypes.LongType)
        .with("label", NUMBERS)
        .with("labels", FLOATS)
        .with("data", DataTypes.BinaryType)
        .with("image", DataTypes.BinaryType)
        .withOthers(others);
  }

  private static SampleColumn.Type type(DataType type) {
    if (type.sameType(FLOATS)) {
      return SampleColumn.Type.FLOATS;
    }
    if (type.equals(DataTypes.FloatType)) {
      return SampleColumn.Type.FLOAT32;
    }
    if (type.equals(DataTypes.DoubleType)) {
      return SampleColumn.Type.FLOAT64;
    }
    if (type.equals(DataTypes.BinaryType)) {
      return SampleColumn.Type.BYTES;
    }
    return type.equals(DataTypes.StringType) ? SampleColumn.Type.TEXT : SampleColumn.Type.INT64;
  }

  private boolean hasHeader() {
    return label >= 0 || labels >= 0;
  }

  /** Returns what all samples have in common, as far as the columns say it. */
  public SampleFacts facts() {
    boolean whole =
        labels < 0
            && label >= 0
            && Arrays.asList(WHOLE).contains(schema.fields()[label].dataType());
    return new SampleFacts(
        SAMPLES_A_TASK * 1_000_000, // so names of samples have 15 digits
        hasHeader(),
        whole,
        false,
        0,
        0,
        id2 >= 0,
        false,
        false,
        List.of(),
        null,
        columns);
  }

  /** Returns the number of a sample, which no other one has. */
  static long ordinal(int task, long sample) {
    return task * SAMPLES_A_TASK + sample;
  }

  /** Returns the key of a row: the column, else the number of the sample. */
  long key(InternalRow row, RowWriter file, long ordinal) {
    return id < 0 ? ordinal : number(row, file.present(row, id, "id")).longValue();
  }

  /** Makes the payload of a row, with an image header if there are labels; returns its length. */
  int take(InternalRow row, RowWriter file, long key) {
    byte[] image = row.getBinary(file.present(row, data, "image"));
    if (!hasHeader()) {
      payload = image;
      length = image.length;
      return length;
    }
    int count = labels(row, file);
    int begin = ImageRecordHeader.bytes(count);
    length = Math.addExact(begin, image.length);
    if (payload.length < length) {
      payload = new byte[Math.max(length, 2 * payload.length)];
    }
    long high = id2 < 0 ? 0 : row.getLong(file.present(row, id2, "id2"));
    ImageRecordHeader.write(payload, 0, key, high, labelValues, count);
    System.arraycopy(image, 0, payload, begin, image.length);
    return length;
  }

  /** Returns the payload that was made last. */
  byte[] payload() {
    return payload;
  }

  private int labels(InternalRow row, RowWriter file) {
    if (labels < 0) {
      double number = number(row, file.present(row, label, "label")).doubleValue();
      labelValues[0] = (float) number;
      if (labelValues[0] != number && !Double.isNaN(number)) {
        throw file.wrong("has the label " + number + ", which is no float32");
      }
      return 1;
    }
    labelValues = floats(row.getArray(file.present(row, labels, "labels")), file, "labels");
    if (labelValues.length == 0) {
      throw file.wrong("has no label: expected one or more, found an empty array");
    }
    return labelValues.length;
  }

  private static float[] floats(ArrayData array, RowWriter file, String name) {
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        throw file.wrong("has a number of " + name + " that is NULL");
      }
    }
    return array.toFloatArray();
  }

  private Number number(InternalRow row, int column) {
    return (Number) row.get(column, schema.fields()[column].dataType());
  }

  /** Returns the values of the further columns. */
  Object[] further(InternalRow row, RowWriter file) {
    Object[] values = new Object[further.length];
    for (int i = 0; i < values.length; i++) {
      int column = further[i];
      if (!row.isNullAt(column)) {
        values[i] =
            switch (columns.get(i).type()) {
              case TEXT -> row.getUTF8String(column).toString();
              case BYTES -> row.getBinary(column);
              case INT64 -> number(row, column).longValue();
              case FLOAT32 -> row.getFloat(column);
              case FLOAT64 -> row.getDouble(column);
              case FLOATS -> floats(row.getArray(column), file, columns.get(i).name());
            };
      }
    }
    return values;
  }
}
