// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.List;

/** A set of comparisons. */
public interface Suite {
  /** Returns its name and what it runs on by default. */
  Defaults defaults();

  /** Returns the stages, one for each set of data. */
  List<Stage> stages(Settings settings);

  /** Returns the name, as users write it. */
  default String name() {
    return defaults().name();
  }
}
