// SPDX-License-Identifier: Apache-2.0
/**
 * Where the values of a record store are, and the values themselves: its tables, opened and cached.
 *
 * <p>Entry points: {@link StoreTables}, {@link PlaceLookup} and {@link StoredValues}.
 */
package dev.recordio.store.read;
