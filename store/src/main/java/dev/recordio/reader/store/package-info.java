// SPDX-License-Identifier: Apache-2.0
/**
 * The records of a record store as a source of pipelines: {@code store:DIR}.
 *
 * <p>Entry points: {@link StoreProvider}; items are {@link StoreItem}s, batches of them {@link
 * StoreBatch}.
 */
package dev.recordio.reader.store;
