// SPDX-License-Identifier: Apache-2.0
/**
 * RecordIO and sparse rows for {@code org.apache.hadoop.mapred}, the older API, which Hive, Trino
 * and Hadoop Streaming speak: skins over what {@code dev.recordio.mapreduce} reads and writes with.
 */
package dev.recordio.mapred;
