// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriteStore;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.values.bloomfilter.BloomFilterWriteStore;
import org.apache.parquet.column.values.bloomfilter.BloomFilterWriter;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/**
 * The pages of a row group, each column in a codec of its own: Parquet's store has one codec for
 * all of its columns, so each column is a store here.
 */
final class PageStores implements PageWriteStore, BloomFilterWriteStore {
  private final List<ColumnChunkPageWriteStore> inOrder = new ArrayList<>();
  private final Map<ColumnDescriptor, ColumnChunkPageWriteStore> stores = new HashMap<>();

  /**
   * Makes stores.
   *
   * @param codecs gives the compressor of a column, by its path with dots
   */
  PageStores(
      MessageType schema,
      ParquetProperties properties,
      Function<String, BytesInputCompressor> codecs) {
    for (ColumnDescriptor column : schema.getColumns()) {
      var store =
          new ColumnChunkPageWriteStore(
              codecs.apply(String.join(".", column.getPath())),
              ParquetColumn.only(schema, column.getPath()),
              properties.getAllocator(),
              properties.getColumnIndexTruncateLength(),
              properties.getPageWriteChecksumEnabled());
      inOrder.add(store);
      stores.put(column, store);
    }
  }

  @Override
  public PageWriter getPageWriter(ColumnDescriptor column) {
    return stores.get(column).getPageWriter(column);
  }

  @Override
  public BloomFilterWriter getBloomFilterWriter(ColumnDescriptor column) {
    return stores.get(column).getBloomFilterWriter(column);
  }

  /** Writes the columns, in the order of the schema. */
  void flush(ParquetFileWriter file) throws IOException {
    for (ColumnChunkPageWriteStore store : inOrder) {
      store.flushToFileWriter(file);
    }
  }

  @Override
  public void close() {
    inOrder.forEach(ColumnChunkPageWriteStore::close);
  }
}
