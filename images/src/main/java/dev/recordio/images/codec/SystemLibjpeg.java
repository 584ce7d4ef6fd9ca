// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether the JDK's ImageIO decodes with the system's libjpeg or brings its own, libjpeg 6b: with
 * libjpeg-turbo it is more than twice as fast, and both make the same pixels.
 */
final class SystemLibjpeg {
  private static final String DESCRIPTION = describe(Path.of(System.getProperty("java.home", "")));

  private SystemLibjpeg() {}

  /** Returns the codec of this JDK, such as {@code JDK 17.0.15 ImageIO (system libjpeg)}. */
  static String describe() {
    return DESCRIPTION;
  }

  /** Looks whether the library of ImageIO in a JDK's folder names libjpeg as one that it needs. */
  static String describe(Path home) {
    return "JDK " + System.getProperty("java.version") + " ImageIO (" + which(home) + ")";
  }

  private static String which(Path home) {
    for (String name : new String[] {"lib/libjavajpeg.so", "lib/libjavajpeg.dylib"}) {
      Path library = home.resolve(name);
      try {
        if (Files.isReadable(library)) {
          return find(Files.readAllBytes(library));
        }
      } catch (IOException e) {
        return "unknown libjpeg: " + e;
      }
    }
    return "unknown libjpeg";
  }

  private static String find(byte[] library) {
    String text = new String(library, StandardCharsets.ISO_8859_1);
    return text.contains("libjpeg.so") || text.contains("libjpeg.dylib")
        ? "system libjpeg"
        : "bundled libjpeg";
  }
}
