// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of a record store's files, in memory: chunks, tables, ledgers. All numbers are little
 * endian; FORMAT.md, "Record stores", has the layout.
 *
 * <p>Face: {@link ChunkLayout}, {@link TableLayout}, {@link RowsMeta}, {@link RowBlock}, {@link
 * DeltaBlock}, {@link Ledger}.
 */
package dev.recordio.store.layout;
