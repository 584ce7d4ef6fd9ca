// SPDX-License-Identifier: Apache-2.0
/**
 * LibSVM, LibFM and CSV bytes to CSR blocks.
 *
 * <p>Entry points: {@link TextFormats} finds a {@link TextFormat} by its name, which makes a {@link
 * LineParser} for {@link TextOptions}. A parser takes whole lines in a buffer and appends rows to a
 * block. A further format implements {@link TextFormat} and is found as a service. Start reading
 * with {@link LibSvmFormat}. No Hadoop type, no I/O.
 */
package dev.recordio.sparse.text;
