// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * Puts the encodings of each column in the footer in order. Parquet's writer has them in a set
 * whose order depends on the addresses of objects: the same rows would give other bytes in another
 * process.
 */
final class SortedEncodings {
  /** The length of the footer, and the magic after it. */
  private static final int TAIL_BYTES = 8;

  private SortedEncodings() {}

  /**
   * Returns the end of a file with its encodings in order; it has the same length.
   *
   * @param end what Parquet's writer wrote after the last row group
   */
  static byte[] of(byte[] end) throws IOException {
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
}
