// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.bytes.NameText;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.result.Json;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Store;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Parameters;

/** A command of a record store, which is its first argument. */
public abstract class StoreCommand extends Command {
  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  private String store;

  /** Returns the store, as the user wrote it. */
  protected final String store() {
    return store;
  }

  /**
   * Returns the store's folder.
   *
   * @throws UsageException when it is no path
   */
  protected final Path path() {
    try {
      return new Path(store);
    } catch (IllegalArgumentException e) {
      throw new UsageException("the store '" + store + "' is no path: " + e.getMessage());
    }
  }

  /** Opens the store; reads nothing of it yet. */
  protected final Store open() throws IOException {
    return Store.open(conf(), path());
  }

  /**
   * Prints names and values, by turns: a line of the values with tabs between, or a JSON object. A
   * dry run adds its plan: its fields in JSON, else its sentence on stderr.
   *
   * @param plan what is written; may be null if this is no dry run
   */
  protected final void print(WritePlan plan, Object... namesAndValues) {
    var result = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      result.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    if (asJson()) {
      printJson(plan, result);
      return;
    }
    out()
        .println(
            result.values().stream()
                .map(value -> NameText.escape(value.toString()))
                .collect(Collectors.joining("\t")));
    if (isDryRun()) {
      say(plan.text());
    }
  }

  /** Prints a JSON object; a dry run adds the fields of its plan. */
  protected final void printJson(WritePlan plan, Map<String, Object> result) {
    if (isDryRun()) {
      result.putAll(Json.fields(plan));
    }
    printJson(result);
  }

  /** Prints a line for people, unless quiet. */
  protected final void say(String line) {
    if (!quiet()) {
      out().flush();
      err().println(line);
    }
  }
}
