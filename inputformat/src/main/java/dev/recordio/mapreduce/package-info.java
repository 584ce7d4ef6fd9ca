// SPDX-License-Identifier: Apache-2.0
/**
 * RecordIO and sparse rows for {@code org.apache.hadoop.mapreduce}.
 *
 * <p>Entry points: the input and output formats, such as {@link RecordIOInputFormat} and {@link
 * LibSVMInputFormat}; each is a thin adapter over {@code dev.recordio.task}. Start with {@link
 * RecordIOInputFormat}.
 */
package dev.recordio.mapreduce;
