// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores: records of several named fields in a folder, read by number, changed by commits.
 *
 * <p>Entry points: {@code Store}, {@link Snapshot}, {@link StoreGather} and {@link GatherBatch} to
 * read; {@code StoreAppend}, {@code StoreUpdate} and {@code StoreDelete} to write.
 */
package dev.recordio.store;
