// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.recordio.bytes.Drain;
import dev.recordio.formats.protobuf.ProtoWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes messages {@code tf.train.Example}: features by name, each a list of one kind. Features are
 * sorted by the bytes of their names and numbers are packed, as protobuf's deterministic
 * serialization does, so equal features give equal bytes.
 *
 * <p>Values are not copied before they are written; their arrays must not change until then. Names
 * are UTF-8. An instance is used for one message after the other, in one thread, and allocates
 * nothing for further messages of the same features.
 *
 * <p>Sizes beyond 2^31 - 1 bytes, which protobuf does not take, are an {@link ArithmeticException}.
 */
public final class ExampleWriter {
  // Example { Features features = 1 }, Features { map<string, Feature> feature = 1 },
  // an entry of the map { key = 1, value = 2 }, lists { repeated value = 1 }.
  static final int FEATURES = 1;
  static final int ENTRY = 1;
  static final int KEY = 1;
  static final int VALUE = 2;
  static final int ITEMS = 1;

  /** Bytes from this size on are passed on without being copied. */
  private static final int DIRECT_BYTES = 1 << 13;

  private final ProtoWriter head = new ProtoWriter();
  private Feature[] features = {};
  private int count;

  private static final class Feature {
    private byte[] name;
    private FeatureKind kind;
    private byte[] bytes;
    private float[] floats;
    private int[] ints;
    private long[] longs;
    private final float[] oneFloat = new float[1];
    private final long[] oneLong = new long[1];
    private int from;
    private int count;
    private int packed; // bytes of the numbers, or of the bytes

    int listBytes() {
      boolean empty = count == 0 && kind != FeatureKind.BYTES;
      return empty ? 0 : ProtoWriter.sizeOfBytes(ITEMS, packed);
    }

    int featureBytes() {
      return ProtoWriter.sizeOfBytes(kind.field(), listBytes());
    }

    int entryBytes() {
      return Math.addExact(
          ProtoWriter.sizeOfBytes(KEY, name.length),
          ProtoWriter.sizeOfBytes(VALUE, featureBytes()));
    }
  }

  public void clear() {
    count = 0;
  }

  public void bytes(byte[] name, byte[] array, int from, int length) {
    Feature feature = add(name, FeatureKind.BYTES);
    feature.bytes = array;
    feature.from = from;
    feature.count = length;
    feature.packed = length;
  }

  public void bytes(byte[] name, byte[] array) {
    bytes(name, array, 0, array.length);
  }

  public void oneFloat(byte[] name, float value) {
    Feature feature = add(name, FeatureKind.FLOAT);
    feature.oneFloat[0] = value;
    setFloats(feature, feature.oneFloat, 0, 1);
  }

  public void floats(byte[] name, float[] values, int from, int length) {
    setFloats(add(name, FeatureKind.FLOAT), values, from, length);
  }

  private static void setFloats(Feature feature, float[] values, int from, int length) {
    feature.floats = values;
    feature.from = from;
    feature.count = length;
    feature.packed = Math.multiplyExact(length, Float.BYTES);
  }

  public void int64(byte[] name, long value) {
    Feature feature = add(name, FeatureKind.INT64);
    feature.oneLong[0] = value;
    setLongs(feature, feature.oneLong, 0, 1);
  }

  public void int64s(byte[] name, long[] values, int from, int length) {
    setLongs(add(name, FeatureKind.INT64), values, from, length);
  }

  public void int64s(byte[] name, int[] values, int from, int length) {
    Feature feature = add(name, FeatureKind.INT64);
    long packed = 0;
    for (int i = from; i < from + length; i++) {
      packed += ProtoWriter.sizeOfVarint(values[i]);
    }
    feature.ints = values;
    feature.longs = null;
    feature.from = from;
    feature.count = length;
    feature.packed = Math.toIntExact(packed);
  }

  private static void setLongs(Feature feature, long[] values, int from, int length) {
    long packed = 0;
    for (int i = from; i < from + length; i++) {
      packed += ProtoWriter.sizeOfVarint(values[i]);
    }
    feature.ints = null;
    feature.longs = values;
    feature.from = from;
    feature.count = length;
    feature.packed = Math.toIntExact(packed);
  }

  /** Puts a feature where its name belongs. */
  private Feature add(byte[] name, FeatureKind kind) {
    if (count == features.length) {
      features = Arrays.copyOf(features, count + 1);
      features[count] = new Feature();
    }
    Feature added = features[count];
    int place = count;
    while (place > 0) {
      int order = Arrays.compareUnsigned(features[place - 1].name, name);
      if (order == 0) {
        throw new IllegalArgumentException("a feature twice: " + new String(name, UTF_8));
      }
      if (order < 0) {
        break;
      }
      features[place] = features[place - 1];
      place--;
    }
    features[place] = added;
    added.name = name;
    added.kind = kind;
    count++;
    return added;
  }

  public int size() {
    return ProtoWriter.sizeOfBytes(FEATURES, featuresBytes());
  }

  private int featuresBytes() {
    int bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes = Math.addExact(bytes, ProtoWriter.sizeOfBytes(ENTRY, features[i].entryBytes()));
    }
    return bytes;
  }

  /** Writes the message, in pieces. */
  public void write(Drain out) throws IOException {
    head.clear();
    head.begin(FEATURES, featuresBytes());
    for (int i = 0; i < count; i++) {
      Feature feature = features[i];
      head.begin(ENTRY, feature.entryBytes());
      head.bytes(KEY, feature.name);
      head.begin(VALUE, feature.featureBytes());
      head.begin(feature.kind.field(), feature.listBytes());
      switch (feature.kind) {
        case BYTES -> put(feature, out);
        case FLOAT -> putFloats(feature);
        default -> putNumbers(feature);
      }
    }
    pass(out);
  }

  private void put(Feature feature, Drain out) throws IOException {
    head.begin(ITEMS, feature.count);
    if (feature.count < DIRECT_BYTES) {
      head.put(feature.bytes, feature.from, feature.count);
    } else {
      pass(out);
      out.drain(feature.bytes, feature.from, feature.count);
    }
  }

  private void putFloats(Feature feature) {
    if (feature.count > 0) {
      head.begin(ITEMS, feature.packed);
      head.floats(feature.floats, feature.from, feature.count);
    }
  }

  private void putNumbers(Feature feature) {
    if (feature.count == 0) {
      return;
    }
    head.begin(ITEMS, feature.packed);
    int end = feature.from + feature.count;
    if (feature.longs != null) {
      for (int i = feature.from; i < end; i++) {
        head.varint(feature.longs[i]);
      }
    } else {
      for (int i = feature.from; i < end; i++) {
        head.varint(feature.ints[i]);
      }
    }
  }

  private void pass(Drain out) throws IOException {
    out.drain(head.array(), 0, head.length());
    head.clear();
  }
}
