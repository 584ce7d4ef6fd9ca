// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import java.util.function.BiFunction;

/**
 * The name of a field as users write it, in which dots separate the names of groups from what they
 * hold: {@code meta.label}. A name may have dots itself: the shortest group that leads to a field
 * is taken, after the whole name.
 */
final class FieldPath {
  private FieldPath() {}

  /**
   * Finds a field.
   *
   * @param group the outermost group
   * @param child returns the field of a group by its name; null when the group has no such field,
   *     or is none
   * @param <T> a field or group
   * @return null when there is none
   */
  static <T> T find(T group, String path, BiFunction<T, String, T> child) {
    T whole = child.apply(group, path);
    if (whole != null) {
      return whole;
    }
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      T inner = child.apply(group, path.substring(0, dot));
      T found = inner == null ? null : find(inner, path.substring(dot + 1), child);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
