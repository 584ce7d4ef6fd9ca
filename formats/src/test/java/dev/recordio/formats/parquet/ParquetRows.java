// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file in memory, read whole by Parquet's own assembly of records: none of the project's
 * code but the codecs.
 *
 * @param groups rows, by row group
 */
public record ParquetRows(
    MessageType schema, Map<String, String> metadata, String createdBy, List<List<Group>> groups) {

  /** Reads a file. */
  public static ParquetRows of(byte[] bytes) throws IOException {
    var options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new PageCodecs())
            .usePageChecksumVerification(true)
            .build();
    try (var reader = ParquetFileReader.open(new Memory(bytes), options)) {
      MessageType schema = reader.getFileMetaData().getSchema();
      var groups = new ArrayList<List<Group>>();
      for (int g = 0; g < reader.getRowGroups().size(); g++) {
        var pages = reader.readRowGroup(g);
        var records =
            new ColumnIOFactory()
                .getColumnIO(schema)
                .getRecordReader(pages, new GroupRecordConverter(schema));
        var rows = new ArrayList<Group>();
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(records.read());
        }
        groups.add(rows);
      }
      return new ParquetRows(
          schema,
          reader.getFileMetaData().getKeyValueMetaData(),
          reader.getFileMetaData().getCreatedBy(),
          groups);
    }
  }

  /** Returns all rows, in order. */
  public List<Group> rows() {
    return groups.stream().flatMap(List::stream).toList();
  }

  /** Returns the number of rows of each row group. */
  public List<Integer> sizes() {
    return groups.stream().map(List::size).toList();
  }

  private record Memory(byte[] bytes) implements InputFile {
    @Override
    public long getLength() {
      return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
      return new Stream(new Bytes(bytes));
    }
  }

  private static final class Bytes extends ByteArrayInputStream {
    Bytes(byte[] bytes) {
      super(bytes);
    }

    void at(long position) {
      pos = (int) position;
    }

    long at() {
      return pos;
    }
  }

  private static final class Stream extends DelegatingSeekableInputStream {
    private final Bytes bytes;

    Stream(Bytes bytes) {
      super(bytes);
      this.bytes = bytes;
    }

    @Override
    public long getPos() {
      return bytes.at();
    }

    @Override
    public void seek(long position) {
      bytes.at(position);
    }
  }
}
