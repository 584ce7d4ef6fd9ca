// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Files of SageMaker's records: the fixtures, and others made of messages. */
public final class SageMakerFiles {
  private SageMakerFiles() {}

  /** Returns the bytes of a fixture, such as {@code sparse.pbr}. */
  public static byte[] fixture(String name) {
    String resource = "/fixtures/formats/sagemaker/" + name;
    try (InputStream in = SageMakerFiles.class.getResourceAsStream(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the message of a row whose values are in the columns 0, 1, 2 and so on. */
  public static byte[] message(float label, long columns, float... values) {
    long[] keys = new long[values.length];
    Arrays.setAll(keys, i -> i);
    return message(label, columns, keys, values);
  }

  /** Returns the message of a row. */
  public static byte[] message(float label, long columns, long[] keys, float[] values) {
    var tensor = new ByteArrayOutputStream();
    if (keys.length > 0) {
      ByteBuffer packed = ByteBuffer.allocate(Float.BYTES * keys.length);
      packed.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, 0, keys.length);
      field(tensor, 1, packed.array());
      field(tensor, 2, varints(keys));
    }
    field(tensor, 3, varints(columns));
    byte[] number = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(label).array();
    var message = new ByteArrayOutputStream();
    field(message, 1, entry(tensor.toByteArray()));
    field(message, 2, entry(nested(1, number)));
    return message.toByteArray();
  }

  /** Returns an entry of a map: its name, and a tensor of float32. */
  private static byte[] entry(byte[] tensor) {
    var entry = new ByteArrayOutputStream();
    field(entry, 1, "values".getBytes(StandardCharsets.US_ASCII));
    field(entry, 2, nested(2, tensor));
    return entry.toByteArray();
  }

  private static byte[] nested(int number, byte[] bytes) {
    var out = new ByteArrayOutputStream();
    field(out, number, bytes);
    return out.toByteArray();
  }

  private static void field(ByteArrayOutputStream out, int number, byte[] bytes) {
    out.write(number << 3 | 2);
    out.writeBytes(varints(bytes.length));
    out.writeBytes(bytes);
  }

  private static byte[] varints(long... numbers) {
    var out = new ByteArrayOutputStream();
    for (long number : numbers) {
      long rest = number;
      for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
        out.write((int) rest & 0x7F | 0x80);
      }
      out.write((int) rest);
    }
    return out.toByteArray();
  }

  /** Returns the record of a payload, not escaped. */
  public static byte[] frame(byte[] payload) {
    byte[] framed = new byte[(int) RecordIOFormat.align(8 + payload.length)];
    RecordIOFormat.putWord(framed, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(framed, 4, payload.length);
    System.arraycopy(payload, 0, framed, 8, payload.length);
    return framed;
  }

  /** Returns the file of payloads, not escaped. */
  public static byte[] file(List<byte[]> payloads) {
    var out = new ByteArrayOutputStream();
    payloads.forEach(payload -> out.writeBytes(frame(payload)));
    return out.toByteArray();
  }

  /** Returns bytes, whose number is a multiple of 4, as values of a row. */
  public static float[] asValues(byte[] bytes) {
    float[] values = new float[bytes.length / 4];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(RecordIOFormat.word(bytes, 4 * i));
    }
    return values;
  }
}
