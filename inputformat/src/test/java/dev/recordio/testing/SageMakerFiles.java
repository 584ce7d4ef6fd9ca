// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.exchange.ProtoWriter;
import dev.recordio.exchange.SageMakerRowWriter;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
    var out = new ProtoWriter();
    long keyBytes = SageMakerRowWriter.keyBytes(keys, 0, keys.length);
    SageMakerRowWriter.begin(out, values, 0, keys.length, keyBytes, columns);
    for (long key : keys) {
      out.varint(key);
    }
    SageMakerRowWriter.end(out, columns, label);
    return Arrays.copyOf(out.array(), out.length());
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
