// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

/** The counters of the pack job; their display names are in a resource next to the class. */
public enum PackCounter {
  /** Bytes of the sources that were packed, without headers. */
  BYTES_IN,
  /** Sources that could not be read and were skipped. */
  SKIPPED_SOURCES,
  /** Records whose key an earlier record of the list has. */
  REPEATED_KEYS,
  /** Images that were decoded and encoded again. */
  IMAGES_MADE,
  /** Images among them that were taken although something is wrong with them. */
  IMAGES_WITH_WARNINGS,
  /** Shards of an earlier run that were whole. */
  SHARDS_KEPT,
  /** Reads of sources that failed and were repeated. */
  READS_REPEATED
}
