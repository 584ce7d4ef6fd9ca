// SPDX-License-Identifier: Apache-2.0
/**
 * Exact numbers: decimal text to the nearest float, and a float to its shortest text. No allocation
 * per number, no string.
 *
 * <p>Entry points: {@link NumberParser} and {@link ShortestFloat}.
 */
package dev.recordio.sparse.number;
