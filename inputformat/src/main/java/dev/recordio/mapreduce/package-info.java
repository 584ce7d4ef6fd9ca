// SPDX-License-Identifier: Apache-2.0
/**
 * RecordIO and sparse rows for {@code org.apache.hadoop.mapreduce}: thin adapters over {@code
 * dev.recordio.fs}.
 */
package dev.recordio.mapreduce;
