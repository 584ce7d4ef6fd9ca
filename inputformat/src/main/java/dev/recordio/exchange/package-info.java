// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of foreign formats, in memory: what other systems write and read in place of RecordIO.
 *
 * <p>Face: {@link ProtoWriter} and {@link ProtoReader}, protobuf's wire format, which TensorFlow's
 * Example and SageMaker's records are written in; {@link TarName}, the fields of WebDataset's
 * samples. No Hadoop type except its annotations, no I/O.
 *
 * <p>TensorFlow: {@link TfRecordWriter} and {@link TfRecordReader}, the frames of its files; {@link
 * ExampleWriter} and {@link ExampleReader}, the messages that they usually hold.
 */
package dev.recordio.exchange;
