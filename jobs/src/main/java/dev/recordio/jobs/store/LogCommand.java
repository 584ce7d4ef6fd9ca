// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Lists the generations of a store. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line for each generation that is kept, the newest first: number, time (UTC), what was",
      "done, to how many records, how many records there were then, and tags with commas between; with",
      "tabs between.",
      "",
      "Examples:",
      "  recordio store log data/faces",
      "  recordio store log --json hdfs:///data/faces"
    })
public final class LogCommand extends StoreCommand {
  @Override
  protected ExitCode run() throws Exception {
    Store store = open();
    Generations generations = store.generations();
    Map<String, Long> tags = generations.tags().list();
    List<Long> numbers = new ArrayList<>(generations.list());
    Collections.reverse(numbers);
    List<Map<String, Object>> listed = new ArrayList<>();
    for (long number : numbers) {
      Manifest manifest;
      try {
        manifest = generations.get(number);
      } catch (FileNotFoundException e) {
        continue; // gc removed it after the listing
      }
      List<String> names =
          tags.entrySet().stream()
              .filter(tag -> tag.getValue() == number)
              .map(Map.Entry::getKey)
              .toList();
      if (asJson()) {
        listed.add(object(manifest, names));
      } else {
        print(manifest, names);
      }
    }
    if (asJson()) {
      printJson(Map.of("generations", listed));
    }
    return ExitCode.OK;
  }

  private static Map<String, Object> object(Manifest manifest, List<String> tags) {
    return new Totals()
        .value("generation", manifest.generation())
        .value("time", Instant.ofEpochMilli(manifest.time()).toString())
        .value("operation", manifest.operation().name())
        .value("records", manifest.operation().records())
        .value("length", manifest.length())
        .value("deleted", manifest.deleted())
        .value("tags", tags)
        .values();
  }

  private void print(Manifest manifest, List<String> tags) throws IOException {
    results()
        .number(manifest.generation())
        .text(Instant.ofEpochMilli(manifest.time()).toString())
        .text(manifest.operation().name())
        .number(manifest.operation().records())
        .number(manifest.length())
        .text(String.join(",", tags))
        .end();
  }
}
