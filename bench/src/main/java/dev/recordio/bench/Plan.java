// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What suites are told.
 *
 * @param size bytes of each file
 * @param recordSizes payload bytes of a record, for suites of records
 * @param chunks values of {@code recordio.input.buffer-size} to compare, for the scan suite
 * @param seed of the data
 * @param notes hears what cannot be compared on this machine
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Plan(
    long size, List<Long> recordSizes, List<String> chunks, long seed, Consumer<String> notes) {}
