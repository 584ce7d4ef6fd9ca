// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

/** The counters of the mean-image job; their display names are in a resource next to the class. */
public enum MeanCounter {
  /** Images that are in the mean. */
  IMAGES,
  /** Images among them that were taken although something is wrong with them. */
  IMAGES_WITH_WARNINGS,
  /** Images that could not be decoded and were left out. */
  SKIPPED_IMAGES
}
