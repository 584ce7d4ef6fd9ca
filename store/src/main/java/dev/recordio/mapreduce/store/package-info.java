// SPDX-License-Identifier: Apache-2.0
/**
 * Record stores in jobs of {@code org.apache.hadoop.mapreduce}.
 *
 * <p>Entry points: {@link StoreInputFormat} and {@link StoreOutputFormat}.
 */
package dev.recordio.mapreduce.store;
