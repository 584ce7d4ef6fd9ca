// SPDX-License-Identifier: Apache-2.0
/**
 * WebDataset: samples in tars.
 *
 * <p>Entry points: {@link TarName}, the fields of a sample.
 */
package dev.recordio.formats.webdataset;
