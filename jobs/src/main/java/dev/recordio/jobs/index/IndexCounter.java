// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

/** What the index job counts besides records. */
enum IndexCounter {
  /** Files whose indexes were written. */
  FILES_WRITTEN,
  /** Files whose indexes were right already, and were left as they are. */
  FILES_LEFT,
  /** Files whose index had keys of its own and did not fit, so that its keys were not kept. */
  KEYS_REPLACED,
  /** Files whose indexes differ from what was found, or are missing. */
  FILES_DIFFERENT
}
