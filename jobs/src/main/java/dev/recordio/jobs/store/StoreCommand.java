// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Store;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command of a record store, which is its first argument. */
public abstract class StoreCommand extends Command {
  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  private String store;

  @Option(names = "--json", description = "Print one JSON object.", order = 90)
  private boolean json;

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

  /** Whether the user wants JSON. */
  protected final boolean json() {
    return json;
  }

  /** Prints a result: a line with tabs, or JSON. */
  protected final void print(StoreResult result) throws IOException {
    result.print(out(), json);
  }

  /**
   * Prints a result, and what a dry run adds if this is one: the plan's fields in JSON, else its
   * sentence on stderr.
   *
   * @param plan what is written; may be null if this is none
   */
  protected final void print(StoreResult result, WritePlan plan) throws IOException {
    print(isDryRun() ? result.put(plan) : result);
    if (isDryRun() && !json) {
      say(plan.text());
    }
  }

  /** Prints a line for people, unless quiet. */
  protected final void say(String line) {
    if (!quiet()) {
      out().flush();
      err().println(line);
    }
  }
}
