// SPDX-License-Identifier: Apache-2.0
/**
 * Ranges of files by offset, in any order, with few large reads in parallel.
 *
 * <p>Face: {@link Gather}. Nothing of RecordIO is known: callers name offsets and lengths.
 */
package dev.recordio.fs.gather;
