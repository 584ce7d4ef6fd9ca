// SPDX-License-Identifier: Apache-2.0
/**
 * NumPy's {@code .npy} format, bytes in memory: types and headers.
 *
 * <p>Entry points: {@link NpyType} and {@link NpyHeader}.
 */
package dev.recordio.npy;
