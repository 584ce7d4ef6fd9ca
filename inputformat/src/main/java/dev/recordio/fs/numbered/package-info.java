// SPDX-License-Identifier: Apache-2.0
/**
 * Records by number or key: an index in memory, and reads by it.
 *
 * <p>Face: {@link RecordIndex} is the index of one file, {@link IndexSet} the numbers of the
 * records of many, of which one index is loaded at a time; {@link RecordGather} reads records in
 * any order.
 */
package dev.recordio.fs.numbered;
