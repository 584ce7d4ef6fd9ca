// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of Hive over RecordIO and LibSVM files: {@code STORED AS RECORDIO}, {@code STORED AS
 * LIBSVM}. Hive 4 is what they are tested with; they use what Hive 3.1 has as well.
 *
 * <p>Face: what a table names: {@link RecordIOSerDe}, {@link LibSVMSerDe}, the formats and the
 * descriptors of {@code STORED AS}.
 */
package dev.recordio.hive;
