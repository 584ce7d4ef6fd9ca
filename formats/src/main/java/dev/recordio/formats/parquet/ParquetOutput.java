// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.Drain;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/**
 * Writes a Parquet file, column by column and row by row. A row group ends when the caller says so,
 * and never otherwise: Parquet's own output format shrinks row groups when several files are open
 * in a process, so that its bytes depend on what runs beside. Pages have checksums.
 *
 * <p>Memory: the pages of one row group, and the page that each column is filling.
 */
public final class ParquetOutput implements Closeable {
  /** The length of the footer, and the magic after it. */
  private static final int TAIL_BYTES = 8;

  private final MessageType schema;
  private final ParquetProperties properties;
  private final BytesInputCompressor compressor;
  private final Set<String> stored;
  private final Drain drain;
  private final DrainFile out;
  private final ParquetFileWriter file;
  private PageStores pages;
  private ColumnWriteStore columns;
  private long rows;

  /**
   * Begins a file, and its first row group.
   *
   * @param properties of pages and encodings; see {@link #properties}
   * @param stored columns that are never compressed, by their paths with dots
   * @param drain takes the bytes; it is not closed
   */
  public ParquetOutput(
      MessageType schema,
      ParquetProperties properties,
      PageCodec codec,
      Set<String> stored,
      Drain drain)
      throws IOException {
    this.schema = schema;
    this.properties = properties;
    this.stored = Set.copyOf(stored);
    compressor = new PageCodecs().getCompressor(codec.codec());
    this.drain = drain;
    out = new DrainFile(drain);
    file =
        new ParquetFileWriter(
            out, schema, ParquetFileWriter.Mode.CREATE, Long.MAX_VALUE, 0, null, properties);
    file.start();
    begin();
  }

  /**
   * Returns settings to start from: pages of version 1, which every reader takes, with checksums;
   * in heap memory.
   */
  public static ParquetProperties.Builder properties() {
    return ParquetProperties.builder()
        .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
        .withAllocator(HeapByteBufferAllocator.getInstance())
        .withSizeStatisticsEnabled(false)
        .withPageWriteChecksumEnabled(true);
  }

  private void begin() {
    pages = new PageStores(schema, properties, this::compressor);
    columns = properties.newColumnWriteStore(schema, pages, pages);
    rows = 0;
  }

  private BytesInputCompressor compressor(String column) {
    return stored.contains(column) ? PageCodecs.STORED : compressor;
  }

  /** Returns the writer of a column of primitives; good until the row group ends. */
  public ColumnWriter column(String... path) {
    return columns.getColumnWriter(schema.getColumnDescription(path));
  }

  /** Ends a row, after each column was given its values. */
  public void endRow() {
    columns.endRecord();
    rows++;
  }

  /** Returns the rows of the row group so far. */
  public long rows() {
    return rows;
  }

  /** Writes the row group, and begins the next; nothing happens when there is no row. */
  public void endRowGroup() throws IOException {
    if (rows == 0) {
      return;
    }
    file.startBlock(rows);
    columns.flush();
    pages.flush(file);
    file.endBlock();
    free();
    begin();
  }

  /**
   * Ends the last row group, and the file.
   *
   * @param metadata goes to the footer, in its order
   */
  public void finish(SortedMap<String, String> metadata) throws IOException {
    endRowGroup();
    out.hold();
    file.end(metadata);
    byte[] end = sorted(out.release());
    drain.drain(end, 0, end.length);
  }

  /**
   * Puts the encodings of each column in order in what Parquet's writer wrote after the last row
   * group; it has the same length. The writer has them in a set whose order depends on the
   * addresses of objects: the same rows would give other bytes in another process.
   */
  private static byte[] sorted(byte[] end) throws IOException {
    int length =
        ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).getInt(end.length - TAIL_BYTES);
    int start = end.length - TAIL_BYTES - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(end, start, length));
    for (RowGroup group : footer.getRow_groups()) {
      for (ColumnChunk column : group.getColumns()) {
        Collections.sort(column.getMeta_data().getEncodings());
      }
    }
    var sorted = new ByteArrayOutputStream(end.length);
    sorted.write(end, 0, start);
    Util.writeFileMetaData(footer, sorted);
    if (sorted.size() != start + length) {
      throw new IllegalStateException("a footer of " + length + " bytes has another length sorted");
    }
    sorted.write(end, start + length, TAIL_BYTES);
    return sorted.toByteArray();
  }

  private void free() {
    columns.close();
    pages.close();
  }

  @Override
  public void close() throws IOException {
    free();
    file.close();
    compressor.release();
  }
}
