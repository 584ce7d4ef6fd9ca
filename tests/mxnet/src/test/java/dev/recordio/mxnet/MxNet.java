// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import ai.djl.engine.Engine;
import ai.djl.mxnet.jna.MxnetLibrary;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * MXNet's C API. DJL unpacks the library out of its jar.
 *
 * <p>The library shows its own libjpeg to all that is loaded after it. A JDK that is linked with
 * the system's libjpeg then finds the wrong one ("Wrong JPEG library version"), so ImageIO's native
 * code is loaded first.
 */
final class MxNet {
  static final MxnetLibrary LIBRARY = load();

  private MxNet() {}

  private static MxnetLibrary load() {
    ImageIO.getImageReadersByFormatName("jpeg").next().dispose();
    Engine.getEngine("MXNet");
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("DJL_CACHE_DIR")))) {
      List<Path> found = files.filter(file -> file.endsWith("libmxnet.so")).toList();
      if (found.size() != 1) {
        throw new IllegalStateException("libmxnet.so: " + found);
      }
      return Native.load(found.get(0).toAbsolutePath().toString(), MxnetLibrary.class);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Checks what a function of the library returned. */
  static void check(int code) {
    if (code != 0) {
      throw new IllegalStateException(LIBRARY.MXGetLastError());
    }
  }
}
