// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** Detects inputs that are named twice, or that are inside another one. */
final class RepeatedInputs {
  private static final int MAX_WARNINGS = 5;

  private final Set<Path> seen = new HashSet<>();
  private final Map<Path, Path> below = new HashMap<>(); // by folder: an input in it
  private final List<String> warnings = new ArrayList<>();
  private long more;

  /** Takes the next input. */
  void add(Path input) {
    if (!seen.add(input)) {
      warn(input + " is named twice");
      return;
    }
    if (below.containsKey(input)) {
      warn(below.get(input) + " is also part of " + input);
    }
    for (Path folder = input.getParent(); folder != null; folder = folder.getParent()) {
      if (seen.contains(folder)) {
        warn(input + " is also part of " + folder);
      }
      if (below.putIfAbsent(folder, input) != null) {
        break; // so do the folders above
      }
    }
  }

  private void warn(String what) {
    if (warnings.size() < MAX_WARNINGS) {
      warnings.add(what + ", and is packed twice");
    } else {
      more++;
    }
  }

  /** Returns a line for each of the first repeated inputs, and one for the others. */
  List<String> warnings() {
    var all = new ArrayList<>(warnings);
    if (more > 0) {
      all.add(more + " more inputs are packed twice");
    }
    return all;
  }
}
