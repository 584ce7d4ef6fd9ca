// SPDX-License-Identifier: Apache-2.0
/**
 * Folders of images, and an im2rec list of them.
 *
 * <p>Entry points: {@link FolderOutput}.
 */
package dev.recordio.formats.folder;
