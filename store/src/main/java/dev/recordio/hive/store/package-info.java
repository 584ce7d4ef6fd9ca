// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores as read-only tables of Hive.
 *
 * <p>Entry points: {@link StoreSerDe} and {@link StoreHiveInputFormat}.
 */
package dev.recordio.hive.store;
