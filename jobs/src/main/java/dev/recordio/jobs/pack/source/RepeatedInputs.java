// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.Notes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** Says which inputs are named twice, or are inside another one. */
final class RepeatedInputs {
  private static final int MAX_NOTES = 5;

  private final Set<Path> seen = new HashSet<>();
  private final Map<Path, Path> below = new HashMap<>(); // by folder: an input in it
  private long repeated;

  /** Takes the next input. */
  void add(Path input) {
    if (!seen.add(input)) {
      note(input + " is named twice");
      return;
    }
    if (below.containsKey(input)) {
      note(below.get(input) + " is also part of " + input);
    }
    for (Path folder = input.getParent(); folder != null; folder = folder.getParent()) {
      if (seen.contains(folder)) {
        note(input + " is also part of " + folder);
      }
      if (below.putIfAbsent(folder, input) != null) {
        break; // so do the folders above
      }
    }
  }

  /** The first ones are named, the others counted. */
  private void note(String what) {
    if (repeated++ < MAX_NOTES) {
      Notes.say(what + ", and is packed twice");
    }
  }

  /** Ends the inputs. */
  void end() {
    if (repeated > MAX_NOTES) {
      Notes.say(repeated - MAX_NOTES + " more inputs are packed twice");
    }
  }
}
