// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

/** What the index job counts in addition to records. */
enum IndexCounter {
  /** Files whose indexes were written. */
  FILES_WRITTEN,
  /** Files whose indexes were correct already, and were not changed. */
  FILES_LEFT,
  /** Files without an index, when comparing; they count as different, too. */
  FILES_MISSING,
  /** Files whose index had its own keys and did not fit, so that its keys were not kept. */
  KEYS_REPLACED,
  /** Files whose indexes differ from the records, or are missing. */
  FILES_DIFFERENT
}
