// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** MXNet's native library, out of its jar on the class path. */
public final class Mxnet {
  /** Its name in tables and notes. */
  public static final String NAME = "libmxnet";

  private static final String LIBRARY = "libmxnet.so";
  private static final List<String> FILES =
      List.of("libgomp.so.1", "libquadmath.so.0", "libgfortran.so.3", "libopenblas.so.0", LIBRARY);

  private Mxnet() {}

  /**
   * Unpacks the library and those that it needs, unless they are there.
   *
   * @return the file of the library
   * @throws IOException when its jar is not on the class path; the message says how to add it
   */
  public static Path unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String file : FILES) {
      try (InputStream in = Mxnet.class.getResourceAsStream("/native/lib/" + file)) {
        if (in == null) {
          throw new IOException(
              "error: no jar of ai.djl.mxnet:mxnet-native-mkl:1.9.1:linux-x86_64 in HADOOP_CLASSPATH");
        }
        if (Files.notExists(folder.resolve(file))) {
          Files.copy(in, folder.resolve(file));
        }
      }
    }
    return folder.resolve(LIBRARY);
  }
}
