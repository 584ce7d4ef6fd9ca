// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores as tables of Hive, which are read.
 *
 * <p>Entry points: {@link StoreSerDe} and {@link StoreHiveInputFormat}.
 */
package dev.recordio.hive.store;
