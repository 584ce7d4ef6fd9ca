// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows in memory: a block of rows as primitive arrays (CSR), and the rules of reading them.
 *
 * <p>Entry points: {@link CsrBlock}, whose Javadoc gives the shapes of all arrays; {@link
 * ParseMode} and {@link ParseRule} specify what is done with text outside of the grammar; {@link
 * ColumnMap} numbers the columns that occur. Parsers are in {@code text}, file layouts in {@code
 * layout}, exact numbers in {@code number}. No Hadoop type, no I/O.
 */
package dev.recordio.sparse;
