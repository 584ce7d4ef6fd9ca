// SPDX-License-Identifier: Apache-2.0
/**
 * SageMaker's records as sparse rows: bytes in memory, no Hadoop type, no I/O.
 *
 * <p>Entry points: {@link SageMakerRow} reads a message; {@link ProtoReader} walks the fields of
 * any message of protobuf's wire format.
 */
package dev.recordio.sparse.sagemaker;
