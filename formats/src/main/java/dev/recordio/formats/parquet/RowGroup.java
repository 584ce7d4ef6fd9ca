// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;

/** The rows of a row group, as columns of primitives to be read side by side. */
public final class RowGroup implements Closeable {
  private final ParquetInput file;
  private final PageReadStore pages;
  private final BlockMetaData rows;
  private final MessageType schema;
  private final ColumnReadStore columns;

  /** What reads values of columns. */
  @FunctionalInterface
  public interface Step<T> {
    /** Reads; whatever it throws that is unchecked means damage. */
    T read() throws IOException;
  }

  RowGroup(
      ParquetInput file,
      PageReadStore pages,
      BlockMetaData rows,
      MessageType schema,
      String createdBy) {
    this.file = file;
    this.pages = pages;
    this.rows = rows;
    this.schema = schema;
    columns = new ColumnReadStoreImpl(pages, new NoConverter(), schema, createdBy);
  }

  /** Returns the reader of a column, which is at the first value. */
  public ColumnReader column(String... path) throws IOException {
    return step(() -> columns.getColumnReader(schema.getColumnDescription(path)));
  }

  /**
   * Runs a step of reading: pages are decoded in it.
   *
   * @throws dev.recordio.bytes.MalformedRecordException when Parquet's reader fails
   */
  public <T> T step(Step<T> step) throws IOException {
    try {
      return step.read();
    } catch (RuntimeException e) {
      throw file.damaged(rows, e);
    }
  }

  @Override
  public void close() {
    pages.close();
  }

  /** The converters of records, which nobody uses who reads columns. */
  private static final class NoConverter extends GroupConverter {
    private final PrimitiveConverter primitive =
        new PrimitiveConverter() {
          @Override
          public GroupConverter asGroupConverter() {
            return NoConverter.this;
          }
        };

    @Override
    public Converter getConverter(int field) {
      return primitive;
    }

    @Override
    public void start() {
      // No record is made.
    }

    @Override
    public void end() {
      // No record is made.
    }
  }
}
