// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Makes a job's jar from loaded classes, for jobs that test what a jar must contain. */
public final class JobJar {
  private JobJar() {}

  /** Writes these classes, without their nested ones, to {@code jar} and returns it. */
  public static File write(File jar, Class<?>... classes) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar.toPath()))) {
      for (Class<?> type : classes) {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
    return jar;
  }
}
