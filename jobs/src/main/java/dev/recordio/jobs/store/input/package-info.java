// SPDX-License-Identifier: Apache-2.0
/**
 * Values of fields from files: NumPy's arrays, alone or in a {@code .npz}; payloads and labels of
 * {@code .rec} files; chunks of zrecord's.
 *
 * <p>Entry points: {@link Columns} and {@link Zrecord} give {@link Column}s.
 */
package dev.recordio.jobs.store.input;
