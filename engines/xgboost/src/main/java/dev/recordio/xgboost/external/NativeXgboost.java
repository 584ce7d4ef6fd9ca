// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.external;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import dev.recordio.conf.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * The calls of XGBoost's C library that make a matrix batch by batch, which XGBoost4J offers for
 * GPUs only. The library is the one that XGBoost4J has loaded, so that handles are good for both.
 *
 * <p>Rule: c_api.h of XGBoost 3.4.
 */
interface NativeXgboost extends Library {
  int XGProxyDMatrixCreate(PointerByReference out);

  int XGDMatrixFree(Pointer handle);

  int XGProxyDMatrixSetDataCSR(
      Pointer proxy, String indptr, String indices, String values, long columns);

  int XGDMatrixSetInfoFromInterface(Pointer handle, String field, String array);

  int XGExtMemQuantileDMatrixCreateFromCallback(
      Pointer iterator,
      Pointer proxy,
      Pointer reference,
      Reset reset,
      Next next,
      String config,
      PointerByReference out);

  String XGBGetLastError();

  /** Sets the next batch; returns 0 at the end. */
  interface Next extends Callback {
    int invoke(Pointer iterator);
  }

  /** Begins again with the first batch. */
  interface Reset extends Callback {
    void invoke(Pointer iterator);
  }

  /** Throws what XGBoost says if a call failed. Not a default method: JNA would wrap the error. */
  static void check(NativeXgboost xgboost, int result) throws XGBoostError {
    if (result != 0) {
      throw new XGBoostError(xgboost.XGBGetLastError());
    }
  }

  /**
   * Returns the calls. XGBoost4J must have been used before.
   *
   * @throws InvalidSettingException when JNA is missing, or the library is not found
   */
  static NativeXgboost load() throws IOException {
    var maps = Path.of("/proc/self/maps");
    if (!Files.isReadable(maps)) {
      throw new InvalidSettingException("--external-memory works on Linux only");
    }
    List<String> loaded;
    try (Stream<String> lines = Files.lines(maps)) {
      loaded =
          lines
              .filter(line -> line.contains("libxgboost4j"))
              .map(line -> line.substring(line.indexOf('/')))
              .distinct()
              .toList();
    }
    if (loaded.size() != 1) {
      throw new InvalidSettingException(
          "--external-memory needs a process that has loaded XGBoost4J once, but this one has "
              + (loaded.isEmpty() ? "not loaded it" : "loaded " + loaded));
    }
    return Native.load(loaded.get(0), NativeXgboost.class);
  }
}
