// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores in jobs of {@code org.apache.hadoop.mapred}.
 *
 * <p>Entry points: {@link StoreInputFormat}.
 */
package dev.recordio.mapred.store;
