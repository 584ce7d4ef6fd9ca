// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.lang.reflect.Field;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets Jazzer, which is no part of the build, look for inputs that make a target take new ways: see
 * docs/testing.md. Its arguments are the test class and the target's name. Time and memory are
 * bounded by Jazzer and the JVM.
 */
public final class CoverageGuided {
  private static ByteTarget target;

  private CoverageGuided() {}

  /** Jazzer calls this first. */
  public static void fuzzerInitialize(String[] arguments) throws Exception {
    var constructor = Class.forName(arguments[0]).getDeclaredConstructor();
    constructor.setAccessible(true);
    var test = (ByteFuzzTest) constructor.newInstance();
    for (Field field : test.getClass().getDeclaredFields()) {
      if (field.isAnnotationPresent(TempDir.class)) { // as JUnit would
        field.setAccessible(true);
        field.set(test, Files.createTempDirectory("fuzz"));
      }
    }
    target =
        test.targets().stream()
            .filter(one -> one.name().equals(arguments[1]))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no target " + arguments[1]));
  }

  /** Jazzer calls this with each input. */
  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    target.parse(target.mend(input));
  }
}
