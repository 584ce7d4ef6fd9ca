// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of foreign formats, in memory: what other systems write and read in place of RecordIO.
 * No Hadoop type except its annotations, no I/O.
 *
 * <p>Face: {@link ProtoWriter} and {@link ProtoReader}, protobuf's wire format, which TensorFlow's
 * Example and SageMaker's records are written in.
 *
 * <p>TensorFlow: {@link TfRecordWriter} and {@link TfRecordReader}, the frames of its files; {@link
 * ExampleWriter} and {@link ExampleReader}, the messages that they usually hold.
 *
 * <p>WebDataset: {@link TarName}, the fields of its samples.
 *
 * <p>MosaicML: {@link MdsSchema}, the columns and the JSON about them; {@link MdsShardHead} and
 * {@link MdsOffsets}, the offsets of a shard; {@link MdsSample}, {@link MdsArray} and {@link
 * MdsNumber}, its samples.
 */
package dev.recordio.exchange;
