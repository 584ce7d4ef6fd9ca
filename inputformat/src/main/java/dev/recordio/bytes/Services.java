// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Finds implementations that jars declare in {@code META-INF/services}. Engines load jars more than
 * once; a loader with another copy of this library has nothing to add.
 */
public final class Services {
  private Services() {}

  /** Returns the implementations on the class path of the type itself. */
  public static <T> List<T> own(Class<T> type) {
    return load(type, type.getClassLoader());
  }

  /** Returns those that the thread's class loader has; none if it is the type's own. */
  public static <T> List<T> ofThread(Class<T> type) {
    ClassLoader threads = Thread.currentThread().getContextClassLoader();
    return threads == type.getClassLoader() || !knows(threads, type)
        ? List.of()
        : load(type, threads);
  }

  private static <T> List<T> load(Class<T> type, ClassLoader loader) {
    var found = new ArrayList<T>();
    ServiceLoader.load(type, loader).forEach(found::add);
    return found;
  }

  private static boolean knows(ClassLoader loader, Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException e) {
      return false; // a loader of other things
    }
  }
}
