// SPDX-License-Identifier: Apache-2.0
/**
 * Index files, {@code .idx} and {@code .ridx}: reading, writing, and checking that one fits its
 * file; and the writer of records, since an index line is written with its record.
 *
 * <p>Entry points: {@link RecordFileWriter} writes a file with its indexes, {@link RecordFiles}
 * names them, {@link IdxReader} and {@link RidxReader} read them, {@link IndexLines} has the lines
 * of an {@code .idx} in the order of its file, {@link IndexEvidence} checks one against its file.
 * An index that does not fit is an error under every policy, which {@link IndexMisfit} makes.
 */
package dev.recordio.fs.index;
