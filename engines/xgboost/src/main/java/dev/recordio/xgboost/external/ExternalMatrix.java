// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.external;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * XGBoost's {@code ExtMemQuantileDMatrix}: XGBoost asks for all batches several times while it
 * makes the matrix, and keeps bins instead of values, in a file.
 */
final class ExternalMatrix extends DMatrix {
  /** Rows of a batch, as XGBoost takes them. */
  interface Batches {
    /** Begins again with the first batch. */
    void reset();

    /** Sets the next batch; returns false at the end. */
    boolean next(Batch batch) throws IOException, XGBoostError;
  }

  /**
   * How a matrix is made.
   *
   * @param pages the first part of the names of XGBoost's files
   * @param maxBin the training's {@code max_bin}
   * @param threads of XGBoost; 0 for as many as there are processors
   */
  record Options(String pages, int maxBin, int threads) {
    private String json() {
      return String.format(
          Locale.ROOT,
          "{\"missing\":NaN,\"max_bin\":%d,\"nthread\":%d,\"cache_prefix\":\"%s\",\"on_host\":false}",
          maxBin,
          threads,
          pages.replace("\\", "\\\\").replace("\"", "\\\""));
    }
  }

  private final Pointer pointer;

  private ExternalMatrix(Pointer pointer) {
    super(Pointer.nativeValue(pointer));
    this.pointer = pointer;
  }

  /**
   * Makes a matrix.
   *
   * @param training whose bins rows for validation take; null to find bins
   */
  static ExternalMatrix of(
      NativeXgboost xgboost, Batches batches, Options options, ExternalMatrix training)
      throws IOException, XGBoostError {
    var proxy = new PointerByReference();
    NativeXgboost.check(xgboost, xgboost.XGProxyDMatrixCreate(proxy));
    var batch = new Batch(xgboost, proxy.getValue());
    var failures = new ArrayList<Throwable>();
    // An exception must not go through native code: it ends the batches, and is thrown afterwards.
    NativeXgboost.Next next =
        iterator -> {
          try {
            return failures.isEmpty() && batches.next(batch) ? 1 : 0;
          } catch (IOException | XGBoostError | RuntimeException | Error e) {
            failures.add(e);
            return 0;
          }
        };
    NativeXgboost.Reset reset = iterator -> batches.reset();
    var out = new PointerByReference();
    try {
      int result =
          xgboost.XGExtMemQuantileDMatrixCreateFromCallback(
              null,
              proxy.getValue(),
              training == null ? null : training.pointer,
              reset,
              next,
              options.json(),
              out);
      if (!failures.isEmpty()) {
        if (result == 0) {
          new ExternalMatrix(out.getValue()).dispose();
        }
        throw failure(failures.get(0));
      }
      NativeXgboost.check(xgboost, result);
      return new ExternalMatrix(out.getValue());
    } finally {
      xgboost.XGDMatrixFree(proxy.getValue());
      batch.free();
    }
  }

  private static IOException failure(Throwable e) throws XGBoostError {
    if (e instanceof XGBoostError own) {
      throw own;
    } else if (e instanceof RuntimeException own) {
      throw own;
    } else if (e instanceof Error own) {
      throw own;
    }
    return (IOException) e;
  }

  /** Arrays in native memory, which stay until the next batch. */
  static final class Batch {
    private final NativeXgboost xgboost;
    private final Pointer proxy;
    private final List<Memory> arrays = new ArrayList<>();

    private Batch(NativeXgboost xgboost, Pointer proxy) {
      this.xgboost = xgboost;
      this.proxy = proxy;
    }

    /** Sets the rows and their labels. */
    void rows(CsrBlock block, int columns) throws XGBoostError {
      free();
      NativeXgboost.check(
          xgboost,
          xgboost.XGProxyDMatrixSetDataCSR(
              proxy,
              ints(block.offsets(), block.rows() + 1, "<i4"),
              ints(block.indices(), block.entries(), "<i4"),
              floats(block.values(), block.entries()),
              columns));
      info("label", block.labels(), block.rows());
    }

    private void free() {
      arrays.forEach(Memory::close);
      arrays.clear();
    }

    /** Sets numbers of the rows, or of their groups. */
    void info(String field, float[] numbers, int count) throws XGBoostError {
      NativeXgboost.check(
          xgboost, xgboost.XGDMatrixSetInfoFromInterface(proxy, field, floats(numbers, count)));
    }

    /** Sets how many rows each group has. */
    void groups(int[] sizes) throws XGBoostError {
      NativeXgboost.check(
          xgboost,
          xgboost.XGDMatrixSetInfoFromInterface(proxy, "group", ints(sizes, sizes.length, "<u4")));
    }

    private String ints(int[] numbers, int count, String type) {
      Memory memory = allocate(count);
      memory.write(0, numbers, 0, count);
      return array(memory, count, type);
    }

    private String floats(float[] numbers, int count) {
      Memory memory = allocate(count);
      memory.write(0, numbers, 0, count);
      return array(memory, count, "<f4");
    }

    private Memory allocate(int count) {
      var memory = new Memory(Math.max(1, (long) Integer.BYTES * count));
      arrays.add(memory);
      return memory;
    }

    /** Returns NumPy's description of an array, by which XGBoost finds it. */
    private static String array(Memory memory, int count, String type) {
      return String.format(
          Locale.ROOT,
          "{\"data\":[%d,true],\"shape\":[%d],\"typestr\":\"%s\",\"version\":3}",
          Pointer.nativeValue(memory),
          count,
          type);
    }
  }
}
