// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Predicate;
import java.util.jar.Attributes.Name;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A jar without content whose manifest names a whole class path. The launch script of a container
 * then has one short path instead of about two hundred, which, repeated in several variables, come
 * close to the size limit of an environment.
 */
final class PathingJar {
  private PathingJar() {}

  /** Writes to {@code jar} the entries of this JVM's class path that {@code wanted} accepts. */
  static File write(File jar, Predicate<File> wanted) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Name.CLASS_PATH, classPath(jar, wanted));
    try (JarOutputStream out =
        new JarOutputStream(
            new BufferedOutputStream(Files.newOutputStream(jar.toPath())), manifest)) {
      return jar;
    }
  }

  /** Relative to the jar's folder: class data sharing understands no absolute URIs. */
  private static String classPath(File jar, Predicate<File> wanted) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .filter(File::exists)
        .filter(wanted)
        .map(entry -> relative(jar, entry))
        .collect(Collectors.joining(" "));
  }

  /** A folder's URI ends in a slash, as required. */
  private static String relative(File jar, File entry) {
    String up = "../".repeat(jar.getAbsoluteFile().toPath().getParent().getNameCount());
    return up + entry.getAbsoluteFile().toURI().getRawPath().substring(1);
  }
}
