// SPDX-License-Identifier: Apache-2.0
/**
 * SageMaker: RecordIO-protobuf. The library reads it as rows.
 *
 * <p>Entry points: {@link SageMakerShardEncoder} writes sparse rows.
 */
package dev.recordio.formats.sagemaker;
