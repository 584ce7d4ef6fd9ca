// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import dev.recordio.bytes.MalformedRecordException;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Reads as many bytes as a length announces, without allocating memory for bytes that do not
 * follow.
 */
public final class Stepwise {
  /** The most bytes of a path, or of a line for people, that is read at once. */
  public static final int MAX_TEXT_BYTES = 1 << 20;

  /** The first step; each further one is as large as all before it. */
  private static final int STEP_BYTES = 1 << 20;

  private static final byte[] NOTHING = {};

  private Stepwise() {}

  /** Returns what a value writes; Hadoop's method of that kind returns its whole buffer. */
  public static byte[] written(Writable value) throws IOException {
    var out = new DataOutputBuffer();
    value.write(out);
    return Arrays.copyOf(out.getData(), out.getLength());
  }

  /**
   * Reads {@code length} bytes.
   *
   * @param into reused when it is long enough
   * @param what the bytes are, for the error
   * @return the array that holds them, from 0
   * @throws MalformedRecordException when the input ends before
   */
  public static byte[] read(DataInput in, byte[] into, int length, String what) throws IOException {
    byte[] bytes = into;
    int done = 0;
    try {
      while (done < length) {
        int step = Math.min(length - done, Math.max(STEP_BYTES, done));
        if (bytes.length < done + step) {
          bytes = Arrays.copyOf(bytes, done + step);
        }
        in.readFully(bytes, done, step);
        done += step;
      }
      return bytes;
    } catch (EOFException e) {
      throw malformed("truncated " + what, length + " bytes", "its end before them");
    }
  }

  /**
   * Reads a text that {@link WritableUtils#writeString} wrote.
   *
   * @throws MalformedRecordException when it was null, or the input ends before
   */
  public static String readString(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw malformed("not a text", "a number of bytes", length == -1 ? "none" : length + "");
    }
    return new String(read(in, NOTHING, length, "text"), 0, length, StandardCharsets.UTF_8);
  }

  /**
   * Returns the constant of a number.
   *
   * @throws MalformedRecordException when there is none
   */
  public static <T> T of(T[] all, int number, String what) throws MalformedRecordException {
    if (number < 0 || number >= all.length) {
      throw malformed("not a " + what, "a number from 0 to " + (all.length - 1), number + "");
    }
    return all[number];
  }

  /**
   * Reads what Hadoop's splits of files begin with: a path, start and length.
   *
   * @return them, for Hadoop, which would believe path and lengths
   */
  public static DataInput readFileSplit(DataInput in) throws IOException {
    String path = Text.readString(in, MAX_TEXT_BYTES);
    path(path);
    var file = new DataOutputBuffer();
    Text.writeString(file, path);
    file.writeLong(in.readLong());
    file.writeLong(in.readLong());
    var checked = new DataInputBuffer();
    checked.reset(file.getData(), file.getLength());
    return checked;
  }

  /** Returns a path; a text that is none is an error. */
  public static Path path(String text) throws MalformedRecordException {
    try {
      return new Path(text);
    } catch (IllegalArgumentException e) {
      throw (MalformedRecordException)
          malformed("not a path", "one", "'" + text + "'").initCause(e);
    }
  }

  /** Returns the error about a value whose place in a file is not known. */
  public static MalformedRecordException malformed(String what, String expected, String found) {
    return new MalformedRecordException(what, null, 0, -1, expected, found);
  }
}
