// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of Hive over RecordIO and LibSVM files: {@code STORED AS RECORDIO}, {@code STORED AS
 * LIBSVM}. Tested with Hive 4; only APIs that Hive 3.1 has too are used.
 *
 * <p>Entry points: the classes that a table names: {@link RecordIOSerDe}, {@link LibSVMSerDe}, the
 * formats and the descriptors of {@code STORED AS}; and {@link IndexInserted}, the hook that writes
 * indexes.
 */
package dev.recordio.hive;
