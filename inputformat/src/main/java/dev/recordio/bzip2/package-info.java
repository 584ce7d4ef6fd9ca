// SPDX-License-Identifier: Apache-2.0
/**
 * The bzip2 format: blocks, the walk over their marks, the search for a mark. Bytes in memory only;
 * where they come from is the caller's business.
 */
package dev.recordio.bzip2;
