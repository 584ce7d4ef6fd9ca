// SPDX-License-Identifier: Apache-2.0
/**
 * Records and rows as Writables: what jobs pass from mappers to reducers.
 *
 * <p>Face: all of it.
 */
package dev.recordio.io;
