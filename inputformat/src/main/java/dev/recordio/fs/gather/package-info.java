// SPDX-License-Identifier: Apache-2.0
/**
 * Reads ranges of files by offset, in any order, with few large reads in parallel.
 *
 * <p>Entry points: {@link Gather}. Knows nothing of RecordIO: callers pass offsets and lengths.
 */
package dev.recordio.fs.gather;
