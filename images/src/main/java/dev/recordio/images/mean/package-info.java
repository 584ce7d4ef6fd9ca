// SPDX-License-Identifier: Apache-2.0
/**
 * The mean image: its sums, and the two forms of its file. Bytes in memory, no I/O.
 *
 * <p>Entry points: {@link MeanImage}.
 */
package dev.recordio.images.mean;
