// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.fs.stream.Files;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyVector;
import dev.recordio.sparse.ColumnMap;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The file of a compact {@link ColumnMap}: the columns that have a number, ascending, as a
 * one-dimensional NumPy array of {@code <i8}, or of {@code <u8} if one is 2^63 or more. In Python,
 * {@code x[:, numpy.load("columns.npy")]} has the columns as the map numbers them.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ColumnFile {
  /** Its name beside a model, or beside shards. */
  public static final String NAME = "columns.npy";

  private ColumnFile() {}

  /** Writes a file, replacing any that exists. */
  public static void write(FileSystem fs, Path file, ColumnMap map) throws IOException {
    try (FSDataOutputStream out = Files.overwrite(fs, file)) {
      boolean signed = map.size() == 0 || map.column(map.size() - 1) >= 0;
      out.write(NpyHeader.vector(signed ? NpyHeader.INT64 : NpyHeader.UINT64, map.size()));
      ByteBuffer chunk = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < map.size(); i++) {
        chunk.putLong(map.column(i));
        if (!chunk.hasRemaining()) {
          out.write(chunk.array());
          chunk.clear();
        }
      }
      out.write(chunk.array(), 0, chunk.position());
    }
  }

  /** Returns the length, in bytes, of the file of a map with {@code columns} columns. */
  @InterfaceAudience.Private
  public static long length(long columns) {
    return NpyHeader.BYTES + columns * Long.BYTES;
  }

  /**
   * Reads a file.
   *
   * @throws dev.recordio.bytes.MalformedRecordException when it is no one-dimensional array of
   *     whole numbers
   * @throws IOException when the numbers do not ascend
   */
  public static ColumnMap read(FileSystem fs, Path file) throws IOException {
    FileStatus status = fs.getFileStatus(file);
    try (InputStream in =
        new BufferedInputStream(Files.open(fs, status, Files.Reading.WHOLE), 1 << 16)) {
      var vector = new NpyVector(in, status.getLen(), file.toString());
      if (vector.size() > ColumnMap.MAX_COLUMNS) {
        throw new IOException(file + ": " + vector.size() + " columns are too many");
      }
      long[] columns = new long[(int) vector.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = vector.nextLong();
      }
      return ColumnMap.compact(columns);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no list of columns: " + e.getMessage(), e);
    }
  }
}
