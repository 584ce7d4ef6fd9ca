// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows of a range, whatever the format: text or row blocks.
 *
 * <p>Entry points: {@link RowInputs} lists, plans and opens; {@link RowReader} reads block by
 * block; {@link LibSvmConf} has the keys. A line belongs to the range that holds its first byte;
 * one that begins exactly at a boundary belongs to the range before it.
 */
package dev.recordio.fs.row;
