// SPDX-License-Identifier: Apache-2.0
/**
 * Batches of images for trainers: records of encoded images in, tensors in direct buffers out.
 *
 * <p>Entry points: {@code ImageBatchReader} and {@code ImageBatch}.
 */
package dev.recordio.images.batch;
