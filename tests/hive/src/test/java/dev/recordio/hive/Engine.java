// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.Map;

/** What runs the jobs of a query. */
enum Engine {
  /** Hadoop's local runner: one task after another. */
  MAP_REDUCE("mr", Map.of()),
  /** Tez, as it is: splits of a few bytes are grouped into one task. */
  TEZ("tez", Map.of()),
  /** Tez with a task for each split: what Tez and Hadoop's runner show each is not shown again. */
  TEZ_TASKS("tez", Map.of("tez.grouping.split-count", "10000"));

  private final String setting;
  private final Map<String, String> further;

  Engine(String setting, Map<String, String> further) {
    this.setting = setting;
    this.further = further;
  }

  /** Returns whether it is Tez. */
  boolean isTez() {
    return this != MAP_REDUCE;
  }

  /** Returns what Hive calls it. */
  String setting() {
    return setting;
  }

  /** Returns the settings of its sessions besides those of all. */
  Map<String, String> further() {
    return further;
  }
}
