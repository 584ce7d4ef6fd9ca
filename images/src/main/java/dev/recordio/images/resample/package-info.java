// SPDX-License-Identifier: Apache-2.0
/**
 * Pixels of another size or shape, by OpenCV's rules. Bytes in memory, no I/O.
 *
 * <p>Entry points: {@link Resampler} and {@link Interpolation}.
 */
package dev.recordio.images.resample;
