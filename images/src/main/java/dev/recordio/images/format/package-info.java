// SPDX-License-Identifier: Apache-2.0
/**
 * Formats of images by their first bytes, and the headers of images that plugins of ImageIO decode.
 * Bytes in memory, no I/O.
 *
 * <p>Entry points: {@link ImageFormat} and {@link PluginLayout}.
 */
package dev.recordio.images.format;
