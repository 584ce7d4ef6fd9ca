// SPDX-License-Identifier: Apache-2.0
/**
 * Images of records: pixels for trainers and for other images.
 *
 * <p>Entry points: {@link ImageConf}, the keys of the decoding of images. The packages below have
 * the rest.
 */
package dev.recordio.images;
