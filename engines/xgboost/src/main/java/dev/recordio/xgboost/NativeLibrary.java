// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import java.io.IOException;
import ml.dmlc.xgboost4j.java.Communicator;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;

/** XGBoost4J's native library. */
@InterfaceAudience.Private
public final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Loads the library, unless it is loaded.
   *
   * @throws IOException when this machine can't; the message has the reason
   */
  public static void load() throws IOException {
    try {
      Communicator.getRank();
    } catch (XGBoostError | LinkageError e) {
      Throwable reason = e;
      while (reason.getCause() != null) {
        reason = reason.getCause();
      }
      throw new IOException(
          "XGBoost4J can't load its native library on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + ": "
              + reason.getMessage()
              + "; its jar has it for Linux on x86_64 and aarch64, which needs"
              + " libgomp.so.1, for macOS on both, and for Windows on x86_64",
          e);
    }
  }
}
