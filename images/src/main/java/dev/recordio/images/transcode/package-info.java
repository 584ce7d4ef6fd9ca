// SPDX-License-Identifier: Apache-2.0
/**
 * An image made into another one: decoded, cropped, resized, encoded, as im2rec does.
 *
 * <p>Entry points: {@link Transcoder}.
 */
package dev.recordio.images.transcode;
