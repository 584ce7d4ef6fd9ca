// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/** Which bytes of a key and a value become a record, and which key its index entry has. */
final class Payload {
  /** Known by its name: its jar is available only where Streaming runs. */
  private static final String TYPED_BYTES = "org.apache.hadoop.typedbytes.TypedBytesWritable";

  // The types of Hadoop Streaming's typed bytes that are supported here, by their codes.
  private static final int BYTES = 0;
  private static final int INT = 3;
  private static final int LONG = 4;
  private static final int STRING = 7;
  private static final int HEADER = 5; // bytes of the code and the length

  private final boolean streamedLines;
  private final LongWritable number = new LongWritable();
  private Object key;
  private BinaryComparable source;
  private int offset;
  private int length;

  Payload(Configuration conf) {
    streamedLines =
        conf.get("stream.map.streamprocessor") != null
            || conf.get("stream.reduce.streamprocessor") != null;
  }

  /**
   * Takes a key and a value.
   *
   * @throws IllegalArgumentException when they hold no bytes for a record
   */
  void set(Object recordKey, Object value) {
    boolean keyOnly = value == null || value instanceof NullWritable;
    Object from = keyOnly ? recordKey : value;
    if (!(from instanceof BinaryComparable bytes)) {
      throw new IllegalArgumentException(
          "a record's payload is a BytesWritable or a Text, not "
              + (from == null ? "null" : from.getClass().getName()));
    }
    if (streamedLines && !keyOnly) {
      refuseLineWithoutTab(recordKey, bytes);
    }
    source = bytes;
    offset = 0;
    length = bytes.getLength();
    key = recordKey;
    if (isTyped(from)) {
      strip();
    }
    if (!keyOnly && recordKey instanceof BinaryComparable typed && isTyped(recordKey)) {
      key = number(typed);
    }
  }

  private static boolean isTyped(Object object) {
    return object.getClass().getName().equals(TYPED_BYTES);
  }

  /** Streaming takes a line without a tab for a key, and its record would be empty. */
  private static void refuseLineWithoutTab(Object recordKey, BinaryComparable value) {
    if (value instanceof Text
        && value.getLength() == 0
        && recordKey instanceof Text line
        && line.getLength() > 0) {
      throw new IllegalArgumentException(
          "a line without a tab: \""
              + line
              + "\" is a key, and nothing is left for the record; to make each line a record, set"
              + " stream.map.output (stream.reduce.output where there are reducers) to"
              + " keyonlytext");
    }
  }

  /** Strips the code of the type and the length from typed bytes. */
  private void strip() {
    byte[] typed = source.getBytes();
    int code = length == 0 ? -1 : typed[0];
    if ((code != BYTES && code != STRING) || length < HEADER) {
      throw new IllegalArgumentException(
          "a record's payload is typed bytes of type 0 (bytes) or 7 (string), not of type " + code);
    }
    int stated = ByteBuffer.wrap(typed).getInt(1);
    if (stated != length - HEADER) {
      throw new IllegalArgumentException(
          "typed bytes that announce " + stated + " bytes, and have " + (length - HEADER));
    }
    offset = HEADER;
    length = stated;
  }

  /** Returns the number that typed bytes hold; the typed bytes themselves when they hold none. */
  private Object number(BinaryComparable typed) {
    ByteBuffer bytes = ByteBuffer.wrap(typed.getBytes(), 0, typed.getLength());
    int code = bytes.hasRemaining() ? bytes.get() : -1;
    if (code == LONG && bytes.remaining() == Long.BYTES) {
      number.set(bytes.getLong());
      return number;
    }
    if (code == INT && bytes.remaining() == Integer.BYTES) {
      number.set(Integer.toUnsignedLong(bytes.getInt()));
      return number;
    }
    return typed;
  }

  /** Returns the key for the index. */
  Object key() {
    return key;
  }

  /** Returns the array that holds the payload. */
  byte[] bytes() {
    return source.getBytes();
  }

  /** Returns where the payload begins. */
  int offset() {
    return offset;
  }

  /** Returns the payload's length. */
  int length() {
    return length;
  }
}
