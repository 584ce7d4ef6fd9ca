// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.List;

/** A set of comparisons. */
public interface Suite {
  /** Returns the name, as users write it. */
  String name();

  /** Returns the stages, one for each set of data. */
  List<Stage> stages(Settings settings);

  /** Returns the default size of a file in bytes. */
  default long defaultSize() {
    return 512L << 20;
  }

  /** Returns the default numbers of records or files, one or more. */
  default List<Long> defaultCounts() {
    return List.of();
  }

  /** Returns how often each pair runs: 15 times, unless a run takes very long. */
  default int defaultRounds() {
    return 15;
  }

  /** Returns how many rounds come before and are ignored. */
  default int warmUps() {
    return 3;
  }
}
