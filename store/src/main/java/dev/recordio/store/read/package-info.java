// SPDX-License-Identifier: Apache-2.0
/**
 * Where the values of a record store are: its tables, opened and cached.
 *
 * <p>Entry points: {@link StoreTables} and {@link PlaceLookup}.
 */
package dev.recordio.store.read;
