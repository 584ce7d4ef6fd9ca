// SPDX-License-Identifier: Apache-2.0

/** RecordIO files and sparse rows as RDDs and data sources of Spark. */
package dev.recordio.spark;
