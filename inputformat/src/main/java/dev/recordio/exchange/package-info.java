// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of foreign formats, in memory: what other systems write and read in place of RecordIO.
 *
 * <p>Face: {@link ProtoWriter} and {@link ProtoReader}, protobuf's wire format, which TensorFlow's
 * Example and SageMaker's records are written in; {@link TarName}, the fields of WebDataset's
 * samples. No Hadoop type except its annotations, no I/O.
 */
package dev.recordio.exchange;
