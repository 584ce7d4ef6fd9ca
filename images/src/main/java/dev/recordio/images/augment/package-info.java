// SPDX-License-Identifier: Apache-2.0
/**
 * ImageRecordIter's steps from an image to a batch's numbers; random numbers depend only on seed,
 * epoch and id. Pixels in memory, no I/O.
 *
 * <p>Entry points: {@link Augmenter} and {@link AugmentOptions}.
 */
package dev.recordio.images.augment;
