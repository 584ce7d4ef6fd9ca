// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.factory.DefaultValuesWriterFactory;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Writes floats bit by bit, without a dictionary: Parquet's own writers make all NaNs one. For
 * {@link ParquetProperties.Builder#withValuesWriterFactory}.
 */
public final class RawFloats extends DefaultValuesWriterFactory {
  private ParquetProperties properties;

  @Override
  public void initialize(ParquetProperties settings) {
    super.initialize(settings);
    properties = settings;
  }

  @Override
  public ValuesWriter newValuesWriter(ColumnDescriptor column) {
    return column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
        ? new Plain(properties)
        : super.newValuesWriter(column);
  }

  /** The integers that floats are in bits, 4 bytes each, little-endian: what PLAIN means. */
  private static final class Plain extends ValuesWriter {
    private final PlainValuesWriter bits;

    Plain(ParquetProperties properties) {
      bits =
          new PlainValuesWriter(
              properties.getInitialSlabSize(),
              properties.getPageSizeThreshold(),
              properties.getAllocator());
    }

    @Override
    public void writeFloat(float value) {
      bits.writeInteger(Float.floatToRawIntBits(value));
    }

    @Override
    public long getBufferedSize() {
      return bits.getBufferedSize();
    }

    @Override
    public BytesInput getBytes() {
      return bits.getBytes();
    }

    @Override
    public Encoding getEncoding() {
      return Encoding.PLAIN;
    }

    @Override
    public void reset() {
      bits.reset();
    }

    @Override
    public void close() {
      bits.close();
    }

    @Override
    public long getAllocatedSize() {
      return bits.getAllocatedSize();
    }

    @Override
    public String memUsageString(String prefix) {
      return bits.memUsageString(prefix);
    }
  }
}
