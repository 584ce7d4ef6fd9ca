// SPDX-License-Identifier: Apache-2.0
/**
 * Records by number or key: an index in memory, and reads by it.
 *
 * <p>Entry points: {@link RecordIndex} is the index of one file, {@link IndexSet} numbers the
 * records of many files and loads their indexes on demand, {@link RecordTable} does so too, without
 * holding all entries of large indexes; {@link RecordGather} reads records in any order.
 */
package dev.recordio.fs.numbered;
