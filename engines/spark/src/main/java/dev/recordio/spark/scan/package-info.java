// SPDX-License-Identifier: Apache-2.0
/**
 * What all sources share: columns, the rows of a file, scans, writers, options.
 *
 * <p>Entry points: {@link Scan} opens the rows of a partition, {@link FileRows}; {@link RowWriters}
 * the\n * writer of a task, {@link RowWriter}.
 */
package dev.recordio.spark.scan;
