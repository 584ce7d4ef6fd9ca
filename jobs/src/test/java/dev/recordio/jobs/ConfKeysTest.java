// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of keys is complete. */
class ConfKeysTest {
  /** Returns the classes of a module's source files that are declared as keys. */
  private static List<Class<?>> enumsOf(String module) throws IOException {
    Path sources = ConfigurationDocs.projectFile(module).resolve("src/main/java");
    var enums = new ArrayList<Class<?>>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        if (Files.readString(file).contains(" implements " + ConfKey.class.getSimpleName())) {
          String name = sources.relativize(file).toString().replaceFirst("\\.java$", "");
          enums.add(load(name.replace(file.getFileSystem().getSeparator(), ".")));
        }
      }
    }
    return enums;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyKeyOfEveryEnumIsListedOnce() throws IOException {
    var found = new ArrayList<ConfKey>();
    for (String module : ConfigurationDocs.MODULES) {
      for (Class<?> keys : enumsOf(module)) {
        Stream.of(keys.getEnumConstants()).map(ConfKey.class::cast).forEach(found::add);
      }
    }
    assertTrue(found.size() > 100, found.toString());
    assertEquals(Set.copyOf(found), Set.copyOf(ConfKeys.ALL));
    assertEquals(found.size(), ConfKeys.ALL.size());
  }
}
