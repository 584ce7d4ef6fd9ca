// SPDX-License-Identifier: Apache-2.0
/**
 * Images: bytes in, pixels out, and back. Bytes in memory, no I/O.
 *
 * <p>Entry points: {@link ImageCodec}, which {@link ImageCodecs} creates, and {@link Pixels}.
 */
package dev.recordio.images.codec;
