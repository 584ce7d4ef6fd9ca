// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores as tables.
 *
 * <p>Entry points: {@link StoreTable}.
 */
package dev.recordio.spark.store;
