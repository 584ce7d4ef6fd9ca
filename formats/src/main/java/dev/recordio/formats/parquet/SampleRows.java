// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Reads the rows of a row group in order. A damaged row group fails for each of its rows, and is
 * read once.
 */
public final class SampleRows implements Closeable {
  private final String path;
  private final ParquetInput file;
  private final int group;
  private final ParquetColumns columns;
  private RowGroup rows;
  private ColumnReader image;
  private ColumnReader label;
  private ColumnReader key;
  private ColumnReader id2;
  private ColumnReader header;
  private long next;
  private MalformedRecordException damage;
  private String problem; // with the current row

  /**
   * Reads a row group.
   *
   * @param path of the file, for errors
   */
  public SampleRows(
      ParquetInput file, String path, int group, ParquetColumns columns, MessageType projection)
      throws IOException {
    this.file = file;
    this.path = path;
    this.group = group;
    this.columns = columns;
    try {
      rows = file.read(group, projection);
      image = rows.column(columns.image().path());
      label = columns.label() == null ? null : rows.column(columns.label().path());
      key = columns.key() == null ? null : rows.column(columns.key().path());
      header = columns.header() == null ? null : rows.column(columns.header().path());
      id2 = columns.id2() == null ? null : rows.column(columns.id2().path());
    } catch (MalformedRecordException e) {
      damage = e;
    }
  }

  public int group() {
    return group;
  }

  /** Whether a row was read already, and is not available again. */
  public boolean isAfter(long row) {
    return damage == null && next > row;
  }

  /**
   * Reads a row.
   *
   * @param row its number in the row group, from 0
   * @throws MalformedRecordException when it has no image, label or key as they must be; rows after
   *     it can be read
   */
  public void read(long row, Sample sample) throws IOException {
    if (damage != null) {
      throw damage;
    }
    problem = null;
    try {
      rows.step(
          () -> {
            for (; next < row; next++) {
              skip(image, columns.image());
              skip(label, columns.label());
              skip(key, columns.key());
              skip(id2, columns.id2());
              skip(header, columns.header());
            }
            next++;
            readRow(sample);
            return null;
          });
    } catch (MalformedRecordException e) {
      damage = e;
      throw e;
    }
    if (problem != null) {
      throw new MalformedRecordException(
          "row " + row + " of row group " + group + " that is no sample",
          path,
          file.start(group),
          -1,
          "an image, a label that float32 holds, and a key",
          problem);
    }
  }

  private static void skip(ColumnReader reader, ParquetColumn column) {
    if (reader == null) {
      return;
    }
    do {
      if (reader.getCurrentDefinitionLevel() == column.definition()) {
        reader.skip();
      }
      reader.consume();
    } while (reader.getCurrentRepetitionLevel() > 0);
  }

  private void readRow(Sample sample) {
    if (key != null) {
      readKey(sample);
      key.consume();
    }
    if (id2 != null) {
      sample.setId2(id2.getLong());
      id2.consume();
    }
    if (label != null) {
      readLabels(sample);
    }
    if (header != null) {
      if (header.getCurrentDefinitionLevel() == columns.header().definition()) {
        sample.setHeader(header.getBinary().getBytes());
      }
      header.consume();
    }
    readImage(sample);
  }

  private void readKey(Sample sample) {
    ParquetColumn column = columns.key();
    if (key.getCurrentDefinitionLevel() < column.definition()) {
      problem = "a null in column " + column;
      return;
    }
    long value = whole(key, column);
    if (value < 0 && !column.isUnsigned()) {
      problem = "key " + value + " in column " + column;
    }
    sample.setKey(value);
  }

  private static long whole(ColumnReader reader, ParquetColumn column) {
    if (column.type().getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
      return reader.getLong();
    }
    return column.isUnsigned() ? Integer.toUnsignedLong(reader.getInteger()) : reader.getInteger();
  }

  private void readLabels(Sample sample) {
    ParquetColumn column = columns.label();
    do {
      int definition = label.getCurrentDefinitionLevel();
      if (definition == column.definition()) {
        readLabel(column, sample);
      } else {
        boolean isNull = !column.isList() || definition >= column.elementDefinition();
        problem = (isNull ? "a null" : "no label") + " in column " + column;
      }
      label.consume();
    } while (label.getCurrentRepetitionLevel() > 0);
  }

  /** Adds a label; one that float32 would change, other than by rounding a fraction, is refused. */
  private void readLabel(ParquetColumn column, Sample sample) {
    switch (column.type().getPrimitiveTypeName()) {
      case FLOAT -> sample.addLabel(label.getFloat());
      case DOUBLE -> {
        double value = label.getDouble();
        sample.addLabel((float) value);
        if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
          problem = "label " + value + " in column " + column;
        }
      }
      default -> {
        long value = whole(label, column);
        sample.addLabel(value);
        if ((long) (float) value != value
            || value == Long.MAX_VALUE
            || value < 0 && column.isUnsigned()) {
          problem = "label " + value + " in column " + column;
        }
      }
    }
  }

  private void readImage(Sample sample) {
    boolean isNull = image.getCurrentDefinitionLevel() < columns.image().definition();
    Binary binary = isNull ? null : image.getBinary();
    image.consume();
    if (isNull) {
      problem = "a null in column " + columns.image();
      return;
    }
    ByteBuffer bytes = binary.toByteBuffer();
    sample.setImage(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
  }

  @Override
  public void close() {
    if (rows != null) {
      rows.close();
    }
  }
}
