// SPDX-License-Identifier: Apache-2.0
/**
 * RecordIO files and sparse rows as RDDs and data sources of Spark.
 *
 * <p>Entry points: {@link RecordIORdds} for RDDs; {@link RecordIOSource} and {@link LibSVMSource}
 * are the data sources.
 */
package dev.recordio.spark;
