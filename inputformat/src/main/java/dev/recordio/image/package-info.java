// SPDX-License-Identifier: Apache-2.0
/**
 * Image records as MXNet's im2rec packs them: the header before the image's bytes, the list of
 * files to pack, the file names of images, and the dialect of InsightFace. Bytes in memory, no
 * Hadoop type, no I/O.
 *
 * <p>Entry points: {@link ImageRecordHeader} and {@link ListLine}.
 */
package dev.recordio.image;
