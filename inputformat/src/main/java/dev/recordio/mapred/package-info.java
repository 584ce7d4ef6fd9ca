// SPDX-License-Identifier: Apache-2.0
/**
 * RecordIO and sparse rows for {@code org.apache.hadoop.mapred}, the older API, which Hive, Trino
 * and Hadoop Streaming use.
 *
 * <p>Entry points: the input and output formats, and a committer; they read and write with {@code
 * dev.recordio.task}.
 */
package dev.recordio.mapred;
