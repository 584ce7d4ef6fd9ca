// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.util.Map;
import java.util.TreeMap;

/** The threads that are alive, by their names. */
public final class LiveThreads {
  private LiveThreads() {}

  /** Returns those whose names begin with {@code prefix}, with what each of them does. */
  public static Map<String, String> named(String prefix) {
    var found = new TreeMap<String, String>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.isAlive() && thread.getName().startsWith(prefix)) {
                found.put(thread.getName(), stack.length == 0 ? "" : stack[0].toString());
              }
            });
    return found;
  }
}
