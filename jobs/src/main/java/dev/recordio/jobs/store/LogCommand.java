// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.cli.TsvCell;
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
    ObjectNode root = StoreResult.object();
    ArrayNode array = root.putArray("generations");
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
      if (json()) {
        add(array.addObject(), manifest, names);
      } else {
        print(manifest, names);
      }
    }
    if (json()) {
      StoreResult.print(out(), root);
    }
    return ExitCode.OK;
  }

  private static void add(ObjectNode to, Manifest manifest, List<String> tags) {
    to.put("generation", manifest.generation());
    to.put("time", Instant.ofEpochMilli(manifest.time()).toString());
    to.put("operation", manifest.operation().name());
    to.put("records", manifest.operation().records());
    to.put("length", manifest.length());
    to.put("deleted", manifest.deleted());
    ArrayNode names = to.putArray("tags");
    tags.forEach(names::add);
  }

  private void print(Manifest manifest, List<String> tags) throws IOException {
    out()
        .println(
            String.join(
                "\t",
                Long.toString(manifest.generation()),
                Instant.ofEpochMilli(manifest.time()).toString(),
                TsvCell.escape(manifest.operation().name()),
                Long.toString(manifest.operation().records()),
                Long.toString(manifest.length()),
                String.join(",", tags)));
  }
}
