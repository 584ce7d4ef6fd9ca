// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow: files of TFRecords, and the messages tf.train.Example that they usually hold.
 *
 * <p>Entry points: {@link TfRecordWriter} and {@link TfRecordReader}, the frames; {@link
 * ExampleWriter} and {@link ExampleReader}, the messages; {@link TfRecordShardEncoder} and {@link
 * ElwcShardEncoder}, sparse rows as Examples.
 */
package dev.recordio.formats.tensorflow;
