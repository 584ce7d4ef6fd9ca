// SPDX-License-Identifier: Apache-2.0
/**
 * What becomes of an image on its way into a batch: ImageRecordIter's steps, with draws that are a
 * function of seed, epoch and id. Pixels in memory, no I/O.
 *
 * <p>Entry points: {@link Augmenter} and {@link AugmentOptions}.
 */
package dev.recordio.images.augment;
