// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static dev.recordio.mxnet.MxNet.LIBRARY;
import static dev.recordio.mxnet.MxNet.check;

import ai.djl.mxnet.jna.NativeSize;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.IntBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** MXNet's ImageRecordIter, or another of its iterators over RecordIO files. */
final class RecordIter implements AutoCloseable {
  private static final int FLOAT32 = 0;
  private static final int UINT8 = 3;
  private static final int INT8 = 5;

  private final Pointer handle;

  /**
   * Opens an iterator, on one thread and without messages.
   *
   * @param parameters its parameters, by MXNet's names
   */
  RecordIter(Map<String, String> parameters) {
    this("ImageRecordIter", parameters);
  }

  /**
   * Opens an iterator.
   *
   * @param name its name, as MXNet lists it
   */
  RecordIter(String name, Map<String, String> parameters) {
    var all = new LinkedHashMap<>(Map.of("preprocess_threads", "1", "ctx", "cpu", "verbose", "0"));
    all.putAll(parameters);
    var created = new PointerByReference();
    check(
        LIBRARY.MXDataIterCreateIter(
            creator(name),
            all.size(),
            all.keySet().toArray(String[]::new),
            all.values().toArray(String[]::new),
            created));
    handle = created.getValue();
  }

  private static Pointer creator(String wanted) {
    IntBuffer count = IntBuffer.allocate(1);
    var creators = new PointerByReference();
    check(LIBRARY.MXListDataIters(count, creators));
    for (Pointer creator : creators.getValue().getPointerArray(0, count.get(0))) {
      var name = new String[1];
      check(
          LIBRARY.MXDataIterGetIterInfo(
              creator,
              name,
              new String[1],
              IntBuffer.allocate(1),
              new PointerByReference(),
              new PointerByReference(),
              new PointerByReference()));
      if (name[0].equals(wanted)) {
        return creator;
      }
    }
    throw new IllegalStateException("no " + wanted);
  }

  /** Reads the next batch; returns false after the last one. */
  boolean next() {
    IntBuffer more = IntBuffer.allocate(1);
    check(LIBRARY.MXDataIterNext(handle, more));
    return more.get(0) != 0;
  }

  /** Returns how many rows, the last ones, only fill the batch up. */
  int pad() {
    IntBuffer pad = IntBuffer.allocate(1);
    check(LIBRARY.MXDataIterGetPadNum(handle, pad));
    return pad.get(0);
  }

  /** Returns the numbers of the batch, whatever their type. */
  float[] data() {
    var array = new PointerByReference();
    check(LIBRARY.MXDataIterGetData(handle, array));
    return numbers(array.getValue());
  }

  /** Returns the labels of the batch, row after row. */
  float[] labels() {
    var array = new PointerByReference();
    check(LIBRARY.MXDataIterGetLabel(handle, array));
    return numbers(array.getValue());
  }

  private static float[] numbers(Pointer array) {
    IntBuffer dimensions = IntBuffer.allocate(1);
    var lengths = new PointerByReference();
    check(LIBRARY.MXNDArrayGetShapeEx(array, dimensions, lengths));
    int count = 1;
    for (int length : lengths.getValue().getIntArray(0, dimensions.get(0))) {
      count *= length;
    }
    IntBuffer type = IntBuffer.allocate(1);
    check(LIBRARY.MXNDArrayGetDType(array, type));
    int each = type.get(0) == FLOAT32 ? Float.BYTES : 1;
    try (var copy = new Memory((long) count * each)) {
      check(LIBRARY.MXNDArraySyncCopyToCPU(array, copy, new NativeSize(count)));
      if (type.get(0) == FLOAT32) {
        return copy.getFloatArray(0, count);
      }
      if (type.get(0) != UINT8 && type.get(0) != INT8) {
        throw new IllegalStateException("type " + type.get(0));
      }
      int mask = type.get(0) == UINT8 ? 0xff : -1;
      float[] numbers = new float[count];
      for (int i = 0; i < count; i++) {
        numbers[i] = copy.getByte(i) & mask;
      }
      return numbers;
    }
  }

  @Override
  public void close() {
    check(LIBRARY.MXDataIterFree(handle));
  }
}
