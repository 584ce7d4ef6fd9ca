// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Formats are found if an engine has loaded the library more than once. */
class TextFormatsLoadingTest {
  private static final URL LIBRARY =
      TextFormats.class.getProtectionDomain().getCodeSource().getLocation();

  private static Object names(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> formats = loader.loadClass(TextFormats.class.getName());
    Map<?, ?> all = (Map<?, ?>) formats.getMethod("all").invoke(null);
    for (Object format : all.values()) {
      assertEquals(loader, format.getClass().getClassLoader());
    }
    return new TreeSet<>(all.keySet());
  }

  @Test
  void copyFindsItsOwnFormatsWhateverTheThreadsLoader() throws Exception {
    try (var copy = new URLClassLoader(new URL[] {LIBRARY}, ClassLoader.getPlatformClassLoader());
        var bare = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertNotSame(TextFormats.class, copy.loadClass(TextFormats.class.getName()));
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      try {
        for (ClassLoader loader : new ClassLoader[] {before, copy, bare, null}) {
          thread.setContextClassLoader(loader);
          assertTrue(names(copy).toString().startsWith("[csv, libfm, libsvm"), loader + "");
        }
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }
}
