// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the line of an {@code .idx} file that has the key 0, without parsing the other lines. */
final class IdxZeroKey {
  static final long NONE = -1;

  /** Lines are two numbers below 2^64; what is longer is none. */
  private static final int MAX_LINE = 256;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final String path;
  private final byte[] buffer;
  private int count; // bytes in the buffer; it begins with the begin of a line

  private IdxZeroKey(InputStream in, String path, int size) {
    this.in = in;
    this.path = path;
    buffer = new byte[size];
  }

  /** Returns the offset that the first such line has; {@link #NONE} without one, or an index. */
  static long offset(Configuration conf, Path index) throws IOException {
    FileSystem fs = index.getFileSystem(conf);
    if (Files.isKnownMissing(fs, index)) {
      return NONE;
    }
    try (InputStream in = Files.open(fs, index, Files.Reading.SEQUENTIAL)) {
      return offset(in, index.toString(), BUFFER);
    } catch (FileNotFoundException e) {
      return NONE;
    }
  }

  /**
   * Searches a stream.
   *
   * @param size bytes to hold at a time, more than the longest line
   */
  static long offset(InputStream in, String path, int size) throws IOException {
    return new IdxZeroKey(in, path, size).search();
  }

  private long search() throws IOException {
    boolean more = true;
    while (more) {
      int read = in.readNBytes(buffer, count, buffer.length - count);
      more = read > 0;
      count += read;
      int line = 0;
      for (int end = lineEnd(line); end >= 0; end = lineEnd(line)) {
        long found = offset(line, end);
        if (found != NONE) {
          return found;
        }
        line = end + 1;
      }
      if (!more) {
        return offset(line, count);
      }
      if (count - line > Math.min(MAX_LINE, buffer.length - 1)) {
        return NONE; // no index
      }
      System.arraycopy(buffer, line, buffer, 0, count - line);
      count -= line;
    }
    return NONE;
  }

  private int lineEnd(int from) {
    for (int i = from; i < count; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the offset in a line, if its key is 0. */
  private long offset(int from, int to) throws IOException {
    int at = from;
    while (at < to && (buffer[at] == ' ' || buffer[at] == '\t' || buffer[at] == '\r')) {
      at++;
    }
    if (at == to || buffer[at] != '0') {
      return NONE;
    }
    var line = new ByteArrayInputStream(Arrays.copyOfRange(buffer, at, to));
    try (var one = new IdxReader(line, path)) {
      return one.next() && one.key() == 0 && one.offset() >= 0 ? one.offset() : NONE;
    } catch (MalformedRecordException e) {
      return NONE; // who reads the index reports it
    }
  }
}
