// SPDX-License-Identifier: Apache-2.0
/**
 * Writing the files of a record store: chunks and tables. Each goes to its final place at once; it
 * does not exist for readers until a manifest names it.
 *
 * <p>Entry points: {@link RowsWriter}, {@link ChunkWriter} and {@link DeltaWriter}.
 */
package dev.recordio.store.write;
