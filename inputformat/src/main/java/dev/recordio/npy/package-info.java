// SPDX-License-Identifier: Apache-2.0
/**
 * NumPy's {@code .npy} format, bytes in memory: types, headers, and items one after the other.
 *
 * <p>Entry points: {@link NpyType}, {@link NpyHeader} and {@link NpyVector}.
 */
package dev.recordio.npy;
