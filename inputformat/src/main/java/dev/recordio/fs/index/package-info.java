// SPDX-License-Identifier: Apache-2.0
/**
 * Index files, {@code .idx} and {@code .ridx}: reading, writing, and whether one is its file's; and
 * the writer of records, since an index line is written with its record.
 *
 * <p>Face: {@link RecordFileWriter} writes a file with its indexes, {@link RecordFiles} names them,
 * {@link IdxReader} and {@link RidxReader} read them, {@link IndexFit} holds one against its file.
 * An index that does not fit is an {@link IndexMisfit}, under every policy.
 */
package dev.recordio.fs.index;
