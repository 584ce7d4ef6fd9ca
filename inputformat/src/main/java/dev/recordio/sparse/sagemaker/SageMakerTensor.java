// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.sagemaker;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Arrays;

/**
 * The numbers of one {@code Value} of a SageMaker record: values as float32, keys, and a shape. The
 * arrays grow with the bytes that are there, and are used again.
 *
 * <p>Numbers may be packed or not, and in several pieces, as protobuf allows. A value that float32
 * can't hold is an error where it would change an integer or become infinite; a float64 is rounded.
 */
final class SageMakerTensor {
  static final String NO_ROW = "no row as SageMaker writes it";

  private static final int FLOAT32 = 2;
  private static final int FLOAT64 = 3;
  private static final int INT32 = 7;
  private static final int BYTES = 9;

  private static final int VALUES = 1;
  private static final int KEYS = 2;
  private static final int SHAPE = 3;

  private final ProtoReader value = new ProtoReader();
  private final ProtoReader tensor = new ProtoReader();
  private final ProtoReader numbers = new ProtoReader();

  float[] values = new float[64];
  int valueCount;
  long[] keys = new long[64];
  int keyCount;
  int lastKeyAt; // index of the list that has the last key
  long columns; // the first number of the shape
  int dimensions;
  int shapeAt; // index of the last number of the shape
  int tensorAt; // index of the tensor

  /** Reads the {@code Value} that is the current field of {@code outer}. */
  void read(ProtoReader outer) throws MalformedRecordException {
    value.enter(outer);
    valueCount = 0;
    keyCount = 0;
    dimensions = 0;
    int type = 0;
    while (value.next()) {
      int field = value.field();
      if (field == BYTES) {
        throw refused(value, value.start(), "a tensor of numbers", "bytes");
      }
      if (field == FLOAT32 || field == FLOAT64 || field == INT32) {
        if (type != 0) {
          throw refused(value, value.start(), "one tensor", "another one after it");
        }
        type = field;
        tensorAt = value.start();
        tensor.enter(value);
        readTensor(type);
      }
    }
    if (type == 0) {
      throw refused(value, value.position(), "a tensor of float32, float64 or int32", "none");
    }
  }

  private void readTensor(int type) throws MalformedRecordException {
    while (tensor.next()) {
      switch (tensor.field()) {
        case VALUES -> readValues(type);
        case KEYS -> readKeys();
        case SHAPE -> readShape();
        default -> {} // of a later version
      }
    }
  }

  private void readValues(int type) throws MalformedRecordException {
    boolean packed = tensor.type() == ProtoReader.BYTES;
    if (packed) {
      numbers.enter(tensor);
    }
    switch (type) {
      case FLOAT32 -> {
        if (packed) {
          reserveValues((tensor.end() - tensor.from()) / Float.BYTES);
          valueCount = numbers.packedFloats(values, valueCount);
        } else {
          tensor.require(ProtoReader.FIXED32);
          reserveValues(1);
          values[valueCount++] = Float.intBitsToFloat((int) tensor.number());
        }
      }
      case FLOAT64 -> {
        if (packed) {
          reserveValues((tensor.end() - tensor.from()) / Double.BYTES);
          while (!numbers.isAtEnd()) {
            int at = numbers.position();
            addDouble(numbers.packedFixed64(), at);
          }
        } else {
          tensor.require(ProtoReader.FIXED64);
          reserveValues(1);
          addDouble(tensor.number(), tensor.start());
        }
      }
      default -> {
        if (packed) {
          while (!numbers.isAtEnd()) {
            int at = numbers.position();
            addInt(numbers.packedVarint(), at);
          }
        } else {
          tensor.require(ProtoReader.VARINT);
          addInt(tensor.number(), tensor.start());
        }
      }
    }
  }

  private void addDouble(long bits, int at) throws MalformedRecordException {
    double number = Double.longBitsToDouble(bits);
    float rounded = (float) number;
    if (Float.isInfinite(rounded) && !Double.isInfinite(number)) {
      throw refused(tensor, at, "a float64 within the range of float32", Double.toString(number));
    }
    values[valueCount++] = rounded;
  }

  private void addInt(long number, int at) throws MalformedRecordException {
    float rounded = (float) number;
    if (number != (int) number || (long) rounded != number) {
      throw refused(tensor, at, "an int32 that float32 can hold exactly", Long.toString(number));
    }
    reserveValues(1);
    values[valueCount++] = rounded;
  }

  private void readKeys() throws MalformedRecordException {
    int before = keyCount;
    if (tensor.type() == ProtoReader.BYTES) {
      numbers.enter(tensor);
      while (!numbers.isAtEnd()) {
        reserveKey();
        keyCount = numbers.packedVarints(keys, keyCount);
      }
    } else {
      tensor.require(ProtoReader.VARINT);
      reserveKey();
      keys[keyCount++] = tensor.number();
    }
    lastKeyAt = tensor.start();
    long sign = 0; // negative where a key may not ascend, or is 2^63 or more
    for (int i = Math.max(1, before); i < keyCount; i++) {
      sign |= keys[i] - keys[i - 1] - 1 | keys[i - 1];
    }
    if (sign < 0) {
      requireAscending(Math.max(1, before));
    }
  }

  private void requireAscending(int from) throws MalformedRecordException {
    for (int i = from; i < keyCount; i++) {
      if (Long.compareUnsigned(keys[i], keys[i - 1]) <= 0) {
        throw refused(
            tensor,
            tensor.start(),
            "ascending keys, so more than " + Long.toUnsignedString(keys[i - 1]),
            Long.toUnsignedString(keys[i]));
      }
    }
  }

  private void reserveKey() {
    if (keyCount == keys.length) {
      keys = Arrays.copyOf(keys, grown(keys.length, keyCount, 1));
    }
  }

  private void readShape() throws MalformedRecordException {
    if (tensor.type() == ProtoReader.BYTES) {
      numbers.enter(tensor);
      while (!numbers.isAtEnd()) {
        shapeAt = numbers.position();
        addDimension(numbers.packedVarint());
      }
    } else {
      tensor.require(ProtoReader.VARINT);
      shapeAt = tensor.start();
      addDimension(tensor.number());
    }
  }

  private void addDimension(long size) {
    if (dimensions++ == 0) {
      columns = size;
    }
  }

  /** Makes space for {@code more} values, whose bytes are in the message. */
  private void reserveValues(int more) {
    if (values.length - valueCount < more) {
      values = Arrays.copyOf(values, grown(values.length, valueCount, more));
    }
  }

  private static int grown(int length, int used, int more) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(2L * length, (long) used + more));
  }

  /** Returns the error of a message that protobuf reads, and that is no row. */
  static MalformedRecordException refused(
      ProtoReader in, int index, String expected, String found) {
    long offset = in.malformed(index, expected, found).offset();
    return new MalformedRecordException(NO_ROW, null, offset, -1, expected, found);
  }
}
