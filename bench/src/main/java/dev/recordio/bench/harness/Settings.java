// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The settings of suites.
 *
 * @param size bytes of each file
 * @param recordSizes payload bytes of a record, for suites of records
 * @param counts numbers of records or files, for suites with a given number
 * @param chunks values of {@code recordio.input.buffer-size} to compare, for the scan suite
 * @param storages file systems, for the suites scan and gather
 * @param seed of the data
 * @param definitions configuration keys and values, for our side
 * @param notes gets messages about what cannot be compared on this machine
 */
public record Settings(
    long size,
    List<Long> recordSizes,
    List<Long> counts,
    List<String> chunks,
    List<Storage> storages,
    long seed,
    Map<String, String> definitions,
    Consumer<String> notes) {
  /** Returns keys and values with which jobs have one thread, unless they say otherwise. */
  public static Map<String, String> oneThread(Map<String, String> definitions) {
    var all = new LinkedHashMap<>(Map.of("recordio.threads", "1"));
    all.putAll(definitions);
    return all;
  }

  /** Notes that a peer can't be compared with here, and why. */
  public void missing(String peer, IOException why) {
    List<String> said = String.valueOf(why.getMessage()).lines().filter(l -> !l.isBlank()).toList();
    String error =
        said.stream()
            .filter(line -> line.contains("rror"))
            .reduce((first, last) -> last)
            .orElse(said.isEmpty() ? why.toString() : said.get(0));
    notes.accept(peer + ": not available: " + error.strip());
  }
}
