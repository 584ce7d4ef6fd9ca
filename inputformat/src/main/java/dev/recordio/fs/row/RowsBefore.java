// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.sparse.RowTraits;

/**
 * What was read before a range with which one reader goes on where others ended, so that its errors
 * are a single reader's.
 *
 * @param start where the range of the single reader begins in the file
 * @param lines the lines from there up to the range that is read now
 * @param traits what all rows before had in common, rows of other files included
 */
public record RowsBefore(long start, long lines, RowTraits traits) {}
