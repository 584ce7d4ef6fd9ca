// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Writes compressed files. */
final class Compressed {
  private Compressed() {}

  /** Writes {@code bytes} through a codec of Hadoop, to {@code file} with the codec's suffix. */
  static void write(String codecName, Path file, byte[] bytes) throws IOException {
    CompressionCodec codec =
        new CompressionCodecFactory(new Configuration()).getCodecByName(codecName);
    try (var out =
        codec.createOutputStream(
            Files.newOutputStream(Path.of(file + codec.getDefaultExtension())))) {
      out.write(bytes);
    }
  }
}
