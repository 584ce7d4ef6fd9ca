// SPDX-License-Identifier: Apache-2.0
/**
 * Values of fields from files: NumPy's arrays, alone or in a {@code .npz}; payloads and labels of
 * {@code .rec} files; chunks of zrecord's.
 *
 * <p>Entry points: {@link FieldColumns} opens what is given for each field, and reads the records.
 */
package dev.recordio.jobs.store.input;
