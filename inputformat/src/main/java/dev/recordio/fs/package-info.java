// SPDX-License-Identifier: Apache-2.0
/**
 * Everything that touches a Hadoop FileSystem: listing input, planning splits, reading chunks,
 * walking the records of a range, writing records and index lines.
 */
package dev.recordio.fs;
