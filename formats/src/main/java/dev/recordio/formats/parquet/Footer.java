// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * Reads the footer of a file: {@code PAR1}, row groups, the footer, its length (u32,
 * little-endian), {@code PAR1}. One read as a rule, two when the footer is large. What it says of
 * the file is checked before anyone believes it.
 */
final class Footer {
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED = "PARE";
  private static final int MAGIC_BYTES = 4;

  /** The length of the footer, and the magic after it. */
  private static final int TAIL_BYTES = 8;

  /**
   * What Parquet's reader gets for the writer's name: it logs what it can't parse, and that it
   * ignores the statistics of some writers, which nobody here reads.
   */
  private static final String ANY_WRITER = "any version 1";

  /** What is read at once; the footers of most files are smaller. */
  private static final int FIRST_READ = 1 << 16;

  private final FSDataInputStream in;
  private final long length;
  private final String path;
  private final ParquetReadOptions options;

  private Footer(FSDataInputStream in, long length, String path, ParquetReadOptions options) {
    this.in = in;
    this.length = length;
    this.path = path;
    this.options = options;
  }

  /**
   * What a footer says.
   *
   * @param createdBy the writer, which decides how some old files are read; may be null
   */
  record Content(ParquetMetadata metadata, String createdBy) {}

  /**
   * Reads the footer.
   *
   * @param length of the file, in bytes
   * @param path for errors
   * @throws MalformedRecordException when the file is cut short, is something else, or its footer
   *     is damaged
   */
  static Content read(FSDataInputStream in, long length, String path, ParquetReadOptions options)
      throws IOException {
    return new Footer(in, length, path, options).read();
  }

  private Content read() throws IOException {
    if (length < MAGIC_BYTES + TAIL_BYTES) {
      throw damaged(0, "at least 12 bytes", length + " bytes");
    }
    byte[] tail = read(length - Math.min(length, FIRST_READ));
    int magic = tail.length - MAGIC_BYTES;
    if (!ThriftBounds.isWord(MAGIC, tail, magic)) {
      boolean encrypted = ThriftBounds.isWord(ENCRYPTED, tail, magic);
      throw damaged(
          length - MAGIC_BYTES,
          MAGIC + ", the end of a Parquet file",
          encrypted ? ENCRYPTED + ": the file is encrypted" : hex(tail, magic));
    }
    ByteBuffer words = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
    long size = Integer.toUnsignedLong(words.getInt(tail.length - TAIL_BYTES));
    long start = length - TAIL_BYTES - size;
    if (start < MAGIC_BYTES || size > Integer.MAX_VALUE - TAIL_BYTES) {
      throw damaged(
          length - TAIL_BYTES,
          "the length of a footer that fits the file of " + length + " bytes",
          Long.toString(size));
    }
    byte[] bytes = size + TAIL_BYTES <= tail.length ? tail : read(start);
    return parse(bytes, (int) (bytes.length - TAIL_BYTES - size), start);
  }

  private byte[] read(long from) throws IOException {
    byte[] bytes = new byte[(int) (length - from)];
    in.readFully(from, bytes);
    return bytes;
  }

  private Content parse(byte[] bytes, int from, long start) throws IOException {
    int end = bytes.length - TAIL_BYTES;
    String problem = ThriftBounds.problem(bytes, from, end);
    if (problem != null) {
      throw damaged(start, "a footer", problem);
    }
    Content footer;
    try {
      FileMetaData file = Util.readFileMetaData(new ByteArrayInputStream(bytes, from, end - from));
      String createdBy = file.getCreated_by();
      file.setCreated_by(ANY_WRITER);
      footer =
          new Content(new ParquetMetadataConverter(options).fromParquetMetadata(file), createdBy);
    } catch (IOException | RuntimeException e) {
      // Parquet's reader throws whatever the damage runs into.
      MalformedRecordException damaged = damaged(start, "a footer", Reason.of(e));
      damaged.initCause(e);
      throw damaged;
    }
    check(footer.metadata, start);
    return footer;
  }

  private void check(ParquetMetadata footer, long start) throws MalformedRecordException {
    int group = 0;
    for (BlockMetaData rows : footer.getBlocks()) {
      if (rows.getRowCount() < 0) {
        throw damaged(start, "rows of row group " + group, Long.toString(rows.getRowCount()));
      }
      for (ColumnChunkMetaData column : rows.getColumns()) {
        check(column, group, start);
      }
      group++;
    }
  }

  private void check(ColumnChunkMetaData column, int group, long start)
      throws MalformedRecordException {
    long from = column.getStartingPos();
    long size = column.getTotalSize();
    if (column.getValueCount() < 0 || from < MAGIC_BYTES || size < 0 || size > start - from) {
      throw damaged(
          start,
          "column "
              + column.getPath().toDotString()
              + " of row group "
              + group
              + " before the footer",
          column.getValueCount() + " values in " + size + " bytes at " + from);
    }
  }

  private MalformedRecordException damaged(long offset, String expected, String found) {
    return new MalformedRecordException(
        "damaged or cut Parquet file", path, offset, -1, expected, found);
  }

  private static String hex(byte[] bytes, int at) {
    return String.format(
        "%02x %02x %02x %02x", bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
  }
}
