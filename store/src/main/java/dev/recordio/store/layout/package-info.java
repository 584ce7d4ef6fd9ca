// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of a record store's files, in memory: chunks and tables. All numbers are little endian;
 * FORMAT.md, "Record stores", has the layout.
 *
 * <p>Entry points: {@link ChunkLayout}, {@link TableLayout}, {@link RowsMeta}, {@link RowBlock},
 * {@link DeltaBlock}.
 */
package dev.recordio.store.layout;
